"""Random programs with buffers that are computed from parameters, and that only some ways need:
`generate(Choices(seed))` is a text.

`work` fills allocations from its parameters, of which one may be the other, and adds some of them up in branches and
loops. In between it may write to a parameter, by a name of its own or another one. `main` calls it, and may or may not
need afterwards what it has passed.
"""

from tests.execution.programs.choices import Choices

_A = "memref<4xi64>"
_MAPS = "indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]"
_PARAMETERS = ("%p", "%q", "%s", "%w")


def _generic(source: str, target: str, k: str, adds: bool) -> list[str]:
    result = f"%old{k}" if adds else "%five"
    return [
        f'linalg.generic {{{_MAPS}, iterator_types = ["parallel"]}} ins({source} : {_A}) outs({target} : {_A}) {{',
        f"^bb0(%in{k}: i64, %old{k}: i64):",
        f"%sum{k} = arith.addi %in{k}, {result} : i64",
        f"linalg.yield %sum{k} : i64",
        "}",
    ]


def _computed(choices: Choices, name: str, earlier: list[str], k: str) -> list[str]:
    """A new buffer, with what is computed from parameters, or from an earlier one."""
    source = earlier[choices.below(len(earlier))] if earlier and choices.chance(20) else _PARAMETERS[choices.below(4)]
    made = [f"{name} = memref.alloc() : {_A}"]
    kind = choices.below(4)
    if kind == 0:
        return [*made, f"linalg.add ins({source}, %p : {_A}, {_A}) outs({name} : {_A})"]
    if kind == 1:
        return [*made, f"linalg.fill ins(%five : i64) outs({name} : {_A})", *_generic(source, name, k, adds=True)]
    if kind == 2:
        return [*made, f"memref.copy {source}, {name} : {_A} to {_A}", *_generic("%q", name, k, adds=True)]
    return [*made, *_generic(source, name, k, adds=False)]


def _change(choices: Choices, k: str) -> list[str]:
    """A write to a parameter, by one of its names."""
    kind = choices.below(4)
    if kind == 0:
        return [f"memref.store %five, {_PARAMETERS[choices.below(4)]}[%zero] : {_A}"]
    if kind == 1:
        return [f"linalg.fill ins(%five : i64) outs({_PARAMETERS[choices.below(4)]} : {_A})"]
    if kind == 2:
        view = "memref<2xi64, strided<[1], offset: 1>>"
        return [
            f"%view{k} = memref.subview %p[1] [2] [1] : {_A} to {view}",
            f"memref.store %five, %view{k}[%zero] : {view}",
        ]
    return [
        f"%round{k} = scf.for %i{k} = %zero to %two step %two iter_args(%it{k} = %q) -> ({_A}) {{",
        f"memref.store %five, %it{k}[%i{k}] : {_A}",
        f"scf.yield %it{k} : {_A}",
        "}",
    ]


def _uses(choices: Choices, names: list[str], k: str, depth: int) -> list[str]:
    """Branches and loops in which some of the buffers are added up."""
    name = names[choices.below(len(names))]
    here = _change(choices, f"{k}c") if choices.chance(4) else []
    here += _generic(name, "%r", f"{k}u", adds=True)
    if depth == 0 or choices.chance(25):
        return here
    inner = [_uses(choices, names, f"{k}{side}", depth - 1) for side in "ab"]
    if choices.chance(25):
        return [f"scf.for %j{k} = %zero to %two step %one {{", *inner[0], "}", *inner[1]]
    return [f"scf.if {('%c', '%d')[choices.below(2)]} {{", *inner[0], "} else {", *inner[1], "}"]


def _work(choices: Choices) -> list[str]:
    lines: list[str] = []
    names: list[str] = []
    for k in range(1 + choices.below(4)):
        lines += _computed(choices, f"%b{k}", names, str(k))
        names.append(f"%b{k}")
        if choices.chance(6):
            lines += _change(choices, f"x{k}")
    lines += [f"%r = memref.alloc() : {_A}", "linalg.fill ins(%five : i64) outs(%r : memref<4xi64>)"]
    for k in range(1 + choices.below(2)):
        lines += _uses(choices, names, f"n{k}", 2)
    return lines


def generate(choices: Choices) -> str:
    """A module with a function `main`, which calls `work`."""
    visibility = "private " if choices.chance(50) else ""
    numbers = ["%five = arith.constant 5 : i64"]
    numbers += [f"%{name} = arith.constant {n} : index" for name, n in (("zero", 0), ("one", 1), ("two", 2))]
    names = [f"%s = arith.select %c, %p, %q : {_A}", f"%cast = memref.cast %p : {_A} to memref<?xi64>"]
    names.append(f"%w = memref.cast %cast : memref<?xi64> to {_A}")
    work = [*numbers, *names, *_work(choices), f"return %r : {_A}"]
    lines: list[str] = []
    for k in range(1 + choices.below(2)):
        for name in "mn":
            lines += [f"%{name}{k} = memref.alloc() : {_A}", f"linalg.fill ins(%{name}v : i64) outs(%{name}{k} : {_A})"]
        given = f"%m{k}, %{'nm'[choices.chance(20)]}{k}"
        lines += [f"%g{k} = arith.constant {choices.below(2)} : i1", f"%h{k} = arith.constant {choices.below(2)} : i1"]
        lines += [f"%o{k} = call @work({given}, %g{k}, %h{k}) : ({_A}, {_A}, i1, i1) -> {_A}"]
        seen = [f"%o{k}", *(f"%{name}{k}" for name in "mn" if choices.chance(50))]
        for number, name in enumerate(seen):
            for at in ("zero", "one"):
                element = f"%e{k}{number}{at}"
                lines += [
                    f"{element} = memref.load {name}[%{at}] : {_A}",
                    f"func.call @observe_i64({element}) : (i64) -> ()",
                ]
    main = [*numbers, "%mv = arith.constant 7 : i64", "%nv = arith.constant 11 : i64", *lines, "return"]
    parameters = f"%p: {_A}, %q: {_A}, %c: i1, %d: i1"
    return "\n".join(
        [
            "func.func private @observe_i64(i64)",
            f"func.func {visibility}@work({parameters}) -> {_A} {{",
            *(f"  {line}" for line in work),
            "}",
            "func.func @main() {",
            *(f"  {line}" for line in main),
            "}\n",
        ]
    )
