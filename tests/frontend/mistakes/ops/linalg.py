"""Ops of linalg."""

from dataclasses import replace
from random import Random

from tests.frontend.mistakes.ops.made import (
    Made,
    Maker,
    Sizes,
    array,
    mixed,
    off_by_one,
    segments,
    shown_as,
    some_indices,
    some_memref,
    some_sizes,
    type_of,
)


def _structured(
    chance: Random, name: str, shapes: list[Sizes], of: list[str], computed: str, said: dict[str, str] | None = None
) -> Made:
    """A linalg op of these shapes, the last one written to, on buffers or tensors; `computed` is its body, of elements
    `%x0` and so on.
    """
    buffers = chance.random() < 0.6
    types = [
        (
            some_memref(chance, mixed(chance, each, 0.2), kind, 0.8)
            if buffers
            else type_of("tensor", mixed(chance, each, 0.2), kind)
        )
        for each, kind in zip(shapes, of, strict=True)
    ]
    arguments = ", ".join(f"%x{number}: {kind}" for number, kind in enumerate(of))
    return Made(
        name, tuple(types), () if buffers else (types[-1],), said or {}, (f"{{^bb0({arguments}):\n  {computed}\n}}",)
    )


def _linalg(chance: Random) -> Made:
    of = chance.choice(("f32", "f32", "f64", "i32"))
    add = f"arith.add{'f' if of[0] == 'f' else 'i'}"
    match chance.randrange(7):
        case 0:
            sizes = some_sizes(chance)
            count = chance.choice((0, 1, 1, 2))
            shapes = [sizes] * (count + 1)
            inner = f"%s = {add} %x0, %x{min(count, 1) if count > 1 else 0} : {of}\n  linalg.yield %s : {of}"
            # The element of the output is no argument of the computation.
            return _structured(chance, "linalg.map", shapes, [of] * (count + 1), inner)
        case 1:
            sizes = some_sizes(chance, chance.randrange(1, 4))
            order = [*range(len(sizes))]
            chance.shuffle(order)
            made = _structured(
                chance, "linalg.transpose", [sizes, [sizes[n] for n in order]], [of, of], f"linalg.yield %x0 : {of}"
            )
            return replace(made, attributes={"permutation": array(list(order))})
        case 2:
            sizes = some_sizes(chance, chance.randrange(1, 4))
            added = sorted(chance.sample(range(len(sizes)), chance.randrange(len(sizes) + 1)))
            shapes = [[size for n, size in enumerate(sizes) if n not in added], sizes]
            made = _structured(chance, "linalg.broadcast", shapes, [of, of], f"linalg.yield %x0 : {of}")
            return replace(made, attributes={"dimensions": array(list(added))})
        case 3:
            sizes = some_sizes(chance, chance.randrange(1, 4))
            gone = sorted(chance.sample(range(len(sizes)), chance.randrange(len(sizes) + 1)))
            shapes = [sizes, [size for n, size in enumerate(sizes) if n not in gone]]
            made = _structured(
                chance, "linalg.reduce", shapes, [of, of], f"%s = {add} %x0, %x1 : {of}\n  linalg.yield %s : {of}"
            )
            return replace(made, attributes={"dimensions": array(list(gone))})
        case 4:
            sizes = some_sizes(chance)
            made = _structured(chance, "linalg.fill", [[], sizes], [of, of], f"linalg.yield %x0 : {of}", segments(1, 1))
            return replace(made, operands=(of, made.operands[1]))
        case 5:
            sizes = some_sizes(chance)
            name = chance.choice(("linalg.add", "linalg.mul", "linalg.sub", "linalg.max"))
            word = {"add": "add", "mul": "mul", "sub": "sub", "max": "maximum"}[name[7:]] + "f"
            word = word if of[0] == "f" else {"addf": "addi", "mulf": "muli", "subf": "subi", "maximumf": "maxsi"}[word]
            return _structured(
                chance,
                name,
                [sizes] * 3,
                [of] * 3,
                f"%s = arith.{word} %x0, %x1 : {of}\n  linalg.yield %s : {of}",
                segments(2, 1),
            )
        case _:
            name = chance.choice(
                ("linalg.matmul", "linalg.batch_matmul", "linalg.matvec", "linalg.vecmat", "linalg.dot")
            )
            m, n, k, b = some_sizes(chance, 4)
            shapes = {"matmul": [[m, k], [k, n], [m, n]], "batch_matmul": [[b, m, k], [b, k, n], [b, m, n]],
            "matvec": [[m, k], [k], [m]],
                      "vecmat": [[k], [k, n], [n]], "dot": [[k], [k], []]}[name[7:]]  # fmt: skip
            inner = (
                f"%p = {add.replace('add', 'mul')} %x0, %x1 : {of}\n  %s = {add} %x2, %p : {of}\n  linalg.yield %s :"
                f" {of}"
            )
            return _structured(chance, name, shapes, [of] * 3, inner, segments(2, 1))


def _generic(chance: Random) -> Made:
    loops = chance.randrange(1, 4)
    counts = some_sizes(chance, loops)
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
    kinds = ", ".join(
        f"#linalg.iterator_type<{'parallel' if chance.random() < 0.95 else 'reduction'}>"
        for _ in range(off_by_one(chance, loops))
    )
    said = {"indexing_maps": f"[{', '.join(maps)}]", "iterator_types": f"[{kinds}]", **segments(len(shapes) - 1, 1)}
    return _structured(chance, "linalg.generic", shapes, [of] * len(shapes), f"linalg.yield %x0 : {of}", said)


def _softmax(chance: Random) -> Made:
    sizes = some_sizes(chance, chance.randrange(1, 4))
    made = _structured(chance, "linalg.softmax", [sizes, sizes], ["f32", "f32"], "")
    return replace(made, regions=(), attributes={"dimension": f"{chance.randrange(len(sizes))} : i64"})


def _packing(chance: Random) -> Made:
    """linalg.pack and linalg.unpack, and those of the same shape."""
    sizes = some_sizes(chance, chance.randrange(1, 3))
    at = sorted(chance.sample(range(len(sizes)), chance.randrange(1, len(sizes) + 1)))
    tiles = [chance.choice(("2", "4", "?")) for _ in at]
    outer = list(sizes)
    for number, tile in zip(at, tiles, strict=True):
        outer[number] = "?" if "?" in (sizes[number], tile) else str(-(-int(sizes[number]) // int(tile)))
    plain, packed = type_of("tensor", sizes, "f32"), type_of("tensor", mixed(chance, [*outer, *tiles], 0.08), "f32")
    values = some_indices(tiles.count("?") + (chance.random() < 0.05))
    said = {
        "inner_dims_pos": array(list(at)),
        "static_inner_tiles": array([shown_as(tile) for tile in tiles]),
        "outer_dims_perm": array([]),
    }
    if chance.random() < 0.5:
        padded = chance.random() < 0.6
        said |= segments(1, 1, int(padded), len(values))
        return Made("linalg.pack", (plain, packed, *(("f32",) if padded else ()), *values), (packed,), said)
    return Made("linalg.unpack", (packed, plain, *values), (plain,), said)


def _window(chance: Random) -> Made:
    name = chance.choice(("linalg.conv_1d", "linalg.conv_2d", "linalg.pooling_nwc_sum", "linalg.conv_1d_nwc_wcf"))
    w, f, n, c, o = (chance.choice(("?", "8")), chance.choice(("?", "3")), *some_sizes(chance, 3))
    made = "?" if "?" in (w, f) else str(int(w) - int(f) + 1)
    shapes = {"linalg.conv_1d": [[w], [f], [made]], "linalg.conv_2d": [[w, w], [f, f], [made, made]],
              "linalg.pooling_nwc_sum": [[n, w, c], [f], [n, made, c]],
              "linalg.conv_1d_nwc_wcf": [[n, w, c], [f, c, o], [n, made, o]]}[name]  # fmt: skip
    inner = "%p = arith.mulf %x0, %x1 : f32\n  %s = arith.addf %x2, %p : f32\n  linalg.yield %s : f32"
    if "pooling" in name:
        inner = "%s = arith.addf %x2, %x0 : f32\n  linalg.yield %s : f32"
    return _structured(chance, name, shapes, ["f32"] * 3, inner, segments(2, 1))


MAKERS: dict[str, Maker] = {
    "linalg": _linalg,
    "generic": _generic,
    "softmax": _softmax,
    "pack": _packing,
    "window": _window,
}
"""What makes ops, by kind."""
