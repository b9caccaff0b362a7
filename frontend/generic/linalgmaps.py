"""The dimensions that named linalg ops run over, as data: the indexing maps that the generic form shows."""

from __future__ import annotations

import re

from ownlog.frontend.forms.language.attributes import array_numbers
from ownlog.frontend.forms.language.typerules import dimensions
from ownlog.frontend.generic.hidden import is_elementwise
from ownlog.frontend.ir.ir import Op

_MATMUL = "d0, d2; d2, d1; d0, d1"
_BATCH = "d0, d1, d3; d0, d3, d2; "
# Maps that are properties, where the text does not give them.
_PROPERTIES = {
    "matmul": (3, _MATMUL),
    "batch_matmul": (4, _BATCH + "d0, d1, d2"),
    "batch_reduce_matmul": (4, _BATCH + "d1, d2"),
}
# Number of dimensions, then the results of one map per operand. S0 and D0 stand for the first stride and dilation.
_MEMOIZED: dict[str, tuple[int, str]] = {
    "batch_matvec": (3, "d0, d1, d2; d0, d2; d0, d1"),
    "batch_mmt4d": (7, "d0, d1, d3, d4, d6; d0, d2, d3, d5, d6; d0, d1, d2, d4, d5"),
    "batch_vecmat": (3, "d0, d2; d0, d2, d1; d0, d1"),
    "conv_1d": (2, "d0+d1; d1; d0"),
    "conv_1d_ncw_fcw": (5, "d0, d3, d2*S0+d4*D0; d1, d3, d4; d0, d1, d2"),
    "conv_1d_nwc_wcf": (5, "d0, d1*S0+d3*D0, d4; d3, d4, d2; d0, d1, d2"),
    "conv_2d": (4, "d0+d2, d1+d3; d2, d3; d0, d1"),
    "conv_2d_nchw_fchw": (7, "d0, d4, d2*S0+d5*D0, d3*S1+d6*D1; d1, d4, d5, d6; d0, d1, d2, d3"),
    "conv_2d_ngchw_fgchw": (8, "d0, d1, d5, d3*S0+d6*D0, d4*S1+d7*D1; d2, d1, d5, d6, d7; d0, d1, d2, d3, d4"),
    "conv_2d_ngchw_gfchw": (8, "d0, d1, d5, d3*S0+d6*D0, d4*S1+d7*D1; d1, d2, d5, d6, d7; d0, d1, d2, d3, d4"),
    "conv_2d_nhwc_fhwc": (7, "d0, d1*S0+d4*D0, d2*S1+d5*D1, d6; d3, d4, d5, d6; d0, d1, d2, d3"),
    "conv_2d_nhwc_hwcf": (7, "d0, d1*S0+d4*D0, d2*S1+d5*D1, d6; d4, d5, d6, d3; d0, d1, d2, d3"),
    "conv_2d_nhwgc_gfhwc": (8, "d0, d1*S0+d5*D0, d2*S1+d6*D1, d3, d7; d3, d4, d5, d6, d7; d0, d1, d2, d3, d4"),
    "conv_3d": (6, "d0+d3, d1+d4, d2+d5; d3, d4, d5; d0, d1, d2"),
    "conv_3d_ncdhw_fcdhw": (9, "d0, d5, d2*S0+d6*D0, d3*S1+d7*D1, d4*S2+d8*D2; d1, d5, d6, d7, d8; d0, d1, d2, d3, d4"),
    "conv_3d_ndhwc_dhwcf": (9, "d0, d1*S0+d5*D0, d2*S1+d6*D1, d3*S2+d7*D2, d8; d5, d6, d7, d8, d4; d0, d1, d2, d3, d4"),
    "depthwise_conv_1d_ncw_cw": (4, "d0, d2, d1*S0+d3*D0; d2, d3; d0, d2, d1"),
    "depthwise_conv_1d_nwc_wc": (4, "d0, d1*S0+d3*D0, d2; d3, d2; d0, d1, d2"),
    "depthwise_conv_1d_nwc_wcm": (5, "d0, d1*S0+d4*D0, d2; d4, d2, d3; d0, d1, d2, d3"),
    "depthwise_conv_2d_nchw_chw": (6, "d0, d3, d1*S0+d4*D0, d2*S1+d5*D1; d3, d4, d5; d0, d3, d1, d2"),
    "depthwise_conv_2d_nhwc_hwc": (6, "d0, d1*S0+d4*D0, d2*S1+d5*D1, d3; d4, d5, d3; d0, d1, d2, d3"),
    "depthwise_conv_2d_nhwc_hwcm": (7, "d0, d1*S0+d5*D0, d2*S1+d6*D1, d3; d5, d6, d3, d4; d0, d1, d2, d3, d4"),
    "depthwise_conv_3d_ncdhw_cdhw": (
        8,
        "d0, d7, d1*S0+d4*D0, d2*S1+d5*D1, d3*S2+d6*D2; d7, d4, d5, d6; d0, d7, d1, d2, d3",
    ),
    "depthwise_conv_3d_ndhwc_dhwc": (
        8,
        "d0, d1*S0+d4*D0, d2*S1+d5*D1, d3*S2+d6*D2, d7; d4, d5, d6, d7; d0, d1, d2, d3, d7",
    ),
    "depthwise_conv_3d_ndhwc_dhwcm": (
        9,
        "d0, d1*S0+d5*D0, d2*S1+d6*D1, d3*S2+d7*D2, d8; d5, d6, d7, d8, d4; d0, d1, d2, d3, d8, d4",
    ),
    "dot": (1, "d0; d0; "),
    "fill_rng_2d": (2, "; ; ; d0, d1"),
    "matvec": (2, "d0, d1; d1; d0"),
    "mmt4d": (6, "d0, d2, d3, d5; d1, d2, d4, d5; d0, d1, d3, d4"),
    "pooling_nchw": (6, "d0, d1, d2*S0+d4*D0, d3*S1+d5*D1; d4, d5; d0, d1, d2, d3"),
    "pooling_ncw": (4, "d0, d1, d2*S0+d3*D0; d3; d0, d1, d2"),
    "pooling_ndhwc": (8, "d0, d1*S0+d5*D0, d2*S1+d6*D1, d3*S2+d7*D2, d4; d5, d6, d7; d0, d1, d2, d3, d4"),
    "pooling_nhwc": (6, "d0, d1*S0+d4*D0, d2*S1+d5*D1, d3; d4, d5; d0, d1, d2, d3"),
    "pooling_nwc": (4, "d0, d1*S0+d3*D0, d2; d3; d0, d1, d2"),
    "quantized_batch_matmul": (4, "d0, d1, d3; d0, d3, d2; ; ; d0, d1, d2"),
    "quantized_matmul": (3, "d0, d2; d2, d1; ; ; d0, d1"),
    "vecmat": (2, "d1; d1, d0; d0"),
}
_SHAPED = r"(?:memref|tensor)<"
_POOLING = r"(pooling_\w+?)_(?:max|min|sum)(?:_unsigned)?"


def map_properties(op: Op) -> dict[str, str | None]:
    """The property `indexing_maps` of an op that has it without saying so."""
    name = op.name.removeprefix("linalg.")
    if name == "elementwise":
        rank = _rank(op)
        return {"indexing_maps": _maps(rank, "; ".join([_dims(rank)] * len(op.operands)))}
    return {"indexing_maps": _maps(*_PROPERTIES[name])} if name in _PROPERTIES else {}


def memoized_maps(op: Op) -> dict[str, str | None]:
    """The attribute in which ops whose maps are fixed by their name keep them."""
    name = op.name.removeprefix("linalg.")
    pooling = re.fullmatch(_POOLING, name)
    found = _MEMOIZED.get(pooling[1] if pooling is not None else name.removesuffix("_q"))
    if found is None:
        return {}
    dims, results = found
    if name.endswith("_q"):
        inputs, _, output = results.rpartition("; ")
        results = f"{inputs}; ; ; {output}"
    steps = [(letter, array_numbers(op.attribute(word))) for letter, word in (("S", "strides"), ("D", "dilations"))]
    for letter, numbers in steps:
        for i in range(3):
            step = numbers[i if i < len(numbers) else -1] if numbers else 1
            results = results.replace(f"*{letter}{i}", f"*{step}" if step != 1 else "")
    return {"linalg.memoized_indexing_maps": _maps(dims, results)}


def reduced_maps(op: Op) -> str | None:
    """The maps of `linalg.reduce`; None for another op."""
    if op.name != "linalg.reduce" or not op.operands:
        return None
    rank, gone, inputs = (
        dimensions(op.operands[0].type),
        array_numbers(op.attribute("dimensions")),
        len(op.operands) // 2,
    )
    kept = ", ".join(f"d{i}" for i in range(rank) if i not in gone)
    return _maps(rank, "; ".join([_dims(rank)] * inputs + [kept] * inputs))


def maps_of(op: Op) -> str | None:
    """The maps of a linalg op, one per operand: written ones, or those of its name; None if unknown."""
    said = op.properties.get("indexing_maps")
    if said is not None:
        return said
    if is_elementwise(op):
        rank = _rank(op)
        shaped = [dimensions(value.type) and re.match(_SHAPED, value.type.canonical) for value in op.operands]
        return _maps(rank, "; ".join(_dims(rank) if each else "" for each in shaped))
    known = map_properties(op) | memoized_maps(op)
    return known.get("indexing_maps") or known.get("linalg.memoized_indexing_maps")


def _maps(dims: int, results: str) -> str:
    return "[" + ", ".join(f"affine_map<({_dims(dims)}) -> ({one.strip()})>" for one in results.split(";")) + "]"


def _dims(count: int) -> str:
    return ", ".join(f"d{i}" for i in range(count))


def _rank(op: Op) -> int:
    return dimensions(op.operands[-1].type) if op.operands else 0
