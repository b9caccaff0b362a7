"""Ops of affine and vector."""

from random import Random

from tests.frontend.mistakes.ops.made import (
    Made,
    Maker,
    off_by_one,
    segments,
    some_indices,
    some_memref,
    some_shaped,
    some_sizes,
    type_of,
)


def _affine(chance: Random) -> Made:
    dims, symbols = chance.randrange(3), chance.randrange(2)
    name = chance.choice(("affine.apply", "affine.min", "affine.max"))
    inside = [f"d{n}" for n in range(dims)] + [f"s{n}" for n in range(symbols)] + ["1"]
    results = [
        " + ".join(chance.sample(inside, chance.randrange(1, len(inside) + 1)))
        for _ in range(1 if name == "affine.apply" else 2)
    ]
    if chance.random() < 0.05:
        results.append("1")
    inputs = f"({', '.join(f'd{n}' for n in range(dims))})[{', '.join(f's{n}' for n in range(symbols))}]"
    said = f"affine_map<{inputs} -> ({', '.join(results)})>"
    return Made(name, some_indices(off_by_one(chance, dims + symbols)), ("index",), {"map": said})


def _vector(chance: Random) -> Made:
    sizes, of = some_sizes(chance), chance.choice(("f32", "i32"))
    vector = type_of("vector", [chance.choice(("2", "4", "8")) for _ in range(chance.choice((1, 1, 1, 2)))], of)
    mask = vector.replace(f"x{of}", "xi1")
    shaped = some_memref(chance, sizes, of, 0.7)
    indices = some_indices(off_by_one(chance, len(sizes)))
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
            rank = vector.count("x")
            dims = [f"d{n}" for n in range(len(sizes))]
            used = chance.sample(dims, min(rank, len(dims)))
            if used and chance.random() < 0.1:
                used[0] = chance.choice(("0", "d0", "d0 + 1"))
            bounds = ", ".join(["true"] * max(off_by_one(chance, len(used)), 0))
            said = {
                "permutation_map": f"affine_map<({', '.join(dims)}) -> ({', '.join(used)})>",
                "in_bounds": f"[{bounds}]",
            }
            shaped = some_shaped(chance, sizes, of)
            if chance.random() < 0.5:
                return Made(
                    "vector.transfer_read", (shaped, *indices, of), (vector,), said | segments(1, len(indices), 1, 0)
                )
            results = (shaped,) if shaped.startswith("tensor") else ()
            return Made(
                "vector.transfer_write", (vector, shaped, *indices), results, said | segments(1, 1, len(indices), 0)
            )


MAKERS: dict[str, Maker] = {"affine": _affine, "vector": _vector}
"""What makes ops, by kind."""
