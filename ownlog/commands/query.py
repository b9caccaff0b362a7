"""`ownlog query`, `alias`, `owners` and `why`: questions about a module."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ownlog.base.errors import Diagnostic, InputError, OwnlogError, UsageError, report
from ownlog.base.files import read_text, write_text
from ownlog.commands.asking import Asked, asked_option
from ownlog.commands.common import (
    NOT_TOLD,
    WithPasses,
    analysis_of,
    bufferization_option,
    engine_option,
    format_option,
    model_option,
    output_option,
    passes_option,
    private_option,
    rules_option,
    show,
    stage_option,
    text_or_json_option,
)
from ownlog.commands.completion import functions, relations, values
from ownlog.file_names import FileName

if TYPE_CHECKING:
    from ownlog.query.reports.in_place import WhyInPlace
    from ownlog.query.reports.why import Why

function_option = click.option(
    "--func", "function", shell_complete=functions, metavar="NAME", help="The function that is asked about."
)


@click.command(cls=WithPasses)
@click.argument("path", type=FileName(), metavar="IN.mlir")
@click.argument("text", shell_complete=relations, metavar="[QUERY]", required=False)
@click.option("-i", "--interactive", is_flag=True, help="Answer one query after another, as they are typed.")
@rules_option
@click.option("--all-pairs", is_flag=True, help="Look at all pairs of buffers in functions with many of them, too.")
@private_option
@asked_option
@bufferization_option
@format_option
@output_option
@stage_option
@model_option
@engine_option
def query(
    path: str,
    text: str | None,
    interactive: bool,
    rules: tuple[Path, ...],
    all_pairs: bool,
    private: bool,
    pipeline: str | None,
    bufferization: dict[str, str] | None,
    form: str,
    output: str,
    models: tuple[Path, ...],
    engine: str | None,
) -> None:
    """Ask for rows of relations.

    QUERY is an atom such as 'may_alias(F, "%a", X)', or several with `,` between them; their variables are the columns
    of the answer. Or it is a rule such as 'leaky(F, V) :- candidate(F, _, V, _), !may_alias(V, _)'. "-" reads it from
    standard input; with -i, each line is one. Names may be short ("%a"); one argument more than the relation has
    columns names the function, first. `ownlog relations` lists what can be asked for. The exit status is 1 where the
    answer is no, and 3 where that is not known.

    Relations of the pipeline's plan (undecided, release_after, ...) are asked of what buffer-deallocation-pipeline sees
    when it plans, after its first passes; all others of the input. Relations about tensors (in_place, conflict, ...)
    are asked of what one-shot-bufferize decides.
    """
    _check_query(path, text, interactive, output)
    asked = Asked(path, rules, pipeline, bufferization, models, engine)

    def tell(query: str) -> int:
        questions, notes = asked.about(query)
        answer = questions.ask(query, rules, all_pairs, private)
        show(answer, form, output, questions.names)
        report(notes)
        return 0 if answer.headings or answer.rows else NOT_TOLD if answer.notes else 1

    if text is not None:
        sys.exit(tell(read_text("-") if text == "-" else text))
    from ownlog.query.catalogue import Catalogue
    from ownlog.query.session import Session, converse

    complain: Callable[[OwnlogError], object] = lambda error: report(error.diagnostics)  # noqa: E731
    session = Session(tell, lambda: Catalogue(models, rules, private), lambda: asked.input.names, click.echo, complain)
    converse(session, sys.stdin.isatty())


def _check_query(path: str, text: str | None, interactive: bool, output: str) -> None:
    """Raises InputError where a query is missing, or one too many, or what both come from is standard input."""
    if interactive and text is not None:
        raise UsageError(Diagnostic("there is a query beside --interactive", advice="leave one of them out"))
    if interactive and output != "-":
        raise UsageError(
            Diagnostic("-o cannot be combined with --interactive", advice="ask without -i, or leave out -o")
        )
    if not interactive and text is None:
        raise UsageError(
            Diagnostic("no query", advice="""write one, such as 'live_in(B, "%a")', or -i to ask one after another""")
        )
    if path == "-" and (interactive or text == "-"):
        raise UsageError(
            Diagnostic("the module and the query cannot both be standard input", advice="name a file for the module")
        )


@click.command(short_help="Tell which buffers may share a value's allocation.")
@click.argument("path", type=FileName(), metavar="IN.mlir")
@function_option
@click.option(
    "--value",
    required=True,
    shell_complete=values,
    metavar="NAME",
    help="The buffer: %a, or %a:7 for the one of line 7.",
)
@click.option(
    "--never", is_flag=True, help="List in the table, too, the buffers that never share it; other formats have all."
)
@format_option
@output_option
@stage_option
@model_option
@engine_option
def alias(
    path: str,
    function: str | None,
    value: str,
    never: bool,
    form: str,
    output: str,
    models: tuple[Path, ...],
    engine: str | None,
) -> None:
    """Tell which buffers must, may or never share the allocation of a value, and under which condition."""
    from ownlog.query.reports.alias import without_never

    analysis = analysis_of(path, models, engine)
    answer = analysis.alias(value, function)
    show(answer if never or form != "table" else without_never(answer), form, output, analysis.questions.names)


@click.command(cls=WithPasses, short_help="Tell who owns each buffer, since when, and until when.")
@click.argument("path", type=FileName(), metavar="IN.mlir")
@function_option
@passes_option
@format_option
@output_option
@stage_option
@model_option
@engine_option
def owners(
    path: str,
    function: str | None,
    pipeline: str | None,
    form: str,
    output: str,
    models: tuple[Path, ...],
    engine: str | None,
) -> None:
    """Tell who owns each buffer under the pipeline's plan, where that comes from, and what becomes of it: lines are
    those of the input.

    With -p ownership-based-buffer-deallocation: the ownership state of each buffer in each block, and what the end of
    the block does.
    """
    analysis = analysis_of(path, models, engine)
    show(analysis.owners(function, passes=pipeline), form, output, analysis.planned(pipeline).questions.names)


@click.command(cls=WithPasses, short_help="Tell why something is on a line of the output, or why a tensor is copied.")
@click.argument("path", type=FileName(), metavar="IN.mlir[:LINE[:COLUMN]]")
@click.argument("line", metavar="[LINE]", type=click.IntRange(min=1), required=False)
@click.option("--input", "of_input", is_flag=True, help="LINE counts in the input: what was made because of it?")
@click.option(
    "--value", shell_complete=values, metavar="NAME", help="Ask about a buffer: %a, or %a:7 for the one of line 7."
)
@function_option
@click.option("--not-freed", is_flag=True, help="With --value: why is it not freed? Where does what it owns go?")
@click.option("--not-earlier", is_flag=True, help="With --value: why is it not freed earlier?")
@click.option("--guarded", is_flag=True, help="With --value: why does an i1 tell whether it is owned?")
@click.option("--copied", is_flag=True, help="With --value: why is it copied?")
@passes_option
@click.option(
    "--depth",
    type=click.IntRange(min=0),
    default=3,
    show_default=True,
    metavar="N",
    help="Levels of the derivations; 0: all.",
)
@bufferization_option
@text_or_json_option
@output_option
@stage_option
@model_option
@engine_option
def why(
    path: str,
    line: int | None,
    of_input: bool,
    value: str | None,
    function: str | None,
    not_freed: bool,
    not_earlier: bool,
    guarded: bool,
    copied: bool,
    pipeline: str | None,
    depth: int,
    bufferization: dict[str, str] | None,
    form: str,
    output: str,
    models: tuple[Path, ...],
    engine: str | None,
) -> None:
    """Tell why passes put a deallocation, copy, allocation, indicator or retained operand on a LINE of their output.

    Passes can be named as flags, as `ownlog opt` takes them (--tensors-to-buffers).

    With --value: who owns a buffer, since when, until when, and why so.

    IN.mlir:LINE:COLUMN is a place in the input, as messages name it. At an op with tensors it tells which of its
    operands are in place, and what keeps the others from that: one-shot-bufferize decides, with
    bufferize-function-boundaries unless --one-shot-bufferize says otherwise.
    """
    flags = {"not-freed": not_freed, "not-earlier": not_earlier, "guarded": guarded, "copied": copied}
    asked = tuple(question for question, given in flags.items() if given)
    if asked and value is None:
        raise UsageError(Diagnostic(f"--{asked[0]} is asked of a buffer", advice="name it: --value %a"))
    if value is not None:
        found = analysis_of(path, models, engine).about(value, function, asked=asked, passes=pipeline)
        write_text(output, f"{found.json_text() if form == 'json' else found.text()}\n")
        report([Diagnostic(note, severity="note") for note in found.notes])
        return
    path, line, column = (path, line, None) if line is not None else _place(path)
    of_input |= column is not None or bufferization is not None
    answer: Why | WhyInPlace | None = None
    analysis = analysis_of(path, models, engine, bufferization)
    if pipeline is None and of_input:
        answer = analysis.why_in_place(line, column or None)
        if answer is None and bufferization is not None:
            raise InputError(
                Diagnostic(
                    f"no op with tensors stands at line {line} of {path}", advice="leave out --one-shot-bufferize"
                )
            )
    if answer is None:
        answer = analysis.why(line, passes=pipeline, of_input=of_input)
        if pipeline is None and answer.kept is not None:
            answer = analysis.why_in_place(answer.kept) or answer
    write_text(output, f"{answer.json_text() if form == 'json' else answer.text(depth)}\n")


def _place(text: str) -> tuple[str, int, int]:
    """The file, the line and the column (0: none) of a place as messages name it."""
    found = re.fullmatch(r"(.+?):(\d+)(?::(\d+))?", text)
    if found is None or not int(found[2]):
        advice = (
            "write IN.mlir LINE for a line of the output, IN.mlir:LINE for one of the input, or --value NAME for a"
            " value"
        )
        raise UsageError(Diagnostic(f"{text} names no line", advice=advice))
    return found[1], int(found[2]), int(found[3] or 0)
