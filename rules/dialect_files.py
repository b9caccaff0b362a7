"""Files of dialects among the user's models: TableGen's records become rows; rows of `form` say how ops are read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ownlog.base.errors import RuleError
from ownlog.base.source import Source
from ownlog.rules.shipped.stated import is_fact, row_of

if TYPE_CHECKING:
    from ownlog.base.errors import Position
    from ownlog.rules.engine.language.sources import SourceFile
    from ownlog.rules.engine.program.program import Program

_RECORDS = ".json"
_ONE = "an op has one form: drop one of the files, or the row"
_LANGUAGE = "docs/custom-forms.md describes the format language"


def source_of(model: Path) -> Path | SourceFile:
    """A model file as it is; of a dump of records, what it says as a model. InputError for records that are none."""
    if model.suffix != _RECORDS:
        return model
    from ownlog.base.files import read_text
    from ownlog.frontend.ods.dialect_file import import_records
    from ownlog.rules.engine.language.sources import SourceFile

    return SourceFile(Source(import_records(read_text(str(model)), str(model)).text, str(model)), model.resolve())


def install_forms(program: Program) -> None:
    """Read ops by the forms that the user's models say. RuleError for a form that is not well formed, or a second one
    of an op.
    """
    from ownlog.frontend.forms import registry
    from ownlog.frontend.forms.contradictions import place_of

    forms: dict[str, tuple[str, Position]] = {}
    problems = []
    for rule in program.rules:
        if rule.head.relation != "form" or not is_fact(rule):
            continue
        name, text = map(str, row_of(rule))
        known = forms.setdefault(name, (text, rule.position))
        if registry.has_own(name):
            message = f"Ownlog has a form of '{name}' itself: {place_of(name)}"
            problems.append(program.diagnostic(rule.position, message, _ONE))
        elif known[0] != text:
            message = f"'{name}' has another form already: {known[1]}"
            problems.append(program.diagnostic(rule.position, message, _ONE))
    if not problems:
        try:
            registry.use({name: text for name, (text, _) in forms.items()})
        except ValueError as error:
            name, message = error.args
            problems.append(
                program.diagnostic(forms[name][1], f"the form of '{name}' is not well formed: {message}", _LANGUAGE)
            )
    if problems:
        raise RuleError(*problems)
