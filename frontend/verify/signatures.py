"""What ops ask of the number and the types of their operands and results, as a table.

A signature is `operands -> results ; rule`, each side the kinds of the values in order: `int`, `float` (numbers, or vectors and tensors of
them), `i1`, `index`, `memref` (ranked), `strided` (ranked, with strides), `line` (of one
dimension), `buffer` (ranked or not), `tensor`, `any`; `kind*` at the end of a side is any number of them.
The rule `same` wants one type for all, `alike` one type for all values but the first operand.
"""

from __future__ import annotations

from collections.abc import Callable

from ownlog.base.later import dataclass, pattern
from ownlog.frontend.forms.parts.memrefs import of_memref
from ownlog.frontend.forms.parts.typerules import element
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.types import Type
from ownlog.frontend.verify.common.refusal import refuse

_TABLE = {
    "int int -> int ; same": "arith: andi ori xori divui ceildivsi ceildivui floordivsi remsi remui minsi minui maxsi maxui addi subi muli"
    " shli divsi shrsi shrui",
    "float float -> float ; same": "arith: addf subf mulf divf remf maximumf minimumf maxnumf minnumf",
    "float -> float ; same": "arith: negf",
    "int int -> any": "arith: cmpi",
    "float float -> any": "arith: cmpf",
    "any any any -> any ; alike": "arith: select",
    "-> any": "arith: constant",
    "any -> any": "arith: extsi extui extf truncf trunci fptosi fptoui sitofp uitofp bitcast index_cast index_castui",
    "i1 any* ->": "cf: cond_br",
    "any* ->": "cf: br | func: return | scf: yield",
    "any ->": "tensor: yield",
    "i1 -> any*": "scf: if",
    "i1 any* ->  ": "scf: condition",
    "index* -> memref": "memref: alloc alloca",
    "buffer -> ": "memref: dealloc",
    "buffer -> buffer": "memref: cast memory_space_cast | bufferization: clone",
    "buffer buffer ->": "memref: copy",
    "memref index* -> any": "memref: load",
    "line index* -> line": "memref: realloc",
    "any memref index* ->": "memref: store",
    "strided index* -> strided": "memref: expand_shape",
    "strided -> strided": "memref: collapse_shape transpose",
    "strided -> any*": "memref: extract_strided_metadata",
    "buffer index* -> strided": "memref: reinterpret_cast",
    "buffer index -> index": "memref: dim",
    "-> memref": "memref: get_global",
    "->": "builtin: module | func: func | gpu: module | llvm: func | memref: global",
    "buffer -> index": "memref: rank",
    "buffer -> tensor": "bufferization: to_tensor",
    "tensor -> buffer": "bufferization: to_buffer",
    "tensor ->": "bufferization: dealloc_tensor",
    "index* -> tensor": "tensor: empty",
    "tensor index* -> any": "tensor: extract",
    "any tensor index* -> tensor": "tensor: insert",
}


@dataclass(frozen=True)
class _Kind:
    description: str
    fits: Callable[[Type], bool]


def _numbers(text: str) -> Callable[[Type], bool]:
    plain = pattern(text)
    return lambda type: not type.is_memref and plain.fullmatch(element(type).canonical) is not None


_KINDS = {
    "any": _Kind("any type", lambda type: True),
    "int": _Kind("signless-integer-like", _numbers(r"i\d+|index|!.*")),
    "float": _Kind("floating-point-like", _numbers(r"(?:bf|tf|f)\d\w*|!.*")),
    "i1": _Kind("1-bit signless integer", lambda type: type.canonical == "i1"),
    "index": _Kind("index", lambda type: type.canonical == "index"),
    "memref": _Kind("memref of any type values", lambda type: type.is_memref and not type.is_unranked_memref),
    "strided": _Kind("strided memref of any type values", lambda type: type.is_memref and of_memref(type).strided is not None),
    "line": _Kind("1D memref of any type values", lambda type: type.is_memref and not type.is_unranked_memref and type.rank == 1),
    "buffer": _Kind("ranked or unranked memref of any type values", lambda type: type.is_memref),
    "tensor": _Kind("tensor of any type values", lambda type: type.canonical.startswith("tensor<")),
}
_VARIADIC = {kind: _Kind(f"variadic of {kind.description}", kind.fits) for kind in _KINDS.values()}


@dataclass(frozen=True)
class _Side:
    """The kinds on one side; `more` is the kind of any number of further values."""

    kinds: tuple[_Kind, ...]
    more: _Kind | None


@dataclass(frozen=True)
class _Signature:
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
            refuse(op, f"{word} #{number} must be {kind.description}, but got '{value.type.canonical}'", f"{value.ref} has that type")


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
    values = [*op.operands, *op.results][1 if rule == "alike" else 0 :]
    if len({value.type.canonical for value in values}) > 1:
        types = ", ".join(sorted({value.type.canonical for value in values}))
        what = "failed to verify that all of {true_value, false_value, result} have same type"
        refuse(op, what if rule == "alike" else "requires the same type for all operands and results", f"the types are {types}")
