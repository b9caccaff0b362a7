"""The hidden regions of named linalg ops as data: what each op computes for one element.

An expression is the number of a region argument (an input, or -1 for the output), or a tuple of a function and its
arguments.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ownlog.frontend.forms.language.typerules import element
from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.text.types import INDEX, Type

Expression = int | tuple[object, ...]

_CAST = ("cast", 0)
_PRODUCT = ("add", -1, ("mul", _CAST, ("cast", 1)))
_SHIFTED = ("add", -1, ("mul", ("sub", _CAST, ("cast", 2)), ("sub", ("cast", 1), ("cast", 3))))

_ELEMENTWISE: dict[str, Expression] = {
    "abs": ("math.absf", 0),
    **{name: (f"math.{name}", 0) for name in "ceil erf exp floor log round rsqrt sqrt tanh".split()},
    "negf": ("arith.negf", 0),
    "powf": ("math.powf", 0, 1),
    "reciprocal": ("div", ("one", 0), 0),
    "select": ("arith.select", 0, 1, 2),
    "square": ("mul", 0, 0),
    **{name: (name, 0, 1) for name in "add sub mul div div_unsigned".split()},
    "max_signed": ("max", 0, 1),
    "max_unsigned": ("max_unsigned", 0, 1),
    "min_signed": ("min", 0, 1),
    "min_unsigned": ("min_unsigned", 0, 1),
}
_OPS: dict[str, Expression] = {
    **_ELEMENTWISE,
    "broadcast": 0,
    "copy": _CAST,
    "fill": _CAST,
    "max": ("max", 0, 1),
    "min": ("min", 0, 1),
    "transpose": 0,
}
# By the end of the name, the first that fits: the ops whose names say what they combine, whatever the order of their
# dimensions.
_FAMILIES: tuple[tuple[re.Pattern[str], Expression], ...] = (
    (re.compile(r"pooling_\w+_(max|min)"), ("{}", -1, _CAST)),
    (re.compile(r"pooling_\w+_(max|min)_unsigned"), ("{}_unsigned", -1, _CAST)),
    (re.compile(r"pooling_\w+_sum"), ("add", -1, _CAST)),
    (re.compile(r"(?:depthwise_)?conv_\w+_q|quantized_\w+"), _SHIFTED),
    (
        re.compile(
            r"(?:depthwise_)?conv_\w+|\w*mat(?:mul|vec)(?:_transpose_[ab])?|(?:batch_)?(?:vecmat|mmt4d)|dot|contract"
        ),
        _PRODUCT,
    ),
)
_ARITHMETIC = r"[su]?i\d|(?:bf|tf|f)\d|complex<"
_FLOATING = r"(?:bf|tf|f)\d"
_WIDTH = r"\D+(\d+)"
_KIND = r"<\s*(\w+)\s*>"

# For floats, integers, i1, complex numbers.
_BY_TYPE: dict[str, tuple[str, str, str, str]] = {
    "add": ("arith.addf", "arith.addi", "arith.ori", "complex.add"),
    "sub": ("arith.subf", "arith.subi", "arith.subi", "complex.sub"),
    "mul": ("arith.mulf", "arith.muli", "arith.andi", "complex.mul"),
    "div": ("arith.divf", "arith.divsi", "arith.divsi", "complex.div"),
    "div_unsigned": ("arith.divf", "arith.divui", "arith.divui", "complex.div"),
    "max": ("arith.maximumf", "arith.maxsi", "arith.maxsi", "arith.maxsi"),
    "max_unsigned": ("arith.maximumf", "arith.maxui", "arith.maxui", "arith.maxui"),
    "min": ("arith.minimumf", "arith.minsi", "arith.minsi", "arith.minsi"),
    "min_unsigned": ("arith.minimumf", "arith.minui", "arith.minui", "arith.minui"),
}
_FLOAT, _INTEGER, _BOOLEAN, _COMPLEX = range(4)
# What computes with one input: of floats only.
_UNARY = [
    expression
    for expression in _ELEMENTWISE.values()
    if isinstance(expression, tuple) and set(expression[1:]) <= {0, ("one", 0)}
]
# The classes that functions of two arguments do not take, beside those that no function takes, and what MLIR says of
# them.
_NOT_TAKEN: dict[str, tuple[tuple[int, ...], str]] = {
    "sub": ((_BOOLEAN,), "unsupported operation: sub with bools"),
    "div": ((_BOOLEAN,), "unsupported operation: div with bools"),
    "div_unsigned": ((_FLOAT, _BOOLEAN, _COMPLEX), "unsupported operation: unsigned div not on uint"),
    "math.powf": ((_INTEGER, _BOOLEAN, _COMPLEX), "'math.powf' op operand #0 must be floating-point-like"),
    "max": ((_COMPLEX,), "'arith.maxsi' op operand #0 must be signless-integer-like"),
    "max_unsigned": ((_COMPLEX,), "'arith.maxui' op operand #0 must be signless-integer-like"),
    "min": ((_COMPLEX,), "'arith.minsi' op operand #0 must be signless-integer-like"),
    "min_unsigned": ((_COMPLEX,), "'arith.minui' op operand #0 must be signless-integer-like"),
}
_WIDTHS = {"bf16": 16, "tf32": 19}


def hidden_region(op: Op, fresh: Callable[[], str]) -> Region | None:
    """The region of a linalg op that was read without one, its values named by `fresh`; None for all other ops."""
    if op.regions or not op.name.startswith("linalg."):
        return None
    name = op.name.removeprefix("linalg.")
    if name == "fill_rng_2d":
        return _Builder(op, fresh).random()
    expression = _expression(op, name)
    return None if expression is None else _Builder(op, fresh).region(expression)


def hidden_arguments(op: Op) -> int | None:
    """The number of arguments of a linalg op's hidden region, one per operand; None if it has none."""
    name = op.name.removeprefix("linalg.")
    if op.regions or not op.name.startswith("linalg."):
        return None
    if name == "fill_rng_2d":
        return 4
    expression = _expression(op, name)
    return None if expression is None else max(_highest(expression) + 2, 3 if name.startswith("pooling_") else 0)


def is_elementwise(op: Op) -> bool:
    """Does a named linalg op compute each element of its output from the inputs' elements there, or scalars?"""
    name = op.name.removeprefix("linalg.")
    return op.name.startswith("linalg.") and name in _OPS and name not in ("broadcast", "transpose")


def hidden_problem(op: Op) -> str | None:
    """Why MLIR cannot build the region of a named linalg op for its element types; None if it can, or has none."""
    name = op.name.removeprefix("linalg.")
    expression = None if op.regions or not op.name.startswith("linalg.") else _expression(op, name)
    if expression is None:
        return None
    builder = _Builder(op, lambda: "")
    builder.region(expression)
    return builder.problem


def _highest(expression: object) -> int:
    """The highest number of an input in an expression."""
    if isinstance(expression, tuple):
        return max(_highest(part) for part in expression[1:])
    return expression if isinstance(expression, int) else -1


def _expression(op: Op, name: str) -> Expression | None:
    if name == "elementwise":
        kind = re.search(_KIND, op.properties.get("kind") or "")
        return _ELEMENTWISE.get(kind[1]) if kind is not None else None
    if name in _OPS:
        return _OPS[name]
    for family, expression in _FAMILIES:
        found = family.fullmatch(name)
        if found is not None:
            return (
                (str(expression[0]).format(*found.groups()), *expression[1:])
                if isinstance(expression, tuple)
                else expression
            )
    return None


class _Builder:
    """Makes the ops of one region."""

    def __init__(self, op: Op, fresh: Callable[[], str]) -> None:
        self.fresh = fresh
        self.problem: str | None = None
        self.unsigned = op.name.endswith("_unsigned") or "cast_unsigned" in (op.properties.get("cast") or "")
        self.block = Block()
        for i, operand in enumerate(op.operands):
            shaped = operand.type.canonical.startswith(("tensor<", "memref<"))
            self.block.arguments.append(
                Value(fresh(), element(operand.type) if shaped else operand.type, self.block, i)
            )

    def region(self, expression: Expression) -> Region:
        if expression in _UNARY and _class(self.block.arguments[0].type) != _FLOAT:
            self.problem = "unsupported non numeric type"
        return self._yielding(self._value(expression))

    def _yielding(self, value: Value) -> Region:
        self.block.append(Op("linalg.yield", [value]))
        return Region([self.block])

    def _value(self, expression: object) -> Value:
        if isinstance(expression, int):
            return self.block.arguments[expression]
        assert isinstance(expression, tuple)
        function, *rest = expression
        arguments = [self._value(argument) for argument in rest]
        type = arguments[-1].type
        if function == "cast":
            return self._cast(arguments[0], self.block.arguments[-1].type)
        if function == "one":
            return self._constant("1.000000e+00", type)
        if len(arguments) == 2:
            self.problem = self.problem or _problem(str(function), arguments[0].type, type)
        return self._make(_BY_TYPE[function][_class(type)] if function in _BY_TYPE else str(function), arguments, type)

    def _make(self, name: str, operands: list[Value], type: Type, **properties: str) -> Value:
        op = Op(name, operands, properties=dict(properties))
        op.results.append(Value(self.fresh(), type, op, 0))
        self.block.append(op)
        return op.results[0]

    def _constant(self, text: str, type: Type) -> Value:
        return self._make("arith.constant", [], type, value=f"{text} : {type.canonical}")

    def _cast(self, value: Value, to: Type) -> Value:
        if value.type.canonical == to.canonical:
            return value
        kinds = _class(value.type), _class(to)
        if kinds == (_FLOAT, _COMPLEX) or kinds in ((_INTEGER, _COMPLEX), (_BOOLEAN, _COMPLEX)):
            part = element(to)
            real = self._cast(value, part)
            return self._make("complex.create", [real, self._constant("0.000000e+00", part)], to)
        name = self._cast_name(value.type, to)
        return value if name is None else self._make(name, [value], to)

    def _cast_name(self, old: Type, new: Type) -> str | None:
        """The op that converts a number to another type; None where the value is used as it is."""
        from_float, to_float = _class(old) == _FLOAT, _class(new) == _FLOAT
        sign = "u" if self.unsigned else "s"
        if from_float != to_float:
            if INDEX in (old, new):
                return None
            return f"arith.fpto{sign}i" if from_float else f"arith.{sign}itofp"
        if INDEX in (old, new):
            return "arith.index_cast" if old is INDEX else None
        widths = _width(old), _width(new)
        if widths[0] == widths[1]:
            return None
        if from_float:
            return "arith.extf" if widths[0] < widths[1] else "arith.truncf"
        return f"arith.ext{sign}i" if widths[0] < widths[1] else "arith.trunci"

    def random(self) -> Region:
        """linalg.fill_rng_2d: a linear congruential generator over both indices and the seed, scaled."""
        i32, i64, f64 = Type.get("i32"), Type.get("i64"), Type.get("f64")
        low, high, seed, out = self.block.arguments
        half = self._make("arith.sitofp", [self._constant("2147483647", i64)], f64)
        column, row = (
            self._make("arith.index_cast", [self._make("linalg.index", [], INDEX, dim=f"{dim} : i64")], i32)
            for dim in (1, 0)
        )
        random = self._make("arith.addi", [row, seed], i32)
        for step in (column, None):
            factor = self._make("arith.trunci", [self._constant("1103515245", i64)], i32)
            product = self._make("arith.muli", [random, factor], i32)
            summand = self._make("arith.trunci", [self._constant("12345", i64)], i32)
            random = self._make("arith.addi", [product, summand], i32)
            if step is not None:
                random = self._make("arith.addi", [step, random], i32)
        shifted = self._make("arith.addf", [half, self._make("arith.sitofp", [random], f64)], f64)
        span = self._make("arith.subf", [high, low], f64)
        scale = self._make("arith.mulf", [span, self._constant("2.3283063999999999E-10", f64)], f64)
        found = self._make("arith.addf", [self._make("arith.mulf", [shifted, scale], f64), low], f64)
        return self._yielding(self._cast(found, out.type))


def _problem(function: str, left: Type, right: Type) -> str | None:
    """Why a function of two arguments does not take these types."""
    classes = _class(left), _class(right)
    if (
        not (_is_number(left) and _is_number(right))
        or len({_INTEGER if kind == _BOOLEAN else kind for kind in classes}) > 1
    ):
        expected = "expects allComplex, allFloatingPoint, or allInteger"
        return f"Cannot build binary Linalg operation: {expected}, got '{left}' and '{right}'"
    refused, message = _NOT_TAKEN.get(function, ((), ""))
    if classes[0] in refused:
        return message
    name = _BY_TYPE[function][classes[1]] if function in _BY_TYPE else function
    return (
        None
        if left.canonical == right.canonical
        else f"'{name}' op requires the same type for all operands and results"
    )


def _is_number(type: Type) -> bool:
    """Do linalg's functions compute with it? An index is none here."""
    return re.match(_ARITHMETIC, type.canonical) is not None


def _class(type: Type) -> int:
    text = type.canonical
    if text.startswith("complex<"):
        return _COMPLEX
    if text == "i1":
        return _BOOLEAN
    return _FLOAT if re.match(_FLOATING, text) else _INTEGER


def _width(type: Type) -> int:
    found = re.match(_WIDTH, type.canonical)
    return _WIDTHS.get(type.canonical) or (int(found[1]) if found is not None else 64)
