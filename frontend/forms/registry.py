"""Which form an op has.

To add an op, add its format to the table of its dialect; to add a dialect, add a table and its name here.

A form is a line of the format language (see `format.py`), in a table or in `FORMS` of the dialect's module; or a `Form`
of a parse and a print function there, for what the language cannot say. Tables and modules are read, and formats
compiled, when an op first needs them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from ownlog.frontend.forms.language.form import Form, segment_sizes
from ownlog.frontend.forms.tables import TABLES
from ownlog.frontend.forms.versions import form_of_versions
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.walking import ops_in
from ownlog.frontend.syntax.structure import NO_SEGMENTS, STRUCTURES, SWITCHES

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader


# Ops that are isolated from above, beside those whose forms say so (IsolatedFromAbove).
_ISOLATED = frozenset(
    """
    async.func gpu.func llvm.mlir.alias llvm.mlir.global ml_program.func ml_program.subgraph shape.func
    shape.function_library test.isolated_one_region_with_recursive_memory_effects
    """.split()
)
# The same of LLVM's ops without forms here, for their generic form.
_ISOLATED_WITHOUT_FORM = frozenset(
    """
    acc.firstprivate.recipe acc.global_ctor acc.global_dtor acc.private.recipe acc.reduction.recipe
    acc.routine emitc.class emitc.expression emitc.file emitc.func irdl.dialect pdl.pattern pdl_interp.func
    smt.solver spirv.ARM.Graph spirv.func spirv.module transform.alternatives transform.named_sequence
    transform.structured.replace wasmssa.func wasmssa.global
    """.split()
)

# The dialects that have a module of forms in `written`.
WRITTEN = frozenset("affine async gpu llvm memref ml_program shape sparse_tensor tosa vector".split())
# The dialects that have a module of forms in `dialects`.
DIALECTS = frozenset("affine arith builtin cf func linalg memref scf shape test vector".split())
# Ops whose custom form takes no `%x#1` as a successor's operand.
NO_PACKS = frozenset({"cf.switch"})
# Ops whose custom form cannot be read where they have no operands: it goes on to their types.
NEED_OPERANDS = frozenset({"test.region_if", "test.region_if_yield"})
# Ops that have another name today, with what to write.
RENAMED = {
    "return": "write 'func.return': the dialect may be dropped directly inside a function body only",
}
# Terminators, beside those whose forms say so.
_TERMINATORS = frozenset(
    """linalg.yield scf.forall.in_parallel scf.reduce test.region_if_yield test.region_yield""".split()
)

_found: dict[str, Form | None] = {}
_imported: dict[str, str] = {}
"""The formats of the user's dialects, by the full names of ops."""


def lookup(name: str) -> Form | None:
    """The form of the op `name` (with dialect), None where only the generic form is known."""
    try:
        return _found[name]
    except KeyError:
        return _found.setdefault(name, _load(name))


def use(formats: Mapping[str, str]) -> None:
    """Read and write the ops `formats` names, with their dialects, by these formats.

    ValueError, with the name of the op, for a format that is not well formed.
    """
    from ownlog.frontend.forms.format import compile_format

    new = {name: text for name, text in formats.items() if _imported.get(name) != text}
    for name, text in new.items():
        try:
            compile_format(text, name.partition(".")[0])
        except ValueError as error:
            raise ValueError(name, str(error)) from None
    if new:
        _imported.update(new)
        _forget_found()


def forget() -> None:
    """Read all ops by Ownlog's own forms again."""
    _imported.clear()
    _forget_found()


def _forget_found() -> None:
    _found.clear()
    is_isolated.cache_clear()
    all_dialects.cache_clear()


def has_own(name: str) -> bool:
    """Has Ownlog itself a form of the op `name`?"""
    return name in names_of(name.partition(".")[0])


def _load(name: str) -> Form | None:
    form = form_of_versions(name, _own_form)
    if form is None:
        return None
    name = form.name or name
    structure = STRUCTURES.get(name, form.structure)
    if structure.regions is None:
        structure = structure._replace(regions=form.structure.regions)
    isolated, ends = form.isolated or name in _ISOLATED, form.ends or name in _TERMINATORS or bool(structure.parents)
    return form._replace(name=name, isolated=isolated, ends=ends, structure=structure)


def _own_form(name: str) -> Form | str | None:
    dialect = name.partition(".")[0]
    if "." not in name:
        return None
    form: Form | str | None = _imported.get(name)
    if form is None:
        form = _of_module(DIALECTS, "dialects", dialect).get(name)
    if form is None:
        form = _of_module(WRITTEN, "written", dialect).get(name)
    return _of_table(dialect).get(name) if form is None else form


def _of_module(known: frozenset[str], folder: str, dialect: str) -> Mapping[str, Form | str]:
    if dialect not in known:
        return {}
    forms: Mapping[str, Form | str] = import_module(f"ownlog.frontend.forms.{folder}.{dialect}").FORMS
    return forms


def _of_table(dialect: str) -> Mapping[str, str]:
    from ownlog.frontend.forms.tables import table_of

    return table_of(dialect) if dialect in TABLES else {}


def with_dialect(name: str) -> list[str]:
    """The ops that are called `name` in some dialect."""
    return [full for dialect in sorted(all_dialects() - {"test"}) if lookup(full := f"{dialect}.{name}") is not None]


@cache
def all_dialects() -> frozenset[str]:
    """The dialects with forms."""
    return DIALECTS | WRITTEN | TABLES | {name.partition(".")[0] for name in _imported}


def names_in(dialect: str) -> list[str]:
    """The ops of `dialect` that have a form."""
    return sorted({*names_of(dialect), *(name for name in _imported if name.startswith(f"{dialect}."))})


def names_of(dialect: str) -> set[str]:
    """The ops of `dialect` that Ownlog itself has a form of."""
    return {*_of_module(DIALECTS, "dialects", dialect), *_of_module(WRITTEN, "written", dialect), *_of_table(dialect)}


def is_terminator(name: str) -> bool:
    """Does the op end a block?"""
    form = lookup(name)
    return form is not None and form.ends


@cache
def is_isolated(name: str) -> bool:
    """Do the op's regions see no values from outside?"""
    form = lookup(name)
    return name in _ISOLATED or name in _ISOLATED_WITHOUT_FORM or (form is not None and form.isolated)


def ops_within(op: Op) -> list[Op]:
    """`op`, then all ops nested in it that may use values from outside of the region they stand in, in text order of
    the generic form.
    """
    return ops_in(op, is_isolated)


def is_graph(name: str) -> bool:
    """May ops in the op's regions use what is defined below them?"""
    form = lookup(name)
    return form is not None and form.graph


def is_implicit(op: Op) -> bool:
    """Is this op one that the text may leave out, where it stands?"""
    if op.source is not None or op.operands or op.attrs or op.successors or op.location or op.results:
        return False
    if any(block.ops for region in op.regions for block in region.blocks):
        return False
    above = op.parent_op
    form = lookup(above.name) if above is not None and above.form != "generic" else None
    return form is not None and form.terminator == op.name


_GROUPS = {
    "affine.for": 3, "bufferization.alloc_tensor": 3, "bufferization.dealloc": 3, "cf.cond_br": 3, "cf.switch": 3,
    "gpu.alloc": 3, "gpu.launch": 11, "linalg.pack": 4, "memref.alloc": 2, "memref.alloca": 2,
    "memref.reinterpret_cast": 4, "memref.subview": 4, "scf.forall": 4, "scf.parallel": 4, "tensor.extract_slice": 4,
    "tensor.insert_slice": 5, "tensor.pad": 3, "tensor.parallel_insert_slice": 5, "vector.transfer_read": 4,
    "vector.transfer_write": 4,
}  # fmt: skip
"""How many groups the operands of those ops have that others take apart."""
_NOT_STRUCTURED = frozenset(
    "linalg.index linalg.pack linalg.softmax linalg.unpack linalg.winograd_filter_transform"
    " linalg.winograd_input_transform linalg.winograd_output_transform linalg.yield".split()
)


def _groups(name: str) -> int | None:
    """How many groups the operands of an op have by definition; None where that is not known, or no attribute says
    it.
    """
    structured = name.startswith("linalg.") and name not in _NOT_STRUCTURED and name not in NO_SEGMENTS
    return 2 if structured else _GROUPS.get(name)


def read_segments(parser: OpReader, op: Op) -> None:
    """Take the groups of an op in generic form from its properties: where they say nothing, each is empty."""
    if op.attrs.get("operandSegmentSizes") and lookup(op.name) is None and "operandSegmentSizes" not in op.properties:
        # What an unknown op says in its attributes may be about its operands.
        said = segment_sizes(op.attrs["operandSegmentSizes"])
        op.segments = said if said is not None and min(said, default=0) >= 0 and sum(said) == len(op.operands) else None
        return
    groups, text = _groups(op.name), op.properties.get("operandSegmentSizes")
    sizes = segment_sizes(text)
    if sizes is None and text is not None and groups is not None:
        parser.fail("expected DenseI32ArrayAttr for 'operandSegmentSizes'", "write `array<i32: 1, 1>`", at=op.start)
    if sizes is None:
        if groups is None:
            return
        sizes = [0] * groups
    if groups is not None and len(sizes) != groups:
        advice = f"the operands of {op.name} are {groups} groups"
        parser.fail(
            f"size mismatch in attribute conversion of 'operandSegmentSizes': {len(sizes)} vs {groups}",
            advice,
            at=op.start,
        )
    if op.name in SWITCHES:
        cases = segment_sizes(op.properties.get("case_operand_segments")) or []
        sizes = sizes[:2] + cases
    if min(sizes, default=0) < 0:
        parser.fail(f"'{op.name}' op 'operandSegmentSizes' attribute cannot have negative elements", at=op.start)
    if sum(sizes) != len(op.operands):
        parser.fail(
            f"'operandSegmentSizes' has sum {sum(sizes)}, but the op has {len(op.operands)} operands", at=op.start
        )
    op.segments = sizes
