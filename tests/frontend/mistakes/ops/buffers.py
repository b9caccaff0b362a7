"""Ops of memref and gpu: allocations, casts, views, accesses."""

from random import Random

from tests.frontend.mistakes.ops.made import (
    ELEMENTS,
    Made,
    Maker,
    Sizes,
    alignment,
    array,
    mixed,
    off_by_one,
    packed_steps,
    plus,
    segments,
    shown_as,
    some_indices,
    some_layout,
    some_memref,
    some_sizes,
    some_space,
    some_strides,
    times,
    type_of,
)


def _alloc(chance: Random) -> Made:
    sizes, name = some_sizes(chance), chance.choice(("memref.alloc", "memref.alloca", "gpu.alloc"))
    of = chance.choice(ELEMENTS)
    rest = (
        ""
        if chance.random() < 0.7
        else chance.choice((", affine_map<(d0)[s0] -> (d0 + s0)>", some_layout(chance, sizes)))
    )
    type, symbols = type_of("memref", sizes, of, rest + some_space(chance)), int("s0" in rest and chance.random() < 0.8)
    dynamic = off_by_one(chance, sizes.count("?"))
    if name == "gpu.alloc":
        return Made(name, some_indices(dynamic + symbols), (type,), segments(0, max(dynamic, 0), symbols))
    return Made(
        name, some_indices(dynamic + symbols), (type,), {**segments(max(dynamic, 0), symbols), **alignment(chance)}
    )


def _dealloc(chance: Random) -> Made:
    type = chance.choice((some_memref(chance, some_sizes(chance)), "memref<*xf32>", "tensor<4xf32>"))
    return Made(chance.choice(("memref.dealloc", "gpu.dealloc")), (type,))


def _cast(chance: Random) -> Made:
    of, sizes = chance.choice(ELEMENTS), some_sizes(chance)
    name, kind = chance.choice(
        (("memref.cast", "memref"), ("tensor.cast", "tensor"), ("bufferization.clone", "memref"))
    )
    types = [type_of(kind, each, of, some_layout(chance,
    each) if kind == "memref" and chance.random() < 0.4 else "") for each in
             (sizes, mixed(chance, sizes, 0.4))]  # fmt: skip
    if chance.random() < 0.15:
        types[chance.randrange(2)] = f"{kind}<*x{of}>"
    if chance.random() < 0.2 and kind == "memref":
        types[1] = f"{types[1][:-1]}{some_space(chance)}>"
    return Made(name, (types[0],), (types[1],))


def _space_cast(chance: Random) -> Made:
    sizes, of = some_sizes(chance), chance.choice(("f32", "i8"))
    rest = some_layout(chance, sizes) if chance.random() < 0.3 else ""
    one, other = (
        type_of("memref", each, of, rest + some_space(chance)) for each in (sizes, mixed(chance, sizes, 0.05))
    )
    return Made("memref.memory_space_cast", (one,), (other,))


def _copy(chance: Random) -> Made:
    sizes, of = some_sizes(chance), chance.choice(ELEMENTS)
    name = chance.choice(("memref.copy", "memref.copy", "gpu.memcpy", "linalg.copy"))
    types = tuple(some_memref(chance, each, of) for each in (sizes, mixed(chance, sizes, 0.3)))
    if name == "memref.copy" and chance.random() < 0.1:
        types = (types[0], f"memref<*x{of}>")
    if name != "linalg.copy":
        return Made(name, types[::-1] if name == "gpu.memcpy" else types)
    body = f"{{^bb0(%x: {of}, %y: {of}):\n  linalg.yield %x : {of}\n}}"
    return Made(name, types, (), segments(1, 1), (body,))


def _access(chance: Random) -> Made:
    sizes, of = some_sizes(chance), chance.choice(ELEMENTS)
    name = chance.choice(
        ("memref.load", "memref.store", "tensor.extract", "tensor.insert", "affine.load", "affine.store")
    )
    shaped = type_of("tensor", sizes, of) if name.startswith("tensor") else some_memref(chance, sizes, of)
    count = off_by_one(chance, len(sizes))
    said = {}
    if name.startswith("affine"):
        dims = ", ".join(f"d{n}" for n in range(max(count, 0)))
        said = {
            "map": f"affine_map<({dims}) -> ({', '.join(f'd{n}' for n in range(off_by_one(chance, max(count, 0))))})>"
        }
        if chance.random() < 0.9:
            count = max(count, 0)
            said = {"map": f"affine_map<({dims}) -> ({dims})>"}
    if name.endswith(("load", "extract")):
        return Made(name, (shaped, *some_indices(count)), (of,), said)
    results = (shaped,) if name == "tensor.insert" else ()
    return Made(name, (of, shaped, *some_indices(count)), results, said)


def _dim(chance: Random) -> Made:
    name = chance.choice(("memref.dim", "tensor.dim", "memref.rank", "tensor.rank"))
    kind, sizes = name.partition(".")[0], some_sizes(chance)
    type = chance.choice((type_of(kind, sizes, "f32"), type_of(kind, sizes, "f32"), f"{kind}<*xf32>"))
    return Made(name, (type, *(("index",) if name.endswith("dim") else ())), ("index",))


def _slice(chance: Random) -> Made:
    name = chance.choice(("memref.subview", "memref.subview", "tensor.extract_slice", "tensor.insert_slice"))
    sizes, of = (
        some_sizes(chance, chance.randrange(0 if chance.random() < 0.1 else 1, 4)),
        chance.choice(("f32", "i32")),
    )
    parts: list[list[str]] = [[], [], []]
    for size in sizes:
        whole = 8 if size == "?" else int(size)
        taken = chance.randrange(1, whole + 1)
        parts[0].append(chance.choice(("?", "0", str(chance.randrange(whole - taken + 1)))))
        parts[1].append(chance.choice(("?", str(taken), str(taken), str(off_by_one(chance, taken)))))
        parts[2].append(chance.choice(("1", "1", "1", "1", "?", "2")))
    whole_type, part_type = _slice_types(chance, name, sizes, parts, of)
    values = [some_indices(off_by_one(chance, part.count("?"))) for part in parts]
    static = {
        f"static_{word}": array([shown_as(n) for n in part])
        for word, part in zip(("offsets", "sizes", "strides"), parts, strict=True)
    }
    if name == "tensor.insert_slice":
        said = static | segments(1, 1, *map(len, values))
        return Made(name, (part_type, whole_type, *values[0], *values[1], *values[2]), (whole_type,), said)
    return Made(
        name, (whole_type, *values[0], *values[1], *values[2]), (part_type,), static | segments(1, *map(len, values))
    )


def _slice_types(chance: Random, name: str, sizes: Sizes, parts: list[list[str]], of: str) -> tuple[str, str]:
    dropped = {number for number, size in enumerate(parts[1]) if size == "1" and chance.random() < 0.4}
    kept = [number for number in range(len(sizes)) if number not in dropped]
    part = mixed(chance, [parts[1][number] for number in kept], 0.06)
    if name.startswith("tensor"):
        return type_of("tensor", sizes, of), type_of("tensor", part, of)
    strides: list[str] = some_strides(chance, sizes) if chance.random() < 0.4 else []
    offset = chance.choice(("?", "0", "4")) if strides else "0"
    whole = type_of("memref", sizes, of, f", strided<[{', '.join(strides)}], offset: {offset}>" if strides else "")
    if not strides:
        step = "1"
        for size in reversed(sizes):
            strides.insert(0, step)
            step = times(step, size)
    for number, stride in zip(parts[0], strides, strict=True):
        offset = plus(offset, times(number, stride))
    steps = [times(parts[2][number], strides[number]) for number in kept]
    steps = [step if chance.random() < 0.96 else chance.choice(("?", "1", "8")) for step in steps]
    tail = "" if offset == "0" else f", offset: {offset}"
    return whole, type_of(
        "memref", part, of, f", strided<[{', '.join(steps)}]{tail}>" if chance.random() < 0.95 else ""
    )


def _reinterpret(chance: Random) -> Made:
    sizes, of = some_sizes(chance), "f32"
    given = chance.choice((some_memref(chance, some_sizes(chance), of), f"memref<*x{of}>"))
    strides, offset = some_strides(chance, sizes), chance.choice(("0", "?", "4"))
    tail = "" if offset == "0" else f", offset: {offset}"
    shown = f", strided<[{', '.join(mixed(chance, strides, 0.05))}]{tail}>" if chance.random() < 0.9 else ""
    parts = [[offset], sizes, strides]
    said = {
        f"static_{word}": array([shown_as(n) for n in part])
        for word, part in zip(("offsets", "sizes", "strides"), parts, strict=True)
    }
    counts = [max(off_by_one(chance, part.count("?")), 0) for part in parts]
    return Made("memref.reinterpret_cast", (given, *some_indices(sum(counts))), (type_of("memref", mixed(chance, sizes,
    0.05), of, shown),),
                said | segments(1, *counts))  # fmt: skip


def _reshape(chance: Random) -> Made:
    kind, of = chance.choice(("memref", "memref", "tensor")), chance.choice(("f32", "i32"))
    groups: list[list[int]] = []
    long: Sizes = []
    short: Sizes = []
    for _ in range(chance.randrange(4)):
        group = some_sizes(chance, chance.choice((1, 1, 2, 2, 3)))
        if chance.random() < 0.7 and group.count("?") > 1:
            group = [group[0], *[size if size != "?" else "2" for size in group[1:]]]
        groups.append([*range(len(long), len(long) + len(group))])
        long += group
        whole = "1"
        for size in group:
            whole = times(whole, size)
        short.append(whole)
    if not groups:
        long = ["1"] * chance.randrange(3)
    short = mixed(chance, short, 0.06)
    rests = ["", ""]
    if kind == "memref" and chance.random() < 0.4:
        tail = chance.choice(("", ", offset: ?", ", offset: 2"))
        packed = [step if step != "0" else "1" for step in packed_steps(long)]
        rests = [
            f", strided<[{', '.join(packed)}]{tail}>",
            f", strided<[{', '.join(packed[group[-1]] for group in groups)}]{tail}>",
        ]
        if chance.random() < 0.2:
            rests[chance.randrange(2)] = ""
    expands = chance.random() < 0.5
    many, few = (type_of(kind, each, of, rest) for each, rest in zip((long, short), rests, strict=True))
    said = {"reassociation": f"[{', '.join(str(group) for group in groups)}]"}
    if chance.random() < 0.05 and len(groups) > 1:
        said = {"reassociation": f"[{', '.join(str(group) for group in groups[:-1])}]"}
    if not expands:
        return Made(f"{kind}.collapse_shape", (many,), (few,), said)
    said["static_output_shape"] = array([shown_as(size) for size in mixed(chance, long, 0.03)])
    return Made(f"{kind}.expand_shape", (few, *some_indices(off_by_one(chance, long.count("?")))), (many,), said)


def _view(chance: Random) -> Made:
    sizes = some_sizes(chance)
    source = chance.choice(
        ("memref<64xi8>", "memref<64xi8>", "memref<?xi8>", "memref<64xi32>", "memref<8x8xi8>", "memref<64xi8, 1>")
    )
    return Made("memref.view", (source, "index", *some_indices(off_by_one(chance, sizes.count("?")))),
                (some_memref(chance, sizes, chance.choice(("f32", "i64")), 0.9),))  # fmt: skip


def _realloc(chance: Random) -> Made:
    one, other = some_sizes(chance, 1), some_sizes(chance, 1)
    of = chance.choice(("f32", "i32"))
    return Made("memref.realloc", (some_memref(chance, one, of, 0.9), *some_indices(off_by_one(chance,
    other.count("?")))),
                (some_memref(chance, other, of, 0.95),), alignment(chance))  # fmt: skip


def _global(chance: Random) -> Made:
    sizes = some_sizes(chance)
    sizes = [size if size != "?" or chance.random() < 0.1 else "5" for size in sizes]
    type = type_of("memref", sizes, "f32")
    above = f'memref.global "private" @g : {type}\n'
    return Made(
        "memref.get_global", (), (type_of("memref", mixed(chance, sizes, 0.1), "f32"),), {"name": "@g"}, above=above
    )


def _metadata(chance: Random) -> Made:
    sizes = some_sizes(chance)
    type = some_memref(chance, sizes, chance.choice(("f32", "i8")))
    of = type[7:-1].split(",")[0].split("x")[-1]
    if chance.random() < 0.4:
        name = "memref.extract_aligned_pointer_as_index"
        return Made(
            name,
            (chance.choice((type, "memref<*xf32>", "tensor<4xf32>")),),
            (chance.choice(("index", "index", "index", "i64")),),
        )
    return Made(
        "memref.extract_strided_metadata",
        (type,),
        (f"memref<{of}>", *some_indices(1 + 2 * off_by_one(chance, len(sizes)))),
    )


def _memref_reshape(chance: Random) -> Made:
    kind = chance.choice(("memref", "tensor"))
    rank = chance.randrange(4)
    shape_of = type_of(
        kind, [chance.choice((str(rank), str(rank), "?", "2"))], chance.choice(("index", "i32", "i64", "f32"))
    )
    result = chance.choice(
        (
            type_of(kind, some_sizes(chance, rank), "f32"),
            type_of(kind, some_sizes(chance, rank), "f32"),
            f"{kind}<*xf32>",
        )
    )
    source = chance.choice(
        (
            type_of(kind, some_sizes(chance), "f32"),
            f"{kind}<*xf32>",
            some_memref(chance, ["4", "2"]) if kind == "memref" else "tensor<4x2xf32>",
        )
    )
    return Made(f"{kind}.reshape", (source, shape_of), (result,))


def _transpose(chance: Random) -> Made:
    sizes = some_sizes(chance, chance.randrange(1, 4))
    order = list(range(len(sizes)))
    chance.shuffle(order)
    steps = packed_steps(sizes)
    dims = ", ".join(f"d{n}" for n in range(len(sizes)))
    map_ = f"affine_map<({dims}) -> ({', '.join(f'd{n}' for n in order)})>"
    result = type_of("memref", [sizes[n] for n in order], "f32", f", strided<[{', '.join(steps[n] for n in order)}]>")
    return Made("memref.transpose", (type_of("memref", sizes, "f32"),), (result,), {"permutation": map_})


def _atomic(chance: Random) -> Made:
    sizes, of = some_sizes(chance), chance.choice(("f32", "i32", "i64"))
    kind = chance.choice(("0", "1", "6", "11")) + " : i64"
    return Made(
        "memref.atomic_rmw",
        (of, some_memref(chance, sizes, of), *some_indices(off_by_one(chance, len(sizes)))),
        (of,),
        {"kind": kind},
    )


MAKERS: dict[str, Maker] = {
    "alloc": _alloc,
    "dealloc": _dealloc,
    "cast": _cast,
    "memory space": _space_cast,
    "copy": _copy,
    "access": _access,
    "size": _dim,
    "slice": _slice,
    "reinterpret": _reinterpret,
    "expand, collapse": _reshape,
    "view": _view,
    "realloc": _realloc,
    "global": _global,
    "metadata": _metadata,
    "reshape": _memref_reshape,
    "memref.transpose": _transpose,
    "atomic": _atomic,
}
"""What makes ops, by kind."""
