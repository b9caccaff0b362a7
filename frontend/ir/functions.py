"""Functions as the IR keeps them: in the text of the attributes `function_type` and `res_attrs`."""

from __future__ import annotations

from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.traits import Traits
from ownlog.frontend.text.spelling import spelled, written
from ownlog.frontend.text.types import Type, split_top_level


def update_function_type(function: Op, traits: Traits) -> None:
    """Update the type of a function with a body to its parameters and returns."""
    entry = function.regions[0].blocks[0]
    ends = [traits.forwarded(block.terminator) for block in function.regions[0].blocks if block.terminator is not None]
    returned = next((end for end in ends if end is not None), [])
    kept = function.attrs if "function_type" in function.attrs else function.properties
    kept["function_type"] = function_type([value.type for value in entry.arguments], [value.type for value in returned])
    attributes = function.attribute("res_attrs")
    if attributes:
        kept = function.attrs if "res_attrs" in function.attrs else function.properties
        # One dictionary for each result; those that were there come first.
        missing = len(returned) - len(split_top_level(attributes.strip()[1:-1]))
        more = ", {}" * missing + "]"
        kept["res_attrs"] = spelled(attributes.rstrip()[:-1] + more, written(attributes).rstrip()[:-1] + more)
    function.mark_changed()


def function_type(inputs: list[Type], outputs: list[Type]) -> str:
    """The attribute `(a, b) -> c`."""
    meaning, text = (
        _function_type(*([spell(type) for type in types] for types in (inputs, outputs)))
        for spell in (_meant, _as_written)
    )
    return spelled(meaning, text)


def _function_type(inputs: list[str], outputs: list[str]) -> str:
    shown = outputs[0] if len(outputs) == 1 and not outputs[0].startswith("(") else f"({', '.join(outputs)})"
    return f"({', '.join(inputs)}) -> {shown}"


def _meant(type: Type) -> str:
    return type.canonical


def _as_written(type: Type) -> str:
    return type.text
