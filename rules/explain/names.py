"""Names as a person types them: what the facts about a module name, and what a short name means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from ownlog.base.suggestions import did_you_mean, similar
from ownlog.rules.engine.program.engine import Row
from ownlog.rules.engine.program.program import Program

NAMED = ("Op", "Block", "Region", "Value")
"""The types of columns that name things of a module."""

_LISTED = 8
_SIGIL = {"Value": "%", "Block": "^", "Op": "@"}
_LINE = r"(?P<name>.+):(?P<line>\d+)"
_SIGILS = "things are called as in the input: %value, ^block, @function"


class Names:
    """The names of a module's things: in full ("@f/%a"), short ("%a"), and with their line ("%a:7").

    In: the program, the facts about the module, and what gives the line of a name, if known.
    """

    def __init__(
        self,
        program: Program,
        facts: Mapping[str, Iterable[Row]],
        line_of: Callable[[str], int | None] = lambda name: None,
    ) -> None:
        self.program = program
        self.line_of = line_of
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
                for written in {short_name(name), name.rpartition("/")[2]}:
                    self._short.setdefault((kind, written), []).append(name)

    @cached_property
    def functions(self) -> list[str]:
        return sorted(
            name for name in self.known["Op"] if name.startswith("@") and name != "@" and not function_part(name)
        )

    def find(self, kind: str, name: str, function: str | None = None) -> list[str]:
        """The full names that `name` may stand for (in `function`): itself, or a short name, with or without its sigil.

        A line behind a colon ("%a:7") selects what begins there.
        """
        for written in (name, _SIGIL.get(kind, "") + name):
            found = [written] if written in self.known[kind] else self._written(kind, written)
            if not found and (parts := re.fullmatch(_LINE, written)):
                found = [
                    full for full in self._written(kind, parts["name"]) if self.line_of(full) == int(parts["line"])
                ]
            if function is not None:
                found = [full for full in found if function in (full, function_part(full))]
            if found:
                return found
        return []

    def _written(self, kind: str, name: str) -> list[str]:
        """All things of a name, in the function before a slash if one stands there."""
        function, _, short = name.rpartition("/")
        found = self._short.get((kind, short), [])
        return [full for full in found if function_part(full) == function] if function else found

    def problem(self, kind: str, name: str, found: list[str], function: str | None = None) -> tuple[str, str]:
        """Message and advice for a name that `find` gave no full name for, or several."""
        word = kind.lower()
        if found:
            listed = [self.placed(full, self.label(full, kind)) for full in found[:_LISTED]]
            return (
                f"several {word}s are called {name}",
                f"name one: {', '.join(listed)}{', ...' if len(found) > _LISTED else ''}",
            )
        names = self.known[kind]
        where = ""
        if function is not None:
            names, where = {full for full in names if function_part(full) == function}, f" in {function}"
        near = did_you_mean(similar(name, sorted(names | {short_name(full) for full in names})))
        return f"there is no {word} called {name}{where}", near or _SIGILS

    def placed(self, full: str, label: str) -> str:
        """What something is called, with its line behind, where that is known and not said yet."""
        line = self.line_of(full)
        return label if line is None or label.endswith(f":{line}") else f"{label} (line {line})"

    def label(self, name: str, kind: str) -> str:
        """A name that `find` takes, as short as possible: with its line if it is not unique in its function."""
        function, _, written = name.rpartition("/")
        short = short_name(name)
        called = [full for full in self._short.get((kind, short), []) if function_part(full) == function]
        if len(called) > 1:
            lines = [self.line_of(full) for full in called]
            line = self.line_of(name)
            written = f"{short}:{line}" if line is not None and lines.count(line) == 1 else written
        return f"{function}/{written}" if function and len(self.functions) > 1 else written

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
