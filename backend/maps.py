"""affine.apply of constants and of one value several times: the map over what is left.

Source: `canonicalizeMapAndOperands` and `simplifyAffineExpr` of MLIR, for linear maps; maps with mod or a division stay as they are.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from ownlog.backend import build
from ownlog.backend.constants import integer
from ownlog.backend.rewriter import Rewriter
from ownlog.frontend.forms.affine import map_parts, map_text
from ownlog.frontend.ir import Op, Value

_LONGEST = 1_000  # characters of a map that is looked at: its tree is walked by recursion
_LARGEST = 2**63

Linear = dict[str, int]
"""A sum of products: the factor of each name, and the constant under the name ""."""


def simplify_apply(op: Op, rewriter: Rewriter) -> bool:
    """Give `op`, an affine.apply, each value once and no constants, or put what it computes in its place; whether anything changed."""
    try:
        dims, symbols, result = map_parts(op.properties.get("map") or "")
    except ValueError:
        return False
    linear = _linear(result)
    if linear is None or not linear.keys() <= {"", *dims, *symbols}:
        return False
    factors, constant = _by_value(op.operands, [*dims, *symbols], linear)
    if abs(constant) >= _LARGEST or any(abs(factor) >= _LARGEST for factor in factors.values()):
        return False
    if not factors:
        new = build.index(constant, rewriter.names)
        rewriter.insert_before(op, [new])
        rewriter.replace_op(op, new.results)
        return True
    if list(factors.values()) == [1] and not constant:
        rewriter.replace_op(op, list(factors))
        return True
    if len(factors) == len(op.operands):
        return False
    # What is a symbol in one place may be one everywhere.
    as_symbol = set(op.operands[len(dims) :])
    operands = [value for value in factors if value not in as_symbol] + [value for value in factors if value in as_symbol]
    count = len(operands) - len(as_symbol & factors.keys())
    names = [f"d{i}" for i in range(count)] + [f"s{i}" for i in range(len(operands) - count)]
    shown = _shown([(name, factors[value]) for name, value in zip(names, operands, strict=True)], constant)
    op.properties["map"] = map_text(shown, count, len(operands) - count)
    rewriter.set_operands(op, operands)
    return True


def _by_value(operands: Sequence[Value], names: list[str], linear: Linear) -> tuple[dict[Value, int], int]:
    """The factor of each value that has one, and the constant part."""
    factors: dict[Value, int] = {}
    constant = linear.get("", 0)
    for name, value in zip(names, operands, strict=True):
        known = integer(value)
        if known is not None:
            constant += known * linear.get(name, 0)
        else:
            factors[value] = factors.get(value, 0) + linear.get(name, 0)
    return {value: factor for value, factor in factors.items() if factor}, constant


def _linear(text: str) -> Linear | None:
    """An affine expression as a sum; None where it is none."""
    if len(text) > _LONGEST:
        return None
    try:
        # What is linear is written as in Python; `mod` and the divisions are no operators there.
        return _sum(ast.parse(text.strip(), mode="eval").body)
    except SyntaxError:
        return None


def _sum(node: ast.expr) -> Linear | None:
    match node:
        case ast.Name(id=name):
            return {name: 1}
        case ast.Constant(value=int(value)):
            return {"": value}
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _add({}, _sum(operand), -1)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as sign, right=right):
            return _add(_sum(left), _sum(right), 1 if isinstance(sign, ast.Add) else -1)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            one, other = _sum(left), _sum(right)
            if one is not None and other is not None:
                for factor, terms in ((one, other), (other, one)):
                    if factor.keys() <= {""}:
                        return _add({}, terms, factor.get("", 0))
    return None


def _add(terms: Linear | None, others: Linear | None, factor: int) -> Linear | None:
    if terms is None or others is None:
        return None
    return {name: terms.get(name, 0) + factor * others.get(name, 0) for name in terms | others}


def _shown(terms: list[tuple[str, int]], constant: int) -> str:
    """`d0 - d1 * 2 + 5`, as MLIR prints it."""
    pieces: list[str] = []
    for name, factor in terms:
        if not pieces:
            pieces.append(name if factor == 1 else f"-{name}" if factor == -1 else f"{name} * {factor}")
        else:
            pieces.append(f"{'+' if factor > 0 else '-'} {name}" + (f" * {abs(factor)}" if abs(factor) != 1 else ""))
    if constant:
        pieces.append(f"{'+' if constant > 0 else '-'} {abs(constant)}")
    return " ".join(pieces)
