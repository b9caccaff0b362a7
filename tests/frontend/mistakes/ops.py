"""Random ops of the kinds that passes make or touch, right and wrong ones, in generic form: what a verifier has to judge.

Each maker gives an op that may be right: sizes that are known in one type and not in the other, layouts that fit or do not. Half of the
ops get a slip then: another type, number or attribute, an operand more or less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from random import Random

from tests.frontend.mistakes.slips import ATTRIBUTES, element, layout, numbered, shape


@dataclass(frozen=True)
class Made:
    """One op: the types of operands and results, its attributes as text, its regions, and what stands at the top of the module."""

    name: str
    operands: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    attributes: dict[str, str] = field(default_factory=dict)
    regions: tuple[str, ...] = ()
    above: str = ""
    inside: str = "{}"
    """What stands around the op in its function."""

    @property
    def text(self) -> str:
        """The op in a function that takes its operands."""
        values = [f"%a{number}" for number in range(len(self.operands))]
        arguments = ", ".join(f"{value}: {type}" for value, type in zip(values, self.operands, strict=True))
        names = ", ".join(f"%r{number}" for number in range(len(self.results)))
        said = ", ".join(f"{name} = {text}" for name, text in self.attributes.items())
        op = f'{names}{" = " if names else ""}"{self.name}"({", ".join(values)})'
        op += f" <{{{said}}}>" if said else ""
        op += f" ({', '.join(self.regions)})" if self.regions else ""
        op += f" : ({', '.join(self.operands)}) -> ({', '.join(self.results)})"
        return f"{self.above}func.func @f({arguments}) {{\n  {self.inside.replace('{}', op)}\n  return\n}}\n"


Maker = Callable[[Random], Made]
Sizes = list[str]

_ELEMENTS = ("f32", "f32", "f32", "i32", "i64", "f64", "i8", "i1", "index", "f16", "bf16")
_SIZES = ("?", "?", "1", "2", "3", "4", "8")
_INTS = ("i1", "i8", "i16", "i32", "i64", "index")
_FLOATS = ("f16", "bf16", "f32", "f64")


def _sizes(chance: Random, rank: int | None = None) -> Sizes:
    return [chance.choice(_SIZES) for _ in range(chance.randrange(4) if rank is None else rank)]


def _mixed(chance: Random, sizes: Sizes, often: float = 0.15) -> Sizes:
    """The same sizes, of which some are known here and not there; rarely another one."""
    found = []
    for size in sizes:
        if chance.random() < often:
            size = chance.choice(_SIZES) if size == "?" or chance.random() < 0.2 else "?"
        found.append(size)
    return found


def _of(kind: str, sizes: Sizes, of: str, rest: str = "") -> str:
    return f"{kind}<{''.join(f'{size}x' for size in sizes)}{of}{rest}>"


def _memref(chance: Random, sizes: Sizes, of: str = "f32", plain: float = 0.6) -> str:
    return _of("memref", sizes, of, "" if chance.random() < plain else _rest(chance, sizes))


def _rest(chance: Random, sizes: Sizes) -> str:
    return f", strided<[{', '.join(_strides(chance, sizes))}]{chance.choice(('', '', ', offset: ?', ', offset: 4'))}>"


def _strides(chance: Random, sizes: Sizes) -> list[str]:
    found: list[str] = []
    step: int | None = 1
    for size in reversed(sizes):
        found.append("?" if step is None or chance.random() < 0.15 else str(step))
        step = None if size == "?" or step is None else step * int(size)
        if chance.random() < 0.1:
            step = chance.choice((2, 8, 64))
    return found[::-1]


def _space(chance: Random) -> str:
    return chance.choice(("", "", "", ", 1", ", 2 : i32", ', "gpu"'))


def _array(numbers: list[object], of: str = "i64") -> str:
    return f"array<{of}{': ' if numbers else ''}{', '.join(map(str, numbers))}>"


def _segments(*counts: int) -> dict[str, str]:
    return {"operandSegmentSizes": _array(list(counts), "i32")}


def _indices(count: int) -> tuple[str, ...]:
    return ("index",) * max(count, 0)


def _off(chance: Random, number: int) -> int:
    """The number, or rarely one more or less."""
    return number + (chance.choice((-1, 1)) if chance.random() < 0.06 else 0)


def _alignment(chance: Random) -> dict[str, str]:
    return {} if chance.random() < 0.8 else {"alignment": chance.choice(("64 : i64", "3 : i64", "0 : i64", "8", "-8 : i64", "16 : i32"))}


def _shaped(chance: Random, sizes: Sizes, of: str) -> str:
    return _memref(chance, sizes, of) if chance.random() < 0.5 else _of("tensor", sizes, of)


# memref


def _alloc(chance: Random) -> Made:
    sizes, name = _sizes(chance), chance.choice(("memref.alloc", "memref.alloca", "gpu.alloc"))
    of = chance.choice(_ELEMENTS)
    rest = "" if chance.random() < 0.7 else chance.choice((", affine_map<(d0)[s0] -> (d0 + s0)>", _rest(chance, sizes)))
    type, symbols = _of("memref", sizes, of, rest + _space(chance)), int("s0" in rest and chance.random() < 0.8)
    dynamic = _off(chance, sizes.count("?"))
    if name == "gpu.alloc":
        return Made(name, _indices(dynamic + symbols), (type,), _segments(0, max(dynamic, 0), symbols))
    return Made(name, _indices(dynamic + symbols), (type,), {**_segments(max(dynamic, 0), symbols), **_alignment(chance)})


def _dealloc(chance: Random) -> Made:
    type = chance.choice((_memref(chance, _sizes(chance)), "memref<*xf32>", "tensor<4xf32>"))
    return Made(chance.choice(("memref.dealloc", "gpu.dealloc")), (type,))


def _cast(chance: Random) -> Made:
    of, sizes = chance.choice(_ELEMENTS), _sizes(chance)
    name, kind = chance.choice((("memref.cast", "memref"), ("tensor.cast", "tensor"), ("bufferization.clone", "memref")))
    types = [_of(kind, each, of, _rest(chance, each) if kind == "memref" and chance.random() < 0.4 else "") for each in
             (sizes, _mixed(chance, sizes, 0.4))]  # fmt: skip
    if chance.random() < 0.15:
        types[chance.randrange(2)] = f"{kind}<*x{of}>"
    if chance.random() < 0.2 and kind == "memref":
        types[1] = f"{types[1][:-1]}{_space(chance)}>"
    return Made(name, (types[0],), (types[1],))


def _space_cast(chance: Random) -> Made:
    sizes, of = _sizes(chance), chance.choice(("f32", "i8"))
    rest = _rest(chance, sizes) if chance.random() < 0.3 else ""
    one, other = (_of("memref", each, of, rest + _space(chance)) for each in (sizes, _mixed(chance, sizes, 0.05)))
    return Made("memref.memory_space_cast", (one,), (other,))


def _copy(chance: Random) -> Made:
    sizes, of = _sizes(chance), chance.choice(_ELEMENTS)
    name = chance.choice(("memref.copy", "memref.copy", "gpu.memcpy", "linalg.copy"))
    types = tuple(_memref(chance, each, of) for each in (sizes, _mixed(chance, sizes, 0.3)))
    if name == "memref.copy" and chance.random() < 0.1:
        types = (types[0], f"memref<*x{of}>")
    if name != "linalg.copy":
        return Made(name, types[::-1] if name == "gpu.memcpy" else types)
    body = f"{{^bb0(%x: {of}, %y: {of}):\n  linalg.yield %x : {of}\n}}"
    return Made(name, types, (), _segments(1, 1), (body,))


def _access(chance: Random) -> Made:
    sizes, of = _sizes(chance), chance.choice(_ELEMENTS)
    name = chance.choice(("memref.load", "memref.store", "tensor.extract", "tensor.insert", "affine.load", "affine.store"))
    shaped = _of("tensor", sizes, of) if name.startswith("tensor") else _memref(chance, sizes, of)
    count = _off(chance, len(sizes))
    said = {}
    if name.startswith("affine"):
        dims = ", ".join(f"d{n}" for n in range(max(count, 0)))
        said = {"map": f"affine_map<({dims}) -> ({', '.join(f'd{n}' for n in range(_off(chance, max(count, 0))))})>"}
        if chance.random() < 0.9:
            count = max(count, 0)
            said = {"map": f"affine_map<({dims}) -> ({dims})>"}
    if name.endswith(("load", "extract")):
        return Made(name, (shaped, *_indices(count)), (of,), said)
    results = (shaped,) if name == "tensor.insert" else ()
    return Made(name, (of, shaped, *_indices(count)), results, said)


def _dim(chance: Random) -> Made:
    name = chance.choice(("memref.dim", "tensor.dim", "memref.rank", "tensor.rank"))
    kind, sizes = name.partition(".")[0], _sizes(chance)
    type = chance.choice((_of(kind, sizes, "f32"), _of(kind, sizes, "f32"), f"{kind}<*xf32>"))
    return Made(name, (type, *(("index",) if name.endswith("dim") else ())), ("index",))


def _slice(chance: Random) -> Made:
    name = chance.choice(("memref.subview", "memref.subview", "tensor.extract_slice", "tensor.insert_slice"))
    sizes, of = _sizes(chance, chance.randrange(0 if chance.random() < 0.1 else 1, 4)), chance.choice(("f32", "i32"))
    parts: list[list[str]] = [[], [], []]
    for size in sizes:
        whole = 8 if size == "?" else int(size)
        taken = chance.randrange(1, whole + 1)
        parts[0].append(chance.choice(("?", "0", str(chance.randrange(whole - taken + 1)))))
        parts[1].append(chance.choice(("?", str(taken), str(taken), str(_off(chance, taken)))))
        parts[2].append(chance.choice(("1", "1", "1", "1", "?", "2")))
    whole_type, part_type = _slice_types(chance, name, sizes, parts, of)
    values = [_indices(_off(chance, part.count("?"))) for part in parts]
    static = {f"static_{word}": _array([_shown(n) for n in part]) for word, part in zip(("offsets", "sizes", "strides"), parts, strict=True)}
    if name == "tensor.insert_slice":
        said = static | _segments(1, 1, *map(len, values))
        return Made(name, (part_type, whole_type, *values[0], *values[1], *values[2]), (whole_type,), said)
    return Made(name, (whole_type, *values[0], *values[1], *values[2]), (part_type,), static | _segments(1, *map(len, values)))


def _shown(number: str) -> int:
    return -(2**63) if number == "?" else int(number)


def _slice_types(chance: Random, name: str, sizes: Sizes, parts: list[list[str]], of: str) -> tuple[str, str]:
    dropped = {number for number, size in enumerate(parts[1]) if size == "1" and chance.random() < 0.4}
    kept = [number for number in range(len(sizes)) if number not in dropped]
    part = _mixed(chance, [parts[1][number] for number in kept], 0.06)
    if name.startswith("tensor"):
        return _of("tensor", sizes, of), _of("tensor", part, of)
    strides: list[str] = _strides(chance, sizes) if chance.random() < 0.4 else []
    offset = chance.choice(("?", "0", "4")) if strides else "0"
    whole = _of("memref", sizes, of, f", strided<[{', '.join(strides)}], offset: {offset}>" if strides else "")
    if not strides:
        step = "1"
        for size in reversed(sizes):
            strides.insert(0, step)
            step = _times(step, size)
    for number, stride in zip(parts[0], strides, strict=True):
        offset = _plus(offset, _times(number, stride))
    steps = [_times(parts[2][number], strides[number]) for number in kept]
    steps = [step if chance.random() < 0.96 else chance.choice(("?", "1", "8")) for step in steps]
    tail = "" if offset == "0" else f", offset: {offset}"
    return whole, _of("memref", part, of, f", strided<[{', '.join(steps)}]{tail}>" if chance.random() < 0.95 else "")


def _times(one: str, other: str) -> str:
    return "0" if "0" in (one, other) else "?" if "?" in (one, other) else str(int(one) * int(other))


def _plus(one: str, other: str) -> str:
    return "?" if "?" in (one, other) else str(int(one) + int(other))


def _reinterpret(chance: Random) -> Made:
    sizes, of = _sizes(chance), "f32"
    given = chance.choice((_memref(chance, _sizes(chance), of), f"memref<*x{of}>"))
    strides, offset = _strides(chance, sizes), chance.choice(("0", "?", "4"))
    tail = "" if offset == "0" else f", offset: {offset}"
    shown = f", strided<[{', '.join(_mixed(chance, strides, 0.05))}]{tail}>" if chance.random() < 0.9 else ""
    parts = [[offset], sizes, strides]
    said = {f"static_{word}": _array([_shown(n) for n in part]) for word, part in zip(("offsets", "sizes", "strides"), parts, strict=True)}
    counts = [max(_off(chance, part.count("?")), 0) for part in parts]
    return Made("memref.reinterpret_cast", (given, *_indices(sum(counts))), (_of("memref", _mixed(chance, sizes, 0.05), of, shown),),
                said | _segments(1, *counts))  # fmt: skip


def _reshape(chance: Random) -> Made:
    kind, of = chance.choice(("memref", "memref", "tensor")), chance.choice(("f32", "i32"))
    groups: list[list[int]] = []
    long: Sizes = []
    short: Sizes = []
    for _ in range(chance.randrange(4)):
        group = _sizes(chance, chance.choice((1, 1, 2, 2, 3)))
        if chance.random() < 0.7 and group.count("?") > 1:
            group = [group[0], *[size if size != "?" else "2" for size in group[1:]]]
        groups.append([*range(len(long), len(long) + len(group))])
        long += group
        whole = "1"
        for size in group:
            whole = _times(whole, size)
        short.append(whole)
    if not groups:
        long = ["1"] * chance.randrange(3)
    short = _mixed(chance, short, 0.06)
    rests = ["", ""]
    if kind == "memref" and chance.random() < 0.4:
        tail = chance.choice(("", ", offset: ?", ", offset: 2"))
        packed = [step if step != "0" else "1" for step in _packed_steps(long)]
        rests = [f", strided<[{', '.join(packed)}]{tail}>", f", strided<[{', '.join(packed[group[-1]] for group in groups)}]{tail}>"]
        if chance.random() < 0.2:
            rests[chance.randrange(2)] = ""
    expands = chance.random() < 0.5
    many, few = (_of(kind, each, of, rest) for each, rest in zip((long, short), rests, strict=True))
    said = {"reassociation": f"[{', '.join(str(group) for group in groups)}]"}
    if chance.random() < 0.05 and len(groups) > 1:
        said = {"reassociation": f"[{', '.join(str(group) for group in groups[:-1])}]"}
    if not expands:
        return Made(f"{kind}.collapse_shape", (many,), (few,), said)
    said["static_output_shape"] = _array([_shown(size) for size in _mixed(chance, long, 0.03)])
    return Made(f"{kind}.expand_shape", (few, *_indices(_off(chance, long.count("?")))), (many,), said)


def _packed_steps(sizes: Sizes) -> list[str]:
    found, step = [], "1"
    for size in reversed(sizes):
        found.insert(0, step)
        step = _times(step, size)
    return found


def _view(chance: Random) -> Made:
    sizes = _sizes(chance)
    source = chance.choice(("memref<64xi8>", "memref<64xi8>", "memref<?xi8>", "memref<64xi32>", "memref<8x8xi8>", "memref<64xi8, 1>"))
    return Made("memref.view", (source, "index", *_indices(_off(chance, sizes.count("?")))),
                (_memref(chance, sizes, chance.choice(("f32", "i64")), 0.9),))  # fmt: skip


def _realloc(chance: Random) -> Made:
    one, other = _sizes(chance, 1), _sizes(chance, 1)
    of = chance.choice(("f32", "i32"))
    return Made("memref.realloc", (_memref(chance, one, of, 0.9), *_indices(_off(chance, other.count("?")))),
                (_memref(chance, other, of, 0.95),), _alignment(chance))  # fmt: skip


def _global(chance: Random) -> Made:
    sizes = _sizes(chance)
    sizes = [size if size != "?" or chance.random() < 0.1 else "5" for size in sizes]
    type = _of("memref", sizes, "f32")
    above = f'memref.global "private" @g : {type}\n'
    return Made("memref.get_global", (), (_of("memref", _mixed(chance, sizes, 0.1), "f32"),), {"name": "@g"}, above=above)


def _metadata(chance: Random) -> Made:
    sizes = _sizes(chance)
    type = _memref(chance, sizes, chance.choice(("f32", "i8")))
    of = type[7:-1].split(",")[0].split("x")[-1]
    if chance.random() < 0.4:
        name = "memref.extract_aligned_pointer_as_index"
        return Made(name, (chance.choice((type, "memref<*xf32>", "tensor<4xf32>")),), (chance.choice(("index", "index", "index", "i64")),))
    return Made("memref.extract_strided_metadata", (type,), (f"memref<{of}>", *_indices(1 + 2 * _off(chance, len(sizes)))))


def _memref_reshape(chance: Random) -> Made:
    kind = chance.choice(("memref", "tensor"))
    rank = chance.randrange(4)
    shape_of = _of(kind, [chance.choice((str(rank), str(rank), "?", "2"))], chance.choice(("index", "i32", "i64", "f32")))
    result = chance.choice((_of(kind, _sizes(chance, rank), "f32"), _of(kind, _sizes(chance, rank), "f32"), f"{kind}<*xf32>"))
    source = chance.choice((_of(kind, _sizes(chance), "f32"), f"{kind}<*xf32>", _memref(chance, ["4", "2"]) if kind == "memref" else "tensor<4x2xf32>"))
    return Made(f"{kind}.reshape", (source, shape_of), (result,))


def _transpose(chance: Random) -> Made:
    sizes = _sizes(chance, chance.randrange(1, 4))
    order = list(range(len(sizes)))
    chance.shuffle(order)
    steps = _packed_steps(sizes)
    dims = ", ".join(f"d{n}" for n in range(len(sizes)))
    map_ = f"affine_map<({dims}) -> ({', '.join(f'd{n}' for n in order)})>"
    result = _of("memref", [sizes[n] for n in order], "f32", f", strided<[{', '.join(steps[n] for n in order)}]>")
    return Made("memref.transpose", (_of("memref", sizes, "f32"),), (result,), {"permutation": map_})


def _atomic(chance: Random) -> Made:
    sizes, of = _sizes(chance), chance.choice(("f32", "i32", "i64"))
    kind = chance.choice(("0", "1", "6", "11")) + " : i64"
    return Made("memref.atomic_rmw", (of, _memref(chance, sizes, of), *_indices(_off(chance, len(sizes)))), (of,), {"kind": kind})


# bufferization, tensor


def _conversion(chance: Random) -> Made:
    sizes, of = _sizes(chance), chance.choice(_ELEMENTS)
    tensor, memref = _of("tensor", sizes, of), _memref(chance, _mixed(chance, sizes, 0.1), of)
    if chance.random() < 0.1:
        tensor, memref = f"tensor<*x{of}>", chance.choice((f"memref<*x{of}>", memref))
    if chance.random() < 0.5:
        return Made("bufferization.to_tensor", (memref,), (tensor,), {} if chance.random() < 0.7 else {"restrict": "unit"})
    return Made("bufferization.to_buffer", (tensor,), (memref,), {} if chance.random() < 0.7 else {"read_only": "unit"})


def _alloc_tensor(chance: Random) -> Made:
    sizes = _sizes(chance)
    tensor, dynamic = _of("tensor", sizes, "f32"), _off(chance, sizes.count("?"))
    if chance.random() < 0.3:
        copied = _of("tensor", _mixed(chance, sizes, 0.2), "f32")
        extra = chance.random() < 0.1
        return Made("bufferization.alloc_tensor", (*_indices(extra), copied), (tensor,), _segments(int(extra), 1, 0))
    return Made("bufferization.alloc_tensor", _indices(dynamic), (tensor,), _segments(max(dynamic, 0), 0, 0))


def _bufferized(chance: Random) -> Made:
    sizes = _sizes(chance)
    tensor = _of("tensor", sizes, "f32")
    match chance.randrange(3):
        case 0:
            return Made("bufferization.dealloc_tensor", (chance.choice((tensor, tensor, "memref<4xf32>")),))
        case 1:
            target = chance.choice((tensor, _memref(chance, _mixed(chance, sizes), "f32"), _of("tensor", _mixed(chance, sizes), "f32")))
            results = (target,) if target.startswith("tensor") and chance.random() < 0.9 else ()
            said = {} if results or chance.random() < 0.2 else {"writable": "unit"}
            return Made("bufferization.materialize_in_destination", (tensor, target), results, said)
        case _:
            freed, kept = chance.randrange(3), chance.randrange(3)
            types = (*("memref<4xf32>", "memref<*xf32>")[:freed], *("i1",) * _off(chance, freed), *("memref<?xf32>",) * kept)
            conditions = len(types) - freed - kept
            return Made("bufferization.dealloc", types, ("i1",) * _off(chance, kept), _segments(freed, max(conditions, 0), kept))


def _tensor(chance: Random) -> Made:
    sizes, of = _sizes(chance), chance.choice(("f32", "i32", "index"))
    type, dynamic = _of("tensor", sizes, of), _off(chance, sizes.count("?"))
    match chance.randrange(5):
        case 0:
            return Made("tensor.empty", _indices(dynamic), (type,))
        case 1:
            sizes = [size if size != "?" else "2" for size in sizes]
            count = 1
            for size in sizes:
                count *= int(size)
            return Made("tensor.from_elements", (of,) * min(max(_off(chance, count), 0), 70), (_of("tensor", sizes, of),))
        case 2:
            return Made("tensor.splat", (of, *_indices(dynamic)), (type,))
        case 3:
            other = chance.choice(("f32", "i32", "i64", "f64"))
            return Made("tensor.bitcast", (_of("tensor", sizes, "f32"),), (_of("tensor", _mixed(chance, sizes), other),))
        case _:
            sizes = _sizes(chance, chance.randrange(1, 4))
            at = chance.randrange(len(sizes))
            parts = [[*sizes[:at], chance.choice(_SIZES), *sizes[at + 1 :]] for _ in range(chance.randrange(1, 4))]
            whole = "0"
            for part in parts:
                whole = _plus(whole, part[at])
            result = [*sizes[:at], whole, *sizes[at + 1 :]]
            types = tuple(_of("tensor", _mixed(chance, part, 0.06), "f32") for part in parts)
            return Made("tensor.concat", types, (_of("tensor", _mixed(chance, result, 0.1), "f32"),), {"dim": f"{_off(chance, at)} : i64"})


def _pad(chance: Random) -> Made:
    sizes = _sizes(chance, chance.randrange(1, 3))
    low, high = ([chance.choice(("0", "1", "?")) for _ in sizes] for _ in range(2))
    result = _mixed(chance, [_plus(_plus(a, size), b) for a, size, b in zip(low, sizes, high, strict=True)], 0.1)
    counts = [_off(chance, part.count("?")) for part in (low, high)]
    body = _body(chance, len(sizes), "f32")
    said = {"static_low": _array([_shown(n) for n in low]), "static_high": _array([_shown(n) for n in high])}
    counts = [max(count, 0) for count in counts]
    return Made("tensor.pad", (_of("tensor", sizes, "f32"), *_indices(sum(counts))), (_of("tensor", result, "f32"),),
                said | _segments(1, *counts), (body,))  # fmt: skip


def _body(chance: Random, rank: int, of: str) -> str:
    arguments = ", ".join(f"%i{number}: index" for number in range(max(_off(chance, rank), 0)))
    made = chance.choice((of, of, of, of, of, "i8"))
    return f'{{^bb0({arguments}):\n  %v = "test.make"() : () -> {made}\n  "tensor.yield"(%v) : ({made}) -> ()\n}}'


def _generate(chance: Random) -> Made:
    sizes = _sizes(chance)
    return Made("tensor.generate", _indices(_off(chance, sizes.count("?"))), (_of("tensor", sizes, "f32"),), {}, (_body(chance, len(sizes), "f32"),))


# linalg


def _structured(chance: Random, name: str, shapes: list[Sizes], of: list[str], computed: str, said: dict[str, str] | None = None) -> Made:
    """A linalg op of these shapes, the last one written to, on buffers or tensors; `computed` is its body, of elements `%x0` and so on."""
    buffers = chance.random() < 0.6
    types = [_memref(chance, _mixed(chance, each, 0.2), kind, 0.8) if buffers else _of("tensor", _mixed(chance, each, 0.2), kind) for each, kind in zip(shapes, of, strict=True)]
    arguments = ", ".join(f"%x{number}: {kind}" for number, kind in enumerate(of))
    return Made(name, tuple(types), () if buffers else (types[-1],), said or {}, (f"{{^bb0({arguments}):\n  {computed}\n}}",))


def _linalg(chance: Random) -> Made:
    of = chance.choice(("f32", "f32", "f64", "i32"))
    add = f"arith.add{'f' if of[0] == 'f' else 'i'}"
    match chance.randrange(7):
        case 0:
            sizes = _sizes(chance)
            count = chance.choice((0, 1, 1, 2))
            shapes = [sizes] * (count + 1)
            inner = f"%s = {add} %x0, %x{min(count, 1) if count > 1 else 0} : {of}\n  linalg.yield %s : {of}"
            # The element of the output is no argument of the computation.
            return _structured(chance, "linalg.map", shapes, [of] * (count + 1), inner)
        case 1:
            sizes = _sizes(chance, chance.randrange(1, 4))
            order = [*range(len(sizes))]
            chance.shuffle(order)
            made = _structured(chance, "linalg.transpose", [sizes, [sizes[n] for n in order]], [of, of], f"linalg.yield %x0 : {of}")
            return replace(made, attributes={"permutation": _array(list(order))})
        case 2:
            sizes = _sizes(chance, chance.randrange(1, 4))
            added = sorted(chance.sample(range(len(sizes)), chance.randrange(len(sizes) + 1)))
            shapes = [[size for n, size in enumerate(sizes) if n not in added], sizes]
            made = _structured(chance, "linalg.broadcast", shapes, [of, of], f"linalg.yield %x0 : {of}")
            return replace(made, attributes={"dimensions": _array(list(added))})
        case 3:
            sizes = _sizes(chance, chance.randrange(1, 4))
            gone = sorted(chance.sample(range(len(sizes)), chance.randrange(len(sizes) + 1)))
            shapes = [sizes, [size for n, size in enumerate(sizes) if n not in gone]]
            made = _structured(chance, "linalg.reduce", shapes, [of, of], f"%s = {add} %x0, %x1 : {of}\n  linalg.yield %s : {of}")
            return replace(made, attributes={"dimensions": _array(list(gone))})
        case 4:
            sizes = _sizes(chance)
            made = _structured(chance, "linalg.fill", [[], sizes], [of, of], f"linalg.yield %x0 : {of}", _segments(1, 1))
            return replace(made, operands=(of, made.operands[1]))
        case 5:
            sizes = _sizes(chance)
            name = chance.choice(("linalg.add", "linalg.mul", "linalg.sub", "linalg.max"))
            word = {"add": "add", "mul": "mul", "sub": "sub", "max": "maximum"}[name[7:]] + "f"
            word = word if of[0] == "f" else {"addf": "addi", "mulf": "muli", "subf": "subi", "maximumf": "maxsi"}[word]
            return _structured(chance, name, [sizes] * 3, [of] * 3, f"%s = arith.{word} %x0, %x1 : {of}\n  linalg.yield %s : {of}", _segments(2, 1))
        case _:
            name = chance.choice(("linalg.matmul", "linalg.batch_matmul", "linalg.matvec", "linalg.vecmat", "linalg.dot"))
            m, n, k, b = _sizes(chance, 4)
            shapes = {"matmul": [[m, k], [k, n], [m, n]], "batch_matmul": [[b, m, k], [b, k, n], [b, m, n]], "matvec": [[m, k], [k], [m]],
                      "vecmat": [[k], [k, n], [n]], "dot": [[k], [k], []]}[name[7:]]  # fmt: skip
            inner = f"%p = {add.replace('add', 'mul')} %x0, %x1 : {of}\n  %s = {add} %x2, %p : {of}\n  linalg.yield %s : {of}"
            return _structured(chance, name, shapes, [of] * 3, inner, _segments(2, 1))


def _generic(chance: Random) -> Made:
    loops = chance.randrange(1, 4)
    counts = _sizes(chance, loops)
    of = chance.choice(("f32", "i32"))
    maps, shapes = [], []
    for _ in range(chance.choice((1, 2, 3))):
        used = chance.sample(range(loops), chance.randrange(loops + 1))
        results = [f"d{n}" for n in used]
        sizes = [counts[n] for n in used]
        if results and chance.random() < 0.1:
            results[0] = chance.choice(("0", f"{results[0]} + 1", f"{results[0]} * 2"))
        maps.append(f"affine_map<({', '.join(f'd{n}' for n in range(loops))}) -> ({', '.join(results)})>")
        shapes.append(sizes)
    last = [*range(loops)]
    maps.append(f"affine_map<({', '.join(f'd{n}' for n in last)}) -> ({', '.join(f'd{n}' for n in last)})>")
    shapes.append(counts)
    if chance.random() < 0.05:
        maps.pop()
    kinds = ", ".join(f"#linalg.iterator_type<{'parallel' if chance.random() < 0.95 else 'reduction'}>" for _ in range(_off(chance, loops)))
    said = {"indexing_maps": f"[{', '.join(maps)}]", "iterator_types": f"[{kinds}]", **_segments(len(shapes) - 1, 1)}
    return _structured(chance, "linalg.generic", shapes, [of] * len(shapes), f"linalg.yield %x0 : {of}", said)


def _softmax(chance: Random) -> Made:
    sizes = _sizes(chance, chance.randrange(1, 4))
    made = _structured(chance, "linalg.softmax", [sizes, sizes], ["f32", "f32"], "")
    return replace(made, regions=(), attributes={"dimension": f"{chance.randrange(len(sizes))} : i64"})


def _packing(chance: Random) -> Made:
    """linalg.pack and linalg.unpack, and those of the same shape."""
    sizes = _sizes(chance, chance.randrange(1, 3))
    at = sorted(chance.sample(range(len(sizes)), chance.randrange(1, len(sizes) + 1)))
    tiles = [chance.choice(("2", "4", "?")) for _ in at]
    outer = list(sizes)
    for number, tile in zip(at, tiles, strict=True):
        outer[number] = "?" if "?" in (sizes[number], tile) else str(-(-int(sizes[number]) // int(tile)))
    plain, packed = _of("tensor", sizes, "f32"), _of("tensor", _mixed(chance, [*outer, *tiles], 0.08), "f32")
    values = _indices(_off(chance, tiles.count("?")))
    said = {"inner_dims_pos": _array(list(at)), "static_inner_tiles": _array([_shown(tile) for tile in tiles]), "outer_dims_perm": _array([])}
    if chance.random() < 0.5:
        padded = chance.random() < 0.6
        said |= _segments(1, 1, int(padded), len(values))
        return Made("linalg.pack", (plain, packed, *(("f32",) if padded else ()), *values), (packed,), said)
    return Made("linalg.unpack", (packed, plain, *values), (plain,), said)


def _window(chance: Random) -> Made:
    name = chance.choice(("linalg.conv_1d", "linalg.conv_2d", "linalg.pooling_nwc_sum", "linalg.conv_1d_nwc_wcf"))
    w, f, n, c, o = (chance.choice(("?", "8")), chance.choice(("?", "3")), *_sizes(chance, 3))
    made = "?" if "?" in (w, f) else str(int(w) - int(f) + 1)
    shapes = {"linalg.conv_1d": [[w], [f], [made]], "linalg.conv_2d": [[w, w], [f, f], [made, made]],
              "linalg.pooling_nwc_sum": [[n, w, c], [f], [n, made, c]],
              "linalg.conv_1d_nwc_wcf": [[n, w, c], [f, c, o], [n, made, o]]}[name]  # fmt: skip
    inner = "%p = arith.mulf %x0, %x1 : f32\n  %s = arith.addf %x2, %p : f32\n  linalg.yield %s : f32"
    if "pooling" in name:
        inner = "%s = arith.addf %x2, %x0 : f32\n  linalg.yield %s : f32"
    return _structured(chance, name, shapes, ["f32"] * 3, inner, _segments(2, 1))


# arith


def _arith(chance: Random) -> Made:
    one = chance.choice((*_INTS, *_FLOATS))
    ints, floats = one in _INTS, one in _FLOATS
    shaped = chance.choice(("{}", "{}", "{}", "vector<4x{}>", "tensor<?x{}>"))
    of = lambda type: shaped.format(type)
    match chance.randrange(5):
        case 0:
            name = chance.choice(("addi", "andi", "ori", "xori", "muli", "divsi", "shli", "minui") if ints else ("addf", "mulf", "maximumf", "negf"))
            count = 1 if name == "negf" else 2
            return Made(f"arith.{name}", (of(one),) * count, (of(one),))
        case 1:
            name = "arith.cmpi" if ints else "arith.cmpf"
            return Made(name, (of(one), of(one)), (of("i1"),), {"predicate": f"{chance.choice((0, 2, 6, 9, 12))} : i64"})
        case 2:
            condition = chance.choice(("i1", of("i1")))
            return Made("arith.select", (condition, of(one), of(one)), (of(one),))
        case 3:
            name = chance.choice(("extsi", "extui", "trunci", "extf", "truncf", "sitofp", "fptosi", "index_cast", "index_castui", "bitcast"))
            pool = {"index_cast": _INTS, "index_castui": _INTS, "extsi": _INTS, "extui": _INTS, "trunci": _INTS, "extf": _FLOATS,
                    "truncf": _FLOATS, "sitofp": _INTS, "fptosi": _FLOATS}.get(name, (*_INTS, *_FLOATS))  # fmt: skip
            to = {"sitofp": _FLOATS, "fptosi": _INTS}.get(name, pool)
            return Made(f"arith.{name}", (of(chance.choice(pool)),), (of(chance.choice(to)),))
        case _:
            if shaped != "{}":
                shaped = "vector<4x{}>"
                value = f"dense<{'1' if ints else '1.0'}> : {of(one)}"
            else:
                value = f"{chance.choice(('1', '-1', '300')) if ints else '1.5'} : {one}"
            return Made("arith.constant", (), (of(chance.choice((one, one, one, "i32", "f32"))),), {"value": value})
    raise AssertionError(floats)


# Control flow


def _control(chance: Random) -> Made:
    type = chance.choice(("f32", "index", "memref<4xf32>", "memref<?xf32>", "tensor<?xf32>"))
    other = type if chance.random() < 0.85 else chance.choice(("f32", "memref<4xf32>", "tensor<4xf32>"))
    given = lambda name, kind, more="": f'{more}%v = "test.make"() : () -> {kind}\n  "{name}"(%v) : ({kind}) -> ()'
    bound = chance.choice(("index", "index", "index", "i32", "f32"))
    match chance.randrange(6):
        case 0:
            second = f"{{{given('scf.yield', other)}}}" if chance.random() < 0.9 else "{}"
            return Made("scf.if", ("i1",), (type,), {}, (f"{{{given('scf.yield', type)}}}", second))
        case 1:
            body = f"{{^bb0(%i: {bound}, %c: {other}):\n  {given('scf.yield', type)}}}"
            return Made("scf.for", (bound, bound, bound, type), (type,), {}, (body,))
        case 2:
            condition = f'{{^bb0(%c: {type}):\n  %t = "test.make"() : () -> i1\n  "scf.condition"(%t, %c) : (i1, {type}) -> ()}}'
            return Made("scf.while", (other,), (type,), {}, (condition, f"{{^bb0(%d: {type}):\n  {given('scf.yield', type)}}}"))
        case 3:
            return Made("scf.execute_region", (), (type,), {}, (f"{{{given('scf.yield', other)}}}",))
        case 4:
            body = f"{{{given('scf.yield', type)}}}"
            cases = chance.randrange(3)
            said = {"cases": _array([*range(_off(chance, cases))] if cases else [])}
            return Made("scf.index_switch", ("index",), (type,), said, (body,) * (1 + cases))
        case _:
            ranks = chance.randrange(1, 3)
            groups = [chance.choice((ranks, ranks, ranks, ranks + 1)) for _ in range(3)]
            arguments = ", ".join(f"%i{n}: index" for n in range(max(_off(chance, ranks), 0)))
            body = f'{{^bb0({arguments}):\n  "scf.reduce"() : () -> ()\n}}'
            return Made("scf.parallel", _indices(sum(groups)), (), _segments(*groups, 0), (body,))


def _forall(chance: Random) -> Made:
    sizes, part = _sizes(chance, 1), _sizes(chance, 1)
    tensor = _of("tensor", sizes, "f32")
    shown = _of("tensor", _mixed(chance, part, 0.1), "f32")
    values = ", %i" if part[0] == "?" else ""
    put = f'"tensor.parallel_insert_slice"(%p, %o, %i{values}) <{{static_offsets = array<i64: {-(2**63)}>, static_sizes = {_array([_shown(part[0])])}, '
    put += f"static_strides = array<i64: 1>, {''.join(f'{k} = {v}' for k, v in _segments(1, 1, 1, int(bool(values)), 0).items())}}}>"
    put += f" : ({shown}, {tensor}, index{', index' if values else ''}) -> ()"
    body = f'{{^bb0(%i: index, %o: {tensor}):\n  %p = "test.make"() : () -> {shown}\n  "scf.forall.in_parallel"() ({{{put}}}) : () -> ()}}'
    said = {"staticLowerBound": "array<i64: 0>", "staticUpperBound": "array<i64: 4>", "staticStep": "array<i64: 1>", **_segments(0, 0, 0, 1)}
    return Made("scf.forall", (tensor,), (_of("tensor", _mixed(chance, sizes, 0.05), "f32"),), said, (body,))


def _branch(chance: Random) -> Made:
    type = chance.choice(("f32", "memref<4xf32>", "memref<?xf32>"))
    other = type if chance.random() < 0.8 else chance.choice(("index", "memref<4xf32>"))
    count = _off(chance, 1)
    values = ", ".join(["%a1"] * count)
    types = ", ".join([type] * count)
    if chance.random() < 0.5:
        branch = f'"cf.br"({values})[^bb1] : ({types}) -> ()'
    else:
        said = _segments(1, count, 1)
        shown = ", ".join(f"{key} = {text}" for key, text in said.items())
        every = ", ".join(filter(None, ("%a0", values, "%a1")))
        branch = f'"cf.cond_br"({every})[^bb1, ^bb1] <{{{shown}}}> : ({", ".join(filter(None, ("i1", types, type)))}) -> ()'
    return Made("test.use", ("i1", type), (), inside=f"{{}}\n  {branch}\n^bb1(%x: {other}):")


def _call(chance: Random) -> Made:
    types = [chance.choice(("f32", "memref<4xf32>", "memref<?xf32>", "index")) for _ in range(chance.randrange(3))]
    results = [chance.choice(("f32", "memref<?xf32>")) for _ in range(chance.randrange(2))]
    above = f"func.func private @g({', '.join(types)}) -> ({', '.join(results)})\n"
    return Made("func.call", tuple(types), tuple(results), {"callee": chance.choice(("@g", "@g", "@g", "@g", "@h"))}, above=above)


# affine, vector


def _affine(chance: Random) -> Made:
    dims, symbols = chance.randrange(3), chance.randrange(2)
    name = chance.choice(("affine.apply", "affine.min", "affine.max"))
    inside = [f"d{n}" for n in range(dims)] + [f"s{n}" for n in range(symbols)] + ["1"]
    results = [" + ".join(chance.sample(inside, chance.randrange(1, len(inside) + 1))) for _ in range(1 if name == "affine.apply" else 2)]
    if chance.random() < 0.05:
        results.append("1")
    said = f"affine_map<({', '.join(f'd{n}' for n in range(dims))})[{', '.join(f's{n}' for n in range(symbols))}] -> ({', '.join(results)})>"
    return Made(name, _indices(_off(chance, dims + symbols)), ("index",), {"map": said})


def _vector(chance: Random) -> Made:
    sizes, of = _sizes(chance), chance.choice(("f32", "i32"))
    vector = _of("vector", [chance.choice(("2", "4", "8")) for _ in range(chance.choice((1, 1, 1, 2)))], of)
    mask = vector.replace(f"x{of}", "xi1")
    shaped = _memref(chance, sizes, of, 0.7)
    indices = _indices(_off(chance, len(sizes)))
    match chance.randrange(6):
        case 0:
            return Made("vector.load", (shaped, *indices), (vector,))
        case 1:
            return Made("vector.store", (vector, shaped, *indices))
        case 2:
            return Made("vector.maskedload", (shaped, *indices, mask, vector), (vector,))
        case 3:
            return Made("vector.maskedstore", (shaped, *indices, mask, vector))
        case _:
            rank = vector.count("x") if of == "i32" else vector.count("x")
            dims = [f"d{n}" for n in range(len(sizes))]
            used = chance.sample(dims, min(rank, len(dims)))
            if used and chance.random() < 0.1:
                used[0] = chance.choice(("0", "d0", "d0 + 1"))
            bounds = ", ".join(["true"] * max(_off(chance, len(used)), 0))
            said = {"permutation_map": f"affine_map<({', '.join(dims)}) -> ({', '.join(used)})>", "in_bounds": f"[{bounds}]"}
            shaped = _shaped(chance, sizes, of)
            if chance.random() < 0.5:
                return Made("vector.transfer_read", (shaped, *indices, of), (vector,), said | _segments(1, len(indices), 1, 0))
            results = (shaped,) if shaped.startswith("tensor") else ()
            return Made("vector.transfer_write", (vector, shaped, *indices), results, said | _segments(1, 1, len(indices), 0))


MAKERS: dict[str, Maker] = {
    "alloc": _alloc, "dealloc": _dealloc, "cast": _cast, "memory space": _space_cast, "copy": _copy, "access": _access, "size": _dim,
    "slice": _slice, "reinterpret": _reinterpret, "expand, collapse": _reshape, "view": _view, "realloc": _realloc, "global": _global,
    "metadata": _metadata, "reshape": _memref_reshape, "memref.transpose": _transpose, "atomic": _atomic, "conversion": _conversion,
    "alloc_tensor": _alloc_tensor, "bufferization": _bufferized, "tensor": _tensor, "pad": _pad, "generate": _generate, "linalg": _linalg,
    "generic": _generic, "softmax": _softmax, "pack": _packing, "window": _window, "arith": _arith, "scf": _control, "forall": _forall,
    "cf": _branch, "call": _call, "affine": _affine, "vector": _vector,
}  # fmt: skip
"""What makes ops, by kind."""


def _type(chance: Random, type: str) -> str:
    """Another type than this one."""
    if "<" not in type:
        return chance.choice(("f32", "i32", "i64", "index", "i1", "memref<4xf32>", "tensor<?xf32>", "vector<4xf32>"))
    how = chance.random()
    if how < 0.15:
        return type.replace("memref<", "tensor<", 1) if "strided" not in type else "memref<*xf32>"
    return chance.choice((element, shape, shape, layout))(chance, type)


def slip(chance: Random, made: Made) -> Made:
    """The op with one slip."""
    types = [*made.operands, *made.results]
    how, count = chance.random(), len(made.operands)
    if made.attributes and how < 0.25:
        name = chance.choice([*made.attributes])
        text = made.attributes[name]
        if how < 0.05:
            return replace(made, attributes={key: text for key, text in made.attributes.items() if key != name})
        other = chance.choice(ATTRIBUTES) if how < 0.1 else numbered(chance, text)
        return replace(made, attributes=made.attributes | {name: other})
    if not types or how < 0.35:
        more = chance.choice(("index", "f32", "i1", "memref<4xf32>"))
        if chance.random() < 0.5 and made.operands:
            at = chance.randrange(count)
            return replace(made, operands=made.operands[:at] + made.operands[at + 1 :])
        if chance.random() < 0.6:
            return replace(made, operands=(*made.operands, more))
        return replace(made, results=(*made.results, more) if chance.random() < 0.5 else made.results[:-1])
    at = chance.randrange(len(types))
    types[at] = _type(chance, types[at])
    return replace(made, operands=tuple(types[:count]), results=tuple(types[count:]))


def ops(seed: int) -> Iterator[tuple[str, str]]:
    """Texts with an op each, and the kinds of the ops in turn, without end."""
    chance = Random(seed)
    while True:
        for kind, maker in MAKERS.items():
            made = maker(chance)
            yield kind, (slip(chance, made) if chance.random() < 0.4 else made).text
