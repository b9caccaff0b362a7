"""Changes of what a program does: each operator makes a small change of the text, of which most, but not all, can be
noticed.

Programs are as Ownlog prints them, one op a line. A change may make text that is no program: whoever compares it leaves
that out.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from tests.checking.faults import Operator, negate

_NUMBER = re.compile(r"(.*arith\.constant )(-?\d+)( : (?:index|i\d+))$")
_BINARY = re.compile(
    r"(\s*%[\w]+ = arith\.(?:subi|divsi|remsi|cmpi \w+|select %[\w#]+),? )(%[\w#]+), (%[\w#]+)( : .*)$"
)
_STORE = re.compile(r"(\s*memref\.store )(%[\w#]+), (%[\w#]+)(\[.*: .*)$")
_ACCESS = re.compile(r"(.*memref\.(?:store %[\w#]+,|load) )(%[\w#]+)(\[.*: )(memref<.*>)$")
_WRITE = re.compile(r"\s*(?:memref\.store|memref\.copy|(?:func\.)?call|%[\w#]+ = bufferization\.clone) ")
_PAIR = re.compile(r"(\s*scf\.yield |.*\bcf\.br \^\w+\(|\s*return )(%[\w#]+), (%[\w#]+)(.*)$")
_ALLOCATION = re.compile(r"\s*(%\w+) = (memref\.alloc\(.*)$")
_OTHER = {"arith.addi": "arith.subi", "arith.muli": "arith.addi", "arith.subi": "arith.addi"}


def other_constant(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """A constant is one more."""
    found = _NUMBER.match(lines[at])
    return [*lines[:at], f"{found[1]}{int(found[2]) + 1}{found[3]}", *lines[at + 1 :]] if found else None


def exchange(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """Two operands change places."""
    found = _BINARY.match(lines[at])
    return [*lines[:at], f"{found[1]}{found[3]}, {found[2]}{found[4]}", *lines[at + 1 :]] if found else None


def other_op(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """A difference in place of a sum, and the like."""
    name = next((name for name in _OTHER if name in lines[at]), None)
    return [*lines[:at], lines[at].replace(name, _OTHER[name], 1), *lines[at + 1 :]] if name else None


def drop(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """A store or a copy is left out."""
    return lines[:at] + lines[at + 1 :] if _WRITE.match(lines[at]) and "=" not in lines[at] else None


def move(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """A write or a copy some lines up or down."""
    if not _WRITE.match(lines[at]):
        return None
    to = at + chance.choice((-3, -2, -1, 1, 2, 3))
    rest = lines[:at] + lines[at + 1 :]
    return [*rest[:to], lines[at], *rest[to:]] if 0 < to < len(lines) - 1 else None


def other_buffer(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """Another buffer of the same type is read or written."""
    found = _ACCESS.match(lines[at])
    if found is None:
        return None
    others = sorted(
        {
            m[2]
            for line in lines[max(0, at - 40) : at]
            if (m := _ACCESS.match(line)) and m[4] == found[4] and m[2] != found[2]
        }
    )
    return [*lines[:at], f"{found[1]}{chance.choice(others)}{found[3]}{found[4]}", *lines[at + 1 :]] if others else None


def other_order(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """Two values that go to a block, out of a region or to the caller change places."""
    found = _PAIR.match(lines[at])
    return [*lines[:at], f"{found[1]}{found[3]}, {found[2]}{found[4]}", *lines[at + 1 :]] if found else None


def one_for_two(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """In place of an allocation, another one of the same type is used, which was made before, and is not freed."""
    found = _ALLOCATION.match(lines[at])
    if found is None:
        return None
    earlier = [m[1] for line in lines[:at] if (m := _ALLOCATION.match(line)) and m[2] == found[2] and m[1] != found[1]]
    if not earlier:
        return None
    other = chance.choice(earlier)
    new = re.compile(rf"{re.escape(found[1])}(?![\w#])")
    rest = [new.sub(other, line) for line in lines[at + 1 :]]
    return [line for line in (*lines[:at], *rest) if not re.match(rf"\s*memref\.dealloc {re.escape(other)} ", line)]


OPERATORS: dict[str, Operator] = {
    made.__name__: made
    for made in (other_constant, exchange, other_op, drop, move, other_buffer, negate, other_order, one_for_two)
}


def changed(text: str, each: int, chance: random.Random) -> Iterator[tuple[str, int, str]]:
    """Some changes of a program, `each` by each operator: the operator, the line of the change, counted from 1, and the
    text.
    """
    lines = text.splitlines()
    seen = {text}
    for name, operator in OPERATORS.items():
        places = list(range(len(lines)))
        chance.shuffle(places)
        made = ((at, found) for at in places if (found := operator(lines, at, chance)) is not None)
        for _, (at, found) in zip(range(each), made, strict=False):
            if (new := "\n".join(found) + "\n") not in seen:
                seen.add(new)
                yield name, at + 1, new
