"""Ops of tensor, and those between tensors and buffers."""

from random import Random

from tests.frontend.mistakes.ops.made import (
    ELEMENTS,
    SIZES,
    Made,
    Maker,
    array,
    mixed,
    off_by_one,
    plus,
    segments,
    shown_as,
    some_indices,
    some_memref,
    some_sizes,
    type_of,
)


def _conversion(chance: Random) -> Made:
    sizes, of = some_sizes(chance), chance.choice(ELEMENTS)
    tensor, memref = type_of("tensor", sizes, of), some_memref(chance, mixed(chance, sizes, 0.1), of)
    if chance.random() < 0.1:
        tensor, memref = f"tensor<*x{of}>", chance.choice((f"memref<*x{of}>", memref))
    if chance.random() < 0.5:
        return Made(
            "bufferization.to_tensor", (memref,), (tensor,), {} if chance.random() < 0.7 else {"restrict": "unit"}
        )
    return Made("bufferization.to_buffer", (tensor,), (memref,), {} if chance.random() < 0.7 else {"read_only": "unit"})


def _alloc_tensor(chance: Random) -> Made:
    sizes = some_sizes(chance)
    tensor, dynamic = type_of("tensor", sizes, "f32"), off_by_one(chance, sizes.count("?"))
    if chance.random() < 0.3:
        copied = type_of("tensor", mixed(chance, sizes, 0.2), "f32")
        extra = chance.random() < 0.1
        return Made("bufferization.alloc_tensor", (*some_indices(extra), copied), (tensor,), segments(int(extra), 1, 0))
    return Made("bufferization.alloc_tensor", some_indices(dynamic), (tensor,), segments(max(dynamic, 0), 0, 0))


def _bufferized(chance: Random) -> Made:
    sizes = some_sizes(chance)
    tensor = type_of("tensor", sizes, "f32")
    match chance.randrange(3):
        case 0:
            return Made("bufferization.dealloc_tensor", (chance.choice((tensor, tensor, "memref<4xf32>")),))
        case 1:
            target = chance.choice(
                (
                    tensor,
                    some_memref(chance, mixed(chance, sizes), "f32"),
                    type_of("tensor", mixed(chance, sizes), "f32"),
                )
            )
            results = (target,) if target.startswith("tensor") and chance.random() < 0.9 else ()
            said = {} if results or chance.random() < 0.2 else {"writable": "unit"}
            return Made("bufferization.materialize_in_destination", (tensor, target), results, said)
        case _:
            freed, kept = chance.randrange(3), chance.randrange(3)
            types = (
                *("memref<4xf32>", "memref<*xf32>")[:freed],
                *("i1",) * off_by_one(chance, freed),
                *("memref<?xf32>",) * kept,
            )
            conditions = len(types) - freed - kept
            return Made(
                "bufferization.dealloc",
                types,
                ("i1",) * off_by_one(chance, kept),
                segments(freed, max(conditions, 0), kept),
            )


def _tensor(chance: Random) -> Made:
    sizes, of = some_sizes(chance), chance.choice(("f32", "i32", "index"))
    type, dynamic = type_of("tensor", sizes, of), off_by_one(chance, sizes.count("?"))
    match chance.randrange(5):
        case 0:
            return Made("tensor.empty", some_indices(dynamic), (type,))
        case 1:
            sizes = [size if size != "?" else "2" for size in sizes]
            count = 1
            for size in sizes:
                count *= int(size)
            return Made(
                "tensor.from_elements",
                (of,) * min(max(off_by_one(chance, count), 0), 70),
                (type_of("tensor", sizes, of),),
            )
        case 2:
            return Made("tensor.splat", (of, *some_indices(dynamic)), (type,))
        case 3:
            other = chance.choice(("f32", "i32", "i64", "f64"))
            return Made(
                "tensor.bitcast", (type_of("tensor", sizes, "f32"),), (type_of("tensor", mixed(chance, sizes), other),)
            )
        case _:
            sizes = some_sizes(chance, chance.randrange(1, 4))
            at = chance.randrange(len(sizes))
            parts = [[*sizes[:at], chance.choice(SIZES), *sizes[at + 1 :]] for _ in range(chance.randrange(1, 4))]
            whole = "0"
            for part in parts:
                whole = plus(whole, part[at])
            result = [*sizes[:at], whole, *sizes[at + 1 :]]
            types = tuple(type_of("tensor", mixed(chance, part, 0.06), "f32") for part in parts)
            return Made(
                "tensor.concat",
                types,
                (type_of("tensor", mixed(chance, result, 0.1), "f32"),),
                {"dim": f"{off_by_one(chance, at)} : i64"},
            )


def _pad(chance: Random) -> Made:
    sizes = some_sizes(chance, chance.randrange(1, 3))
    low, high = ([chance.choice(("0", "1", "?")) for _ in sizes] for _ in range(2))
    result = mixed(chance, [plus(plus(a, size), b) for a, size, b in zip(low, sizes, high, strict=True)], 0.1)
    counts = [part.count("?") + (chance.random() < 0.05) for part in (low, high)]
    body = _body(chance, len(sizes), "f32")
    said = {"static_low": array([shown_as(n) for n in low]), "static_high": array([shown_as(n) for n in high])}
    return Made("tensor.pad", (type_of("tensor", sizes, "f32"), *some_indices(sum(counts))), (type_of("tensor", result,
    "f32"),),
                said | segments(1, *counts), (body,))  # fmt: skip


def _body(chance: Random, rank: int, of: str) -> str:
    arguments = ", ".join(f"%i{number}: index" for number in range(max(off_by_one(chance, rank), 0)))
    made = chance.choice((of, of, of, of, of, "i8"))
    return f'{{^bb0({arguments}):\n  %v = "test.make"() : () -> {made}\n  "tensor.yield"(%v) : ({made}) -> ()\n}}'


def _generate(chance: Random) -> Made:
    sizes = some_sizes(chance)
    return Made(
        "tensor.generate",
        some_indices(off_by_one(chance, sizes.count("?"))),
        (type_of("tensor", sizes, "f32"),),
        {},
        (_body(chance, len(sizes), "f32"),),
    )


MAKERS: dict[str, Maker] = {
    "conversion": _conversion,
    "alloc_tensor": _alloc_tensor,
    "bufferization": _bufferized,
    "tensor": _tensor,
    "pad": _pad,
    "generate": _generate,
}
"""What makes ops, by kind."""
