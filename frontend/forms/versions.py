"""How other versions of LLVM spell ops: the one table that says which version writes what.

All spellings are read. A module remembers the version that its text tells of, and what is written anew is spelled as by
that version; where no spelling tells, as by LLVM 22, whose forms are those of the other tables.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ownlog.base.errors import InputError
from ownlog.base.version import LLVM
from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.forms.language.state import Format, Parts, Piece, State
from ownlog.frontend.forms.tables import entries_in
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module
from ownlog.frontend.text import tokens as t

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer
    from ownlog.frontend.text.types import Type

_LAST_TYPE_KEYWORD = 14  # the last version that writes `!name = type i32`


class Spelling(NamedTuple):
    """How versions of LLVM spell `ops`, up to `last` or from `first` on: under the name `former`, if there is one.

    `format` is a whole format, or a group that stands before the attribute dictionary. Without it, only the name is
    another.
    """

    first: int | None
    last: int | None
    ops: tuple[str, ...]
    format: str = ""
    former: str = ""

    @property
    def versions(self) -> str:
        return f"up to {self.last}" if self.first is None else f"from {self.first} on"

    def is_of(self, version: int) -> bool:
        return version <= self.last if self.last is not None else version >= (self.first or 0)


def _since(version: int, table: str) -> list[Spelling]:
    entries = (entry.partition(": ") for entry in entries_in(table))
    return [Spelling(version, None, tuple(ops.split()), format) for ops, _, format in entries]


def _until(version: int, ops: str, format: str = "", former: str = "") -> Spelling:
    return Spelling(None, version, tuple(ops.split()), format, former)


_READ_ONLY = "(`read_only` $read_only:flag^)?"
_ACCESS = "(`restrict` $restrict:flag^)? (`writable` $writable:flag^)?"
_LLVM_24 = """
tosa.const: attr-dict `:` functional ; inherent values
memref.alloc memref.alloca memref.global memref.realloc vector.compressstore vector.expandload vector.gather
    vector.load vector.maskedload vector.maskedstore vector.scatter vector.store: `alignment` `=` $alignment:i64
memref.load memref.store: `alignment` `(` $alignment:i64 `)`
memref.load memref.store: `nontemporal` `(` $nontemporal:int(i1) `)`
vector.load vector.store: `nontemporal` `=` $nontemporal:int(i1)
bufferization.alloc_tensor: `<{` `` `memory_space` `=` $memory_space:attr `` `}>`
vector.extract_strided_slice: `offsets` `=` $offsets:list `,` `sizes` `=` $sizes:list `,` `strides` `=`
    $strides:list
vector.insert_strided_slice: `offsets` `=` $offsets:list `,` `strides` `=` $strides:list
math.isfinite math.isinf math.isnan math.isnormal: `fastmath` `` $fastmath:angle(arith.fastmath)
llvm.fadd llvm.fcmp llvm.fdiv llvm.fmul llvm.fneg llvm.frem llvm.fsub llvm.select: `fastmath` ``
    $fastmathFlags:angle(llvm.fastmath)
gpu.subgroup_mma_load_matrix gpu.subgroup_mma_store_matrix: `leadDimension` $leadDimension:index
gpu.subgroup_mma_load_matrix gpu.subgroup_mma_store_matrix: `transpose` $transpose:flag
shape.broadcast: `error` `=` $error:str
tosa.const tosa.const_shape: `values` `(` $values:attr `)`
tosa.argmax tosa.concat tosa.reduce_all tosa.reduce_any tosa.reduce_max tosa.reduce_min tosa.reduce_product
    tosa.reduce_sum tosa.reverse: `axis` `(` $axis:i32 `)`
tosa.avg_pool2d tosa.max_pool2d: `kernel` `(` $kernel:array(i64) `)`
tosa.avg_pool2d tosa.max_pool2d: `stride` `(` $stride:array(i64) `)` `pad` `(` $pad:array(i64) `)`
tosa.conv2d tosa.conv3d tosa.depthwise_conv2d: `pad` `(` $pad:array(i64) `)`
tosa.transpose_conv2d: `out_pad` `(` $out_pad:array(i64) `)`
tosa.conv2d tosa.conv3d tosa.depthwise_conv2d tosa.transpose_conv2d: `stride` `(` $stride:array(i64) `)`
tosa.conv2d tosa.conv3d tosa.depthwise_conv2d: `dilation` `(` $dilation:array(i64) `)`
tosa.avg_pool2d tosa.conv2d tosa.conv3d tosa.depthwise_conv2d tosa.transpose_conv2d: `acc_type` `(` $acc_type:type
    `)`
tosa.fft2d: `inverse` `(` $inverse:int(i1) `)`
tosa.conv2d tosa.conv3d tosa.depthwise_conv2d tosa.fft2d tosa.rfft2d tosa.transpose_conv2d: `local_bound` `(`
    $local_bound:int(i1) `)`
tosa.transpose: `perms` `(` $perms:array(i32) `)`
tosa.arithmetic_right_shift: `round` `(` $round:int(i1) `)`
tosa.clamp: `min_val` `(` $min_val:attr `)` `max_val` `(` $max_val:attr `)`
tosa.custom: `operator_name` `(` $operator_name:str `)` `domain_name` `(` $domain_name:str `)`
tosa.custom: `implementation_attrs` `(` $implementation_attrs:str `)`
tosa.rescale: `scale32` `(` $scale32:int(i1) `)`
tosa.apply_scale tosa.rescale: `rounding_mode` `` $rounding_mode:angle(tosa.rounding_mode)
tosa.rescale: `per_channel` `(` $per_channel:int(i1) `)`
tosa.rescale: `input_unsigned` `(` $input_unsigned:int(i1) `)`
tosa.rescale: `output_unsigned` `(` $output_unsigned:int(i1) `)`
tosa.resize: `mode` `` $mode:angle(tosa.resize_mode)
tosa.argmax tosa.clamp tosa.max_pool2d tosa.maximum tosa.minimum tosa.reduce_max tosa.reduce_min: `nan_mode` ``
    $nan_mode:angle(tosa.nan_mode)
"""
SPELLINGS = (
    _until(14, "func.func", former="func"),
    _until(
        18,
        "memref.expand_shape tensor.expand_shape",
        "%src $reassociation:list attr-dict `:` type(%src) `into` type(result) shape-of(:result $static_output_shape)",
    ),
    _until(
        19,
        "bufferization.to_tensor",
        f"%buffer {_ACCESS} attr-dict `:` type(%buffer) ; result = tensor(buffer)",
    ),
    _until(
        19,
        "bufferization.to_buffer",
        f"%tensor {_READ_ONLY} attr-dict `:` type(buffer) ; tensor = tensor(buffer)",
        former="bufferization.to_memref",
    ),
    _until(20, "bufferization.to_buffer", former="bufferization.to_memref"),
    _until(20, "linalg.pack", former="tensor.pack"),
    _until(20, "linalg.unpack", former="tensor.unpack"),
    _until(20, "llvm.mlir.global_ctors", "without-data($ctors $priorities $data)"),
    *_since(24, _LLVM_24),
)
"""Of the versions of one op the older ones first."""


class Group(NamedTuple):
    """A group that stands before the attribute dictionary, and the properties that it shows."""

    spelling: Spelling
    piece: Piece
    shown: frozenset[str]

    def read(self, p: OpReader, op: Op) -> None:
        """Read the group if it is there."""
        if self.piece.peek is not None and self.piece.peek(p):
            self.piece.read(p, op, State())
            p.spelled_as(self.spelling.first, self.spelling.last)

    def write(self, w: Writer, op: Op) -> None:
        self.piece.write(w, op, Parts(Format(), op))


def _is_whole(spelling: Spelling) -> bool:
    return spelling.first is None or "attr-dict" in spelling.format


_OF_OP: dict[str, list[Spelling]] = {}
_FORMER: dict[str, str] = {}
for _spelling in SPELLINGS:
    for _op in _spelling.ops:
        _OF_OP.setdefault(_op, []).append(_spelling)
    if _spelling.former:
        _FORMER[_spelling.former] = _spelling.ops[0]


def name_today(name: str) -> str:
    """The name that LLVM 22 has for the op."""
    return _FORMER.get(name, name)


def name_in(version: int, name: str) -> str:
    """The name of an op in a version of LLVM."""
    for spelling in _OF_OP.get(name, ()):
        if spelling.former and spelling.is_of(version):
            return spelling.former
    return name


def full_name_in(version: int, name: str) -> str:
    """The name with its dialect, where the version has one."""
    former = name_in(version, name)
    return former if "." in former else name


def has_form_in(version: int, name: str) -> bool:
    """Has a version of LLVM a custom form of an op that has one here?"""
    return all(s.is_of(version) for s in _OF_OP.get(name, ()) if s.first is not None and _is_whole(s))


@cache
def groups_of(name: str) -> tuple[Group, ...]:
    """The groups that newer versions have before the attribute dictionary of the op."""
    from ownlog.frontend.forms.format import compile_group

    found = [spelling for spelling in _OF_OP.get(name, ()) if not _is_whole(spelling)]
    return tuple(Group(spelling, *compile_group(spelling.format)) for spelling in found)


def form_of_versions(name: str, load: Callable[[str], Form | str | None]) -> Form | None:
    """The form of the op that is called `name` in some version, with all its spellings; `load` gives today's."""
    from ownlog.frontend.forms.format import compile_format

    def compiled(text: str, op: str) -> Form:
        return compile_format(text, op.partition(".")[0])

    op = name_today(name)
    loaded = load(op)
    form = compiled(loaded, op) if isinstance(loaded, str) else loaded
    others: list[tuple[Spelling, Form]] = []
    for spelling in reversed(_OF_OP.get(op, ())):
        if _is_whole(spelling):
            other = compiled(spelling.format, op) if spelling.format else form
            assert other is not None
            others.append((spelling, other))
    if not others:
        return form
    tried: list[tuple[Spelling | None, Form]] = [] if form is None or name != op else [(None, form)]
    tried += [(spelling, other) for spelling, other in others if name == (spelling.former or op)]
    form = form or others[0][1]
    return form._replace(name=op, parse=_parse(tried), write=_write(form, others))


def _parse(tried: list[tuple[Spelling | None, Form]]) -> Callable[[OpReader, Op], list[Type]]:
    if len(tried) == 1 and tried[0][0] is None:
        return tried[0][1].parse

    def parse(p: OpReader, op: Op) -> list[Type]:
        start = p.pos
        problem: InputError | None = None
        for spelling, form in tried:
            try:
                types = form.parse(p, op)
            except InputError as error:
                problem = problem or error
                p.pos = start
                op.attrs, op.properties, op.operands, op.segments = {}, {}, [], None
                continue
            if spelling is not None:
                p.spelled_as(spelling.first, spelling.last)
            return types
        assert problem is not None
        raise problem

    return parse


def _write(form: Form, others: list[tuple[Spelling, Form]]) -> Callable[[Writer, Op], None]:
    oldest_first = others[::-1]
    if all(other is form for _, other in others):
        return form.write

    def write(w: Writer, op: Op) -> None:
        version = w.printer.llvm
        chosen = next((other for spelling, other in oldest_first if spelling.is_of(version)), form)
        chosen.write(w, op)

    return write


_TYPE_KEYWORD = re.compile(rf"({t.SPACE}type)(?=\s+[\w!(])")
_ALIAS = re.compile(rf"{t.SPACE}!{t.SUFFIX_ID}{t.SPACE}={_TYPE_KEYWORD.pattern}")


def type_keyword(p: OpReader) -> None:
    """Read what stood before the type of an alias."""
    if (found := _TYPE_KEYWORD.match(p.text, p.pos)) is not None:
        p.pos = found.end()
        p.spelled_as(None, _LAST_TYPE_KEYWORD)


def respelled_alias(text: str, version: int) -> str:
    """The definition of an alias as a version of LLVM writes it."""
    found = _ALIAS.match(text) if version > _LAST_TYPE_KEYWORD else None
    return text if found is None else text[: found.start(1)] + text[found.end(1) :]


def write_for(module: Module, version: int) -> None:
    """Have the module written as by a version of LLVM."""
    before = {module.llvm or LLVM, LLVM}  # one file may have spellings of both
    module.llvm = version
    for op in module.walk():
        if any(
            spelling.is_of(version) != spelling.is_of(old) for spelling in _OF_OP.get(op.name, ()) for old in before
        ):
            op.mark_changed()
