"""What stands in the brackets of types and attributes of dialects that are not MLIR's own: only their dialect can read it.

So it stays to the letter, and two of them are the same only where they are so to the letter. MLIR does that with dialects that it does not
know.
"""

from __future__ import annotations

from collections.abc import Iterator

from ownlog.base.later import pattern
from ownlog.frontend.text.tokens import BODY_BRACKETS, CLOSING

DIALECTS = frozenset(
    "acc affine amdgpu amx arith arm_neon arm_sme arm_sve async bufferization builtin cf complex dlti emitc func gpu index irdl"
    " linalg llvm math memref ml_program mpi nvgpu nvvm omp pdl pdl_interp ptr quant rocdl scf shape shard smt sparse_tensor spirv"
    " tensor tosa transform ub vector wasmssa x86vector xegpu xevm".split()
)
"""MLIR's own dialects."""

# MLIR's own test dialects print as MLIR's others do.
_OPENING = pattern(r'"(?:[^"\\]|\\.)*+"|[#!]([A-Za-z_]\w*+)(?:\.[\w$.-]*+)?<')
_MASK = pattern("\1([0-9]++)\1")


def bodies(text: str) -> Iterator[tuple[int, int]]:
    """Where the brackets of a foreign type or attribute open and close, without what is in them."""
    at = 0
    while (found := _OPENING.search(text, at)) is not None:
        at = found.end()
        if found[1] is not None and found[1] not in DIALECTS and not found[1].startswith("test"):
            end = closing(text, at - 1)
            yield at, end
            at = end


def closing(text: str, start: int) -> int:
    """Where the bracket closes that opens at `start`; the end of the text where it does not."""
    stack: list[str] = []
    for found in BODY_BRACKETS.finditer(text, start):
        c = found[0]
        if c in CLOSING:
            stack.append(CLOSING[c])
        elif c == stack[-1]:
            stack.pop()
            if not stack:
                return found.start()
    return len(text)


def masked(text: str) -> tuple[str, list[str]]:
    """`text` with a mark for what stands in each of the brackets, and what stood there."""
    if ("#" not in text and "!" not in text) or "\1" in text:
        return text, []
    pieces, hidden, at = [], [], 0
    for start, end in bodies(text):
        pieces += [text[at:start], f"\1{len(hidden)}\1"]
        hidden.append(text[start:end])
        at = end
    return "".join(pieces) + text[at:], hidden


def unmasked(text: str, hidden: list[str]) -> str:
    """`text` with what the marks stand for."""
    return _MASK.sub(lambda found: hidden[int(found[1])], text) if hidden else text
