"""IR to facts: what the text says, row by row, and the names of things in rows. No fact says what an op means.

The relations below have modules of their own, which are imported where somebody asks for such rows.
"""

TENSORS = (
    "tensor_type", "tensor_dimension", "vector_dimension", "op_order", "block_order", "loop_block", "loop_span",
    "stays_round", "leaves_late", "way_to", "element_used", "slice_constant",
    "slice_value", "bound_constant", "bound_value", "affine_step", "map_constant",
    "indexing_map", "indexed_by", "idle_iterator", "iterator_type", "argument_attribute",
)  # fmt: skip

ORDER = ("op_order", "block_order", "loop_block")
"""Those that say nothing of tensors: others may ask for them, too."""

PLACES = ("flat_memref", "immediate_dominator", "isolated", "memory_space", "memref_rank", "static_size")
POSTDOMINANCE = ("postdominance", "immediate_postdominator")
