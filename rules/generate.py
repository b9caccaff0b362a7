"""Makes what follows from the `.dl` files: typed rows (`rules/relations.py`, and `.pyi` for who checks types), what models say
(`rules/traits/models.py`), `docs/relations.md`.

Run it with `python -m ownlog.rules.generate` after a change of a declaration or of a dialect; a test fails while the files are out of date.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from ownlog import rules
from ownlog.rules.traits.stated import kind, stated
from ownlog.rules.typed_rows import type_name

if TYPE_CHECKING:
    from ownlog.rules.engine.program.program import Program
    from ownlog.rules.engine.program.relations import Relation
    from ownlog.rules.traits.traits import Row

_TYPES = '''"""Typed rows of all relations. Made by `ownlog.rules.generate` from the `.dl` files; do not edit."""

from collections.abc import Mapping
from typing import NamedTuple

from ownlog.rules.typed_rows import Relation
'''

_ROWS = '''"""Typed rows of all relations (`relations.pyi` tells of them). Made by `ownlog.rules.generate`; do not edit."""

from ownlog.rules.typed_rows import Relation, RowTypes

RELATIONS = RowTypes(
    {
'''

_PAGE = """# Relations

Made by `ownlog.rules.generate` from the comments in `rules/`; do not edit. A row of a relation says what its comment says, with the
column names in their places. *Extensional* relations come from the frontend, *models* from `rules/dialects/` and the user's model files,
all others are derived, by the rules whose numbers are given. What the rules of an *inline* relation say stands in wherever it is read: its
rows are not kept, but can be asked for like those of any other.
"""


def _shown(program: Program) -> list[Relation]:
    return [relation for relation in program.relations.values() if kind(relation) != "model" and not relation.inline]


def python_types(program: Program) -> str:
    """The text of `rules/relations.pyi`: what a checker of types reads."""
    pieces = [_TYPES]
    for relation in _shown(program):
        pieces.append(f"\nclass {type_name(relation.name)}(NamedTuple):\n{_docstring(relation.doc)}\n\n")
        pieces += [f"    {column.name}: {'int' if column.base == 'number' else 'str'}\n" for column in relation.columns]
        pieces.append("\n")
    pieces.append("\nRELATIONS: Mapping[str, type[Relation]]\n")
    return "".join(pieces)


def python_rows(program: Program) -> str:
    """The text of `rules/relations.py`: the columns of all relations, of which each type is made when somebody asks for it."""
    pieces = [_ROWS]
    for relation in _shown(program):
        pieces.append(f'        "{relation.name}": "{" ".join(column.name for column in relation.columns)}",\n')
    pieces.append("    },\n    __name__,\n)\n\n\n")
    pieces.append("def __getattr__(name: str) -> type[Relation]:\n    found = globals()[name] = RELATIONS.of(name)\n    return found\n")
    return "".join(pieces)


def _docstring(doc: str) -> str:
    lines = wrap(doc.replace("\\", "\\\\").replace("\n", " "), 128)
    quoted = [f'    """{lines[0]}', *(f"    {line}" for line in lines[1:])]
    return "\n".join(quoted) + ('"""' if len(lines) == 1 else '\n    """')


_CONCLUDED = ("just_allocates", "just_computes", "just_reads")
"""What rules conclude from models alone, so that it can be known without running them."""

_MODELS = '''"""What the files of `dialects/` say of ops: rows by relation. Made by `ownlog.rules.generate`; do not edit."""

from __future__ import annotations

MODELS: dict[str, tuple[tuple[str | int, ...], ...]] = {
'''


def python_models(program: Program) -> str:
    """The text of `rules/traits/models.py`."""
    pieces = [_MODELS]
    pieces += _table(stated(program))
    pieces.append(_EFFECTS)
    concluded = rules.derive({}, outputs=_CONCLUDED)
    pieces += _table({name: sorted(concluded[name]) for name in _CONCLUDED})
    return "".join(pieces)


_EFFECTS = '''
EFFECTS: dict[str, tuple[tuple[str | int, ...], ...]] = {
'''


def _table(relations: Mapping[str, Iterable[Row]]) -> Iterator[str]:
    for name, rows in relations.items():
        yield f'    "{name}": (\n'
        yield from (f"        ({', '.join(json.dumps(cell) for cell in row)}{',' * (len(row) == 1)}),\n" for row in rows)
        yield "    ),\n"
    yield "}\n"


def page(program: Program) -> str:
    """The text of `docs/relations.md`."""
    pieces = [_PAGE]
    for wanted in ("extensional", "derived", "model"):
        pieces.append(f"\n## {wanted.capitalize()} relations\n")
        for relation in program.relations.values():
            if kind(relation) != wanted:
                continue
            columns = ", ".join(f"{column.name}: {column.type}" for column in relation.columns)
            numbers = list(dict.fromkeys(rule.number for rule in relation.rules if rule.number))
            derived = f" Rules {', '.join(numbers)}." if numbers else ""
            file = "/".join(Path(relation.position.file).parts[-2:])
            how = f"{wanted.capitalize()}, inline" if relation.inline else wanted.capitalize()
            pieces.append(f"\n### `{relation.name}({columns})`\n\n{relation.doc}\n\n{how}, `{file}`.{derived}\n")
    return "".join(pieces)


def main() -> None:
    """Write all files."""
    program = rules.load()
    here = Path(rules.MAIN).parent
    (here / "relations.py").write_text(python_rows(program))
    (here / "relations.pyi").write_text(python_types(program))
    (here / "traits" / "models.py").write_text(python_models(program))
    (here.parent / "docs" / "relations.md").write_text(page(program))


if __name__ == "__main__":
    main()
