"""How what the dialect files say of an op compares with what mlir-opt-22 does with it, and with its definition."""

from collections.abc import Iterator

from tests.models.accesses import ELSEWHERE, WRITES, Accesses
from tests.models.kinds import EXCEPTIONS, Rows, objections
from tests.models.measure import ALLOCATES, FREES, KNOWN, said

SAME = "the same"
CAREFUL = "more careful"

_WAITS = (
    "beyond mlir-opt, which refuses what is asynchronous: asynchronous.dl follows what is begun until it is waited for"
)

REASONS = {
    "affine.prefetch": "beyond mlir-opt: a prefetch is a hint, as memref.prefetch is",
    "gpu.launch_func": _WAITS,
    "gpu.wait": _WAITS,
    "linalg.index": "erased as mlir-opt does; it stands in the region of another op, where a probe has it once",
    "memref.dma_start": _WAITS,
    "memref.dma_wait": _WAITS,
    "memref.realloc": "beyond mlir-opt, which has it expanded first: it frees its operand and allocates its result",
    "nvgpu.device_async_create_group": _WAITS,
    "nvgpu.device_async_wait": _WAITS,
}
"""Why the dialect files may say more of an op's effects than mlir-opt knows."""

LESS = {
    "gpu.alloc", "gpu.subgroup_broadcast", "linalg.pack", "linalg.unpack", "memref.assume_alignment",
    "shape.cstr_broadcastable", "shape.cstr_eq", "tensor.generate", "tensor.pad",
}  # fmt: skip
"""The ops of whose effects the dialect files say less than mlir-opt knows."""


def verdict(op: str, rows: Rows, measured: set[str] | None, done: Accesses, words: set[str]) -> str:
    """In words; empty where the rows contradict what was measured (None: nothing) or the definition, and nobody says
    why.
    """
    found = []
    if measured is not None:
        found.append(_of_effects(op, said(rows), measured))
    found += sorted({EXCEPTIONS.get((op, kind), "") for kind, _ in objections(rows, words)})
    found += [""] * any(True for _ in overlooked(rows, done))
    return "; ".join(found) if all(found) else ""


def _of_effects(op: str, ours: set[str], theirs: set[str]) -> str:
    if ours == theirs:
        return SAME
    # Where all effects are said to be known, none may be left out.
    careful = ours < theirs and not (KNOWN in ours and (theirs - ours) & {ALLOCATES, FREES})
    return CAREFUL if careful else REASONS.get(op, "")


def overlooked(rows: Rows, done: Accesses) -> Iterator[str]:
    """The accesses to memory that the rows rule out."""
    operands = {place for _, place in done} - {ELSEWHERE}
    if "pure" in rows and done:
        yield "a pure op accesses memory"
    if {"only_reads", "only_allocates"} & rows.keys() and any(how == WRITES for how, _ in done):
        yield "an op that does not write writes"
    written = {place for how, place in done if how == WRITES}
    for (memory,) in rows.get("only_writes", ()):
        if ELSEWHERE not in written and written != {str(memory)}:
            yield f"what is written is {', '.join(sorted(written)) or 'nothing'}"
    for (memory,) in rows.get("accesses_memory", ()):
        if operands != {str(memory)}:
            yield f"what is accessed is {', '.join(sorted(operands)) or 'nothing'}"


def contradictions(op: str, rows: Rows, measured: set[str], done: Accesses, words: set[str]) -> list[str]:
    """What a row says of an op and mlir-opt or its definition denies, without a reason why."""
    found = [f"{kind}: {how}" for kind, how in objections(rows, words) if (op, kind) not in EXCEPTIONS]
    found += [] if _of_effects(op, said(rows), measured) else [f"effects: {sorted(said(rows) ^ measured)}"]
    return [*found, *overlooked(rows, done)]
