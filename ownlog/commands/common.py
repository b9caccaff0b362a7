"""What the commands share: options, reading the input, reporting."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from ownlog.base.errors import Diagnostic, InputError, UsageError, report, say
from ownlog.base.files import read_text, undisturbed, write_bytes, write_text
from ownlog.command_words import options_among
from ownlog.commands.completion import pass_flags, passes
from ownlog.file_names import FileName

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from ownlog.api.analysis import Analysis
    from ownlog.frontend.ir.module import Module
    from ownlog.query import Answer
    from ownlog.rules.engine.program.engine import Engine
    from ownlog.rules.explain.names import Names

_ENGINES = ("embedded", "souffle")
_LONGEST = 1_000_000
"""Seconds. Z3 and the system can be told of no time that is much longer."""


class Seconds(click.FloatRange):
    """A time that is not endless, and not 0 but where that is told."""

    def __init__(self, min_open: bool = True) -> None:
        super().__init__(min=0, max=_LONGEST, min_open=min_open)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds: float = super().convert(value, param, ctx)
        if seconds != seconds:
            self.fail(f"{value!r} is not a number of seconds.", param, ctx)
        return seconds


def _checked_models(context: click.Context, option: click.Parameter, models: tuple[Path, ...]) -> tuple[Path, ...]:
    """The model files, checked even if nothing is derived. Raises RuleError; warns of misspelt names of ops."""
    if models:
        from ownlog import rules
        from ownlog.rules.models_check import misspelt

        report(misspelt(rules.load(models)))
    return models


model_option = click.option(
    "--model",
    "--dialect",
    "models",
    multiple=True,
    type=FileName(path_type=Path),
    callback=_checked_models,
    metavar="FILE",
    help="Your own dialect: Datalog facts about its ops, or TableGen's records of them (.json).",
)
rules_option = click.option(
    "--rules",
    "rules",
    multiple=True,
    type=FileName(path_type=Path),
    metavar="FILE",
    help="Datalog rules for relations of your own.",
)
private_option = click.option(
    "--private", is_flag=True, help="Take private relations, too: they may change with any release."
)
NOT_TOLD = 3
"""The exit status where an answer is neither yes nor no."""
_JSON = "ownlog.json"


def _note_json(context: click.Context, option: click.Parameter, given: bool) -> None:
    context.meta[_JSON] = given


def _text_or_json(context: click.Context, option: click.Parameter, form: str) -> str:
    return "json" if context.meta[_JSON] else form


def texts_option(*forms: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """`--format`, one of `forms`, as the parameter `form`; `--json`, which came first, still means `--format json`."""

    def options(command: Callable[..., Any]) -> Callable[..., Any]:
        given = click.option(
            "--json", is_flag=True, hidden=True, is_eager=True, expose_value=False, callback=_note_json
        )
        choice = click.Choice(forms)
        form = click.option(
            "--format",
            "form",
            type=choice,
            default="text",
            show_default=True,
            callback=_text_or_json,
            help="How to print the answer.",
        )
        return form(given(command))

    return options


text_or_json_option = texts_option("text", "json")
_FORMATS = ("table", "json", "ndjson", "csv", "tsv", "arrow")
format_option = click.option(
    "--format",
    "form",
    type=click.Choice(_FORMATS),
    default="table",
    show_default=True,
    help="How to print it; arrow is an IPC stream.",
)
output_option = click.option(
    "-o", "output", type=FileName(), default="-", metavar="FILE", help="Where to write; default: standard output."
)
engine_option = click.option(
    "--engine", type=click.Choice(_ENGINES), help="Datalog engine; default: OWNLOG_ENGINE, or the embedded one."
)


def make_engine(name: str | None) -> Engine | None:
    """The engine that an option names; None leaves the choice to the API."""
    if name is None:
        return None
    from ownlog.rules.engine.choose import engine_named

    return engine_named(name)


def _options(context: click.Context, option: click.Parameter, text: str | None) -> dict[str, str] | None:
    return None if text is None else {name: value for name, _, value in (part.partition("=") for part in text.split())}


bufferization_option = click.option(
    "--one-shot-bufferize",
    "bufferization",
    callback=_options,
    metavar="OPTIONS",
    help="Decide about tensors with these options of the pass; bufferize-function-boundaries is set unless you set it.",
)


passes_option = click.option(
    "-p",
    "--pass-pipeline",
    "pipeline",
    shell_complete=passes,
    metavar="TEXT",
    help="The passes; default: buffer-deallocation-pipeline.",
)


_STAGE = "ownlog.stage"


def _note_stage(context: click.Context, option: click.Parameter, stage: str | None) -> str | None:
    context.meta[_STAGE] = stage
    return stage


stage_option = click.option(
    "--stage",
    metavar="PASS[#N]",
    expose_value=False,
    callback=_note_stage,
    help="Of a log of --mlir-print-ir-after-all: the dump after this pass, the N-th of these.",
)


def chosen_stage() -> str | None:
    """What `--stage` names."""
    stage: str | None = click.get_current_context().meta.get(_STAGE)
    return stage


def reader_of(path: str, stage: str | None = None) -> Callable[[], Module]:
    """What reads the module in a file ("-": standard input), or in the dump of it that is chosen, each time again."""
    text, name = read_text(path), name_of(path)
    stage = stage or chosen_stage()
    if stage is not None:
        from ownlog.api.dumps import stage_of

        chosen = stage_of(text, stage, name)
        return lambda: chosen.parse(name)
    return lambda: _module_in(text, name, path)


def name_of(path: str) -> str:
    """The name of a file in messages."""
    return "<stdin>" if path == "-" else path


def module_at(path: str, stage: str | None = None) -> Module:
    """The module in a file ("-": standard input), or in a dump of it. Raises InputError."""
    return reader_of(path, stage)()


def _module_in(text: str, name: str, path: str) -> Module:
    from ownlog.frontend import parse

    try:
        return parse(text, name)
    except InputError as error:
        from ownlog.api.pieces import read_as_one
        from ownlog.base.inputs import read_as_a_module

        advice = "ownlog opt and ownlog check read pieces, with --split-input-file: write this one to a file of its own"
        raise InputError(
            *error.diagnostics, *read_as_one(text, name, error.diagnostics, advice), *read_as_a_module(path)
        ) from None


def analysis_of(
    path: str,
    models: tuple[Path, ...],
    engine: str | None,
    bufferization: Mapping[str, str] | None = None,
    stage: str | None = None,
) -> Analysis:
    """What is known about the module in the file `path` ("-": standard input); it derives when first asked."""
    from ownlog.api.analysis import Analysis

    return Analysis(module_at(path, stage), models=models, engine=make_engine(engine), bufferization=bufferization)


class WithPasses(click.Command):
    """A command with -p that takes passes as flags, too: `--canonicalize --cse` is `-p canonicalize,cse`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {name for parameter in self.params for name in parameter.opts} | {"--help"}
        options = {at: args[at] for at in options_among(args, self)}
        flags = {
            at: word for at, word in options.items() if word.startswith("--") and word.partition("=")[0] not in own
        }
        if flags:
            from ownlog.backend.passes.registry import PASSES

            named = {at: flag for at, flag in flags.items() if flag.partition("=")[0][2:] in PASSES}
            if named and any(word.startswith(("-p", "--pass-pipeline")) for word in options.values()):
                raise UsageError(
                    Diagnostic("the passes are named twice", advice=f"leave out {next(iter(named.values()))}, or -p")
                )
            if named:
                args = [
                    "-p",
                    ",".join(map(_in_pipeline, named.values())),
                    *(arg for at, arg in enumerate(args) if at not in named),
                ]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        return [
            *super().shell_complete(ctx, incomplete),
            *(pass_flags(incomplete) if incomplete.startswith("--") else ()),
        ]


def _in_pipeline(flag: str) -> str:
    name, _, options = flag[2:].partition("=")
    return f"{name}{{{options}}}" if options else name


_ONE_INTERRUPT = 1.0
"""Seconds in which who is impatient interrupts more than once."""


@contextmanager
def ended_as_told(message: str | None = None) -> Iterator[None]:
    """Turn SIGTERM and SIGHUP into an interrupt meanwhile, so that work can be saved; then end by the signal.

    `message` is printed on any interrupt; interrupts within a second count once.
    """
    ended = 0
    interrupted = -_ONE_INTERRUPT

    def stop(number: int, frame: object) -> None:
        nonlocal ended, interrupted
        if number == signal.SIGINT:
            if monotonic() - interrupted < _ONE_INTERRUPT:
                return
            interrupted = monotonic()
        else:
            ended = number
        raise KeyboardInterrupt

    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    taken = [number for number in signals if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, stop) for number in taken}
    try:
        yield
    except KeyboardInterrupt:
        # The process ends: what was sent at once with this interrupt would end it in a traceback.
        if before.pop(signal.SIGINT, None) is not None:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        if message is not None:
            with undisturbed():
                say(message)
        if ended:
            # Whoever sent the signal should see that the process ended by it.
            signal.signal(ended, before[signal.Signals(ended)])
            os.kill(os.getpid(), ended)
        raise
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def show(answer: Answer, form: str, output: str, names: Names | None = None) -> None:
    """Write an answer, a table with short names; notes also go to standard error."""
    from ownlog.base.screen import screen, show_text
    from ownlog.query.answer import TEXTS, arrow_stream, table
    from ownlog.query.people import for_people

    if form == "arrow":
        write_stream(output, lambda: arrow_stream(answer))
    elif form == "table":
        said = for_people(answer, names) if names is not None else answer
        shown_on = screen() if output == "-" else None
        if shown_on is not None:
            show_text(table(said, shown_on), shown_on)
        else:
            write_text(output, f"{table(said)}\n")
    else:
        write_text(output, _ended(TEXTS[form](answer)))
    report([Diagnostic(note, severity="note") for note in answer.notes])


def write_stream(output: str, stream: Callable[[], bytes]) -> None:
    """Write an Arrow stream. Raises UsageError for a terminal."""
    if output == "-" and sys.stdout.isatty():
        raise UsageError(
            Diagnostic("an Arrow stream is not for a terminal", advice="write it to a file with -o, or into a pipe")
        )
    write_bytes(output, stream())


def _ended(text: str) -> str:
    return text if not text or text.endswith("\n") else f"{text}\n"
