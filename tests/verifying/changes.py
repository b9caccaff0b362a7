"""Small changes of what a program does or says: of most, but not of all, a run can notice something.

Programs are as Ownlog prints them, one op a line. A change may make text that is no program: whoever compares it leaves
that out.
"""

import random
import re
from collections.abc import Callable, Iterator

from tests.checking.faults import Operator, negate

_WRITE = re.compile(r"\s*(?:memref\.store|memref\.copy|(?:func\.)?call|%[\w#]+ = bufferization\.clone) ")
_ACCESS = re.compile(r"(.*memref\.(?:store %[\w#]+,|load) )(%[\w#]+)(\[.*: )(memref<.*>)$")
_ALLOCATION = re.compile(r"\s*(%\w+) = (memref\.alloc\(.*)$")
_SUBVIEW = re.compile(r"(\s*(%\w+) = memref\.subview %\w+\[)(\d)\] \[(\d)\](.*)offset: (\d)>>$")
_SIMPLE = re.compile(r"\s*(?:%\w+ = )?(?:arith|memref|linalg|bufferization|func)\.[\w.]+[ (].*[^{]$")
_RESULT = re.compile(r"\s*(%\w+) = ")
_SIGNATURE = r"(func\.func )(private )?(@\w+\(%\w+: [\w<>?]+)(.*)$"
_PURE = r"(\s*%\w+ = arith\..*)$"
_OTHER = {"addi": "subi", "muli": "addi", "subi": "addi"}
_INDICES = ("%i0", "%i1", "%i2", "%i3", "%n")
_PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")


def _on_line(pattern: str, made: Callable[[re.Match[str], random.Random], str]) -> Operator:
    """An operator that applies to the lines that match: what is `made` of one takes its place."""
    known = re.compile(pattern)

    def change(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
        found = known.match(lines[at])
        return [*lines[:at], *made(found, chance).split("\n"), *lines[at + 1 :]] if found else None

    return change


def _another(names: tuple[str, ...], name: str, chance: random.Random) -> str:
    return chance.choice([other for other in names if other != name])


def _exchanged(found: re.Match[str], chance: random.Random) -> str:
    return f"{found[1]}{found[3]}, {found[2]}{found[4]}"


def _other_bound(found: re.Match[str], chance: random.Random) -> str:
    parts = list(found.groups())
    which = chance.choice((1, 3, 5))
    parts[which] = _another(_INDICES[which == 5 : 4], parts[which], chance)
    return "".join(parts)


def _without_frees(lines: list[str], name: str) -> list[str]:
    return [line for line in lines if not re.match(rf"\s*memref\.dealloc {re.escape(name)} ", line)]


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


def swap_lines(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """Two ops change places."""
    if at + 1 >= len(lines) or not (_SIMPLE.match(lines[at]) and _SIMPLE.match(lines[at + 1])):
        return None
    name = _RESULT.match(lines[at])
    if name is not None and re.search(rf"{name[1]}\b", lines[at + 1]):
        return None
    return [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]


def other_buffer(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """Another buffer of the same type is read or written."""
    found = _ACCESS.match(lines[at])
    if found is None:
        return None
    near = [m for line in lines[max(0, at - 40) : at] if (m := _ACCESS.match(line)) and m[4] == found[4]]
    others = sorted({m[2] for m in near} - {found[2]})
    return [*lines[:at], f"{found[1]}{chance.choice(others)}{found[3]}{found[4]}", *lines[at + 1 :]] if others else None


def other_offset(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """A part begins elsewhere."""
    found = _SUBVIEW.match(lines[at])
    if found is None:
        return None
    old, new = f"offset: {found[6]}>>", f"offset: {(int(found[3]) + 1) % 3}>>"
    named = re.compile(rf"{found[2]}\b")
    rest = [line.replace(old, new) if named.search(line) else line for line in lines[at + 1 :]]
    return [*lines[:at], f"{found[1]}{(int(found[3]) + 1) % 3}] [{found[4]}]{found[5]}{new}", *rest]


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
    return _without_frees([*lines[:at], *(new.sub(other, line) for line in lines[at + 1 :])], other)


def take_over(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """An allocation lies in the memory of an earlier one of the same type, by a cast, and is not freed."""
    found = re.match(r"(\s*(%\w+) = )memref\.alloc\(\)( \{.*\})? : (memref<4xi32>)$", lines[at])
    earlier = [m[1] for line in lines[:at] if (m := re.match(r"(%\w+) = memref\.alloc\(\).*4xi32>$", line))]
    if found is None or not earlier:
        return None
    cast = f"memref.reinterpret_cast {chance.choice(earlier)} to offset: [0], sizes: [4], strides: [1]"
    made = f"{found[1]}{cast} : {found[4]} to {found[4]}"
    return _without_frees([*lines[:at], made, *lines[at + 1 :]], found[2])


def no_clone(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """What was copied is the same memory."""
    found = re.match(r"(\s*(%\w+) = )bufferization\.clone( .*)$", lines[at])
    if found is None:
        return None
    return _without_frees([*lines[:at], f"{found[1]}memref.cast{found[3]}", *lines[at + 1 :]], found[2])


def no_last_store(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    """What is freed is not written right before."""
    found = re.match(r"\s*memref\.store .*, (%\w+)\[.*\]", lines[at])
    freed = at + 1 < len(lines) and found is not None and re.match(rf"\s*memref\.dealloc {found[1]} ", lines[at + 1])
    return lines[:at] + lines[at + 1 :] if freed else None


OPERATORS: dict[str, Operator] = {
    "other_constant": _on_line(
        r"(.*arith\.constant )(-?\d+)( : (?:index|i\d+))$", lambda m, _: f"{m[1]}{int(m[2]) + 1}{m[3]}"
    ),
    "exchange": _on_line(
        r"(\s*%[\w]+ = arith\.(?:subi|divsi|remsi|cmpi \w+|select %[\w#]+),? )(%[\w#]+), (%[\w#]+)( : .*)$", _exchanged
    ),
    "other_op": _on_line(r"(.*?arith\.)(addi|muli|subi)\b(.*)$", lambda m, _: f"{m[1]}{_OTHER[m[2]]}{m[3]}"),
    # Two values that go to a block, out of a region or to the caller.
    "other_order": _on_line(r"(\s*scf\.yield |.*\bcf\.br \^\w+\(|\s*return )(%[\w#]+), (%[\w#]+)(.*)$", _exchanged),
    **{made.__name__: made for made in (drop, move, other_buffer, negate, one_for_two)},
}
"""Of programs that passes make."""

CHANGING: dict[str, Operator] = {
    # A loop begins, ends or steps elsewhere.
    "other_bound": _on_line(
        r"(.*\bscf\.(?:for|parallel) .*= \(?)(%\w+)(\)? to \(?)(%\w+)(\)? step \(?)(%\w+)(\)?.*)$", _other_bound
    ),
    "other_index": _on_line(
        r"(.*memref\.(?:load|store) (?:%\w+, )?%\w+\[)(%\w+)(\].*)$",
        lambda m, chance: f"{m[1]}{_another(_INDICES, m[2], chance)}{m[3]}",
    ),
    "other_size": _on_line(
        r"(\s*%\w+ = memref\.alloc\()(%\w+)(\).*)$",
        lambda m, chance: f"{m[1]}{_another(('%i0', '%i1', '%i3', '%n'), m[2], chance)}{m[3]}",
    ),
    "other_alignment": _on_line(
        r"(\s*%\w+ = memref\.alloc\(.*?\))( \{.*\})?( : .*)$",
        lambda m, chance: f"{m[1]}{'' if m[2] else f' {{alignment = {chance.choice((32, 64, 128))} : i64}}'}{m[3]}",
    ),
    "other_predicate": _on_line(
        r"(.*arith\.cmpi )(\w+)(, .*)$", lambda m, chance: f"{m[1]}{_another(_PREDICATES, m[2], chance)}{m[3]}"
    ),
    # What is done, and gives nothing.
    "twice": _on_line(
        r"(?!.*dealloc)(?!.*@free)\s*(?:arith|memref|linalg|bufferization|func)\.[\w.]+[ (].*[^{]$",
        lambda m, _: f"{m[0]}\n{m[0]}",
    ),
    "always": _on_line(r"(\s*scf\.if )%\w+ \{$", lambda m, chance: f"{m[1]}{chance.choice(('%yes', '%no'))} {{"),
    # What a loop carries begins with something else.
    "other_start": _on_line(
        r"(.*(?:iter_args\(%\w+ = |init \())(%\w+)(\).*)$",
        lambda m, _: f"{m[1]}{'%x' if m[2] != '%x' else '%five'}{m[3]}",
    ),
    "other_reduction": _on_line(
        r"(.*)(muli|addi)(.*// reduces.*)$", lambda m, _: f"{m[1]}{'addi' if m[2] == 'muli' else 'muli'}{m[3]}"
    ),
    # The index of another structured op around is asked for.
    "other_place": _on_line(
        r"(\s*%\w+ = arith\.index_cast )(%\w+)(.* // not )(%\w+)$", lambda m, _: f"{m[1]}{m[4]}{m[3]}{m[2]}"
    ),
    # A parallel loop without results runs one iteration after the other.
    "sequential": _on_line(
        r"(\s*)scf\.parallel \((%\w+)\) = \((%\w+)\) to \((%\w+)\) step \((%\w+)\) \{$",
        lambda m, _: f"{m[1]}scf.for {m[2]} = {m[3]} to {m[4]} step {m[5]} {{",
    ),
    "other_callee": _on_line(
        r"(.*func\.call.*)@(add|put)(\(.*)$", lambda m, _: f"{m[1]}@{'put' if m[2] == 'add' else 'add'}{m[3]}"
    ),
    "other_case": _on_line(r"(\s*case )(\d)( \{)$", lambda m, _: f"{m[1]}{int(m[2]) + 5}{m[3]}"),
    # These make no difference.
    "dead_op": _on_line(_PURE, lambda m, _: f"{m[1]}\n  %planted = arith.addi %x, %x : i32"),
    "dead_memory": _on_line(
        _PURE,
        lambda m, _: "\n".join(
            [
                m[1],
                "%planted = memref.alloc() : memref<4xi32>",
                "memref.store %x, %planted[%i0] : memref<4xi32>",
                "memref.dealloc %planted : memref<4xi32>",
            ]
        ),
    ),
    "public": _on_line(r"func\.func (@\w+\(.*)$", lambda m, _: f"func.func public {m[1]}"),
    # What is freed is written right before.
    "last_store": _on_line(
        r"\s*memref\.dealloc (%\w+) : (memref<4xi32>)$",
        lambda m, _: f"memref.store %x, {m[1]}[%i1] : {m[2]}\n{m[0]}",
    ),
    **{made.__name__: made for made in (other_offset, swap_lines, no_clone, take_over, no_last_store)},
}
"""Of which a run tells whether they make a difference."""

TOLD: dict[str, Operator] = {
    "other_visibility": _on_line(_SIGNATURE, lambda m, _: f"{m[1]}{'' if m[2] else 'private '}{m[3]}{m[4]}"),
    "parameter_attribute": _on_line(_SIGNATURE, lambda m, _: f"{m[1]}{m[2] or ''}{m[3]} {{llvm.noalias}}{m[4]}"),
    "function_attribute": _on_line(
        r"(func\.func .*)( \{)$", lambda m, _: f"{m[1]} attributes {{llvm.linkage = #llvm.linkage<weak>}}{m[2]}"
    ),
}
"""After which no run differs, but others may see a difference: they are never the same."""


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
