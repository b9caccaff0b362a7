"""Ops with affine maps and sets: with all operators, some of which multiply or divide by what is no symbol."""

from random import Random

from tests.frontend.mistakes.ops.made import Made, Maker, some_indices

_NUMBERS = ("0", "1", "2", "3", "4", "8", "-1", "-2", "9223372036854775807", "9223372036854775808")
_NAMES = ("d0", "d1", "s0")
_ROUND = ("(d0 - d0)", "(d1 - d1 + 2)", "(d0 mod 1)", "(d1 * 0)")
"""What is a number once it is simplified."""


def _expression(chance: Random, depth: int) -> str:
    if depth == 0 or chance.random() < 0.2:
        names = _NAMES if chance.random() < 0.97 else ("d2", "x", "mod")
        return chance.choice((*names, *names, chance.choice(_NUMBERS), chance.choice(_ROUND)))
    operator = chance.choice(("+", "-", "+", "*", "*", "mod", "floordiv", "ceildiv"))
    first, second = _expression(chance, depth - 1), _expression(chance, depth - 1)
    if operator not in "+-" and chance.random() < 0.7:
        second = chance.choice(("s0", "2", "4", "0", "-2", "(s0 + 1)", *_ROUND))
    text = f"{first} {operator} {second}"
    text = f"-({text})" if chance.random() < 0.1 else text
    return f"({text})" if chance.random() < 0.6 else text


def _head(chance: Random) -> str:
    """Two dimensions and a symbol, rarely by a name that is another's, too."""
    names = [chance.choice(_NAMES) if chance.random() < 0.02 else name for name in _NAMES]
    return f"({names[0]}, {names[1]})[{names[2]}]"


def _map(chance: Random, results: int = 1) -> str:
    shown = ", ".join(_expression(chance, chance.randrange(1, 4)) for _ in range(results))
    return f"affine_map<{_head(chance)} -> ({shown})>"


def _set(chance: Random) -> str:
    sign = chance.choice(("==", ">=", "<="))
    sides = [_expression(chance, chance.randrange(1, 3)) for _ in range(2)]
    return f"affine_set<{_head(chance)} : ({f' {sign} '.join(sides)})>"


def _mapped(chance: Random) -> Made:
    count = chance.choice((1, 1, 1, 1, 2))
    match chance.randrange(5):
        case 0:
            return Made("affine.apply", some_indices(3), ("index",), {"map": _map(chance)})
        case 1:
            name = chance.choice(("affine.min", "affine.max"))
            return Made(name, some_indices(3), ("index",), {"map": _map(chance, count)})
        case 2:
            said = {"condition": _set(chance)}
            return Made("affine.if", some_indices(3), (), said, ('{"affine.yield"() : () -> ()}', "{}"))
        case 3:
            said = {
                "lowerBoundMap": "affine_map<() -> (0)>",
                "upperBoundMap": _map(chance, count),
                "step": "1 : index",
                "operandSegmentSizes": "array<i32: 0, 3, 0>",
            }
            return Made("affine.for", some_indices(3), (), said, ('{^bb0(%i: index):\n  "affine.yield"() : () -> ()}',))
        case _:
            return Made("test.use", (f"memref<4x4xf32, {_map(chance)}>",), (), {})


def _alone(chance: Random) -> Made:
    """A map as an attribute of any op, behind a name of its own, or over values."""
    match chance.randrange(3):
        case 0:
            return Made("test.use", (), (), {"map": chance.choice((_map(chance, 2), _set(chance)))})
        case 1:
            return Made("test.use", (), (), {"map": "#map"}, above=f"#map = {_map(chance)}\n")
        case _:
            text = _expression(chance, chance.randrange(1, 4))
            for name, value in zip(_NAMES, ("%a1", "%a2", "symbol(%a3)"), strict=True):
                text = text.replace(name, value)
            return Made(
                "test.use",
                ("memref<?xf32>", *some_indices(3)),
                (),
                inside=f"{{}}\n  %v = affine.load %a0[{text}] : memref<?xf32>",
            )


MAKERS: dict[str, Maker] = {"mapped": _mapped, "map": _alone}
"""What makes ops, by kind."""
