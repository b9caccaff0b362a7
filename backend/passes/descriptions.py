"""What the options of passes mean, for whoever asks for help. What a pass does with one is in the pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_MEANINGS = {
    "algorithm": "How parts get their places; with the first two, buffers take theirs from allocation to deallocation, used or not.",
    "alloc-ops": "Names of further ops that allocate their results.",
    "allow-return-allocs-from-loops": "Let loops yield buffers that they allocate.",
    "allow-unknown-ops": "Leave ops that nobody can bufferize on tensors, between conversions.",
    "add-result-attr": "Mark the new parameters with bufferize.result.",
    "analysis-fuzzer-seed": "The seed of the order that the heuristic fuzzer takes.",
    "analysis-heuristic": "The order in which it is decided who may write in place, or to look for the fewest bytes copied.",
    "arena-mode": "Allocate the arena, or take the first argument for it, a memref<...xi8>.",
    "buffer-alignment": "The alignment of new allocations, in bytes.",
    "bufferize-function-boundaries": "Rewrite functions' parameters and results, and calls.",
    "check-parallel-regions": "Take the threads of parallel regions into account.",
    "copy-before-write": "Decide nothing: copy before each write.",
    "copy-op": "What function boundaries copy with.",
    "dealloc-at-block-end": "Free at the ends of blocks, as mlir-opt does, and not after the last use.",
    "dealloc-ops": "Names of further ops that free their operand.",
    "dialect-filter": "Only ops of these dialects.",
    "dump-alias-sets": "With test-analysis-only: write down which tensors may share a buffer.",
    "emit-deallocs": "Free what is reallocated.",
    "function-boundary-type-conversion": "The layouts of buffers that functions take and return.",
    "hoist-dynamic-allocs": "Write to the parameter instead of an allocation whose sizes are parameters.",
    "hoist-static-allocs": "Write to the parameter instead of an allocation of static size.",
    "modify-public-functions": "Change public functions, too.",
    "max-alloc-size-in-bytes": "How many bytes a buffer may take of the stack.",
    "max-frame-size-in-bytes": "With promote-freed: how many bytes of the stack all buffers of a function may take together.",
    "max-rank-of-allocated-memref": "How many dimensions a buffer may have whose sizes are ranks of others.",
    "must-infer-memory-space": "Refuse tensors whose memory space is not known.",
    "no-analysis-func-filter": "Functions about which nothing is decided: all writes in them go to copies.",
    "placement": "Passes that decide where buffers live, and run in the pipeline.",
    "print-conflicts": "With test-analysis-only: write down reads, writes and definitions that are in conflict.",
    "private-function-dynamic-ownership": "Let private functions take and give ownership.",
    "promote-freed": "Let buffers that are freed where they are made be on the stack, too.",
    "solver-time-limit": "With algorithm=optimal: how many seconds a solver may take for a function where no simple way is the best.",
    "strict": "Refuse allocations of fixed size that are not freed in their blocks, and functions that return buffers.",
    "test-analysis-only": "Rewrite nothing: write down what is decided.",
    "test-convergence": "Accepted as in mlir-opt: canonicalize always goes on until nothing changes.",
    "unknown-type-conversion": "The layouts of buffers where tensors that nobody follows become buffers.",
    "use-encoding-for-memory-space": "Take a tensor's encoding for the memory space of its buffer.",
}


def described(options: Mapping[str, str], choices: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    """Each option as it is written with its default, and a sentence on what it means, with its values where there are only some."""
    values = {name: f" Values: {', '.join(choices[name])}." if name in choices else "" for name in options}
    return [(f"{name}={default}", _MEANINGS[name] + values[name]) for name, default in sorted(options.items())]
