"""Random programs with selects between buffers in front of branches by the same condition: `generate(Choices(seed))` is a text.

One buffer is current. Again and again a select names a shared buffer or the current one, and a branch by the same condition, of regions or
of blocks, overwrites the shared buffer on one way, from what the current one has. What is seen of the current one is observed.
"""

from __future__ import annotations

from tests.execution.programs.choices import Choices

_A = "memref<4xi64>"
_MAPS = "indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]"


def _overwrite(target: str, source: str, one: bool, k: int) -> list[str]:
    if one:
        return [f"memref.copy {source}, {target} : {_A} to {_A}"]
    return [
        f"%t{k} = memref.alloc() : {_A}",
        f"memref.copy {source}, %t{k} : {_A} to {_A}",
        f'linalg.generic {{{_MAPS}, iterator_types = ["parallel"]}} ins(%t{k} : {_A}) outs({target} : {_A}) {{',
        f"^bb0(%in{k}: i64, %out{k}: i64):",
        f"%sum{k} = arith.addi %in{k}, %one : i64",
        f"linalg.yield %sum{k} : i64",
        "}",
    ]


def generate(choices: Choices) -> str:
    """A module with a function `main`."""
    lines, current = [], "%b"
    for k in range(2 + choices.below(4)):
        shared, when, blocks = ("%a", "%d")[choices.below(2)], choices.chance(60), choices.chance(50)
        sides = (shared, current) if when else (current, shared)
        condition = f"%c{k}"
        lines += [f"%x{k} = memref.load {current}[%zero] : {_A}", f"%y{k} = arith.andi %x{k}, %one : i64"]
        lines += [f"{condition} = arith.cmpi {('eq', 'ne')[choices.below(2)]}, %y{k}, %one : i64"]
        lines += [f"%s{k} = arith.select {condition}, {sides[0]}, {sides[1]} : {_A}"]
        source = current if choices.chance(80) or k == 0 else f"%s{k}"
        body = _overwrite(shared, source, choices.chance(30), k)
        other = [f"memref.store %x{k}, %s{k}[%zero] : {_A}"] if choices.chance(25) else []
        first, second = (body, other) if when == choices.chance(85) else (other, body)
        if blocks:
            ways = [f"^t{k}:", *first, f"cf.br ^m{k}", f"^e{k}:", *second, f"cf.br ^m{k}"]
            lines += [f"cf.cond_br {condition}, ^t{k}, ^e{k}", *ways, f"^m{k}:"]
        else:
            lines += [f"scf.if {condition} {{", *first, "} else {", *second, "}"]
        current = f"%s{k}"
        lines += [f"%z{k} = memref.load {current}[%zero] : {_A}", f"func.call @observe_i64(%z{k}) : (i64) -> ()"]
    made = [f"%{name} = memref.alloc() : {_A}" for name in "abd"]
    filled = [f"linalg.fill ins(%{value} : i64) outs(%{name} : {_A})" for name, value in (("a", "three"), ("b", "one"), ("d", "six"))]
    numbers = [f"%{name} = arith.constant {n} : i64" for name, n in (("one", 1), ("three", 3), ("six", 6))]
    numbers.append("%zero = arith.constant 0 : index")
    text = "\n".join(f"  {line}" for line in [*numbers, *made, *filled, *lines, "return"])
    return f"func.func private @observe_i64(i64)\nfunc.func @main() {{\n{text}\n}}\n"
