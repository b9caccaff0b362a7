"""Plants faults in programs with deallocations: each operator makes a small change of the text, of which some are wrong
and some are not.

Programs are as Ownlog and mlir-opt print them: one op a line. A change may make text that is no program: whoever runs
it leaves that out.
"""

import random
import re
from collections.abc import Callable, Iterator

from tests.checking.misplaced import (
    exchange_arguments,
    exchange_values,
    fix_flag,
    forget_value,
    free_again,
    free_parameter,
    free_view,
    into_branch,
)  # fmt: skip

_DEALLOC = re.compile(r'(\s*"?memref\.dealloc"?\(?\s*)(%[\w#]+)(\)? : .*)')
_CLONE = re.compile(r"(\s*%[\w]+ = )bufferization\.clone( .*)")
_CONDITION = re.compile(r"(.*\bscf\.if |.*\bcf\.cond_br )(%[\w#]+)(.*)")
_BITS = re.compile(r"(.*= arith\.)(andi|ori|xori)( .*: i1)$")
_SELECT = re.compile(r"(.*= arith\.select %[\w#]+, )(%[\w#]+), (%[\w#]+)( : .*)")
_PAIR = re.compile(r"(\s*scf\.yield |.*\bcf\.(?:cond_)?br .*\^\w+\()(.*?%[\w#]+), (%[\w#]+)(.*)")
_FLAG = re.compile(r"(\s*memref\.store )(%[\w#]+)(, .*xi1>|, .*<i1>)$")
_TRUTH = re.compile(r"\s*(%[\w]+) = .*: i1$|\s*(%[\w]+) = arith\.constant (?:true|false)$")
_COMPARISON = re.compile(r"(.*= arith\.cmpi )(eq|ne)(, .*)")

Operator = Callable[[list[str], int, random.Random], list[str] | None]
"""Changes the lines at a place, or says that it does not apply there."""


def delete(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """A deallocation or the store of a flag is left out."""
    return lines[:at] + lines[at + 1 :] if _DEALLOC.match(lines[at]) or _FLAG.match(lines[at]) else None


def repeat(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """A deallocation stands there twice."""
    return lines[: at + 1] + lines[at:] if _DEALLOC.match(lines[at]) else None


def move(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """A deallocation some lines up or down: to another moment, or into another branch."""
    if not _DEALLOC.match(lines[at]):
        return None
    to = at + chance.choice((-12, -6, -3, -2, -1, 1, 2, 3, 6, 12, 25))
    if not 0 < to < len(lines) - 1:
        return None
    rest = lines[:at] + lines[at + 1 :]
    return [*rest[:to], lines[at], *rest[to:]]


def exchange(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """The operands of two deallocations of buffers of one type."""
    first = _DEALLOC.match(lines[at])
    if first is None:
        return None
    others = [
        place for place in range(len(lines)) if place != at and (m := _DEALLOC.match(lines[place])) and m[3] == first[3]
    ]
    if not others:
        return None
    other = chance.choice(others)
    second = _DEALLOC.match(lines[other])
    assert second is not None
    changed = list(lines)
    changed[at] = f"{first[1]}{second[2]}{first[3]}"
    changed[other] = f"{second[1]}{first[2]}{second[3]}"
    return changed


def free_another(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """Another buffer of the same type is freed."""
    found = _DEALLOC.match(lines[at])
    if found is None:
        return None
    others = [m[2] for line in lines if (m := _DEALLOC.match(line)) and m[3] == found[3] and m[2] != found[2]]
    return [*lines[:at], f"{found[1]}{chance.choice(others)}{found[3]}", *lines[at + 1 :]] if others else None


def negate(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """A condition is asked the other way round."""
    found = _CONDITION.match(lines[at])
    if found is None:
        return None
    new = ["  %planted_true = arith.constant true", f"  %planted = arith.xori {found[2]}, %planted_true : i1"]
    return [*lines[:at], *new, f"{found[1]}%planted{found[3]}", *lines[at + 1 :]]


def other_condition(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """Another i1 takes the place of a condition, or of what is stored in a flag."""
    found = _CONDITION.match(lines[at]) or _FLAG.match(lines[at])
    if found is None:
        return None
    known = [m[1] or m[2] for line in lines[max(0, at - 60) : at] if (m := _TRUTH.match(line))]
    return [*lines[:at], f"{found[1]}{chance.choice(known)}{found[3]}", *lines[at + 1 :]] if known else None


def other_bits(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """An `and` for an `or`, and the like; a comparison turned round."""
    if found := _COMPARISON.match(lines[at]):
        return [*lines[:at], f"{found[1]}{'ne' if found[2] == 'eq' else 'eq'}{found[3]}", *lines[at + 1 :]]
    found = _BITS.match(lines[at])
    if found is None:
        return None
    how = chance.choice([how for how in ("andi", "ori", "xori") if how != found[2]])
    return [*lines[:at], f"{found[1]}{how}{found[3]}", *lines[at + 1 :]]


def other_side(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """The sides of a select change places, or two values that go to a block or out of a region."""
    if found := _SELECT.match(lines[at]):
        return [*lines[:at], f"{found[1]}{found[3]}, {found[2]}{found[4]}", *lines[at + 1 :]]
    found = _PAIR.match(lines[at])
    if found is None:
        return None
    first = found[2].rsplit(" ", 1)
    kept, value = ("", first[0]) if len(first) == 1 else (first[0] + " ", first[1])
    return [*lines[:at], f"{found[1]}{kept}{found[3]}, {value}{found[4]}", *lines[at + 1 :]]


def share(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """What was copied is only passed on."""
    found = _CLONE.match(lines[at])
    return [*lines[:at], f"{found[1]}memref.cast{found[2]}", *lines[at + 1 :]] if found else None


OPERATORS: dict[str, Operator] = {
    made.__name__: made
    for made in (
        delete, repeat, move, exchange, free_another, negate, other_condition, other_bits, other_side, share,
        free_again, into_branch, free_view, free_parameter, fix_flag, exchange_values, exchange_arguments, forget_value,
    )
}  # fmt: skip


def faulty(text: str, count: int, chance: random.Random) -> Iterator[tuple[str, int, str]]:
    """Some changes of a program, but of its library function: the operator, the line of the change, counted from 1, and
    the text.
    """
    lines, kept = _apart(text.splitlines())
    seen = {text}
    names = list(OPERATORS)
    chance.shuffle(names)
    for name in (names * (count + 3))[: count * 4] if count else ():
        places = list(range(len(lines)))
        chance.shuffle(places)
        for at in places:
            changed = OPERATORS[name](lines, at, chance)
            if changed is not None and (made := "\n".join(changed + kept) + "\n") not in seen:
                seen.add(made)
                count -= 1
                yield name, at + 1, made
                break
        if count == 0:
            return


def _apart(lines: list[str]) -> tuple[list[str], list[str]]:
    """The lines of a program but for its library function, and those of that function: no change reaches it."""
    start = next((at for at, line in enumerate(lines) if "func.func" in line and "dealloc_helper" in line), None)
    if start is None:
        return lines, []
    indent = lines[start][: len(lines[start]) - len(lines[start].lstrip())]
    end = next(at for at in range(start, len(lines)) if lines[at].rstrip() == indent + "}") + 1
    return lines[:start] + lines[end:], lines[start:end]
