"""Ops of scf, cf and func."""

from random import Random

from tests.frontend.mistakes.ops.made import (
    DYNAMIC,
    Made,
    Maker,
    array,
    mixed,
    off_by_one,
    segments,
    shown_as,
    some_indices,
    some_sizes,
    type_of,
)


def _yielded(type: str) -> str:
    """The end of a region that hands on a value of a type."""
    return f'%v = "test.make"() : () -> {type}\n  "scf.yield"(%v) : ({type}) -> ()'


def _control(chance: Random) -> Made:
    type = chance.choice(("f32", "index", "memref<4xf32>", "memref<?xf32>", "tensor<?xf32>"))
    other = type if chance.random() < 0.85 else chance.choice(("f32", "memref<4xf32>", "tensor<4xf32>"))
    bound = chance.choice(("index", "index", "index", "i32", "f32"))
    match chance.randrange(6):
        case 0:
            second = f"{{{_yielded(other)}}}" if chance.random() < 0.9 else "{}"
            return Made("scf.if", ("i1",), (type,), {}, (f"{{{_yielded(type)}}}", second))
        case 1:
            body = f"{{^bb0(%i: {bound}, %c: {other}):\n  {_yielded(type)}}}"
            return Made("scf.for", (bound, bound, bound, type), (type,), {}, (body,))
        case 2:
            condition = (
                f'{{^bb0(%c: {type}):\n  %t = "test.make"() : () -> i1\n  "scf.condition"(%t, %c) : (i1, {type}) ->'
                " ()}"
            )
            return Made("scf.while", (other,), (type,), {}, (condition, f"{{^bb0(%d: {type}):\n  {_yielded(type)}}}"))
        case 3:
            return Made("scf.execute_region", (), (type,), {}, (f"{{{_yielded(other)}}}",))
        case 4:
            body = f"{{{_yielded(type)}}}"
            cases = chance.randrange(3)
            said = {"cases": array([*range(off_by_one(chance, cases))] if cases else [])}
            return Made("scf.index_switch", ("index",), (type,), said, (body,) * (1 + cases))
        case _:
            ranks = chance.randrange(1, 3)
            groups = [chance.choice((ranks, ranks, ranks, ranks + 1)) for _ in range(3)]
            arguments = ", ".join(f"%i{n}: index" for n in range(max(off_by_one(chance, ranks), 0)))
            body = f'{{^bb0({arguments}):\n  "scf.reduce"() : () -> ()\n}}'
            return Made("scf.parallel", some_indices(sum(groups)), (), segments(*groups, 0), (body,))


def _forall(chance: Random) -> Made:
    sizes, part = some_sizes(chance, 1), some_sizes(chance, 1)
    tensor = type_of("tensor", sizes, "f32")
    shown = type_of("tensor", mixed(chance, part, 0.1), "f32")
    values = ", %i" if part[0] == "?" else ""
    written = ", ".join(f"{name} = {text}" for name, text in segments(1, 1, 1, int(bool(values)), 0).items())
    written += (
        f", static_offsets = array<i64: {DYNAMIC}>, static_sizes = {array([shown_as(part[0])])}, static_strides ="
        " array<i64: 1>"
    )
    types = f"{shown}, {tensor}, index{', index' if values else ''}"
    put = f'"tensor.parallel_insert_slice"(%p, %o, %i{values}) <{{{written}}}> : ({types}) -> ()'
    body = (
        f'{{^bb0(%i: index, %o: {tensor}):\n  %p = "test.make"() : () -> {shown}\n  "scf.forall.in_parallel"()'
        f" ({{{put}}}) : () -> ()}}"
    )
    said = {
        "staticLowerBound": "array<i64: 0>",
        "staticUpperBound": "array<i64: 4>",
        "staticStep": "array<i64: 1>",
        **segments(0, 0, 0, 1),
    }
    return Made("scf.forall", (tensor,), (type_of("tensor", mixed(chance, sizes, 0.05), "f32"),), said, (body,))


def _branch(chance: Random) -> Made:
    type = chance.choice(("f32", "memref<4xf32>", "memref<?xf32>"))
    other = type if chance.random() < 0.8 else chance.choice(("index", "memref<4xf32>"))
    count = off_by_one(chance, 1)
    values = ", ".join(["%a1"] * count)
    types = ", ".join([type] * count)
    if chance.random() < 0.5:
        branch = f'"cf.br"({values})[^bb1] : ({types}) -> ()'
    else:
        said = segments(1, count, 1)
        shown = ", ".join(f"{key} = {text}" for key, text in said.items())
        every = ", ".join(filter(None, ("%a0", values, "%a1")))
        branch = (
            f'"cf.cond_br"({every})[^bb1, ^bb1] <{{{shown}}}> : ({", ".join(filter(None, ("i1", types, type)))}) -> ()'
        )
    return Made("test.use", ("i1", type), (), inside=f"{{}}\n  {branch}\n^bb1(%x: {other}):")


def _call(chance: Random) -> Made:
    types = [chance.choice(("f32", "memref<4xf32>", "memref<?xf32>", "index")) for _ in range(chance.randrange(3))]
    results = [chance.choice(("f32", "memref<?xf32>")) for _ in range(chance.randrange(2))]
    above = f"func.func private @g({', '.join(types)}) -> ({', '.join(results)})\n"
    return Made(
        "func.call",
        tuple(types),
        tuple(results),
        {"callee": chance.choice(("@g", "@g", "@g", "@g", "@h"))},
        above=above,
    )


MAKERS: dict[str, Maker] = {"scf": _control, "forall": _forall, "cf": _branch, "call": _call}
"""What makes ops, by kind."""
