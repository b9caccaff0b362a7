"""Modules in modules, and in functions: each has functions of the same names, and nobody calls across."""

from __future__ import annotations

import re
import textwrap

from tests.execution.edges import symbols
from tests.execution.programs.choices import Choices
from tests.execution.soundness import OUTSIDE

_OPENING = re.compile(r"\s*(?:(?:builtin\.)?module\b.*\{|\"gpu\.module\".*\(\{)$")
_CLOSINGS = ("}", "}) : () -> ()")
_ALIAS = re.compile(r"(?m)^[#!].*\n")
_SIGNS = ("#", "!")


def generate(choices: Choices) -> str:
    """The text of a program with one or two others in it."""
    spells = choices.chance(30)
    aliases, lines = _program(choices, 0, spells)
    for number in range(1 + choices.below(2)):
        others, inner = _program(choices, len(aliases), spells)
        aliases += others
        kind = choices.below(4)
        head = (
            "module {",
            f"module @inner{number} {{",
            f'"gpu.module"() <{{sym_name = "kernels{number}"}}> ({{',
            "builtin.module {",
        )[kind]
        if kind == 3:
            # In its text a value of the function around it would be in sight.
            inner = [*_constants(choices), *(line.replace("%", "%own_") for line in inner)]
        nested = [head, *(f"  {line}" for line in inner), _CLOSINGS[kind == 2]]
        if kind == 3:
            place = 1 + next(place for place, line in enumerate(lines) if line.startswith("func.func @f("))
            nested = [f"  {line}" for line in nested]
        else:
            place = choices.one_of((0, len(lines)))
        lines[place:place] = nested
    return "\n".join([*aliases, *lines, ""])


def _constants(choices: Choices) -> list[str]:
    """Constants of a module itself, some of them those of the function around it too, and what is computed from
    them.
    """
    lines = [
        f"%own_k{number} = arith.constant {choices.one_of((0, 4, 7))} : index" for number in range(choices.below(4))
    ]
    return [*lines, "%own_sum = arith.addi %own_k0, %own_k0 : index"] if lines else []


def _program(choices: Choices, aliases: int, spells: bool) -> tuple[list[str], list[str]]:
    """The aliases and the other lines of a program that knows its `@main`; aliases are counted from `aliases`."""
    text = re.sub(
        r"([#!][sf])(\d+)", lambda found: f"{found[1]}{int(found[2]) + aliases}", symbols.program(choices, spells)
    )
    inside, _, outside = symbols.unwrapped(text).partition(OUTSIDE)
    own = [line for line in inside.splitlines() if line.startswith(_SIGNS)]
    # Each module runs itself, and nobody else: what is outside of all modules could call one of them only.
    rest = [line for line in inside.splitlines() if line.strip() and not line.startswith(_SIGNS)]
    return own, [*rest, *_main(outside)]


def _main(outside: str) -> list[str]:
    main = outside[outside.index("func.func @main") :]
    return [line for line in main.splitlines() if "@outside" not in line]


def apart(text: str) -> list[str]:
    """Each of the modules as a program of its own."""
    lines, found = text.splitlines(), []
    while (opening := _innermost(lines)) is not None:
        indent = lines[opening][: len(lines[opening]) - len(lines[opening].lstrip())]
        closing = next(place for place in range(opening, len(lines)) if lines[place].removeprefix(indent) in _CLOSINGS)
        found.append(textwrap.dedent("\n".join(lines[opening + 1 : closing])))
        del lines[opening : closing + 1]
    aliases = "".join(_ALIAS.findall("\n".join(lines)))
    return [*symbols.flat("\n".join(lines)), *(part for program in found for part in symbols.flat(aliases + program))]


def _innermost(lines: list[str]) -> int | None:
    """The last line that opens a module; none is opened inside of it."""
    return next((place for place in range(len(lines) - 1, -1, -1) if _OPENING.match(lines[place])), None)
