"""Forms of the gpu dialect that buffer IR contains."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.registry import Form
from ownlog.frontend.ir import Op
from ownlog.frontend.scope import Use
from ownlog.frontend.types import INDEX, Type

if TYPE_CHECKING:
    from ownlog.frontend.parser import Parser
    from ownlog.frontend.writer import Writer

_TOKEN = Type.get("!gpu.async.token")
_ALLOC = frozenset({"hostShared"})


def _parse_async(p: Parser) -> tuple[bool, list[Use]]:
    """`async [%a, %b]`."""
    made = p.accept("async")
    return made, p.names("[", "]") if p.peek("[") else []


def _write_async(w: Writer, op: Op, tokens: int) -> None:
    if any(result.type is _TOKEN for result in op.results):
        w.word("async")
    if tokens:
        w.piece(f"[{', '.join(value.ref for value in op.operands[:tokens])}]")


def _parse_alloc(p: Parser, op: Op) -> list[Type]:
    made, tokens = _parse_async(p)
    if p.accept("host_shared"):
        op.properties["hostShared"] = None
    sizes = p.names()
    symbols = p.names("[", "]") if p.peek("[") else []
    p.attr_dict(op, _ALLOC)
    p.expect(":")
    type = p.type()
    op.operands = [p.resolve(use, _TOKEN) for use in tokens] + [p.resolve(use, INDEX) for use in sizes + symbols]
    op.segments = [len(tokens), len(sizes), len(symbols)]
    return [type, _TOKEN] if made else [type]


def _write_alloc(w: Writer, op: Op) -> None:
    tokens, sizes, symbols = op.groups()
    _write_async(w, op, len(tokens))
    if "hostShared" in op.properties:
        w.word("host_shared")
    w.word("(")
    w.operands(sizes)
    w.word(")")
    if symbols:
        w.raw(f"[{', '.join(value.ref for value in symbols)}]")
    w.attr_dict(op, set(_ALLOC))
    w.word(":")
    w.type(op.results[0].type)


def _parse_dealloc(p: Parser, op: Op) -> list[Type]:
    made, tokens = _parse_async(p)
    memref = p.operand()
    p.attr_dict(op)
    p.expect(":")
    op.operands = [p.resolve(use, _TOKEN) for use in tokens] + [p.resolve(memref, p.type())]
    return [_TOKEN] if made else []


def _write_dealloc(w: Writer, op: Op) -> None:
    _write_async(w, op, len(op.operands) - 1)
    w.operands(op.operands[-1:])
    w.attr_dict(op)
    w.word(":")
    w.type(op.operands[-1].type)


def _parse_wait(p: Parser, op: Op) -> list[Type]:
    made, tokens = _parse_async(p)
    p.attr_dict(op)
    op.operands = [p.resolve(use, _TOKEN) for use in tokens]
    return [_TOKEN] if made else []


def _write_wait(w: Writer, op: Op) -> None:
    _write_async(w, op, len(op.operands))
    w.attr_dict(op)


FORMS: dict[str, Form | str] = {
    "gpu.alloc": Form(_parse_alloc, _write_alloc, _ALLOC),
    "gpu.dealloc": Form(_parse_dealloc, _write_dealloc),
    "gpu.wait": Form(_parse_wait, _write_wait),
}
