"""A dialect as a file of rows: how its ops are read (`form`) and what they mean, in the language of models.

What a definition does not say, since C++ computes it, stands in the file as comments with the row that would say it.
"""

from __future__ import annotations

from typing import NamedTuple

from ownlog.base.errors import Diagnostic, InputError, Position
from ownlog.frontend.forms import registry
from ownlog.frontend.ods.assembly import FormatProblem
from ownlog.frontend.ods.model import model_of
from ownlog.frontend.ods.records import Definition, definitions, read_records
from ownlog.frontend.ods.translate import NO_FORM, form_line, unreadable_line

_ADVICE = "its generic form is read; for the custom one, put the op's form in place of the line that begins with `!`"


class Imported(NamedTuple):
    """What was made of definitions: the text of the file, and what could not be."""

    text: str
    warnings: list[Diagnostic]


def import_records(text: str, name: str, only: str | None = None) -> Imported:
    """The dialects whose ops a dump of TableGen's records defines, or the one called `only`.

    Ops that Ownlog reads itself are left out. InputError for a dump without ops.
    """
    ops = [op for op in definitions(read_records(text, name)) if only in (None, op.dialect)]
    if not ops:
        raise InputError(Diagnostic(f"'{name}' defines no op of a dialect '{only}'"))
    unknown = [op for op in ops if not registry.has_own(op.full_name)]
    warnings: list[Diagnostic] = []
    lines = [
        f"// {', '.join(sorted({op.dialect for op in ops}))}, made of {name.rpartition('/')[2]}; see docs/dialects.md."
    ]
    if len(unknown) < len(ops):
        lines.append(f"// {len(ops) - len(unknown)} ops that Ownlog reads itself are left out.")
    for op in sorted(unknown, key=lambda op: (op.dialect, op.name)):
        lines += ["", *_entry(op, warnings)]
    return Imported("\n".join(lines) + "\n", warnings)


def _entry(op: Definition, warnings: list[Diagnostic]) -> list[str]:
    """The lines about an op."""
    try:
        form = form_line(op)
    except FormatProblem as problem:
        form = unreadable_line(op, problem.message)
        if problem.message != NO_FORM:
            warnings.append(_warning(op, problem))
    model = model_of(op)
    entry = [
        f'form("{op.full_name}", "{form.replace(chr(92), chr(92) * 2).replace(chr(34), chr(92) + chr(34))}").',
        *model.rows,
    ]
    return entry + [f"// to be decided ({what}): {row}" for what, row in model.todo]


def _warning(op: Definition, problem: FormatProblem) -> Diagnostic:
    """What is wrong with a format, at the op's definition, with the format's line and a caret."""
    file, _, line = op.record.position().rpartition(":")
    format = str(op.record.fields.get("assemblyFormat") or "")
    before = format[: problem.at]
    position = Position(file, int(line), 1) if file and line.isdigit() else None
    shown = None
    if position is not None and format:
        start = before.rfind("\n") + 1
        shown = format[start:].partition("\n")[0]
        position = Position(file, int(line), problem.at - start + 1)
    message = f"the custom form of '{op.full_name}' cannot be read: {problem.message}"
    return Diagnostic(message, position, shown, _ADVICE, "warning")
