"""Functions, calls and returns (dialect func): buffers go over their boundaries."""

from __future__ import annotations

from dataclasses import replace

from ownlog.backend.bufferize.aliasing.order import is_tensor
from ownlog.backend.bufferize.ops.settings import INFER
from ownlog.backend.bufferize.ops.state import State
from ownlog.backend.bufferize.ops.types import Flow, Types, check_has_buffer
from ownlog.base.errors import InputError
from ownlog.frontend.forms.dialects.func import split_function_type
from ownlog.frontend.forms.language.memrefs import Buffer, join, of_memref
from ownlog.frontend.ir.functions import function_type
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.builtintypes import problem
from ownlog.frontend.text.tokens import split_top_level
from ownlog.frontend.text.types import Type
from ownlog.frontend.text.typetext import canonical_text

LAYOUT = "bufferization.buffer_layout"
_KEPT = "bufferization.access"


def _is_tensor(text: str) -> bool:
    return text.startswith("tensor<")


def _entries(function: Op) -> list[dict[str, str]]:
    """The attributes of a function's arguments."""
    found = []
    for text in split_top_level((function.attribute("arg_attrs") or "").strip()[1:-1]):
        pairs = (entry.partition("=") for entry in split_top_level(text.strip()[1:-1]))
        found.append({key.strip(): value.strip() for key, _, value in pairs if key.strip()})
    return found


def argument_types(types: Types, function: Op) -> list[Buffer | None]:
    """The buffer types of a function's arguments; None for those that are no tensors."""
    if function not in types.arguments:
        types.arguments[function] = _argument_types(types, function)
    return types.arguments[function]


def _argument_types(types: Types, function: Op) -> list[Buffer | None]:
    inputs, _ = split_function_type(function.attribute("function_type") or "")
    entries = _entries(function)
    found: list[Buffer | None] = []
    for number, text in enumerate(inputs):
        if not _is_tensor(text):
            found.append(None)
            continue
        layout = entries[number].get(LAYOUT) if entries else None
        made = types.settings.at_boundary(Type.get(text))
        found.append(made if layout is None else _laid_out(function, made, layout))
    return found


def _laid_out(function: Op, made: Buffer, layout: str) -> Buffer:
    """A buffer with a layout as attributes write it, where types leave out the identity and simplify maps."""
    text = canonical_text(replace(made, layout=layout).type.text)
    if not layout.startswith(("affine_map", "strided")) or problem(text) is not None:
        advice = "write `affine_map<...>` or `strided<...>` with a dimension for each of the tensor's"
        raise InputError(function.diagnostic(f"'{LAYOUT}' is no layout of {made.plain().type}: {layout}", advice))
    return of_memref(Type.get(text))


def signature(types: Types, function: Op) -> None:
    """Settles the type of a function once all types are known."""
    for side in split_function_type(function.attribute("function_type") or ""):
        for text in side:
            check_has_buffer(function, Type.get(text))
    argument_types(types, function)
    types.outputs[function] = result_types(types, function)


def result_types(types: Types, function: Op) -> list[Buffer | None]:
    """The buffer types of a function's results: what it returns, as far as that is to be inferred."""
    if function in types.outputs:
        return types.outputs[function]
    _, outputs = split_function_type(function.attribute("function_type") or "")
    returned = types.returned.get(function, [])
    inferred = types.settings.function_boundary_type_conversion == INFER and function not in types.fixed
    found: list[Buffer | None] = []
    for number, text in enumerate(outputs):
        known = returned[number] if inferred and number < len(returned) else None
        made = known or (types.settings.at_boundary(Type.get(text)) if _is_tensor(text) else None)
        found.append(made if _is_tensor(text) else None)
    return found


def _enter(types: Types, op: Op) -> list[tuple[Value, Value]]:
    for region in op.regions:
        for argument, made in zip(
            region.blocks[0].arguments if region.blocks else (), argument_types(types, op), strict=False
        ):
            if made is not None:
                types.joined(argument, made)
    return []


def _returned(types: Types, op: Op) -> list[tuple[Value, Value]]:
    function = op.parent_op
    assert function is not None
    found = types.returned.setdefault(function, [None] * len(op.operands))
    for number, value in enumerate(op.operands):
        if is_tensor(value) and (made := types.known_of(value)) is not None:
            before = found[number]
            if before is not None and before.space != made.space:
                raise types.clash(value)
            found[number] = made if before is None else join(before, made)
    return []


def _called(types: Types, op: Op) -> list[tuple[Value, Value]]:
    function = types.callees.get(op)
    if function is None:
        for value in filter(is_tensor, op.results):
            types.joined(value, types.settings.at_boundary(value.type))
        return []
    if function not in types.done:
        types.fixed.add(function)
    for value, made in zip(op.results, result_types(types, function), strict=True):
        if made is not None:
            types.joined(value, made)
    return []


def _function(state: State, op: Op) -> None:
    inputs, outputs = split_function_type(op.attribute("function_type") or "")
    if not any(map(_is_tensor, (*inputs, *outputs))):
        state.keep(op)
    else:
        types = state.types
        new = [
            [Type.get(text) if made is None else made.type for text, made in zip(texts, found, strict=True)]
            for texts, found in ((inputs, argument_types(types, op)), (outputs, result_types(types, op)))
        ]
        kept = op.attrs if "function_type" in op.attrs else op.properties
        kept["function_type"] = function_type(*new)
        _drop(op)
        op.mark_changed()
        state.keep(op)
    for region in op.regions:
        for block in region.blocks[:1]:
            for argument in block.arguments:
                state.argument(argument)


def _drop(function: Op) -> None:
    """Drop the attributes about tensors from a function's arguments, except accesses of declarations."""
    entries = _entries(function)
    if not entries:
        return
    body = any(region.blocks for region in function.regions)
    kept = [
        {
            key: value
            for key, value in entry.items()
            if not key.startswith("bufferization.") or (key == _KEPT and not body)
        }
        for entry in entries
    ]
    texts = [
        "{" + ", ".join(f"{key} = {value}" if value else key for key, value in entry.items()) + "}" for entry in kept
    ]
    if any(kept):
        function.properties["arg_attrs"] = f"[{', '.join(texts)}]"
    else:
        function.properties.pop("arg_attrs", None)
    for region in function.regions:
        for argument, entry, text in zip(
            region.blocks[0].arguments if region.blocks else (), kept, texts, strict=False
        ):
            argument.attrs = text if entry else None


def _return(state: State, op: Op) -> None:
    function = op.parent_op
    assert function is not None
    made = result_types(state.types, function)
    operands = [
        state.value(value) if wanted is None else state.cast(state.buffer(value), wanted)
        for value, wanted in zip(op.operands, made, strict=True)
    ]
    state.keep(op, operands)


def _call(state: State, op: Op) -> None:
    function = state.types.callees.get(op)
    if function is None:
        wanted: list[Buffer | None] = [
            state.types.settings.at_boundary(value.type) if state.is_tensor(value) else None for value in op.operands
        ]
    else:
        wanted = argument_types(state.types, function)
    state.keep(
        op,
        [
            state.value(v) if made is None else state.cast(state.buffer(v), made)
            for v, made in zip(op.operands, wanted, strict=True)
        ],
    )
    for value in op.results:
        if state.is_tensor(value):
            state.become(value)
            op.mark_changed()


FLOWS: dict[str, Flow] = {"func.func": _enter, "func.call": _called, "func.return": _returned}
BUILD = {"func.func": _function, "func.call": _call, "func.return": _return}
