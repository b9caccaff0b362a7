"""The themes that random programs are about, and how the programs of each are run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.execution.edges import (
    addresses,
    aligned,
    conditions,
    constants,
    guarded,
    kernels,
    maps,
    memory,
    modules,
    numerals,
    parallel,
    places,
    queries,
    segments,
    shifts,
    symbols,
    tensors,
    waits,
)
from tests.execution.executor import LOWERING, SEQUENTIAL, THREADS
from tests.execution.soundness import DYNAMIC, PASS, PLAIN, WHOLE, Maker, Way


@dataclass(frozen=True, slots=True)
class Theme:
    """A generator, the pipelines that its programs go through, and the way they are run."""

    make: Maker
    pipelines: Sequence[str] = (WHOLE,)
    way: Way = PLAIN


# What is refused for want of knowledge: mlir-opt refuses these programs too, or makes others of them.
_INDIRECT = "may call a function that frees what it is given"
_SHIFTED = "does not tell which allocation"
_TERMINATOR = "the terminator's regions use a "
_TENSOR = "a deallocation of a tensor may free any buffer"
_DEVICE = f"{_INDIRECT}|device code may free a buffer of the host here"
_ASYNCHRONOUS = "ops with unknown memory side effects"
_ADDRESS = "where the buffer may be freed already"

_PLACED = (
    f"{WHOLE}{{placement=all}}",
    f"{WHOLE}{{placement=hoisting}}",
    f"buffer-hoisting,{WHOLE}",
    f"buffer-loop-hoisting,{WHOLE}{{placement=sinking,hoisting,stack}}",
)
_STACK = "promote-buffers-to-stack{promote-freed=true}"
_LAID = (
    f"{WHOLE},static-memory-planner,{_STACK}",
    f"{WHOLE},static-memory-planner",
    f"{WHOLE},{_STACK}",
    f"{WHOLE}{{placement=all}}",
)

_TENSORS = ("--one-shot-bufferize=allow-unknown-ops", *SEQUENTIAL)
_ROAD = "tensors-to-buffers"

THEMES: Mapping[str, Theme] = {
    "shifts": Theme(shifts.generate, (WHOLE, PASS, DYNAMIC), Way(may_refuse=_SHIFTED)),
    "teams": Theme(parallel.teams, (WHOLE, PASS), Way(THREADS)),
    "reductions": Theme(parallel.reductions, (WHOLE,), Way(SEQUENTIAL, may_refuse=_TERMINATOR)),
    "nests": Theme(parallel.nests, (WHOLE, PASS), Way(SEQUENTIAL, may_refuse=_TERMINATOR)),
    "conditions": Theme(conditions.generate, (WHOLE, PASS)),
    "segments": Theme(segments.generate, (WHOLE, PASS)),
    "numerals": Theme(numerals.generate, (WHOLE, PASS), Way(SEQUENTIAL)),
    "constants": Theme(constants.generate, (WHOLE, PASS), Way(SEQUENTIAL)),
    "memory": Theme(memory.generate, (WHOLE, PASS), Way(SEQUENTIAL, memory.without_scopes, _SHIFTED)),
    "layouts": Theme(
        memory.layouts, (PASS + "{copy-op=alloc-copy}",), Way(SEQUENTIAL, memory.without_scopes, _SHIFTED)
    ),
    "maps": Theme(maps.generate, (WHOLE,), Way(("--normalize-memrefs", *LOWERING))),
    "symbols": Theme(symbols.generate, (WHOLE, PASS), Way(parts=symbols.flat, may_refuse=_INDIRECT)),
    "modules": Theme(modules.generate, (WHOLE, PASS), Way(parts=modules.apart, may_refuse=_INDIRECT)),
    "tensors": Theme(tensors.generate, (WHOLE, PASS), Way(_TENSORS, may_refuse=_TENSOR)),
    "elsewhere": Theme(tensors.elsewhere, (WHOLE,), Way(_TENSORS, may_refuse=_TENSOR)),
    "places": Theme(places.on_buffers, (f"cse,{WHOLE}", f"canonicalize,{PASS},cse"), Way(SEQUENTIAL)),
    "places of tensors": Theme(places.on_tensors, (f"cse,{_ROAD}", _ROAD), Way(("--one-shot-bufferize", *SEQUENTIAL))),
    "queries": Theme(
        queries.generate, (queries.ASKED,), Way(parts=queries.copying, transformed=queries.answered, frees=False)
    ),
    "kernels": Theme(kernels.generate, (WHOLE, PASS), Way(parts=kernels.on_the_host, may_refuse=_DEVICE)),
    "addresses": Theme(addresses.generate, (WHOLE, PASS), Way(may_refuse=_ADDRESS)),
    "aligned": Theme(
        aligned.generate, _LAID, Way(("--convert-vector-to-llvm", *LOWERING, "--convert-vector-to-llvm", LOWERING[-1]))
    ),
    "guarded": Theme(guarded.generate, _PLACED),
    "waits": Theme(waits.generate, (WHOLE,), Way(parts=waits.by_the_library, may_refuse=_ASYNCHRONOUS)),
}
