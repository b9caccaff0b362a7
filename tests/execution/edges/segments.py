"""Programs in which ops with groups of operands are written in generic form, with aliases for the sizes of the
groups.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tests.execution.programs import handovers
from tests.execution.programs.choices import Choices

_TYPE = r"memref<(?:[^<>]|<[^<>]*>)*>"
_ALLOC = re.compile(rf"(\s*%\w+ = )(memref\.alloca?)\((%\w+)?\) : ({_TYPE})$")
_SUBVIEW = re.compile(rf"(\s*%\w+ = )memref\.subview (%[\w#]+)\[1\] \[2\] \[1\] : ({_TYPE}) to ({_TYPE})$")
_BRANCH = re.compile(r"(\s*)cf\.cond_br (%[\w#]+), (\^\w+)(?:\((.*?) : (.*?)\))?, (\^\w+)(?:\((.*?) : (.*?)\))?$")


@dataclass(slots=True)
class Aliases:
    """Rewrites lines of a program by chance, and knows the aliases that they need."""

    choices: Choices
    known: dict[str, str] = field(default_factory=dict)

    def sizes(self, *numbers: int) -> str:
        """The sizes of groups: an alias of them, an alias of that one, or written out."""
        text = f"array<i32: {', '.join(map(str, numbers))}>"
        kind = self.choices.below(4)
        return text if kind == 3 else self.alias(self.alias(text)) if kind == 2 else self.alias(text)

    def attribute(self, text: str) -> str:
        return self.alias(text) if self.choices.chance(40) else text

    def alias(self, text: str) -> str:
        return self.known.setdefault(text, f"#g{len(self.known)}")

    def line(self, line: str) -> str:
        if self.choices.chance(15):
            return line
        if found := _ALLOC.match(line):
            start, op, size, type_ = found.groups()
            group = f"operandSegmentSizes = {self.sizes(int(bool(size)), 0)}"
            return f'{start}"{op}"({size or ""}) {self.properties(group)} : ({"index" if size else ""}) -> {type_}'
        if found := _SUBVIEW.match(line):
            start, source, type_, view = found.groups()
            numbers = {"offsets": 1, "sizes": 2, "strides": 1}
            entries = [f"static_{name} = {self.attribute(f'array<i64: {number}>')}" for name, number in numbers.items()]
            group = f"operandSegmentSizes = {self.sizes(1, 0, 0, 0)}"
            return f'{start}"memref.subview"({source}) {self.properties(group, *entries)} : ({type_}) -> {view}'
        if found := _BRANCH.match(line):
            start, condition, first, left, left_types, second, right, right_types = found.groups()
            groups = [text.split(", ") if text else [] for text in (left, right)]
            group = f"operandSegmentSizes = {self.sizes(1, *map(len, groups))}"
            operands = ", ".join(filter(None, (condition, left, right)))
            types = ", ".join(filter(None, ("i1", left_types, right_types)))
            return f'{start}"cf.cond_br"({operands})[{first}, {second}] {self.properties(group)} : ({types}) -> ()'
        return line

    def properties(self, *entries: str) -> str:
        """As properties, or in the dictionary that was there before there were any."""
        text = ", ".join(entries)
        return f"{{{text}}}" if self.choices.chance(25) else f"<{{{text}}}>"


def generate(choices: Choices) -> str:
    """The text of a program."""
    text, aliases = handovers.generate(choices), Aliases(choices)
    lines = [aliases.line(line) for line in text.splitlines()]
    return "\n".join([*(f"{name} = {text}" for text, name in aliases.known.items()), *lines, ""])
