"""The command line. Each command reads, calls the API and prints; nothing is decided here."""

from __future__ import annotations

import gc
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ownlog import __version__
from ownlog.errors import Diagnostic, InputError, OwnlogError
from ownlog.files import new_files, read_text, write_text
from ownlog.opt import SPLIT_MARKER

if TYPE_CHECKING:
    from ownlog.analysis import Analysis
    from ownlog.backend.passes import Step
    from ownlog.rules.engine import Engine

_ENGINES = ("embedded", "souffle")

_model = click.option(
    "--model",
    "models",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Datalog facts about the ops of your own dialect.",
)
_engine = click.option("--engine", type=click.Choice(_ENGINES), help="Datalog engine; default: OWNLOG_ENGINE, or the embedded one.")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="ownlog")
def cli() -> None:
    """Ownership analysis and buffer deallocation for MLIR buffer IR."""


@cli.command(context_settings={"ignore_unknown_options": True})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="[IN.mlir] [--PASS[=OPTIONS]]...")
@click.option("-o", "--o", "output", default="-", metavar="FILE", help="Where to write; default: standard output.")
@click.option("-p", "--pass-pipeline", metavar="TEXT", help="Passes as builtin.module(func.func(a,b{option=value})).")
@click.option("--split-input-file", is_flag=True, help="Treat the pieces between // ----- lines as inputs of their own [=MARKER].")
@click.option("--split-marker", default=SPLIT_MARKER, hidden=True)
@click.option("--verify-diagnostics", is_flag=True, help="Check the diagnostics against expected-error comments.")
@click.option("--allow-unregistered-dialect", is_flag=True, help="Accepted as in mlir-opt; ops in generic form are always read.")
@click.option("--mlir-print-op-generic", "generic", is_flag=True, help="Print all ops in generic form.")
@click.option("--mlir-print-local-scope", is_flag=True, help="Accepted as in mlir-opt; goes with the generic form.")
@click.option("--list-passes", is_flag=True, help="Print the names of all passes, one a line.")
@_model
@_engine
def opt(
    arguments: tuple[str, ...],
    output: str,
    pass_pipeline: str | None,
    split_input_file: bool,
    split_marker: str,
    verify_diagnostics: bool,
    allow_unregistered_dialect: bool,
    generic: bool,
    mlir_print_local_scope: bool,
    list_passes: bool,
    models: tuple[Path, ...],
    engine: str | None,
) -> None:
    """Run passes over MLIR text, as mlir-opt does; "-" is standard input.

    Passes run in the order in which they are given; `ownlog opt --list-passes` names them.
    """
    from ownlog.backend.passes import PASSES, Context
    from ownlog.opt import Request, run

    if list_passes:
        click.echo("\n".join(PASSES))
        return
    flags = [a for a in arguments if a.startswith("-") and a != "-"]
    path = _one_input([a for a in arguments if a not in flags])
    steps = _steps(flags, pass_pipeline)
    context = Context(models, _make_engine(engine))
    request = Request(steps, context, split_marker if split_input_file else None, verify_diagnostics, generic)
    outcome = run(read_text(path), "<stdin>" if path == "-" else path, request)
    failed = _report(outcome.problems)
    # A file is written as a whole or not at all; what went well may still be seen on standard output.
    if not failed or (output == "-" and split_input_file and not verify_diagnostics):
        write_text(output, outcome.text)
    sys.exit(1 if failed else 0)


@cli.command()
@click.argument("path", metavar="IN.mlir")
@click.option("-o", "output", required=True, metavar="DIR", help="Folder for the files.")
def facts(path: str, output: str) -> None:
    """Write the extensional relations of a module as DIR/*.facts, as Soufflé reads them."""
    from ownlog import rules
    from ownlog.rules.engine.facts_io import write_facts

    analysis = _analysis(path, (), None)
    with new_files(output) as folder:
        write_facts(folder, rules.load(), analysis.facts)


@cli.command()
@click.argument("path", metavar="IN.mlir")
@click.option("-o", "output", required=True, metavar="DIR", help="Folder for the files.")
@_model
@_engine
def derive(path: str, output: str, models: tuple[Path, ...], engine: str | None) -> None:
    """Write the derived relations of a module as DIR/*.csv, as Soufflé writes them."""
    from ownlog import rules
    from ownlog.rules.engine.facts_io import write_csv

    analysis = _analysis(path, models, engine)
    derived = analysis.derived
    with new_files(output) as folder:
        write_csv(folder, rules.load(models), derived)


@cli.command()
@click.argument("path", metavar="IN.mlir")
@click.argument("atom", metavar="ATOM")
@click.option("--limit", type=click.IntRange(min=1), default=3, show_default=True, metavar="N", help="Rows to explain at most.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@_model
@_engine
def explain(path: str, atom: str, limit: int, as_json: bool, models: tuple[Path, ...], engine: str | None) -> None:
    """Tell why a row of a relation holds, or why it does not.

    ATOM is a row such as 'live_in("@f/^bb1", "@f/%a")'; names may be short where that is clear ("%a"); _ or a variable is anything.
    """
    answer = _analysis(path, models, engine).explanations.ask(atom, limit)
    write_text("-", f"{answer.json_text() if as_json else answer.text()}\n")


def main() -> None:
    """The console script: run the command line; errors that Ownlog reports end in exit status 1 and never in a traceback."""
    # What a run builds lives until its end: looking for cycles would only cost time (half of it, on big inputs).
    gc.disable()
    try:
        cli.main(args=[part for argument in sys.argv[1:] for part in _spelled_out(argument)], prog_name="ownlog", standalone_mode=False)
    except OwnlogError as error:
        _report(error.diagnostics)
        sys.exit(1)
    except click.ClickException as error:
        error.show()
        click.echo(f"  advice: see ownlog {sys.argv[1] if len(sys.argv) > 1 else ''} --help".replace("  --", " --"), err=True)
        sys.exit(1)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        # The reader went away (`ownlog opt ... | head`); keep Python from complaining about it at exit.
        sys.stderr.close()
        sys.exit(1)


def _spelled_out(argument: str) -> list[str]:
    """An argument as click reads it: mlir-opt takes long options with one dash too, and values for some flags."""
    if re.match(r"-[A-Za-z](?:[\w-]+|=)", argument):
        argument = f"-{argument}"
    name, equals, value = argument.partition("=")
    if name == "--split-input-file" and equals:
        return [name, f"--split-marker={value}"]
    if name in ("--verify-diagnostics", "--allow-unregistered-dialect") and equals:
        return [name] if value != "false" else []
    return [argument]


def _one_input(paths: list[str]) -> str:
    if len(paths) > 1:
        raise InputError(Diagnostic(f"one input expected, got {', '.join(paths)}", advice="run ownlog opt once for each file"))
    return paths[0] if paths else "-"


def _steps(flags: list[str], pipeline: str | None) -> list[Step]:
    from ownlog.backend.passes import PASSES, Step, find_advice

    if pipeline is not None:
        from ownlog.backend.pipeline import parse_pipeline

        if flags:
            raise InputError(Diagnostic(f"--pass-pipeline cannot be combined with {flags[0]}", advice="name all passes in the pipeline"))
        return parse_pipeline(pipeline, anchored=True)
    steps = []
    for flag in flags:
        name, _, options = flag.lstrip("-").partition("=")
        if name not in PASSES:
            raise InputError(Diagnostic(f"unknown option or pass '{flag}'", advice=find_advice(name)))
        steps.append(Step(name, tuple((n, v) for n, _, v in (o.partition("=") for o in options.split()))))
    return steps


def _make_engine(name: str | None) -> Engine | None:
    if name is None:
        return None
    from ownlog.rules.engine import EmbeddedEngine, SouffleEngine

    return EmbeddedEngine() if name == "embedded" else SouffleEngine()


def _analysis(path: str, models: tuple[Path, ...], engine: str | None) -> Analysis:
    from ownlog import analyze, parse

    module = parse(read_text(path), "<stdin>" if path == "-" else path)
    return analyze(module, models=models, engine=_make_engine(engine))


def _report(diagnostics: list[Diagnostic]) -> bool:
    for diagnostic in diagnostics:
        click.echo(str(diagnostic), err=True)
    return bool(diagnostics)
