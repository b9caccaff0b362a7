"""Which buffers an op reads and writes, says mlir-opt-22's alias analysis, and which of them say so the dialect
files.
"""

import re
import subprocess
from collections.abc import Iterable, Sequence

import ownlog
from ownlog.frontend.ir.ir import Op
from tests.models.measure import Probe, run

_ARGUMENT = re.compile(r"%(\w+): (.+?)(?=, %|$)")
_SAID = re.compile(r"^asked -> (\d+)#0: (\w+)$", re.MULTILINE)
ELSEWHERE = "elsewhere"
READS, WRITES = "reads", "writes"
_WORDS = {"NoModRef": set(), "Ref": {READS}, "Mod": {WRITES}, "ModRef": {READS, WRITES}}

Accesses = set[tuple[str, str]]
"""What is done ("reads", "writes"), and where: to an operand, by its number, or `ELSEWHERE`."""


def accesses(tool: str, asked: Sequence[Probe]) -> dict[str, Accesses]:
    """What mlir-opt says of each op, by its name."""
    texts, said = run(
        tool, [_allocated(probe) for probe in asked], "--mlir-print-op-generic", "--allow-unregistered-dialect"
    )
    assert all(text.strip() for text in texts), said
    operands: dict[str, list[str]] = {}
    programs = []
    for probe, text in zip(asked, texts, strict=True):
        module = ownlog.parse(text)
        operands[probe.op] = _mark(module.walk(), probe.op)
        programs.append(str(module))
    source = "\n// -----\n".join(programs)
    command = [tool, "--split-input-file", "--test-alias-analysis-modref", "--allow-unregistered-dialect"]
    done = subprocess.run(command, input=source, capture_output=True, text=True, check=True)
    answers = done.stderr.split("Testing :")[1:]
    return {probe.op: _told(answer, operands[probe.op]) for probe, answer in zip(asked, answers, strict=True)}


def _allocated(probe: Probe) -> str:
    """The program of a probe whose buffers, and one more, are allocations of their own."""
    kept, lines = [], ["%size = arith.constant 4 : index", "%elsewhere = memref.alloc() : memref<9xf32>"]
    for name, kind in _ARGUMENT.findall(probe.arguments):
        if not kind.startswith("memref"):
            kept.append(f"%{name}: {kind}")
        elif kind.startswith("memref<*"):
            ranked = kind.replace("*x", "4x")
            lines += [f"%{name}_ = memref.alloc() : {ranked}", f"%{name} = memref.cast %{name}_ : {ranked} to {kind}"]
        else:
            sizes = ", ".join(["%size"] * kind.partition(",")[0].count("?"))
            lines.append(f"%{name} = memref.alloc({sizes}) : {kind}")
    return probe.module(", ".join(kept), [*lines, probe.line("r")])


def _mark(ops: Iterable[Op], name: str) -> list[str]:
    """Mark the op for mlir-opt, and the allocations with what they are for it: the number of an operand, or
    `ELSEWHERE`.
    """
    found = list(ops)
    asked = next(op for op in found if op.name == name)
    places = []
    for number, op in enumerate(found):
        if op is asked or op.name in ("memref.alloc", "memref.cast"):
            op.attrs["test.ptr"] = '"asked"' if op is asked else f'"{number}"'
            op.mark_changed()
        uses = [str(place) for place, operand in enumerate(asked.operands) if operand.owner is op]
        places.append(uses[0] if uses else "" if op.name != "memref.alloc" else ELSEWHERE)
    return places


def _told(answer: str, places: Sequence[str]) -> Accesses:
    found = {(word, places[int(number)]) for number, how in _SAID.findall(answer) for word in _WORDS[how]}
    return {(word, place) for word, place in found if place}
