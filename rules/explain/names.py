"""Names as a person types them: what the facts about a module name, and what a short name means."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property

from ownlog.base.suggestions import did_you_mean, similar
from ownlog.rules.engine.program.engine import Row
from ownlog.rules.engine.program.program import Program

NAMED = ("Op", "Block", "Region", "Value")
"""The types of columns that name things of a module."""

_LISTED = 8
_SIGILS = "things are called as in the input: %value, ^block, @function"


class Names:
    """The names of a module's ops, blocks, regions and values, in full ("@f/%a") and short ("%a")."""

    def __init__(self, program: Program, facts: Mapping[str, Iterable[Row]]) -> None:
        self.program = program
        known: dict[str, set[str]] = {kind: set() for kind in NAMED}
        for relation in program.relations.values():
            columns = [(number, column.type) for number, column in enumerate(relation.columns) if column.type in known]
            if relation.is_input and columns:
                for row in facts.get(relation.name, ()):
                    for number, kind in columns:
                        known[kind].add(str(row[number]))
        self.known = known
        self._short: dict[tuple[str, str], list[str]] = {}
        for kind, names in known.items():
            for name in sorted(names):
                self._short.setdefault((kind, short_name(name)), []).append(name)

    @cached_property
    def functions(self) -> list[str]:
        """The names of functions, sorted."""
        return sorted(name for name in self.known["Op"] if name.startswith("@") and name != "@" and not function_part(name))

    def find(self, kind: str, name: str, function: str | None = None) -> list[str]:
        """The full names that `name` may stand for: itself, or all whose short name it is; with `function`, of that function only."""
        if name in self.known[kind] and (function is None or function in (name, function_part(name))):
            return [name]
        found = self._short.get((kind, name), [])
        return found if function is None else [full for full in found if function_part(full) == function]

    def problem(self, kind: str, name: str, found: list[str], function: str | None = None) -> tuple[str, str]:
        """Message and advice for a name that `find` gave no full name for, or several."""
        word = kind.lower()
        if found:
            listed = ", ".join(found[:_LISTED]) + (", ..." if len(found) > _LISTED else "")
            return f"several {word}s are called {name}", f"name one in full: {listed}"
        names = self.known[kind]
        where = ""
        if function is not None:
            names, where = {full for full in names if function_part(full) == function}, f" in {function}"
        near = did_you_mean(similar(name, sorted(names | {short_name(full) for full in names})))
        return f"there is no {word} called {name}{where}", near or _SIGILS

    def unknown_relation(self, name: str, others: Iterable[str] = ()) -> tuple[str, str]:
        """Message and advice for a relation that neither the program nor `others` have."""
        near = did_you_mean(similar(name, [*self.program.relations, *others]))
        return f"there is no relation {name}", near or "ownlog relations lists them"


def short_name(name: str) -> str:
    """A name without its function, and without the tick that tells it from an equal one ("@f/%a'2" is "%a")."""
    return re.sub(r"'\d+$", "", name.rpartition("/")[2])


def function_part(name: str) -> str:
    """The function that a name begins with; empty for what lies in none, and for a function itself."""
    return name.rpartition("/")[0]
