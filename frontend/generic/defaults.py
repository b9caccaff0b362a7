"""What ops say without writing it: the generic form shows these properties and attributes with their default values."""

from __future__ import annotations

import re

from ownlog.frontend.forms.registry import lookup
from ownlog.frontend.generic.linalgmaps import map_properties, memoized_maps
from ownlog.frontend.ir.ir import Op

Attributes = dict[str, str | None]

_DEFAULTS: dict[str, Attributes] = {
    "llvm.call": {
        "CConv": "#llvm.cconv<ccc>",
        "TailCallKind": "#llvm.tailcallkind<none>",
        "fastmathFlags": "#llvm.fastmath<none>",
        "op_bundle_sizes": "array<i32>",
    },
    "llvm.func": {
        "CConv": "#llvm.cconv<ccc>",
        "linkage": "#llvm.linkage<external>",
        "unnamed_addr": "0 : i64",
        "visibility_": "0 : i64",
    },
}


def all_properties(op: Op) -> Attributes:
    """The properties of an op (without operand segments), those included that its text leaves out."""
    if op.name == "llvm.call":
        return _DEFAULTS[op.name] | {"operandSegmentSizes": f"array<i32: {len(op.operands)}, 0>"} | op.properties
    if op.name in _DEFAULTS:
        said = {"unnamed_addr"} if op.form == "generic" else frozenset[str]()
        return {key: text for key, text in _DEFAULTS[op.name].items() if key not in said} | op.properties
    form = lookup(op.name)
    if form is not None and form.missing:
        return {**form.missing, **op.properties}
    if op.name.startswith("linalg."):
        return map_properties(op) | _linalg_properties(op)
    return op.properties


def all_attributes(op: Op) -> Attributes:
    """The attributes of an op, those included that MLIR adds to what it reads."""
    return memoized_maps(op) | op.attrs if op.name.startswith("linalg.") and not op.regions else op.attrs


def _linalg_properties(op: Op) -> Attributes:
    properties = op.properties
    kinds = properties.get("iterator_types")
    if kinds is not None:
        return properties | {"iterator_types": re.sub(r'"(\w+)"', r"#linalg.iterator_type<\1>", kinds)}
    return properties
