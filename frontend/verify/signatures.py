"""What ops ask of the number and the types of their operands and results, as a table.

A signature is `operands -> results ; rule`, each side the kinds of the values in order: `int`, `float` (numbers, or
vectors and tensors of them), `i1`, `index`, `memref` (ranked), `line` (of one dimension), `buffer` (ranked or not),
`tensor`, `any`, and more (`_KINDS`); `kind*` at the end of a side is any number of them. The rule `same` wants one type
for all, `alike` one type for all values but the first operand, `compared` one type for all operands, `wider` one for
all but the last result, `pairs` one for each operand and its result; `cast` wants an index on one side.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from ownlog.frontend.forms.language.memrefs import encoding, of_memref
from ownlog.frontend.forms.language.typerules import boolean_like, element
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.types import Type
from ownlog.frontend.verify.refusal import refuse
from ownlog.frontend.verify.shapes import may_be_equal, shape

_TABLE = {
    "int int -> int ; same": (
        "arith: andi ori xori divui ceildivsi ceildivui floordivsi remsi remui minsi minui maxsi maxui addi subi muli"
        " shli divsi shrsi shrui"
    ),
    "float float -> float ; same": "arith: addf subf mulf divf remf maximumf minimumf maxnumf minnumf",
    "float -> float ; same": (
        "arith: negf | math: absf acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp2 expm1 floor log"
        " log10 log1p log2 round roundeven rsqrt sin sinh sqrt tan tanh trunc"
    ),
    "float float -> float ; same ": "math: atan2 copysign powf",
    "float float float -> float ; same": "math: fma",
    "int -> int ; same": "math: absi ctlz cttz ctpop",
    "int int -> int ; same ": "math: ipowi",
    "int int -> int int ; same": "arith: mulsi_extended mului_extended",
    "int int -> int bools ; wider": "arith: addui_extended",
    "index index -> index": (
        "index: add sub mul divs divu ceildivs ceildivu floordivs rems remu maxs maxu mins minu shl shrs shru and or"
        " xor"
    ),
    "index index -> i1": "index: cmp",
    "scalar -> scalar ; cast": "index: casts castu",
    "-> i1": "index: bool.constant",
    "int int -> bools ; compared": "arith: cmpi",
    "float float -> bools ; compared": "arith: cmpf",
    "bools any any -> any ; alike": "arith: select",
    "-> any": "arith: constant | func: constant",
    "fixed -> fixed": "arith: extsi extui trunci",
    "float -> float": "arith: extf truncf",
    "float -> fixed": "arith: fptosi fptoui",
    "fixed -> float": "arith: sitofp uitofp",
    "indexlike -> indexlike": "arith: index_cast index_castui",
    "any -> any": "arith: bitcast",
    "i1 any* ->": "cf: cond_br",
    "i1 ->": "cf: assert",
    "memref -> memref ; same": "memref: assume_alignment",
    "memref* -> memref* ; pairs": "memref: distinct_objects",
    "memref index* ->": "memref: prefetch",
    "numbers index* -> number": "memref: generic_atomic_rmw",
    "any* ->": "cf: br | func: return | scf: yield | linalg: yield",
    "any ->": "tensor: yield",
    "i1 -> any*": "scf: if",
    "index -> any*": "scf: index_switch",
    "-> any*": "scf: execute_region | memref: alloca_scope",
    "index* -> any*": "affine: if parallel",
    "i1 any* ->  ": "scf: condition",
    "index* -> memref": "memref: alloc alloca",
    "buffer -> ": "memref: dealloc",
    "buffer -> buffer": "memref: cast memory_space_cast | bufferization: clone",
    "buffer buffer ->": "memref: copy",
    "memref index* -> any": "memref: load | affine: load",
    "line index* -> line": "memref: realloc",
    "any memref index* ->": "memref: store | affine: store",
    "measured index -> index": "memref: dim",
    "-> memref": "memref: get_global",
    "->": "builtin: module | func: func | gpu: module | llvm: func | memref: global",
    "buffer -> index": "memref: rank extract_aligned_pointer_as_index",
    "memref index* -> memref": "memref: subview",
    "strided index* -> strided": "memref: expand_shape",
    "buffer index* -> strided": "memref: reinterpret_cast",
    "strided -> strided": "memref: collapse_shape transpose",
    "strided -> memref index index*": "memref: extract_strided_metadata",
    "bytes index index* -> memref": "memref: view",
    "buffer extents -> buffer": "memref: reshape",
    "number numbers index* -> number": "memref: atomic_rmw",
    "buffer -> tensor": "bufferization: to_tensor",
    "tensor -> buffer": "bufferization: to_buffer",
    "tensor ->": "bufferization: dealloc_tensor",
    "any* -> tensor": "bufferization: alloc_tensor",
    "tensor shaped -> tensor*": "bufferization: materialize_in_destination",
    "index* -> ranked": "tensor: empty generate",
    "ranked index* -> any": "tensor: extract",
    "any ranked index* -> ranked": "tensor: insert",
    "ranked index* -> ranked": "tensor: extract_slice expand_shape pad",
    "ranked ranked index* -> ranked": "tensor: insert_slice",
    "ranked ranked index* ->": "tensor: parallel_insert_slice",
    "ranked -> ranked": "tensor: collapse_shape",
    "tensor -> tensor": "tensor: cast bitcast",
    "sized index -> index": "tensor: dim",
    "tensor -> index": "tensor: rank",
    "any* -> ranked": "tensor: from_elements",
    "any index* -> ranked": "tensor: splat",
    "ranked ranked* -> ranked": "tensor: concat",
    "ranked ranked -> ranked": "tensor: gather",
    "ranked ranked ranked -> ranked": "tensor: scatter",
    "tensor lengths -> tensor": "tensor: reshape",
    "index* -> index": "affine: apply min max",
    "memref index* -> vector": "vector: load",
    "vector memref index* ->": "vector: store",
    "memref any any any* -> vector": "vector: maskedload expandload",
    "memref any any any* ->": "vector: maskedstore compressstore",
    "placed any any any any* -> vector": "vector: gather",
    "memref any any any any* ->": "vector: scatter",
    "placed placed -> any*": "linalg: softmax",
}


class _Kind(NamedTuple):
    description: str
    fits: Callable[[Type], bool]


def _numbers(text: str) -> Callable[[Type], bool]:
    plain = re.compile(text)
    return lambda type: not type.is_memref and plain.fullmatch(element(type).canonical) is not None


def _matches(text: str) -> Callable[[Type], bool]:
    whole = re.compile(text)
    return lambda type: whole.fullmatch(type.canonical) is not None


def _is_ranked(type: Type) -> bool:
    return type.is_memref and not type.is_unranked_memref


def _is_ranked_tensor(type: Type) -> bool:
    return type.canonical.startswith("tensor<") and shape(type) is not None


_INTEGERS = r"(?:i\d+|index)"
_NUMBER = r"(?:i\d+|(?:bf|tf|f)\d\w*)"
_KINDS = {
    "any": _Kind("any type", lambda type: True),
    "int": _Kind("signless-integer-like", _numbers(r"i\d+|index|!.*")),
    "indexlike": _Kind(
        "signless-integer-like or memref of signless-integer",
        lambda type: not type.is_unranked_memref and _matches(r"i\d+|index|!.*")(element(type)),
    ),
    "fixed": _Kind("signless-fixed-width-integer-like", _numbers(r"i\d+|!.*")),
    "float": _Kind("floating-point-like", _numbers(r"(?:bf|tf|f)\d\w*|!.*")),
    "bools": _Kind("bool-like", _numbers("i1")),
    "i1": _Kind("1-bit signless integer", _matches("i1")),
    "index": _Kind("index", _matches("index")),
    "scalar": _Kind("integer or index", _matches(r"[su]?i\d+|index")),
    "number": _Kind("signless integer or floating-point", _matches(_NUMBER)),
    "memref": _Kind("memref of any type values", _is_ranked),
    "strided": _Kind(
        "strided memref of any type values", lambda type: type.is_memref and of_memref(type).strided is not None
    ),
    "line": _Kind("1D memref of any type values", lambda type: _is_ranked(type) and type.rank == 1),
    "bytes": _Kind("1D memref of 8-bit signless integer values", _matches(r"memref<(?:\d+|\?)xi8(?:,.*)?>")),
    "extents": _Kind(
        "1D memref of signless integer or index values", _matches(rf"memref<(?:\d+|\?)x{_INTEGERS}(?:,.*)?>")
    ),
    "numbers": _Kind(
        "memref of signless integer or floating-point values",
        lambda type: _is_ranked(type) and _matches(_NUMBER)(element(type)),
    ),
    "buffer": _Kind("ranked or unranked memref of any type values", lambda type: type.is_memref),
    "measured": _Kind(
        "unranked.memref of any type values or non-0-ranked.memref of any type values",
        lambda type: type.is_memref and shape(type) != (),
    ),
    "tensor": _Kind("tensor of any type values", lambda type: type.canonical.startswith("tensor<")),
    "ranked": _Kind("ranked tensor of any type values", _is_ranked_tensor),
    "sized": _Kind(
        "non-0-ranked or unranked tensor", lambda type: type.canonical.startswith("tensor<") and shape(type) != ()
    ),
    "lengths": _Kind(
        "1D tensor of signless integer or index values", _matches(rf"tensor<(?:\d+|\?)x{_INTEGERS}(?:,.*)?>")
    ),
    "shaped": _Kind(
        "shaped of any type values", lambda type: type.is_memref or type.canonical.startswith(("tensor<", "vector<"))
    ),
    "placed": _Kind(
        "memref or ranked tensor of any type values", lambda type: _is_ranked(type) or _is_ranked_tensor(type)
    ),
    "vector": _Kind("vector of any type values", lambda type: type.canonical.startswith("vector<")),
}
_VARIADIC = {kind: _Kind(f"variadic of {kind.description}", kind.fits) for kind in _KINDS.values()}


class _Side(NamedTuple):
    """The kinds on one side; `more` is the kind of any number of further values."""

    kinds: tuple[_Kind, ...]
    more: _Kind | None


class _Signature(NamedTuple):
    operands: _Side
    results: _Side
    rule: str


def _side(text: str) -> _Side:
    words = text.split()
    more = _VARIADIC[_KINDS[words.pop()[:-1]]] if words and words[-1].endswith("*") else None
    return _Side(tuple(_KINDS[word] for word in words), more)


def _compiled() -> dict[str, _Signature]:
    found = {}
    for text, ops in _TABLE.items():
        types, _, rule = text.partition(";")
        operands, _, results = types.partition("->")
        signature = _Signature(_side(operands), _side(results), rule.strip())
        for group in ops.split("|"):
            dialect, _, names = group.partition(":")
            found.update({f"{dialect.strip()}.{name}": signature for name in names.split()})
    return found


SIGNATURES = _compiled()
"""What ops ask of their values, by their names."""


class Signatures:
    """Checks ops against the table; what passed once with the same types is not looked at again."""

    def __init__(self) -> None:
        self._passed: set[tuple[object, ...]] = set()

    def check(self, op: Op) -> None:
        """InputError for an op of the table that breaks its signature."""
        signature = SIGNATURES[op.name]
        key = (op.name, len(op.operands), *[v.type for v in op.operands], *[v.type for v in op.results])
        if key in self._passed:
            return
        _check_side(op, "operand", signature.operands, op.operands)
        _check_side(op, "result", signature.results, op.results)
        _check_rule(op, signature.rule)
        self._passed.add(key)


def _check_side(op: Op, word: str, side: _Side, values: list[Value]) -> None:
    wanted, have = len(side.kinds), len(values)
    if have < wanted or (have > wanted and side.more is None):
        refuse(op, _count(word, wanted, have, side.more is not None), f"it has {have}; see the op's generic form")
    for number, value in enumerate(values):
        kind = side.kinds[number] if number < wanted else side.more
        assert kind is not None
        if not kind.fits(value.type):
            refuse(
                op,
                f"{word} #{number} must be {kind.description}, but got '{value.type.canonical}'",
                f"{value.ref} has that type",
            )


def _count(word: str, wanted: int, have: int, more: bool) -> str:
    if more:
        return f"expected {wanted} or more {word}s, but found {have}"
    if wanted > 1:
        return f"expected {wanted} {word}s, but found {have}" if word == "operand" else f"expected {wanted} results"
    if wanted == 0:
        return f"requires zero {word}s"
    return "requires a single operand" if word == "operand" else "requires one result"


def _check_rule(op: Op, rule: str) -> None:
    if not rule:
        return
    if rule == "pairs":
        if [value.type.canonical for value in op.operands] != [value.type.canonical for value in op.results]:
            refuse(op, _RULES[rule], "each operand has a result of its type")
        return
    if rule == "cast":
        if (op.operands[0].type.canonical == "index") is (op.results[0].type.canonical == "index"):
            refuse(op, _RULES[rule], "one of the two is an index")
        return
    every = [*op.operands, *op.results]
    values = {"same": every, "alike": every[1:], "compared": op.operands, "wider": every[:-1]}[rule]
    if len({value.type.canonical for value in values}) > 1 and not (
        rule == "same" and _may_be_one([value.type for value in values])
    ):
        types = ", ".join(sorted({value.type.canonical for value in values}))
        refuse(op, _RULES[rule], f"the types are {types}")
    if rule == "same" and op.results and op.operands[0].type.canonical != op.results[0].type.canonical:
        refuse(op, _RULES[rule], "the result has the type of the first operand")
    if rule == "wider" and op.results[1].type.canonical != boolean_like(op.operands[0].type).canonical:
        refuse(
            op,
            "failed to verify that result type has i1 element type and same shape as operands",
            "it has an i1 for each element",
        )
    if rule == "compared" and op.results[0].type.canonical != boolean_like(op.operands[0].type).canonical:
        refuse(
            op,
            "failed to verify that result type has i1 element type and same shape as operands",
            "it has an i1 for each element",
        )
    if rule == "alike" and op.operands[0].type.canonical not in ("i1", boolean_like(op.results[0].type).canonical):
        refuse(
            op,
            "expected condition type to have the same shape as the result type",
            "write an i1, or one for each element",
        )


def _may_be_one(types: list[Type]) -> bool:
    """Are these tensors equal up to sizes, so that all may have one type at run time?"""
    first, *others = types
    return all(
        type.canonical.startswith("tensor<")
        and (element(type), encoding(type)) == (element(first), encoding(first))
        and may_be_equal(shape(type), shape(first))
        for type in (first, *others)
    )


_RULES = {
    "same": "requires the same type for all operands and results",
    "alike": "failed to verify that all of {true_value, false_value, result} have same type",
    "cast": "operand type and result type are cast incompatible",
    "compared": "requires all operands to have the same type",
    "pairs": "operand types and result types must match",
    "wider": "failed to verify that all of {lhs, rhs, sum} have same type",
}
