"""Writes `relations.pyi`, the types of the rows of public relations: `python -m ownlog.rules.stubs`."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap

from ownlog.rules.shipped.analysis import HERE, shipped
from ownlog.rules.typed_rows import type_name

_HEAD = '''"""Typed rows of all public relations, from the declarations in the `.dl` files."""

from collections.abc import Mapping
from typing import NamedTuple

from ownlog.rules.typed_rows import Relation
'''


def stubs() -> str:
    """The text of `relations.pyi`: a named tuple for each public relation."""
    pieces = [_HEAD]
    program = shipped()
    for name in program.columns:
        relation = program.relations[name]
        pieces.append(f"\nclass {type_name(name)}(NamedTuple):\n{_docstring(relation.doc)}\n\n")
        pieces += [f"    {column.name}: {'int' if column.base == 'number' else 'str'}\n" for column in relation.columns]
        pieces.append("\n")
    pieces.append("\nRELATIONS: Mapping[str, type[Relation]]\n")
    return "".join(pieces)


def _docstring(doc: str) -> str:
    lines = wrap(doc.replace("\\", "\\\\").replace("\n", " "), 112)
    quoted = [f'    """{lines[0]}', *(f"    {line}" for line in lines[1:])]
    return "\n".join(quoted) + ('"""' if len(lines) == 1 else '\n    """')


def write_stubs() -> None:
    """Write the file beside `relations.py`."""
    Path(HERE, "relations.pyi").write_text(stubs(), encoding="utf-8")


if __name__ == "__main__":
    write_stubs()
