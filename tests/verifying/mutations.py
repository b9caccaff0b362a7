"""More small changes of what a program says: of types, sizes, offsets, steps, attributes, the order of ops, and what
does not matter.

As in `changes.py`, each operator changes lines at a place, or does not apply there.
"""

from __future__ import annotations

import random
import re

_LINE = re.compile(r"\s*(%[\w:]+ = )?([\w.]+)[ (]")
_FOR = re.compile(r"(.*\bscf\.(?:for|parallel) .*= \(?)(%\w+)(\)? to \(?)(%\w+)(\)? step \(?)(%\w+)(\)?.*)$")
_INDEXED = re.compile(r"(.*memref\.(?:load|store) (?:%\w+, )?%\w+\[)(%\w+)(\].*)$")
_SUBVIEW = re.compile(r"(.*memref\.subview %\w+\[)(\d)\] \[(\d)\](.*offset: )(\d)(>>)$")
_ALLOC = re.compile(r"(\s*%\w+ = memref\.alloc\()(%\w*)?(\))( \{.*\})?( : .*)$")
_COMPARED = re.compile(r"(.*arith\.cmpi )(\w+)(, .*)$")
_PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
_FUNCTION = re.compile(r"(func\.func )(private )?(@\w+\()(%\w+: [\w<>?]+)(.*)$")
_IF = re.compile(r"(\s*)scf\.if (%\w+) \{$")
_CARRIED = re.compile(r"(.*(?:iter_args\(%\w+ = |init \())(%\w+)(\).*)$")
_PURE = re.compile(r"\s*%\w+ = arith\.")
_SIMPLE = re.compile(r"\s*(?:%\w+ = )?(?:arith|memref|linalg|bufferization|func)\.[\w.]+[ (].*[^{]$")
_RESULT = re.compile(r"\s*(%\w+) = ")
_INDICES = ("%i0", "%i1", "%i2", "%i3", "%n")

Lines = list[str] | None


def _put(lines: list[str], at: int, *new: str) -> list[str]:
    return [*lines[:at], *new, *lines[at + 1 :]]


def other_bound(lines: list[str], at: int, chance: random.Random) -> Lines:
    """A loop begins, ends or steps elsewhere."""
    found = _FOR.match(lines[at])
    if found is None:
        return None
    parts = list(found.groups())
    which = chance.choice((1, 3, 5))
    parts[which] = chance.choice([name for name in _INDICES[which == 5 :][: 4 - (which == 5)] if name != parts[which]])
    return _put(lines, at, "".join(parts))


def other_index(lines: list[str], at: int, chance: random.Random) -> Lines:
    """Another element is read or written."""
    found = _INDEXED.match(lines[at])
    return (
        _put(lines, at, f"{found[1]}{chance.choice([i for i in _INDICES if i != found[2]])}{found[3]}")
        if found
        else None
    )


def other_offset(lines: list[str], at: int, chance: random.Random) -> Lines:
    """A part begins elsewhere."""
    found = _SUBVIEW.match(lines[at])
    if found is None:
        return None
    number = str((int(found[2]) + 1) % 3)
    old = f"offset: {found[5]}>>"
    name = _RESULT.match(lines[at])
    assert name is not None
    rest = [
        line.replace(old, f"offset: {number}>>") if re.search(rf"{name[1]}\b", line) else line
        for line in lines[at + 1 :]
    ]
    return [*lines[:at], f"{found[1]}{number}] [{found[3]}]{found[4]}{number}{found[6]}", *rest]


def other_size(lines: list[str], at: int, chance: random.Random) -> Lines:
    """Memory of another size."""
    found = _ALLOC.match(lines[at])
    if found is None or not found[2]:
        return None
    sizes = [size for size in ("%i0", "%i1", "%i3", "%n") if size != found[2]]
    return _put(lines, at, f"{found[1]}{chance.choice(sizes)}{found[3]}{found[4] or ''}{found[5]}")


def other_alignment(lines: list[str], at: int, chance: random.Random) -> Lines:
    """Memory that is aligned otherwise."""
    found = _ALLOC.match(lines[at])
    if found is None:
        return None
    new = "" if found[4] else f" {{alignment = {chance.choice((32, 64, 128))} : i64}}"
    return _put(lines, at, f"{found[1]}{found[2] or ''}{found[3]}{new}{found[5]}")


def other_predicate(lines: list[str], at: int, chance: random.Random) -> Lines:
    """A comparison asks something else."""
    found = _COMPARED.match(lines[at])
    return (
        _put(lines, at, f"{found[1]}{chance.choice([p for p in _PREDICATES if p != found[2]])}{found[3]}")
        if found
        else None
    )


def other_visibility(lines: list[str], at: int, chance: random.Random) -> Lines:
    """A function is private, or is so no more."""
    found = _FUNCTION.match(lines[at])
    return (
        _put(lines, at, f"{found[1]}{'' if found[2] else 'private '}{found[3]}{found[4]}{found[5]}") if found else None
    )


def parameter_attribute(lines: list[str], at: int, chance: random.Random) -> Lines:
    """A parameter has an attribute more."""
    found = _FUNCTION.match(lines[at])
    return (
        _put(lines, at, f"{found[1]}{found[2] or ''}{found[3]}{found[4]} {{llvm.noalias}}{found[5]}") if found else None
    )


def function_attribute(lines: list[str], at: int, chance: random.Random) -> Lines:
    """A function has an attribute more."""
    found = re.match(r"(func\.func .*)( \{)$", lines[at])
    return _put(lines, at, f"{found[1]} attributes {{llvm.linkage = #llvm.linkage<weak>}}{found[2]}") if found else None


def twice(lines: list[str], at: int, chance: random.Random) -> Lines:
    """What is done, and gives nothing, is done twice."""
    done = (
        _SIMPLE.match(lines[at])
        and not _RESULT.match(lines[at])
        and "dealloc" not in lines[at]
        and "@free" not in lines[at]
    )
    return _put(lines, at, lines[at], lines[at]) if done else None


def swap_lines(lines: list[str], at: int, chance: random.Random) -> Lines:
    """Two ops change places."""
    if at + 1 >= len(lines) or not (_SIMPLE.match(lines[at]) and _SIMPLE.match(lines[at + 1])):
        return None
    name = _RESULT.match(lines[at])
    if name is not None and re.search(rf"{name[1]}\b", lines[at + 1]):
        return None
    return [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]


def always(lines: list[str], at: int, chance: random.Random) -> Lines:
    """A condition is a constant."""
    found = _IF.match(lines[at])
    return _put(lines, at, f"{found[1]}scf.if {chance.choice(('%yes', '%no'))} {{") if found else None


def other_start(lines: list[str], at: int, chance: random.Random) -> Lines:
    """What a loop carries begins with something else."""
    found = _CARRIED.match(lines[at])
    return _put(lines, at, f"{found[1]}{'%x' if found[2] != '%x' else '%five'}{found[3]}") if found else None


def other_reduction(lines: list[str], at: int, chance: random.Random) -> Lines:
    """Another op reduces, or what is handed on is another side."""
    if "// reduces" not in lines[at]:
        return None
    return _put(
        lines, at, lines[at].replace("muli", "addi") if "muli" in lines[at] else lines[at].replace("addi", "muli")
    )


def other_place(lines: list[str], at: int, chance: random.Random) -> Lines:
    """The index of another structured op around is asked for."""
    found = re.match(r"(\s*%\w+ = arith\.index_cast )(%\w+)(.* // not )(%\w+)$", lines[at])
    return _put(lines, at, f"{found[1]}{found[4]}{found[3]}{found[2]}") if found else None


def sequential(lines: list[str], at: int, chance: random.Random) -> Lines:
    """A parallel loop without results runs one iteration after the other."""
    found = re.match(r"(\s*)scf\.parallel \((%\w+)\) = \((%\w+)\) to \((%\w+)\) step \((%\w+)\) \{$", lines[at])
    if found is None:
        return None
    return _put(lines, at, f"{found[1]}scf.for {found[2]} = {found[3]} to {found[4]} step {found[5]} {{")


def other_callee(lines: list[str], at: int, chance: random.Random) -> Lines:
    """Another function of the same type is called."""
    for one, other in (("@add(", "@put("), ("@put(", "@add(")):
        if "func.call" in lines[at] and one in lines[at]:
            return _put(lines, at, lines[at].replace(one, other))
    return None


def other_case(lines: list[str], at: int, chance: random.Random) -> Lines:
    """A case of a switch is that of another number."""
    found = re.match(r"(\s*case )(\d)( \{)$", lines[at])
    return _put(lines, at, f"{found[1]}{int(found[2]) + 5}{found[3]}") if found else None


def no_clone(lines: list[str], at: int, chance: random.Random) -> Lines:
    """What was copied is the same memory."""
    found = re.match(r"(\s*%\w+ = )bufferization\.clone( .*)$", lines[at])
    if found is None:
        return None
    name = _RESULT.match(lines[at])
    assert name is not None
    return [
        line
        for line in _put(lines, at, f"{found[1]}memref.cast{found[2]}")
        if not re.match(rf"\s*memref\.dealloc {name[1]} ", line)
    ]


def take_over(lines: list[str], at: int, chance: random.Random) -> Lines:
    """An allocation lies in the memory of an earlier one of the same type, by a cast, and is not freed."""
    found = re.match(r"(\s*(%\w+) = )memref\.alloc\(\)( \{.*\})? : (memref<4xi32>)$", lines[at])
    if found is None:
        return None
    earlier = [m[1] for line in lines[:at] if (m := re.match(r"(%\w+) = memref\.alloc\(\).*4xi32>$", line))]
    if not earlier:
        return None
    made = (
        f"{found[1]}memref.reinterpret_cast {chance.choice(earlier)} to offset: [0], sizes: [4], strides: [1] :"
        f" {found[4]} to {found[4]}"
    )
    return [line for line in _put(lines, at, made) if not re.match(rf"\s*memref\.dealloc {found[2]} ", line)]


# What makes no difference.


def dead_op(lines: list[str], at: int, chance: random.Random) -> Lines:
    """Something is computed that nobody asks for."""
    return _put(lines, at, lines[at], f"  %planted{at} = arith.addi %x, %x : i32") if _PURE.match(lines[at]) else None


def dead_memory(lines: list[str], at: int, chance: random.Random) -> Lines:
    """Memory is made, written and freed that nobody reads."""
    if not _PURE.match(lines[at]):
        return None
    name, type = f"%planted{at}", "memref<4xi32>"
    made = [
        f"{name} = memref.alloc() : {type}",
        f"memref.store %x, {name}[%i0] : {type}",
        f"memref.dealloc {name} : {type}",
    ]
    return _put(lines, at, lines[at], *made)


def public(lines: list[str], at: int, chance: random.Random) -> Lines:
    """A function that is public says so."""
    found = re.match(r"func\.func (@\w+\(.*)$", lines[at])
    return _put(lines, at, f"func.func public {found[1]}") if found else None


def last_store(lines: list[str], at: int, chance: random.Random) -> Lines:
    """What is freed is written right before."""
    found = re.match(r"\s*memref\.dealloc (%\w+) : (memref<4xi32>)$", lines[at])
    return _put(lines, at, f"memref.store %x, {found[1]}[%i1] : {found[2]}", lines[at]) if found else None


def no_last_store(lines: list[str], at: int, chance: random.Random) -> Lines:
    """What is freed is not written right before."""
    found = re.match(r"\s*memref\.store .*, (%\w+)\[.*\]", lines[at])
    freed = at + 1 < len(lines) and found is not None and re.match(rf"\s*memref\.dealloc {found[1]} ", lines[at + 1])
    return lines[:at] + lines[at + 1 :] if freed else None


CHANGING = (
    other_bound, other_index, other_offset, other_size, other_predicate, twice, swap_lines, always, other_start,
    other_reduction, other_place, sequential, other_callee, other_case, no_clone, take_over, dead_op, dead_memory,
    public, last_store, no_last_store, other_alignment,
)  # fmt: skip
"""Operators of which a run tells whether they make a difference."""
TOLD = (other_visibility, parameter_attribute, function_attribute)
"""Operators after which no run differs, but others may see a difference: they are never the same."""
