"""What mlir-opt-22 knows of the effects of ops, found out with a small program for each, and what the dialect files say
of them.
"""

import csv
import re
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import ownlog
from tests.models.kinds import Rows

PROBES = Path(__file__).with_name("probes.tsv")
ERASED = "erased"
MERGED = "merged"
ACROSS = "merged across a write"
KNOWN = "known"
ALLOCATES = "allocates"
FREES = "frees"
_SPLIT = "// -----"
_WRITE = '"memref.store"(%written, %memory, %place) : (f32, memref<9xf32>, index) -> ()'
_CURRENT = r'see current operation: (?:%\S+ = )?"([\w.]+)"'
_MORE = "%written: f32, %memory: memref<9xf32>, %place: index"
_WORDS = {
    "pure": {ERASED, MERGED, ACROSS, KNOWN},
    "only_reads": {ERASED, MERGED, KNOWN},
    "only_allocates": {ERASED, KNOWN},
}


@dataclass(frozen=True, slots=True)
class Probe:
    """An op as it is written in `text`, or in an op that is, without its `results`.

    `arguments` are those of the function around it, `beside` is what stands beside the function.
    """

    op: str
    results: int
    text: str
    arguments: str
    beside: str = ""

    def line(self, name: str) -> str:
        """The op, with results called `name`."""
        return (
            self.text
            if not self.results
            else f"%{name}:{self.results} = {self.text}"
            if self.results > 1
            else f"%{name} = {self.text}"
        )

    def program(self, *lines: str) -> str:
        """A function of these lines."""
        return self.module(f"{self.arguments}, {_MORE}" if self.arguments else _MORE, lines)

    def module(self, arguments: str, lines: Sequence[str]) -> str:
        """A function of these lines, and what stands beside it."""
        function = f"func.func @probe({arguments}) {{\n  " + "\n  ".join(lines) + "\n  return\n}"
        return (
            f"module attributes {{gpu.container_module}} {{\n{self.beside}\n{function}\n}}" if self.beside else function
        )

    def uses(self, name: str, types: Sequence[str]) -> str:
        """An op nobody knows that uses all results."""
        values = [f"%{name}#{number}" for number in range(self.results)] if self.results > 1 else [f"%{name}"]
        return f'"probe.use"({", ".join(values)}) : ({", ".join(types)}) -> ()'


def probes() -> list[Probe]:
    """One probe for each op that has one."""
    with PROBES.open(newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [
            Probe(row["op"], int(row["results"]), row["text"], row["arguments"] or "", row["beside"] or "")
            for row in rows
        ]


def known_to_mlir_opt(tool: str, asked: Sequence[Probe]) -> dict[str, set[str]]:
    """What mlir-opt does with each op: the words of this module by op name."""
    found: dict[str, set[str]] = {probe.op: set() for probe in asked}
    once, _ = run(tool, [probe.program(probe.line("r")) for probe in asked], "--mlir-print-op-generic")
    types = {probe.op: _result_types(text, probe) for probe, text in zip(asked, once, strict=True)}
    erased, _ = run(
        tool, [probe.program(probe.line("r")) for probe in asked], "--canonicalize", "--mlir-print-op-generic"
    )
    for probe, text in zip(asked, erased, strict=True):
        if types[probe.op] and f'"{probe.op}"(' not in text:
            found[probe.op].add(ERASED)
    for probe, words in zip(asked, *_effects(tool, asked), strict=True):
        found[probe.op] |= words
    # CSE goes by what is in the regions of an op that has some.
    twice = [
        probe
        for probe, text in zip(asked, once, strict=True)
        if probe.results and not _line(text, probe.op).endswith("({")
    ]
    for word, between in ((MERGED, ()), (ACROSS, (_WRITE,))):
        programs = [
            probe.program(
                probe.line("r"),
                *between,
                probe.line("s"),
                probe.uses("r", types[probe.op]),
                probe.uses("s", types[probe.op]),
            )
            for probe in twice
        ]
        merged, _ = run(tool, programs, "--cse", "--mlir-print-op-generic", "--allow-unregistered-dialect")
        for probe, text in zip(twice, merged, strict=True):
            if text.count(f'"{probe.op}"(') == 1:
                found[probe.op].add(word)
    return found


def _effects(tool: str, asked: Sequence[Probe]) -> tuple[list[set[str]]]:
    """Whether mlir-opt's deallocation pass knows the effects, and frees a result."""
    programs = [probe.program(probe.line("r")) for probe in asked]
    texts, errors = run(tool, programs, "--ownership-based-buffer-deallocation")
    starts = [0]
    for program in programs:
        starts.append(starts[-1] + program.count("\n") + 2)
    unknown, freed = (
        {(int(line), op) for line, op in re.findall(rf":(\d+):\d+: error: {message}.*?{_CURRENT}", errors, re.DOTALL)}
        for message in ("ops with unknown memory side effects", "memory free side-effect on MemRef value not supported")
    )
    found: list[set[str]] = []
    for number, text in enumerate(texts):
        at = {(line, asked[number].op) for line in range(starts[number] + 1, starts[number + 1] + 1)}
        words = (set() if unknown & at else {KNOWN}) | ({FREES} if freed & at else set())
        found.append(words | ({ALLOCATES} if "if (" in text and "%true" in text.split("if (")[-1] else set()))
    return (found,)


def _line(text: str, op: str) -> str:
    return next((line for line in text.splitlines() if f'"{op}"(' in line), "")


def _result_types(text: str, probe: Probe) -> list[str]:
    """The types of the results of a probe's op."""
    assert text.strip(), f"{probe.op}: mlir-opt does not read the probe"
    return [str(result.type) for result in next(op for op in ownlog.parse(text).walk() if op.name == probe.op).results]


def run(tool: str, programs: Sequence[str], *options: str) -> tuple[list[str], str]:
    """What comes out for each program ("" where it is refused), and all that is said about them."""
    if not programs:
        return [], ""
    source = f"\n{_SPLIT}\n".join(programs)
    done = subprocess.run(
        [tool, "--split-input-file", *options], input=source, capture_output=True, text=True, check=False
    )
    texts = done.stdout.split(f"{_SPLIT}\n")
    assert len(texts) == len(programs), done.stderr
    return texts, done.stderr


def said(rows: Rows) -> set[str]:
    """What these rows about an op say of it, in the words of `known_to_mlir_opt`."""
    found: set[str] = set()
    if "frees" not in rows and "call_like" not in rows and ("allocates" not in rows or "only_allocates" in rows):
        # An op that allocates is not pure for that.
        for name in [name for name in _WORDS if name in rows][-1:]:
            found |= _WORDS[name]
    known = {KNOWN} if {"effects_known", "call_like"} & rows.keys() else set()
    return found | known | ({ALLOCATES} if "allocates" in rows else set()) | ({FREES} if "frees" in rows else set())


def as_text(words: Iterable[str]) -> str:
    """Words in a column of the table."""
    order = (KNOWN, ALLOCATES, FREES, ERASED, MERGED, ACROSS)
    return ", ".join(sorted(words, key=order.index)) or "nothing"
