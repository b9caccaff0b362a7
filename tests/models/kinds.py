"""What each kind of row of the dialect files is compared with: the words of `definitions.txt` that it stands for."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from ownlog import rules
from ownlog.rules.engine.embedded import EmbeddedEngine

MODEL = Path(rules.__file__).with_name("dialects") / "model.dl"

BY_DEFINITION = {
    "adds": "no_effects",
    "address_of": "no_effects",
    "allocates": "allocates.{}",
    "allocates_on_stack": "allocates_on_stack.{}",
    "alternative_regions": "region_branch",
    "async_token": "async",
    "automatic_scope": "allocation_scope",
    "awaits": "async",
    "bitwise": "no_effects",
    "branch": "branch",
    "call_like": "call",
    "calls_value": "call",
    "conditional_branch": "branch",
    "conditional_region": "region_branch",
    "constant_like": "constant",
    "copies_elements": "writes.{1}",
    "ending_condition": "terminator",
    "entry_operand_group": "region_branch",
    "entry_operands": "region_branch",
    "counts_unsigned": "region_branch",
    "counts_up": "region_branch",
    "counts_up_groups": "region_branch",
    "extreme_of": "no_effects",
    "extreme_of_map": "no_effects",
    "fills_buffer": "writes.{1}",
    "first_region_argument": "region_branch",
    "frees": "frees.{}",
    "function_like": "function",
    "gives_rank": "no_effects",
    "global_like": "no_effects",
    "integer_comparison": "no_effects",
    "integer_op": "no_effects",
    "loads_element": "reads.{}",
    "measures": "no_effects",
    "applies_map": "no_effects",
    "multiplies": "no_effects",
    "only_allocates": "allocates",
    "only_reads": "effects",
    "only_writes": "writes.{}",
    "parallel_region": "parallel_region",
    "pure": "no_effects",
    "region_branch": "region_branch",
    "region_flow": "region_branch",
    "return_like": "terminator",
    "runs_for_points": "recursive_effects",
    "runs_once": "region_branch",
    "select_like": "select",
    "stores_element": "writes.{1}",
    "stack_form": "allocates",
    "subtracts": "no_effects",
    "switch_branch": "branch",
    "switch_region": "region_branch",
    "symbol_table": "symbol_table",
    "view_like": "view",
}
"""The word that the definition of an op with such a row has to have; `{}` is what the row says in its second column,
`{1}` in its third.
"""

BY_MEASURE = {
    "accesses_memory": "where the alias analysis sees reads and writes (accesses.py)",
    "byte_shift": "the distance of the pointers in LLVM IR (test_addresses.py)",
    "effects_known": "whether the deallocation pass refuses the op (measure.py)",
    "exposes": "where buffers arrive (flows.py)",
    "keeps_address": "as byte_shift",
}
"""The kinds of row that no word stands for, but which are compared with what mlir-opt does."""

WITHOUT = {
    "asserts": "MLIR has no word for it: the documentation of the op says what holds behind it",
    "async_operands": "MLIR has no word for it: the lowering of the op waits for nothing there",
    "async_tag": "MLIR has no word for it: the documentation of the op says when it is done",
    "awaits_tag": "as async_tag",
    "awaits_unless": "MLIR has no word for it: the documentation of the op says what the attribute means",
    "constant_with": "MLIR has no word for it: the documentation of the op says what the attribute means",
    "copies": "what a tensor shares is settled by bufferization; of an op that gives a buffer flows.py compares it",
    "depends_on_parent": "MLIR has no word for it, and merges such ops (LLVM issue 62644); their documentation says it",
    "device_region": "MLIR has no word for it: it follows from where the op's region runs",
    "fixed_results": "what a pass can do with the op, which no interface says",
    "form": "it says nothing of what the op means; tests/frontend/ods compares forms that are made with mlir-opt",
    "guarded_frees": "the definition of the op has no effects; its documentation says what it frees, and when",
    "freed_by": "MLIR has no word for it: the documentation of the ops says which of them belong together",
    "never_returns": "MLIR has no word for it: the documentation of the op says that control never comes there",
    "ordinary_free": "MLIR has no word for it: its passes free all memory by this op",
    "only_retypes": (
        "MLIR has no word for it: the documentation of the op says that it changes the type and nothing else"
    ),
    "opaque_regions": "what passes through the region is said not to be followed: the careful side",
    "runs_once_where": "the definition of the op says nothing of it: it follows from the number of its iterators",
    "scoped_indices": (
        "MLIR has no word for it: the verifier of the op asks for dimensions and symbols of the scope around"
    ),
    "stores_value": "MLIR has no word for it: the documentation of the op says which operand it stores, and where",
    "tells_no_address": "MLIR has no word for it: the documentation of the op says that it reads memory, or compares",
    "refused_op": "what is refused is not made use of: the careful side",
}
"""The kinds of row that are not compared, and why."""

_FORBIDDEN = {
    "pure": {"reads", "writes", "frees", "allocates", "allocates_on_stack", "terminator"},
    "only_reads": {"writes", "frees", "allocates", "allocates_on_stack"},
    "only_allocates": {"writes", "frees"},
    "only_writes": {"frees", "allocates", "allocates_on_stack"},
}
"""The effects that the definition of an op with such a row may not have."""

_EXPECTED = {
    "allocates": {"allocates"},
    "allocates_on_stack": {"allocates_on_stack"},
    "async": {"async_token", "awaits"},
    "branch": {"branch"},
    "frees": {"frees"},
    "parallel_region": {"parallel_region"},
    "region_branch": {"region_branch"},
    "select": {"select_like"},
    "symbol_table": {"symbol_table"},
    "terminator": {"return_like", "branch", "never_returns"},
    "view": {"view_like"},
}
"""The kinds of row of which an op whose definition has such a word has one, if it has rows at all."""

_LOOP = "MLIR's interface is not there, its documentation is: "
_ELEMENTS = (
    "MLIR names no operand, the effects are those of the region that computes an element; the documentation says"
    " which one"
)
_THREADS = "MLIR marks only scf's loops so; its documentation says that "

EXCEPTIONS = {
    ("affine.parallel", "alternative_regions"): _LOOP + "control enters the region, and leaves it",
    ("affine.parallel", "parallel_region"): _THREADS + "iterations run in any order, or at once",
    ("affine.parallel", "region_branch"): _LOOP + "control enters the region, and leaves it",
    ("async.await", "awaits"): "MLIR's interface is gpu's; its documentation says what it waits for",
    ("async.execute", "async_token"): "MLIR's interface is gpu's; its documentation says what its token stands for",
    ("async.execute", "parallel_region"): _THREADS + "the region may run beside what follows",
    ("async.execute", "region_branch"): "what a region that runs later gives is not followed: opaque_regions",
    ("gpu.launch", "parallel_region"): _THREADS + "each thread runs the region",
    ("gpu.warp_execute_on_lane_0", "parallel_region"): _THREADS + "lanes run the region",
    (
        "gpu.warp_execute_on_lane_0",
        "region_branch",
    ): "values change their types on the way out: refused where they are buffers",
    ("linalg.broadcast", "only_writes"): _ELEMENTS,
    ("linalg.copy", "copies_elements"): _ELEMENTS,
    ("linalg.copy", "only_writes"): _ELEMENTS,
    ("linalg.fill", "fills_buffer"): _ELEMENTS,
    ("linalg.fill", "only_writes"): _ELEMENTS,
    ("linalg.generic", "parallel_region"): _THREADS + "elements come in any order, or at once",
    ("linalg.map", "parallel_region"): _THREADS + "elements come in any order, or at once",
    ("linalg.reduce", "parallel_region"): _THREADS + "elements come in any order, or at once",
    ("linalg.transpose", "only_writes"): _ELEMENTS,
    ("memref.alloca", "only_allocates"): "it allocates on the stack",
    ("memref.distinct_objects", "view_like"): "MLIR has no interface for two views; its alias analysis knows the op",
    (
        "memref.transpose",
        "view_like",
    ): "MLIR leaves its interface out; its documentation says that the result is a view",
    (
        "nvgpu.device_async_copy",
        "async_token",
    ): "MLIR's interface is gpu's; its documentation says what its token stands for",
    (
        "nvgpu.device_async_create_group",
        "async_token",
    ): "MLIR's interface is gpu's; its documentation says what its token stands for",
    ("nvgpu.device_async_wait", "awaits"): "MLIR's interface is gpu's; its documentation says what it waits for",
    ("omp.loop_nest", "parallel_region"): _THREADS + "iterations of a shared loop run at once",
    ("omp.parallel", "parallel_region"): _THREADS + "each thread of a team runs the region",
    ("omp.section", "parallel_region"): _THREADS + "sections run at once",
    ("omp.target", "parallel_region"): _THREADS + "the region may run beside what follows",
    ("omp.task", "parallel_region"): _THREADS + "the region may run beside what follows",
    ("omp.teams", "parallel_region"): _THREADS + "each team runs the region",
    ("shape.return", "return_like"): "its op describes a shape, with no buffers",
    ("shape.yield", "return_like"): "its op is refused where buffers are about",
    ("tensor.generate", "parallel_region"): _THREADS + "elements are made in any order, or at once",
    ("tensor.pad", "parallel_region"): _THREADS + "elements are made in any order, or at once",
    (
        "vector.transfer_write",
        "only_writes",
    ): "MLIR names no operand, as it may be a tensor; the documentation says which one",
}
"""Why a definition and the rows of an op differ, by op and kind of row."""

Rows = Mapping[str, list[tuple[str | int, ...]]]


def kinds() -> list[str]:
    """The relations of model.dl whose rows are about ops."""
    return re.findall(r"^\.decl (\w+)\(name: OpName", MODEL.read_text(), re.MULTILINE)


@cache
def rows_by_op() -> Mapping[str, Rows]:
    """The rows of the dialect files about each op, by kind."""
    found: dict[str, dict[str, list[tuple[str | int, ...]]]] = {}
    for kind, rows in EmbeddedEngine().run(rules.load(), {}, kinds()).items():
        for row in sorted(rows):
            found.setdefault(str(row[0]), {}).setdefault(kind, []).append(tuple(row[1:]))
    return found


def objections(rows: Rows, words: set[str]) -> Iterator[tuple[str, str]]:
    """What an op's definition, in these words, does not bear out of its rows: the kind of row, and how the two
    differ.
    """
    general = {word.partition(".")[0] for word in words}
    for kind in rows.keys() & BY_DEFINITION.keys():
        for row in rows[kind]:
            # A row about every operand or result has -1 for their number.
            word = BY_DEFINITION[kind].format(*row).removesuffix(".-1")
            if word not in words | general:
                yield kind, f"the definition has no {word}"
        for word in sorted(_FORBIDDEN.get(kind, set()) & general):
            yield kind, f"the definition has {word}"
    for word, expected in _EXPECTED.items():
        if word in general and not expected & rows.keys():
            yield max(expected), f"the definition has {word}, and there is no such row"
