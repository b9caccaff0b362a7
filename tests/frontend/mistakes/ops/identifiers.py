"""Affine ops in nests of loops and regions, with operands that may be their dimensions or symbols, or may not."""

from __future__ import annotations

from random import Random

from tests.frontend.mistakes.ops.made import Made, Maker, some_indices

_SIZED = (
    "memref.alloc({}) : memref<?xf32>", "memref.alloc() : memref<4xf32>", "memref.subview %a0[0] [{}] [1]",
)  # fmt: skip
_PAIRS = (
    "arith.addi {}, {} : index", "arith.divsi {}, {} : index", "arith.divui {}, {} : index", "index.divs {}, {}",
    "arith.remsi {}, {} : index", "arith.ceildivsi {}, {} : index", "arith.floordivsi {}, {} : index",
    "index.add {}, {}", "index.remu {}, {}", "arith.select %a4, {}, {} : index",
    "affine.linearize_index [{}, {}] by (3, 4) : index", "affine.apply affine_map<(d0, d1) -> (d0 + d1)>({}, {})",
    "affine.min affine_map<(d0, d1) -> (d0, d1)>({}, {})",
)  # fmt: skip
_ALONE = (
    "affine.apply affine_map<(d0) -> (d0 * 2)>({})", "memref.load %a5[{}] : memref<?xindex>", "gpu.thread_id x",
    "arith.constant 3 : index", "arith.constant -1 : index", "index.constant 0", "math.absi {} : index",
    "memref.dim %a0, {} : memref<?xf32>", "index.sizeof", "ub.poison : index",
)  # fmt: skip
_USES = (
    "affine.load %a0[{}] : memref<?xf32>", "affine.load %a0[symbol({}) + 1] : memref<?xf32>",
    "affine.load %a0[{} + symbol({})] : memref<?xf32>", "affine.apply affine_map<(d0)[s0] -> (d0 + s0)>({})[{}]",
    "affine.max affine_map<(d0)[s0] -> (d0, s0)>({})[{}]",
)  # fmt: skip
_STATEMENTS = (
    "affine.store %a3, %a0[{}] : memref<?xf32>", "affine.prefetch %a0[{}], read, locality<3>, data : memref<?xf32>",
    "affine.prefetch %a0[symbol({})], read, locality<3>, data : memref<?xf32>", "affine.for %{new} = 0 to {} {{}}",
    "affine.for %{new} = affine_map<(d0) -> (d0)>({}) to 9 {{}}", "affine.parallel (%{new}) = ({}) to (9) {{}}",
    "affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>({})[{}] {{}}",
)  # fmt: skip
_NESTS = (
    ("affine.for %{new} = 0 to 4 {{", "}}"), ("affine.for %{new} = 0 to 4 {{", "}}"),
    ("affine.parallel (%{new}) = (0) to (4) {{", "}}"), ("scf.for %{new} = {} to {} step {} {{", "}}"),
    ("scf.if %a4 {{", "}}"), ("affine.if affine_set<() : (0 == 0)> () {{", "}}"),
    ("scf.execute_region {{\ncf.br ^to({} : index)\n^to(%{new}: index):", "scf.yield\n}}"),
    ("%r{new} = affine.for %i{new} = 0 to 4 iter_args(%{new} = {}) -> (index) {{", "affine.yield %{new} : index\n}}"),
    (
        "gpu.launch blocks(%{new}, %y{new}, %z{new}) in (%u{new} = {}, %v{new} = {}, %w{new} = {}) threads(%k{new}, "
        "%l{new}, %m{new}) in (%n{new} = {}, %o{new} = {}, %p{new} = {}) {{",
        "gpu.terminator\n}}",
    ),
)  # fmt: skip


def _nest(chance: Random) -> Made:
    """Regions in regions with ops that make indices; one op behind them uses some of these."""
    known = ["%a1", "%a2"]
    lines: list[str] = []
    ends: list[str] = []
    count = 0

    def put(form: str, end: str = "") -> str:
        nonlocal count
        count += 1
        name = f"n{count}"
        operands = [chance.choice(known[-4:]) for _ in range(6)]
        lines.append(form.format(*operands, new=name))
        if end:
            ends.append(end.format(new=name))
        return f"%{name}"

    def define() -> None:
        match chance.randrange(5):
            case 0:
                memory = put(f"%{{new}} = {chance.choice(_SIZED)}").replace("%", "")
                kind = "memref<4xf32>" if "4x" in lines[-1] else "memref<?xf32>"
                if "subview" in lines[-1]:
                    kind = "memref<?xf32, strided<[1]>>"
                    lines[-1] += f" : memref<?xf32> to {kind}"
                zero = put("%{new} = arith.constant 0 : index")
                known.append(put(f"%{{new}} = memref.dim %{memory}, {zero} : {kind}"))
            case 1 | 2:
                known.append(put(f"%{{new}} = {chance.choice(_PAIRS)}"))
            case _:
                known.append(put(f"%{{new}} = {chance.choice(_ALONE)}"))

    for _ in range(chance.randrange(1, 4)):
        for _ in range(chance.randrange(3)):
            define()
        opening, end = chance.choice(_NESTS)
        name = put(opening, end)
        if name in lines[-1]:
            known.append(name)
    for _ in range(chance.randrange(3)):
        define()
    if chance.random() < 0.6:
        put(f"%{{new}} = {chance.choice(_USES)}")
    else:
        put(chance.choice(_STATEMENTS))
    body = "\n".join([*lines, *reversed(ends)])
    types = ("memref<?xf32>", *some_indices(2), "f32", "i1", "memref<?xindex>")
    return Made("test.use", types, (), inside="{}\n" + body.replace("{}", "{ }"))


MAKERS: dict[str, Maker] = {"identifiers": _nest}
"""What makes ops, by kind."""
