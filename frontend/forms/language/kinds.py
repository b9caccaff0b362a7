"""Which properties an op takes from its attribute dictionary: mlir-opt drops those of the wrong kind where its parser
is written by hand.

It does the same with properties that are no attributes there. All other ops it refuses for such a property.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from ownlog.frontend.text.literals import integer_literal

_OPS = frozenset(
    """
    func.func gpu.func gpu.launch llvm.add llvm.alloca llvm.call llvm.call_intrinsic llvm.fcmp llvm.func
    llvm.invoke llvm.mlir.alias llvm.mlir.global llvm.mul llvm.shl llvm.sub llvm.trunc omp.loop_nest
    shape.function_library
    """.split()
)


def _begins(*starts: str) -> Callable[[str], bool]:
    return lambda text: text.startswith(starts)


# `#dialect.name` or `#dialect<...>`; what has neither a point nor a bracket is an alias.
_OF_DIALECT = r"#([\w$-]+)[.<]"
_NO_TYPE = (
    "unit",
    '"',
    "[",
    "{",
    "@",
    "array<",
    "dense<",
    "sparse<",
    "affine_map<",
    "affine_set<",
    "true",
    "false",
    "loc(",
    "strided<",
)
# For each kind the names of properties: they mean the same in all of these ops.
_NAMES: dict[Callable[[str], bool], str] = {
    _begins("unit"): """always_inline arm_in_za arm_inout_za arm_locally_streaming arm_new_za arm_out_za
        arm_preserves_za arm_streaming
        arm_streaming_compatible convergent dso_local exported externally_initialized inalloca inline_hint invariant
        invariantGroup multiway
        no_inline no_unwind nontemporal optimize_none thread_local_ volatile_ will_return""",
    _begins('"'): """denormal_fp_math denormal_fp_math_f32 fp_contract garbageCollector instrument_function_entry
        instrument_function_exit
        prefer_vector_width reciprocal_estimates section sym_visibility target_cpu tune_cpu""",
    _begins("["): """access_groups alias_scopes arg_attrs dbg_exprs noalias_scopes op_bundle_tags passthrough res_attrs
        target_specific_attrs tbaa""",
    _begins("@"): "comdat function initializer module personality",
    _begins("array<i32"): """branch_weights known_block_size known_cluster_size known_grid_size reqd_work_group_size
        work_group_size_hint""",
    _begins("array<i64"): "tile_sizes",
    _begins("true", "false"): "no_infs_fp_math no_nans_fp_math no_signed_zeros_fp_math",
    # These are attributes of a dialect.
    _begins("#"): """fastmathFlags flags frame_pointer linkage_attributes memory_effects overflowFlags target_features
        uwtable_kind
        vscale_range""",
    lambda text: not text.startswith(_NO_TYPE) and integer_literal(text) is None: "var_callee_type vec_type_hint",
    lambda text: integer_literal(text) is not None: """alignment binding descriptor_set function_entry_count
        intel_reqd_sub_group_size
        location""",
}  # fmt: skip
_KINDS = {name: kind for kind, names in _NAMES.items() for name in names.split()}


def is_taken(op: str, name: str, text: str | None, dialects: Collection[str]) -> bool:
    """Whether the op keeps the property with this text (None: a unit attribute); what an alias stands for is not looked
    at.

    No op has a property for attributes of a dialect that nobody knows.
    """
    if op not in _OPS or name not in _KINDS:
        return True
    if text is not None and text.startswith("#"):
        found = re.match(_OF_DIALECT, text)
        return found is None or found[1] in dialects
    return _KINDS[name](text or "unit")
