"""More operators that plant faults: deallocations in wrong places, flags that say something else, values exchanged on
their way.

Lines are as in faults.py: one op a line, as Ownlog and mlir-opt print them.
"""

import random
import re
from collections.abc import Iterator

_DEALLOC = re.compile(r"\s*memref\.dealloc (%[\w#]+) : (memref<.*>)")
_VIEW = re.compile(
    r"\s*(%\w+)(?:, %\w+(?::\d+)?)* = "
    r"memref\.(?:cast|subview|reinterpret_cast|collapse_shape|expand_shape|extract_strided_metadata) (%[\w#]+)\b"
    r".* : (memref<.*?>) (?:to|into|->) (memref<.*?>)(?:, index.*)?$"
)
_OPENS = re.compile(r"\s*(?:scf\.if .*\{|\} else \{|\^\w+.*:(?:\s*//.*)?|.*= scf\.if .*\{)$")
_FUNCTION = re.compile(r"\s*func\.func (?:private |public )?@\w+\((.*?)\)(?: -> .*)? (?:attributes .*)?\{$")
_PARAMETER = re.compile(r"(%\w+): (memref<[^%]*>)(?=, %|$)")
_CALL = re.compile(r"(.*\bcall @\w+\()(.*?)(\) : \()(.*)(\) -> .*)")
_BRANCH = re.compile(r"(.*\^\w+\()((?:%[\w#]+, )*%[\w#]+)( : )([^()]*)(\).*)")
_YIELD = re.compile(r"(\s*(?:scf\.yield|return|scf\.condition\(%[\w#]+\)) )((?:%[\w#]+, )*%[\w#]+)( : )(.*)()")


def _forwards(line: str) -> tuple[re.Match[str], list[str], list[str]] | None:
    """An op that hands values on: the match, the values and their types."""
    found = _BRANCH.match(line) or _YIELD.match(line)
    if found is None:
        return None
    values, types = found[2].split(", "), split_types(found[4])
    return (found, values, types) if len(values) == len(types) else None


def split_types(text: str) -> list[str]:
    """The types of a list that commas separate, of which some are in brackets of a type."""
    found, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "<([") - (letter in ">)]" and text[at - 1 : at] != "-")
        if letter == "," and depth == 0:
            found.append(text[start:at].strip())
            start = at + 1
    return [*found, text[start:].strip()]


def free_again(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """A deallocation stands at another place, too."""
    if not _DEALLOC.match(lines[at]):
        return None
    to = at + chance.choice((-9, -4, -2, 2, 4, 9, 16))
    return [*lines[:to], lines[at], *lines[to:]] if 0 < to < len(lines) - 1 else None


def into_branch(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """A deallocation goes to the start of a branch or block nearby."""
    if not _DEALLOC.match(lines[at]):
        return None
    near = [
        place
        for place in range(max(0, at - 30), min(len(lines), at + 30))
        if _OPENS.match(lines[place]) and place != at - 1
    ]
    if not near:
        return None
    to = chance.choice(near)
    moved = [*lines[: to + 1], lines[at], *lines[to + 1 :]]
    del moved[at if at <= to else at + 1]
    return moved


def free_view(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """What was freed is freed once more, by another name: of what it is a view of, or of a view of it."""
    found = _DEALLOC.match(lines[at])
    if found is None:
        return None
    names = []
    for line in lines[max(0, at - 80) : at]:
        if view := _VIEW.match(line):
            names += (
                [(view[2], view[3])] if view[1] == found[1] else [(view[1], view[4])] if view[2] == found[1] else []
            )
    if not names:
        return None
    name, type_ = chance.choice(names)
    return [*lines[: at + 1], f"  memref.dealloc {name} : {type_}", *lines[at + 1 :]]


def free_parameter(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """A function frees a buffer that it is given."""
    found = _FUNCTION.match(lines[at])
    parameters = _PARAMETER.findall(found[1]) if found else []
    ends = next((place for place in range(at, len(lines)) if lines[place].strip().startswith("return")), None)
    if not parameters or ends is None:
        return None
    name, type_ = chance.choice(parameters)
    to = chance.choice((at + 1, ends))
    return [*lines[:to], f"  memref.dealloc {name} : {type_}", *lines[to:]]


def fix_flag(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """A flag that goes to a block, out of a region or back to a caller is always the same."""
    found = _forwards(lines[at])
    if found is None:
        return None
    match, values, types = found
    flags = [place for place, type_ in enumerate(types) if type_ == "i1"]
    if not flags:
        return None
    values[chance.choice(flags)] = "%planted"
    constant = f"  %planted = arith.constant {chance.choice(('true', 'false'))}"
    return [*lines[:at], constant, f"{match[1]}{', '.join(values)}{match[3]}{match[4]}{match[5]}", *lines[at + 1 :]]


def exchange_values(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """Two values of one type that go to a block, out of a region or back to a caller change places."""
    found = _forwards(lines[at])
    if found is None:
        return None
    match, values, types = found
    pairs = list(_pairs(values, types))
    if not pairs:
        return None
    one, other = chance.choice(pairs)
    values[one], values[other] = values[other], values[one]
    return [*lines[:at], f"{match[1]}{', '.join(values)}{match[3]}{match[4]}{match[5]}", *lines[at + 1 :]]


def exchange_arguments(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """Two arguments of a call change places."""
    found = _CALL.match(lines[at])
    if found is None or "dealloc_helper" in lines[at]:
        return None
    values, types = found[2].split(", "), split_types(found[4])
    pairs = list(_pairs(values, types)) if len(values) == len(types) else []
    if not pairs:
        return None
    one, other = chance.choice(pairs)
    values[one], values[other] = values[other], values[one]
    return [*lines[:at], f"{found[1]}{', '.join(values)}{found[3]}{found[4]}{found[5]}", *lines[at + 1 :]]


def _pairs(values: list[str], types: list[str]) -> Iterator[tuple[int, int]]:
    for one, type_ in enumerate(types):
        for other in range(one + 1, len(types)):
            if types[other] == type_ and values[one] != values[other]:
                yield one, other


def forget_value(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """A buffer that goes to a block, out of a region or back to a caller is another one of its type, that goes there
    too.
    """
    found = _forwards(lines[at])
    if found is None:
        return None
    match, values, types = found
    pairs = [(one, other) for one, other in _pairs(values, types) if types[one].startswith("memref")]
    if not pairs:
        return None
    one, other = chance.choice(pairs)
    values[one] = values[other]
    return [*lines[:at], f"{match[1]}{', '.join(values)}{match[3]}{match[4]}{match[5]}", *lines[at + 1 :]]
