"""What the analysis says of random programs, held against the references: a kind of program for each generator.

Each law gives what is in disagreement, in words; nothing where all is as it should be.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random

import ownlog
from ownlog.backend.bufferize.one_shot import UndecidedError, analysed
from ownlog.backend.bufferize.ops.settings import OneShotOptions
from ownlog.backend.checking import check
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import parsed
from ownlog.frontend import parse
from tests.bufferize.deciding.marking import HEURISTICS, Analysed
from tests.bufferize.programs import themes as tensors
from tests.bufferize.programs.graphs import graph
from tests.checking import constants
from tests.checking.faults import faulty
from tests.checking.programs import outputs
from tests.execution.edges.themes import THEMES
from tests.execution.programs import decisions, generator, handovers
from tests.execution.programs.choices import Choices
from tests.execution.soundness import DYNAMIC, OUTSIDE, PASS, WHOLE_PIPELINES, Maker
from tests.reference.conflicts import judge
from tests.reference.paths import freeing, run

Law = Callable[[int], Iterator[str]]

TENSORS: Mapping[str, Callable[[int], str]] = {"graphs": graph, **tensors.THEMES}
BUFFERS: Mapping[str, Maker] = {
    "generator": generator.generate,
    "handovers": handovers.generate,
    "decisions": decisions.generate,
}
_NO_FREES = ("queries",)
"""Themes of programs that no pipeline deallocates."""


def decided(text: str, heuristic: str) -> Analysed | None:
    """A program as bufferization leaves it when all is decided: reads may be moved, and changes made anew."""
    given = {
        "bufferize-function-boundaries": "true",
        "allow-return-allocs-from-loops": "true",
        "analysis-heuristic": heuristic,
    }
    module = parse(text, "in.mlir")
    try:
        return Analysed(
            module, *analysed(module, parsed(OneShotOptions, "one-shot-bufferize", given.items()), Context())
        )
    except UndecidedError:
        return None


def conflicts(make: Callable[[int], str], seed: int) -> Iterator[str]:
    """What is in place has no conflict by the definition."""
    for heuristic in (*HEURISTICS, "fewest-copies"):
        found = decided(make(seed), heuristic)
        if found is not None:
            yield from (f"{heuristic}: {conflict.told(found)}" for conflict in judge(found, {}).conflicts)


def ownership(make: Maker, pipelines: Sequence[str], seed: int) -> Iterator[str]:
    """What a pipeline made of a program has one owner for each buffer."""
    text = make(Choices(seed)).partition(OUTSIDE)[0]
    for pipeline in pipelines:
        module = ownlog.parse(text)
        by_hand = freeing(module)
        try:
            ownlog.run_pipeline(module, pipeline)
        except ownlog.OwnlogError:
            continue
        seen = run(ownlog.parse(str(module)), "ownership", by_hand)
        yield from (f"{pipeline}: {fault.what} at line {fault.line}, in {fault.function}" for fault in seen.faults)


def verdicts(texts: Iterator[str]) -> Iterator[str]:
    """What is called clean has no fault that a run shows."""
    for text in texts:
        try:
            module = ownlog.parse(text)
        except ownlog.OwnlogError:
            continue
        if check(module).status == "clean":
            yield from (f"{fault.what} at line {fault.line}, in {fault.function}" for fault in run(module).faults)


def constant(seed: int) -> Iterator[str]:
    """Where all inputs that matter are tried, an error is a fault of a run, too, if the reference can go on to the end
    of one: it does not compute all numbers.
    """
    text = constants.Program(seed).text
    yield from verdicts(iter([text]))
    module = ownlog.parse(text)
    if check(module).status == "error" and (seen := run(module)).ended and not seen.faults:
        yield "an error, and no run shows a fault"


def _planted(seed: int) -> Iterator[str]:
    for text in outputs([seed]):
        yield text
        yield from (changed for _, _, changed in islice(faulty(text, 6, Random(seed)), 6))


def laws() -> dict[str, Law]:
    """The laws by the kind of program."""
    found: dict[str, Law] = {f"tensors: {name}": _of_tensors(make) for name, make in TENSORS.items()}
    ways = (*WHOLE_PIPELINES, PASS, DYNAMIC)
    found |= {f"buffers: {name}": _of_buffers(make, ways) for name, make in BUFFERS.items()}
    found |= {
        f"edges: {name}": _of_buffers(theme.make, theme.pipelines)
        for name, theme in THEMES.items()
        if name not in _NO_FREES
    }
    found["checker: constants"] = constant
    found["checker: planted faults"] = lambda seed: verdicts(_planted(seed))
    return found


def _of_tensors(make: Callable[[int], str]) -> Law:
    return lambda seed: conflicts(make, seed)


def _of_buffers(make: Maker, pipelines: Sequence[str]) -> Law:
    return lambda seed: ownership(make, pipelines, seed)
