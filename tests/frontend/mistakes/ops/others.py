"""Ops that passes find in programs: of memref, gpu, tensor, vector, math, index, arith, scf, affine and func."""

from random import Random

from tests.frontend.mistakes.ops.made import (
    Made,
    Maker,
    alignment,
    array,
    mixed,
    off_by_one,
    segments,
    some_indices,
    some_memref,
    some_sizes,
    type_of,
)


def _ends(name: str, type: str) -> str:
    """A region that hands on a value of a type."""
    return f'{{%v = "test.make"() : () -> {type}\n  "{name}"(%v) : ({type}) -> ()}}'


def _hint(chance: Random) -> Made:
    sizes = some_sizes(chance)
    type = some_memref(chance, sizes)
    match chance.randrange(3):
        case 0:
            said = {"alignment": chance.choice(("16 : i32", "16 : i32", "3 : i32", "0 : i32", "16 : i64"))}
            return Made("memref.assume_alignment", (type,), (type,), said)
        case 1:
            hint = chance.choice(("3 : i32", "2 : i32", "5 : i32"))
            said = {"isWrite": "true", "localityHint": hint, "isDataCache": "true"}
            return Made("memref.prefetch", (type, *some_indices(off_by_one(chance, len(sizes)))), (), said)
        case _:
            return Made("memref.distinct_objects", (type, type), (type, type))


def _global(chance: Random) -> Made:
    sizes = [size if size != "?" or chance.random() < 0.1 else "2" for size in some_sizes(chance)]
    said = {"sym_name": '"g"', "type": type_of("memref", sizes, "f32"), **alignment(chance)}
    if chance.random() < 0.6:
        said["initial_value"] = f"dense<1.0> : {type_of('tensor', mixed(chance, sizes, 0.1), 'f32')}"
    shown = ", ".join(f"{name} = {text}" for name, text in said.items())
    return Made("test.use", above=f'"memref.global"() <{{{shown}}}> : () -> ()\n')


def _scope(chance: Random) -> Made:
    type = chance.choice(("f32", "memref<4xf32>"))
    other = type if chance.random() < 0.8 else "i8"
    return Made("memref.alloca_scope", (), (other,), {}, (_ends("memref.alloca_scope.return", type),))


def _gather(chance: Random) -> Made:
    sizes, batch = some_sizes(chance, chance.randrange(1, 4)), some_sizes(chance, chance.randrange(3))
    named = sorted(chance.sample(range(len(sizes)), chance.randrange(1, len(sizes) + 1)))
    part = ["1" if number in named else size for number, size in enumerate(sizes)]
    if chance.random() < 0.4:
        part = [size for number, size in enumerate(part) if number not in named]
    places = type_of("tensor", [*batch, str(len(named))], "index")
    whole, parts = type_of("tensor", sizes, "f32"), type_of("tensor", mixed(chance, [*batch, *part], 0.06), "f32")
    if chance.random() < 0.5:
        return Made("tensor.gather", (whole, places), (parts,), {"gather_dims": array(list(named))})
    unique = {} if chance.random() < 0.1 else {"unique": "unit"}
    return Made("tensor.scatter", (parts, whole, places), (whole,), {"scatter_dims": array(list(named)), **unique})


def _scattered(chance: Random) -> Made:
    sizes, of, count = some_sizes(chance), chance.choice(("f32", "i32")), chance.choice(("2", "4"))
    vector, mask = f"vector<{count}x{of}>", f"vector<{count}xi1>"
    places = f"vector<{count}x{chance.choice(('i32', 'index', 'i64'))}>"
    place = (some_memref(chance, sizes, of, 0.8), *some_indices(off_by_one(chance, len(sizes))))
    match chance.randrange(4):
        case 0:
            return Made("vector.gather", (*place, places, mask, vector), (vector,))
        case 1:
            return Made("vector.scatter", (*place, places, mask, vector))
        case 2:
            return Made("vector.expandload", (*place, mask, vector), (vector,))
        case _:
            return Made("vector.compressstore", (*place, mask, vector))


def _computed(chance: Random) -> Made:
    whole = chance.choice(("i32", "index", "i64", "vector<4xi32>"))
    real = chance.choice(("f32", "f64", "vector<4xf32>", "tensor<?xf32>"))
    match chance.randrange(5):
        case 0:
            name, count = chance.choice((("exp", 1), ("powf", 2), ("sqrt", 1), ("fma", 3), ("atan2", 2)))
            return Made(f"math.{name}", (real,) * count, (real,))
        case 1:
            return Made(chance.choice(("math.absi", "math.ctlz")), (whole,), (whole,))
        case 2:
            carry = "vector<4xi1>" if "vector" in whole else "i1"
            return Made("arith.addui_extended", (whole, whole), (whole, carry))
        case 3:
            return Made("arith.mulsi_extended", (whole, whole), (whole, whole))
        case _:
            return Made(
                "index.casts", (chance.choice(("i32", "index", "i64")),), (chance.choice(("i32", "index", "i64")),)
            )


def _index(chance: Random) -> Made:
    name = chance.choice(("add", "mul", "ceildivs", "bool.constant", "cmp"))
    if name == "bool.constant":
        return Made("index.bool.constant", (), ("i1",), {"value": "true"})
    said = {"pred": "#index<cmp_predicate slt>"} if name == "cmp" else {}
    return Made(f"index.{name}", ("index", "index"), ("i1" if name == "cmp" else "index",), said)


def _loop(chance: Random) -> Made:
    type = chance.choice(("f32", "memref<?xf32>"))
    other = type if chance.random() < 0.8 else "i32"
    body = f"^bb0(%i: index, %c: {type}):\n  {_ends('affine.yield', other)[1:]}"
    bounds = [chance.randrange(2) for _ in range(2)]
    maps = [f"affine_map<({'d0' if count else ''}) -> ({'d0' if count else '4'})>" for count in bounds]
    said = {"lowerBoundMap": maps[0], "upperBoundMap": maps[1], "step": "1 : index", **segments(*bounds, 1)}
    operands = (*some_indices(off_by_one(chance, bounds[0])), *some_indices(bounds[1]), type)
    return Made("affine.for", operands, (type if chance.random() < 0.9 else "i8",), said, (f"{{{body}",))


def _condition(chance: Random) -> Made:
    count = chance.randrange(1, 3)
    said = {"condition": f"affine_set<({', '.join(f'd{n}' for n in range(count))}) : (d0 >= 0)>"}
    other = "f32" if chance.random() < 0.8 else "i32"
    regions = (_ends("affine.yield", "f32"), _ends("affine.yield", other))
    return Made("affine.if", some_indices(off_by_one(chance, count)), ("f32",), said, regions)


def _threads(chance: Random) -> Made:
    groups = "dense<1> : tensor<1xi32>"
    said = {"lowerBoundsMap": "affine_map<() -> (0)>", "lowerBoundsGroups": groups, "upperBoundsGroups": groups}
    said |= {"upperBoundsMap": "affine_map<() -> (4)>", "reductions": "[]"}
    said["steps"] = chance.choice(("[1]", "[1]", "[1, 2]"))
    return Made("affine.parallel", (), (), said, ('{^bb0(%i: index):\n  "affine.yield"() : () -> ()}',))


def _reduction(chance: Random) -> Made:
    other = "f32" if chance.random() < 0.9 else "i32"
    combined = f'{{^bb0(%l: f32, %r: {other}):\n  "scf.reduce.return"(%l) : (f32) -> ()}}'
    reduce = f'%v = "test.make"() : () -> f32\n  "scf.reduce"(%v) ({combined}) : (f32) -> ()'
    if chance.random() < 0.3:
        reduce = '"scf.reduce"() : () -> ()'
    body = f"{{^bb0(%i: index):\n  {reduce}}}"
    return Made("scf.parallel", (*some_indices(3), "f32"), ("f32",), segments(1, 1, 1, 1), (body,))


def _named(chance: Random) -> Made:
    if chance.random() < 0.5:
        return Made("cf.assert", ("i1",), (), {"msg": '"no"'})
    type = chance.choice(("(i32) -> ()", "(i32) -> ()", "(i64) -> ()"))
    return Made("func.constant", (), (type,), {"value": "@g"}, above="func.func private @g(i32)\n")


def _filled(chance: Random) -> Made:
    of = chance.choice(("f32", "i32"))
    return Made("gpu.memset", (some_memref(chance, some_sizes(chance), of), of))


MAKERS: dict[str, Maker] = {
    "hint": _hint,
    "memref.global": _global,
    "scope": _scope,
    "gather": _gather,
    "vector.gather": _scattered,
    "math": _computed,
    "index": _index,
    "affine.for": _loop,
    "affine.if": _condition,
    "affine.parallel": _threads,
    "reduction": _reduction,
    "by name": _named,
    "gpu.memset": _filled,
}
"""What makes ops, by kind."""
