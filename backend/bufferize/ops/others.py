"""Ops on vectors, and variables of a program (dialects vector and ml_program)."""

from __future__ import annotations

from ownlog.backend.bufferize.ops.state import State
from ownlog.backend.bufferize.ops.types import Flow, ResultType, Types
from ownlog.backend.rewriting import build
from ownlog.frontend.forms.language.memrefs import Buffer
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.types import Type

_GET = "memref.get_global"


def _handed(types: Types, op: Op) -> list[tuple[Value, Value]]:
    around = op.parent_op
    return list(zip(op.operands, around.results, strict=False)) if around is not None else []


def _mask(state: State, op: Op) -> None:
    """The masked op writes to its destination: that is what comes out."""
    *masked, _ = op.regions[0].blocks[0].ops
    for inner in masked:
        for value, result in zip(state.tensors_in(inner.operands), op.results, strict=False):
            if state.is_tensor(result):
                state.define(result, state.buffer(value))
    operands = state.values(op.operands)
    state.without_results(op)
    state.keep(op, operands)


def _yield(state: State, op: Op) -> None:
    state.keep(op, [state.value(value) for value in op.operands if not state.is_tensor(value)])
    if not op.operands:
        # As a new op, which the text may leave out.
        op.source = None


def _global(state: State, op: Op) -> None:
    kind = state.settings.fresh(Type.get(op.attribute("type") or "")).type
    name, value, changes = op.attribute("sym_name"), op.attribute("value"), op.attribute("is_mutable") is not None
    visibility = op.attribute("sym_visibility")
    op.properties = {"sym_name": name, "type": str(kind), "initial_value": value}
    if visibility is not None:
        op.properties["sym_visibility"] = visibility
    if not changes:
        op.properties["constant"] = None
    state.turn(op, "memref.global", [])


def _load(state: State, op: Op) -> None:
    """What is loaded stays as it is when the variable changes: it is a copy."""
    result = op.results[0]
    made = Op(_GET, properties={"name": op.attribute("global")})
    made.add_result(state.names.fresh_number(), state.types.of(result).type)
    state.define(result, state.copied(state.made(made)))


def _load_constant(state: State, op: Op) -> None:
    op.properties = {"name": op.attribute("global")}
    state.turn(op, _GET, [])
    state.become(op.results[0])


def _store(state: State, op: Op) -> None:
    source = state.buffer(op.operands[0])
    made = Op(_GET, properties={"name": op.attribute("global")})
    made.add_result(state.names.fresh_number(), state.settings.fresh(op.operands[0].type).type)
    target = state.made(made)
    op.properties = {}
    state.turn(op, build.COPY, [source, target])


def _fresh(types: Types, op: Op) -> Buffer:
    return types.settings.fresh(op.results[0].type)


RESULTS: dict[str, ResultType] = {"ml_program.global_load": _fresh, "ml_program.global_load_const": _fresh}
FLOWS: dict[str, Flow] = {"vector.yield": _handed}
BUILD = {
    "ml_program.global": _global,
    "ml_program.global_load": _load,
    "ml_program.global_load_const": _load_constant,
    "ml_program.global_store": _store,
    "vector.mask": _mask,
    "vector.yield": _yield,
}
