"""`ownlog facts` and `explain`: the relations of a module; `relations`: what they are."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from ownlog.base.errors import Diagnostic, UsageError, report
from ownlog.base.files import check_folder, new_files, write_text
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
    private_option,
    rules_option,
    show,
    stage_option,
    text_or_json_option,
)
from ownlog.commands.completion import relations as of_relations
from ownlog.file_names import FileName, FolderName


@click.command(short_help="Write the facts about a module, or what is derived from them, to files.")
@click.argument("path", type=FileName(), metavar="IN.mlir")
@click.option("-o", "output", type=FolderName(), required=True, metavar="DIR", help="Folder for the files.")
@click.option("--derived", is_flag=True, help="Write the derived relations, in place of the facts.")
@private_option
@stage_option
@model_option
@engine_option
def facts(path: str, output: str, derived: bool, private: bool, models: tuple[Path, ...], engine: str | None) -> None:
    """Write the extensional relations of a module as DIR/*.facts, as Soufflé reads them; with --derived the derived
    ones as DIR/*.csv, as Soufflé writes them.
    """
    from ownlog import rules
    from ownlog.rules.engine.facts_io import write_csv, write_facts

    if engine is not None and not derived:
        raise UsageError(Diagnostic("--engine is for derived relations", advice="add --derived, or leave it out"))
    if private and not derived:
        raise UsageError(Diagnostic("private relations are derived", advice="add --derived, or leave out --private"))
    check_folder(output)
    analysis = analysis_of(path, models, engine)
    rows = (analysis.all_derived if private else analysis.derived) if derived else None
    with new_files(output) as folder:
        if rows is None:
            write_facts(folder, rules.load(models), analysis.facts)
        else:
            write_csv(folder, rules.load(models), rows)


@click.command(cls=WithPasses)
@click.argument("path", type=FileName(), metavar="IN.mlir")
@click.argument("atom", shell_complete=of_relations, metavar="ATOM")
@click.option(
    "--limit", type=click.IntRange(min=1), default=3, show_default=True, metavar="N", help="Rows to explain at most."
)
@click.option(
    "--full", is_flag=True, help="Show the rows, too, that only say how the text is put together and what was asked."
)
@private_option
@text_or_json_option
@output_option
@asked_option
@bufferization_option
@stage_option
@model_option
@engine_option
def explain(
    path: str,
    atom: str,
    limit: int,
    full: bool,
    private: bool,
    form: str,
    output: str,
    pipeline: str | None,
    bufferization: dict[str, str] | None,
    models: tuple[Path, ...],
    engine: str | None,
) -> None:
    """Tell why a row of a relation holds, or why it does not.

    ATOM is a row such as 'live_in("@f/^bb1", "@f/%a")'; names may be short where that is clear ("%a"); _ or a variable
    is anything.

    The exit status is 0 where a row holds, 1 where none does, and 3 where that is not known. It is asked of what
    `ownlog query` asks: rows of the pipeline's plan of what buffer-deallocation-pipeline sees when it plans.
    """
    questions, notes = Asked(path, (), pipeline, bufferization, models, engine).about(atom)
    answer = questions.explanation(atom, limit, private)
    write_text(output, f"{answer.json_text() if form == 'json' else answer.text(full)}\n")
    report([*notes, *(Diagnostic(note, severity="note") for note in answer.notes)])
    sys.exit(0 if answer.total else NOT_TOLD if answer.notes else 1)


@click.command(short_help="List the public relations, or describe one, or a rule.")
@click.argument("name", shell_complete=of_relations, metavar="[NAME]", required=False)
@click.option(
    "--search", "words", default="", metavar="WORDS", help="Only relations whose name or meaning has these words."
)
@click.option(
    "--kind",
    "kinds",
    type=click.Choice(("extensional", "model", "derived", "yours")),
    multiple=True,
    help="Only this kind.",
)
@click.option("--room", default="", metavar="FOLDER", help="Only what this folder under rules/ declares, such as plan.")
@private_option
@rules_option
@format_option
@output_option
@stage_option
@model_option
def relations(
    name: str | None,
    words: str,
    kinds: tuple[str, ...],
    room: str,
    private: bool,
    rules: tuple[Path, ...],
    form: str,
    output: str,
    models: tuple[Path, ...],
) -> None:
    """List the public relations, or describe the one called NAME: columns, meaning, rules.

    Public are the facts, the words of models, and what is derived for users: these keep their names and columns. Others
    are private: rules derive them on their way. NAME may be that of a rule, too, as explanations give it: `ownlog
    relations plan.release#1`.
    """
    from ownlog.query.catalogue import Catalogue

    catalogue = Catalogue(models, rules, private)
    if name is not None:
        found = catalogue.find(name)
        if form not in ("table", "json"):
            raise UsageError(
                Diagnostic(
                    f"what is told about {name} is not a table", advice="leave out --format, or write --format json"
                )
            )
        write_text(output, f"{json.dumps(found.to_json(), indent=1) if form == 'json' else found.text()}\n")
    elif form == "json":
        entries = [entry.to_json() for entry in catalogue.entries(words, kinds, room)]
        write_text(output, f"{json.dumps(entries, indent=1)}\n")
    else:
        show(catalogue.overview(words, kinds, room), form, output)
