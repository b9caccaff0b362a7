"""Forms of the tensor dialect."""

from __future__ import annotations

from ownlog.frontend.forms.registry import Form

_CAST = "%source attr-dict `:` type(%source) `to` type(result)"
_SLICE = "`` mixed(offsets) mixed(sizes) mixed(strides) attr-dict `:` type(%source)"

FORMS: dict[str, Form | str] = {
    "tensor.bitcast": _CAST,
    "tensor.cast": _CAST,
    "tensor.collapse_shape": "%src $reassociation:attr attr-dict `:` type(%src) `into` type(result)",
    "tensor.concat": "`dim` `(` $dim:i64 `)` %inputs... attr-dict `:` functional",
    "tensor.dim": "%source `,` %index attr-dict `:` type(%source) ; index = index, result = index",
    "tensor.empty": "`(` %dynamicSizes... `)` attr-dict `:` type(result) ; dynamicSizes = index",
    "tensor.expand_shape": "%src $reassociation:attr `output_shape` mixed(output_shape) attr-dict `:` type(%src) `into` type(result)",
    "tensor.extract": "%tensor `[` %indices... `]` attr-dict `:` type(%tensor) ; indices = index, result = element(tensor)",
    "tensor.extract_slice": f"%source {_SLICE} `to` type(result) ; segments",
    "tensor.from_elements": "%elements... attr-dict `:` type(result) ; elements = element(result)",
    "tensor.generate": "%dynamicExtents... region attr-dict `:` type(result) ; dynamicExtents = index",
    "tensor.insert": "%scalar `into` %dest `[` %indices... `]` attr-dict `:` type(%dest)"
    " ; scalar = element(dest), indices = index, result = dest",
    "tensor.insert_slice": f"%source `into` %dest {_SLICE} `into` type(%dest) ; result = dest, segments",
    "tensor.pad": "%source $nofold:unit `low` `` mixed(low) `high` `` mixed(high) region attr-dict"
    " `:` type(%source) `to` type(result) ; segments",
    "tensor.parallel_insert_slice": f"%source `into` %dest {_SLICE} `into` type(%dest) ; segments",
    "tensor.rank": "%tensor attr-dict `:` type(%tensor) ; result = index",
    "tensor.reshape": "%source `(` %shape `)` attr-dict `:` functional",
    "tensor.splat": "%input (`[` %dynamicSizes... `]`)? attr-dict `:` type(result) ; input = element(result), dynamicSizes = index",
    "tensor.yield": "%value attr-dict `:` type(%value)",
}
