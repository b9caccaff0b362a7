"""The options of one-shot-bufferize, and what they say of buffers."""

from __future__ import annotations

from dataclasses import dataclass

from ownlog.backend.pass_definition import Options, option
from ownlog.frontend.forms.language.memrefs import Buffer, encoding, of_tensor, space_text
from ownlog.frontend.text.types import Type

IDENTITY = "identity-layout-map"
INFER = "infer-layout-map"
LOOSE = "fully-dynamic-layout-map"


class NoSpace(Exception):
    """The memory space of a buffer is not known, and none is to be assumed."""


LAYOUTS = (INFER, IDENTITY, LOOSE)
FEWEST_COPIES = "fewest-copies"
GREEDY = ("bottom-up", "top-down", "bottom-up-from-terminators")
"""The orders of LLVM's heuristics."""


@dataclass(frozen=True)
class OneShotOptions(Options):
    """The options of LLVM's pass, and `fewest-copies` among the heuristics."""

    allow_return_allocs_from_loops: bool = option(False, "Let loops yield buffers that they allocate.")
    allow_unknown_ops: bool = option(False, "Leave ops that nobody can bufferize on tensors, between conversions.")
    analysis_fuzzer_seed: int = option(0, "The seed of the order that the heuristic fuzzer takes.")
    analysis_heuristic: str = option(
        "bottom-up",
        "The order in which it is decided who may write in place, or to look for the fewest bytes copied.",
        (*GREEDY, FEWEST_COPIES, "fuzzer"),
    )
    buffer_alignment: int = option(64, "The alignment of new allocations, in bytes.")
    bufferize_function_boundaries: bool = option(False, "Rewrite functions' parameters and results, and calls.")
    check_parallel_regions: bool = option(True, "Take the threads of parallel regions into account.")
    copy_before_write: bool = option(False, "Decide nothing: copy before each write.")
    dialect_filter: tuple[str, ...] = option((), "Only ops of these dialects.")
    dump_alias_sets: bool = option(False, "With test-analysis-only: write down which tensors may share a buffer.")
    function_boundary_type_conversion: str = option(
        INFER, "The layouts of buffers that functions take and return.", LAYOUTS
    )
    must_infer_memory_space: bool = option(False, "Refuse tensors whose memory space is not known.")
    no_analysis_func_filter: tuple[str, ...] = option(
        (), "Functions about which nothing is decided: all writes in them go to copies."
    )
    print_conflicts: bool = option(
        False, "With test-analysis-only: write down reads, writes and definitions that are in conflict."
    )
    test_analysis_only: bool = option(False, "Rewrite nothing: write down what is decided.")
    unknown_type_conversion: str = option(
        INFER, "The layouts of buffers where tensors that nobody follows become buffers.", LAYOUTS
    )
    use_encoding_for_memory_space: bool = option(False, "Take a tensor's encoding for the memory space of its buffer.")

    def takes(self, name: str) -> bool:
        """Do ops called `name` become ops on buffers?"""
        return not self.dialect_filter or name.partition(".")[0] in self.dialect_filter

    def fresh(self, type: Type) -> Buffer:
        """The buffer of a tensor that is allocated for it. Raises NoSpace."""
        return self.placed(type, self.space(type))

    def placed(self, type: Type, space: str | None) -> Buffer:
        """The buffer of a tensor that is allocated for it in a memory space."""
        made = of_tensor(type)
        return Buffer(made.sizes, made.element, None, space)

    def given(self, type: Type, layouts: str) -> Buffer:
        """The buffer of a tensor that comes from elsewhere, with layouts as `layouts` says."""
        made = self.fresh(type)
        return made if layouts == IDENTITY else made.loose()

    def at_boundary(self, type: Type) -> Buffer:
        """The buffer of a tensor that a function takes or gives, of which nothing else is known."""
        return self.given(type, self.function_boundary_type_conversion)

    def space(self, type: Type) -> str | None:
        """The default memory space of a buffer; None for the one that types do not write. Raises NoSpace."""
        if self.use_encoding_for_memory_space:
            found = encoding(type)
            return space_text(found) if found is not None else None
        if self.must_infer_memory_space:
            raise NoSpace
        return None
