"""Forms of the math dialect."""

from __future__ import annotations

from ownlog.frontend.forms.registry import Form

_FLOAT_UNARY = (
    "absf acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp2 expm1 floor log log10 log1p log2 round roundeven rsqrt "
    "sin sinh sqrt tan tanh trunc"
)
_INTEGER_UNARY = "absi ctlz cttz ctpop"
_BINARY = "atan2 copysign powf"
_TESTS = "isfinite isinf isnan isnormal"
_FASTMATH = "$fastmath:tag(fastmath,arith.fastmath)"

FORMS: dict[str, Form | str] = {
    **{f"math.{name}": f"%operand {_FASTMATH} attr-dict `:` type(*) ; inherent fastmath" for name in _FLOAT_UNARY.split()},
    **{f"math.{name}": "%operand attr-dict `:` type(*)" for name in _INTEGER_UNARY.split()},
    **{f"math.{name}": f"%lhs `,` %rhs {_FASTMATH} attr-dict `:` type(*) ; inherent fastmath" for name in _BINARY.split()},
    **{f"math.{name}": f"%operand {_FASTMATH} attr-dict `:` type(%operand) ; result = bool(operand)" for name in _TESTS.split()},
    "math.ipowi": "%lhs `,` %rhs attr-dict `:` type(*)",
    "math.fpowi": f"%lhs `,` %rhs {_FASTMATH} attr-dict `:` type(%lhs) `,` type(%rhs) ; result = lhs",
    "math.fma": f"%a `,` %b `,` %c {_FASTMATH} attr-dict `:` type(*) ; inherent fastmath",
}
