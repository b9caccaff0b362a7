"""Forms of the linalg dialect: named and generic structured ops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.language.attributes import array_numbers, array_text
from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.forms.language.typerules import element
from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.text import tokens as t
from ownlog.frontend.text.spelling import written
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import Argument, OpReader
    from ownlog.frontend.syntax.writer import Writer

_NAMED = (
    "abs add batch_matmul batch_matmul_transpose_a batch_matmul_transpose_b batch_matvec batch_mmt4d"
    " batch_reduce_matmul batch_vecmat ceil contract conv_1d conv_1d_ncw_fcw conv_1d_nwc_wcf conv_2d conv_2d_nchw_fchw"
    " conv_2d_nchw_fchw_q conv_2d_ngchw_fgchw conv_2d_ngchw_gfchw conv_2d_ngchw_gfchw_q conv_2d_nhwc_fhwc"
    " conv_2d_nhwc_fhwc_q conv_2d_nhwc_hwcf conv_2d_nhwc_hwcf_q conv_2d_nhwgc_gfhwc conv_2d_nhwgc_gfhwc_q conv_3d"
    " conv_3d_ncdhw_fcdhw conv_3d_ndhwc_dhwcf conv_3d_ndhwc_dhwcf_q copy depthwise_conv_1d_ncw_cw"
    " depthwise_conv_1d_nwc_wc depthwise_conv_1d_nwc_wcm depthwise_conv_2d_nchw_chw depthwise_conv_2d_nhwc_hwc"
    " depthwise_conv_2d_nhwc_hwc_q depthwise_conv_2d_nhwc_hwcm depthwise_conv_2d_nhwc_hwcm_q"
    " depthwise_conv_3d_ncdhw_cdhw depthwise_conv_3d_ndhwc_dhwc depthwise_conv_3d_ndhwc_dhwcm div div_unsigned dot"
    " elementwise erf exp fill fill_rng_2d floor log matmul matmul_transpose_a matmul_transpose_b matvec max min mmt4d"
    " mul negf pooling_nchw_max pooling_nchw_sum pooling_ncw_max pooling_ncw_sum pooling_ndhwc_max pooling_ndhwc_min"
    " pooling_ndhwc_sum pooling_nhwc_max pooling_nhwc_max_unsigned pooling_nhwc_min pooling_nhwc_min_unsigned"
    " pooling_nhwc_sum pooling_nwc_max pooling_nwc_max_unsigned pooling_nwc_min pooling_nwc_min_unsigned"
    " pooling_nwc_sum powf quantized_batch_matmul quantized_matmul reciprocal round rsqrt select sqrt square sub tanh"
    " vecmat"
)
_NAMED_INHERENT = frozenset({"cast", "dilations", "indexing_maps", "kind", "strides"})
_GENERIC_INHERENT = frozenset({"indexing_maps", "iterator_types", "doc", "library_call"})
_PAYLOAD = t.token(r"\{(?=[ \t\r\n]*[a-z_]+\.[\w.]+)")


def _parse_operands(p: OpReader, op: Op) -> None:
    """`ins(%a : t) outs(%b : t)`."""
    ins: list[Value] = []
    outs: list[Value] = []
    if p.accept("ins"):
        p.expect("(")
        ins = p.typed_operands(op)
        p.expect(")")
    if p.accept("outs"):
        p.expect("(")
        outs = p.typed_operands(op)
        p.expect(")")
    op.operands = ins + outs
    op.segments = [len(ins), len(outs)]


def _write_operands(w: Writer, op: Op) -> None:
    for word, values in zip(("ins", "outs"), op.groups(), strict=True):
        if values:
            w.piece(f"{word}({', '.join(v.ref for v in values)} : {', '.join(str(v.type) for v in values)})")


def _parse_results(p: OpReader) -> list[Type]:
    return p.result_types() if p.accept("->") else []


def _write_results(w: Writer, op: Op) -> None:
    if op.results:
        types = ", ".join(str(result.type) for result in op.results)
        w.piece(f"-> ({types})" if len(op.results) > 1 else f"-> {types}")


def _parse_named(p: OpReader, op: Op) -> list[Type]:
    while (key := p.take(_NAMED_KEY)) is not None:
        p.expect("=")
        op.properties[key] = p.attribute()
    p.attr_dict(op, _NAMED_INHERENT)
    _parse_operands(p, op)
    p.attr_dict(op, _NAMED_INHERENT)
    return _parse_results(p)


_NAMED_KEY = t.token(r"(?:indexing_maps|kind)(?=[ \t\r\n]*=)")


def _write_named(w: Writer, op: Op) -> None:
    spelled = [key for key in ("kind", "indexing_maps") if op.properties.get(key) is not None]
    for key in spelled:
        w.piece(f"{key} = {written(op.properties[key] or 'unit')}")
    w.attr_dict(op, set(spelled))
    _write_operands(w, op)
    _write_results(w, op)


def _parse_generic(p: OpReader, op: Op) -> list[Type]:
    if p.peek("{"):
        entries = p.dictionary()
    else:
        at = p.next()
        alias = p.attribute()
        entries = p.parse_dictionary(alias, at)
    p.add_attributes(op, entries, _GENERIC_INHERENT)
    _parse_operands(p, op)
    if p.accept("attrs"):
        p.expect("=")
        p.add_attributes(op, p.dictionary(), _GENERIC_INHERENT)
    p.region(op)
    return _parse_results(p)


def _write_generic(w: Writer, op: Op) -> None:
    inherent = {key: text for key, text in op.properties.items() if key in _GENERIC_INHERENT}
    w.piece(w.dictionary(inherent, ordered=False))
    _write_operands(w, op)
    if op.attrs:
        w.piece(f"attrs = {w.dictionary(op.attrs)}")
    w.region(op.regions[0], labelled=True)
    _write_results(w, op)


def _parse_payload(p: OpReader, op: Op) -> tuple[str, dict[str, str | None]] | None:
    """`{ arith.addf {attrs} }`: the op that stands for the whole region."""
    if p.take(_PAYLOAD) is None:
        return None
    name = p.keyword("the name of an op")
    attrs = p.optional_dictionary()
    p.expect("}")
    return name, attrs


def _payload_region(
    p: OpReader,
    op: Op,
    payload: tuple[str, dict[str, str | None]],
    types: list[Type],
    result: list[Type],
    used: list[int],
) -> None:
    """The region that a payload op stands for: the op on the arguments with the numbers `used`, and a yield of its
    result.
    """
    if not types:
        p.fail("expected operands", at=op.start)
    block = Block()
    region = Region([block])
    op.add_region(region)
    for i, type in enumerate(types):
        block.arguments.append(Value(f"%in_{i}", type, block, i))
    inner = Op(payload[0], [block.arguments[i] for i in used], payload[1])
    inner.results.append(Value("%payload", result[0], inner, 0))
    block.ops += [inner, Op("linalg.yield", [inner.results[0]])]
    for nested in block.ops:
        nested.parent = block


def _parse_destination(p: OpReader, op: Op, list_name: str | None) -> list[Type]:
    """`attr-dict ins(...) outs(...) name = [...] attr-dict`; results are the tensors among the outs."""
    inherent = frozenset({list_name}) if list_name is not None else frozenset[str]()
    p.attr_dict(op, inherent)
    _parse_operands(p, op)
    if list_name is not None:
        p.expect(list_name)
        p.expect("=")
        p.expect("[")
        numbers: list[str] = []
        while not p.accept("]"):
            if numbers:
                p.expect(",")
            numbers.append(str(p.integer()))
        op.properties[list_name] = array_text(numbers)
    p.attr_dict(op, inherent)
    return [value.type for value in op.groups()[1] if value.type.is_tensor]


def _write_destination(w: Writer, op: Op, list_name: str | None) -> None:
    _write_operands(w, op)
    if list_name is not None:
        w.piece(f"{list_name} = [{', '.join(map(str, array_numbers(op.properties[list_name])))}]")
    w.attr_dict(op, {list_name} if list_name is not None else set())


def _parse_body(p: OpReader, op: Op) -> None:
    """`(%in: t, %init: t) {...}`."""
    arguments: list[Argument] = []
    p.expect("(")
    while not p.accept(")"):
        if arguments:
            p.expect(",")
        arguments.append(p.typed_argument())
    p.region(op, arguments)


def _write_body(w: Writer, op: Op) -> None:
    shown = ", ".join(f"{argument.name}: {argument.type}" for argument in op.regions[0].blocks[0].arguments)
    w.line(2, f"({shown})")
    w.region(op.regions[0], extra=2)


def _write_payload(w: Writer, op: Op) -> bool:
    """Write the short form where the region came from one."""
    if not _is_payload(op.regions[0]):
        return False
    inner = op.regions[0].blocks[0].ops[0]
    attrs = f" {w.dictionary(inner.attrs)}" if inner.attrs else ""
    w.piece(f"{{ {inner.name}{attrs} }}")
    return True


def _is_payload(region: Region) -> bool:
    ops = region.blocks[0].ops if len(region.blocks) == 1 else []
    return len(ops) == 2 and region.start < 0 and ops[0].results != [] and ops[0].results[0].name == "%payload"


def _elements(values: list[Value]) -> list[Type]:
    return [element(value.type) for value in values]


def _parse_map(p: OpReader, op: Op) -> list[Type]:
    payload = _parse_payload(p, op)
    results = _parse_destination(p, op, None)
    if payload is None:
        _parse_body(p, op)
    else:
        types = _elements(op.operands)
        _payload_region(p, op, payload, types, types[-1:], list(range(len(types) - 1)))
    return results


def _write_map(w: Writer, op: Op) -> None:
    short = _write_payload(w, op)
    _write_destination(w, op, None)
    if not short:
        _write_body(w, op)


def _parse_reduce(p: OpReader, op: Op) -> list[Type]:
    payload = _parse_payload(p, op)
    results = _parse_destination(p, op, "dimensions")
    if payload is None:
        _parse_body(p, op)
    else:
        types = _elements(op.operands)
        _payload_region(p, op, payload, types, types[-1:], [len(types) - 1, *range(len(types) - 1)])
    return results


def _write_reduce(w: Writer, op: Op) -> None:
    short = _write_payload(w, op)
    _write_destination(w, op, "dimensions")
    if not short:
        _write_body(w, op)


def _listed(name: str) -> Form:
    return Form(
        lambda p, op: _parse_destination(p, op, name),
        lambda w, op: _write_destination(w, op, name),
        frozenset({name}),
        plain=True,
    )


FORMS: dict[str, Form | str] = {
    **{f"linalg.{name}": Form(_parse_named, _write_named, _NAMED_INHERENT, plain=True) for name in _NAMED.split()},
    "linalg.broadcast": _listed("dimensions"),
    "linalg.generic": Form(_parse_generic, _write_generic, _GENERIC_INHERENT, closed=True),
    "linalg.map": Form(_parse_map, _write_map, closed=True),
    "linalg.reduce": Form(_parse_reduce, _write_reduce, frozenset({"dimensions"}), closed=True),
    "linalg.transpose": _listed("permutation"),
    "linalg.yield": "%values... attr-dict (`:` type(%values)^)?",
}
