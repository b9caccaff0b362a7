"""The attributes of the bufferization dialect, on ops and on function arguments."""

from __future__ import annotations

from ownlog.frontend.forms.dialects.func import split_function_type
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.traits import own_traits
from ownlog.frontend.text.tokens import split_top_level
from ownlog.frontend.verify.refusal import bare, refuse

_PREFIX = "bufferization."
_MANUAL = "bufferization.manual_deallocation"
_ACCESSES = ('"none"', '"read"', '"write"', '"read-write"')


def check_attributes(op: Op) -> None:
    """InputError for a misplaced or invalid attribute of the bufferization dialect."""
    for key in op.attrs:
        if not key.startswith(_PREFIX):
            continue
        if key != _MANUAL:
            message = f"attribute '\"{key}\"' not supported as an op attribute by the bufferization dialect"
            bare(op, message, f"it belongs to a function argument: `%a: type {{{key} = ...}}`")
        if not own_traits().may_allocate_or_free(op.name):
            refuse(
                op,
                f"attribute '{_MANUAL}' can be used only on ops that have an allocation and/or free side effect",
                "drop it here",
            )
    arguments = op.properties.get("arg_attrs") if op.name == "func.func" else None
    if arguments is not None and _PREFIX in arguments:
        types = split_function_type(op.properties.get("function_type") or "")[0]
        for number, entries in enumerate(split_top_level(arguments.strip()[1:-1])):
            for entry in split_top_level(entries.strip()[1:-1]):
                key, _, value = (piece.strip() for piece in entry.partition("="))
                if key.startswith(_PREFIX):
                    _check_argument(op, key, value, types[number] if number < len(types) else "")


def _check_argument(function: Op, key: str, value: str, type: str) -> None:
    if key == "bufferization.writable":
        if value not in ("true", "false"):
            bare(function, f"'{key}' is expected to be a boolean attribute", "write true or false")
        if not any(region.blocks for region in function.regions):
            bare(
                function,
                f"'{key}' is invalid on external functions",
                "use bufferization.access on the arguments of declarations",
            )
    elif key == "bufferization.access":
        if not value.startswith('"'):
            bare(function, f"'{key}' is expected to be a string attribute", f"one of {', '.join(_ACCESSES)}")
        if value not in _ACCESSES:
            bare(function, f"invalid value for '{key}'", f"one of {', '.join(_ACCESSES)}")
    elif key != "bufferization.buffer_layout":
        message = f"attribute '{key}' not supported as a region arg attribute by the bufferization dialect"
        bare(function, message, "writable, access and buffer_layout are known")
