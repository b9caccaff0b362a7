"""Constants, choices and casts of the arith dialect."""

from __future__ import annotations

from dataclasses import replace

from ownlog.backend.bufferize.ops.state import State
from ownlog.backend.bufferize.ops.types import Flow, ResultType, Types
from ownlog.base.errors import InputError
from ownlog.frontend.forms.language.memrefs import Buffer, of_tensor
from ownlog.frontend.ir.ir import Op

GET_GLOBAL = "memref.get_global"


def _constant(state: State, op: Op) -> None:
    value = op.results[0]
    name = state.constant(op, state.types.of(value).type)
    op.properties, op.attrs = {"name": name}, {}
    state.turn(op, GET_GLOBAL, [])
    state.become(value)


def _select(state: State, op: Op) -> None:
    condition, *values = op.operands
    if condition.type.canonical != "i1":
        raise InputError(
            op.diagnostic(
                f"'{op.name}' op only i1 condition values are supported", "choose element by element: linalg.select"
            )
        )
    result = op.results[0]
    state.keep(op, [state.value(condition), *(state.cast_to(value, result) for value in values)])
    state.become(result)


def _cast(state: State, op: Op) -> None:
    state.keep(op, state.values(op.operands))
    state.become(op.results[0])


def _cast_type(types: Types, op: Op) -> Buffer | None:
    source = types.known_of(op.operands[0])
    return source and replace(source, element=of_tensor(op.results[0].type).element)


RESULTS: dict[str, ResultType] = {
    "arith.constant": lambda types, op: types.settings.fresh(op.results[0].type),
    "arith.index_cast": _cast_type,
}
FLOWS: dict[str, Flow] = {"arith.select": lambda types, op: [(value, op.results[0]) for value in op.operands[1:]]}
BUILD = {"arith.constant": _constant, "arith.index_cast": _cast, "arith.select": _select}
