"""Which uses of tensors are in place, op by op: by Ownlog's analysis and by mlir-opt-22's."""

import subprocess
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ownlog.backend.bufferize.aliasing.order import is_tensor
from ownlog.backend.bufferize.analysis.analysis import Analyser
from ownlog.backend.bufferize.analysis.annotate import IN_PLACE
from ownlog.backend.bufferize.analysis.instances import separate_iterations
from ownlog.backend.bufferize.analysis.result import Analysis
from ownlog.backend.bufferize.ops.settings import OneShotOptions
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import parsed
from ownlog.backend.rewriting.effects import effects_of
from ownlog.frontend import parse
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Value
from ownlog.frontend.ir.module import Module

HEURISTICS = ("bottom-up", "top-down", "bottom-up-from-terminators")
PEER_OPTIONS = "bufferize-function-boundaries test-analysis-only allow-return-allocs-from-loops allow-unknown-ops"


class Marked(NamedTuple):
    """An op, its line, and for each operand "true", "false" or, where it is no tensor, "none"."""

    op: str
    line: int
    marks: tuple[str, ...]


class Analysed(NamedTuple):
    """A program and what was decided of it."""

    module: Module
    naming: Naming
    analysis: Analysis


class Refused(NamedTuple):
    """What mlir-opt-22 says instead of deciding; nothing where it took too long."""

    message: str


class Difference(NamedTuple):
    """A use that is in place by one analysis only."""

    line: int
    op: str
    operand: int
    ours: str
    theirs: str


PRINTED = {"test-analysis-only": "true"}
"""The option with which what is decided is printed, and nothing else is known to harm nobody than One-Shot Bufferize
knows.
"""


def analyse(
    text: str, heuristic: str = "bottom-up", options: Mapping[str, str] | None = None, name: str = "in.mlir"
) -> Analysed:
    """What Ownlog decides about a program whose functions take and give buffers."""
    module = parse(text, name)
    text_options = {"bufferize-function-boundaries": "true", "analysis-heuristic": heuristic, **(options or {})}
    given = parsed(OneShotOptions, "one-shot-bufferize", text_options.items())
    separate_iterations(module, given, Context())
    naming = Naming(module, effects_of(module))
    return Analysed(module, naming, Analyser(module, naming, given).run())


def ours(found: Analysed) -> list[Marked]:
    """The decisions of Ownlog."""
    return [
        Marked(op.name, op.line, tuple(_mark(found, name, i, value) for i, value in enumerate(op.operands)))
        for op in found.module.walk()
        for name in [found.naming.op(op)]
        if any(map(is_tensor, op.operands)) and name in found.analysis.known
    ]


def theirs(text: str, heuristic: str, mlir_opt: str, seconds: float = 60) -> list[Marked] | Refused:
    """The decisions of mlir-opt-22, which gets so many seconds of time."""
    command = [mlir_opt, "-", f"-one-shot-bufferize={PEER_OPTIONS} analysis-heuristic={heuristic}"]
    try:
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return Refused("")
    if done.returncode:
        return Refused(next(iter(done.stderr.splitlines()), f"exit {done.returncode}"))
    return list(_printed(done.stdout))


def differences(mine: list[Marked], others: list[Marked]) -> list[Difference]:
    """The uses that are decided otherwise. The two lists must be of the same ops."""
    assert [one.op for one in mine] == [other.op for other in others]
    return [
        Difference(one.line, one.op, operand, here, there)
        for one, other in zip(mine, others, strict=True)
        for operand, (here, there) in enumerate(zip(one.marks, other.marks, strict=True))
        if here != there
    ]


def decide_as(found: Analysed, others: list[Marked]) -> None:
    """Lets what was decided be what `others` say of the same ops."""
    ops = [
        op
        for op in found.module.walk()
        if any(map(is_tensor, op.operands)) and found.naming.op(op) in found.analysis.known
    ]
    uses = {
        (found.naming.op(op), i)
        for op, other in zip(ops, others, strict=True)
        for i, mark in enumerate(other.marks)
        if mark == "true"
    }
    found.analysis.in_place = uses
    found.analysis.told["assume_in_place"] = list(uses)


def _printed(text: str) -> Iterator[Marked]:
    for op in parse(text, "theirs.mlir").walk():
        marks = op.attribute(IN_PLACE)
        if marks is not None:
            yield Marked(op.name, op.line, tuple(mark.strip().strip('"') for mark in marks.strip()[1:-1].split(",")))


def _mark(found: Analysed, op: str, operand: int, value: Value) -> str:
    if not is_tensor(value):
        return "none"
    return "true" if (op, operand) in found.analysis.in_place else "false"
