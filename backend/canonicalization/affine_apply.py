"""affine.apply without constants and repeated operands.

Source: `canonicalizeMapAndOperands` and `simplifyAffineExpr` of MLIR, for linear maps; maps with mod or a division
stay, unless the dividend is known.
"""

from __future__ import annotations

from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.affine import Linear, read_linear
from ownlog.backend.rewriting.constants import integer
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.frontend.forms.dialects.affine import map_parts, map_text
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.verify.identifiers import may_be_no_symbol, symbols_to_dims


def simplify_apply(op: Op, rewriter: Rewriter) -> bool:
    """Simplify or replace `op`, an affine.apply; whether anything changed."""
    try:
        dims, symbols, result = map_parts(op.attribute("map") or "")
    except ValueError:
        return False
    if _counters_to_dims(op, rewriter):
        return True
    linear = read_linear(result, dict(zip([*dims, *symbols], map(_meaning, op.operands), strict=False)))
    if linear is None:
        return False
    factors = {value: linear.factors[value] for value in op.operands if value in linear.factors}
    constant = linear.constant
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
    operands = [value for value in factors if value not in as_symbol] + [
        value for value in factors if value in as_symbol
    ]
    count = len(operands) - len(as_symbol & factors.keys())
    names = [f"d{i}" for i in range(count)] + [f"s{i}" for i in range(len(operands) - count)]
    shown = _shown([(name, factors[value]) for name, value in zip(names, operands, strict=True)], constant)
    op.properties["map"] = map_text(shown, count, len(operands) - count)
    rewriter.set_operands(op, operands)
    return True


def _counters_to_dims(op: Op, rewriter: Rewriter) -> bool:
    """Make dimensions of the symbols that came to be counters of affine loops: these may be no symbols; whether any."""
    found = symbols_to_dims(op, may_be_no_symbol)
    if found is None:
        return False
    op.properties["map"], operands = found
    rewriter.set_operands(op, operands)
    return True


def _meaning(value: Value) -> Linear[Value]:
    known = integer(value)
    return Linear({value: 1}) if known is None else Linear({}, known)


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
