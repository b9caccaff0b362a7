"""Forms of ops of MLIR's test dialect that the test suites around buffers use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_BUFFER_BASED = "`in` `` `(` %input `` `:` type(%input) `)` `out` `` `(` %output `` `:` type(%output) `)`"
_RETURN = "attr-dict (%operands... `:` type(%operands))?"


def _parse_region_if(p: OpReader, op: Op) -> list[Type]:
    op.operands = p.typed_operands(op)
    p.expect("->")
    types = p.result_types()
    for word in ("then", "else", "join"):
        p.expect(word)
        p.region(op)
    p.attr_dict(op, keyword=True)
    return types


def _write_region_if(w: Writer, op: Op) -> None:
    w.operands(op.operands)
    if op.operands:
        w.word(":")
        w.types([value.type for value in op.operands])
    w.piece(f"-> ({', '.join(str(result.type) for result in op.results)})")
    for word, region in zip(("then", "else", "join"), op.regions, strict=True):
        w.word(word)
        w.region(region, labelled=True)
    w.attr_dict(op, keyword=True)


FORMS: dict[str, Form | str] = {
    "test.alloc_with_multiple_results": "attr-dict `:` type(results...)",
    "test.alloc_with_two_memref_results": "attr-dict `:` type(results...)",
    "test.buffer_based": f"{_BUFFER_BASED} attr-dict",
    "test.copy": "`` `(` %source `,` %target `)` attr-dict `:` `(` type(%source) `,` type(%target) `)`",
    "test.isolated_one_region_with_recursive_memory_effects": "%operands... region(body) attr-dict `:` functional",
    "test.region_buffer_based": f"{_BUFFER_BASED} region(body) attr-dict",
    "test.region_if": Form(_parse_region_if, _write_region_if),
    "test.region_if_yield": _RETURN,
    "test.region_yield": "%results... `:` type(%results...) attr-dict",
}
