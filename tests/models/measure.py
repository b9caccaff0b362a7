"""What mlir-opt-22 knows of ops, found out with a small program for each, and what the dialect files say of them, in the same words."""

from __future__ import annotations

import csv
import re
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ownlog import rules
from ownlog.rules.engine import EmbeddedEngine

PROBES = Path(__file__).with_name("probes.tsv")
ERASED = "erased"
MERGED = "merged"
ACROSS = "merged across a write"
KNOWN = "known"
ALLOCATES = "allocates"
_SPLIT = "// -----"
_WRITE = '"memref.store"(%written, %memory, %place) : (f32, memref<9xf32>, index) -> ()'
_MORE = "%written: f32, %memory: memref<9xf32>, %place: index"
_WORDS = {"pure": {ERASED, MERGED, ACROSS, KNOWN}, "only_reads": {ERASED, MERGED, KNOWN}, "only_allocates": {ERASED, KNOWN}}


@dataclass(frozen=True, slots=True)
class Probe:
    """An op as it is written in `text`, without its `results`; `arguments` are those of the function around it."""

    op: str
    results: int
    text: str
    arguments: str

    def line(self, name: str) -> str:
        """The op, with results called `name`."""
        return self.text if not self.results else f"%{name}:{self.results} = {self.text}" if self.results > 1 else f"%{name} = {self.text}"

    def program(self, *lines: str) -> str:
        """A function of these lines."""
        arguments = f"{self.arguments}, {_MORE}" if self.arguments else _MORE
        return f"func.func @probe({arguments}) {{\n  " + "\n  ".join(lines) + "\n  return\n}"

    def uses(self, name: str, types: Sequence[str]) -> str:
        """An op nobody knows that uses all results."""
        values = [f"%{name}#{number}" for number in range(self.results)] if self.results > 1 else [f"%{name}"]
        return f'"probe.use"({", ".join(values)}) : ({", ".join(types)}) -> ()'


def probes() -> list[Probe]:
    """One probe for each op that has one."""
    with PROBES.open(newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [Probe(row["op"], int(row["results"]), row["text"], row["arguments"] or "") for row in rows]


def known_to_mlir_opt(tool: str, asked: Sequence[Probe]) -> dict[str, set[str]]:
    """What mlir-opt does with each op: the words of this module by op name."""
    found: dict[str, set[str]] = {probe.op: set() for probe in asked}
    once, _ = _run(tool, [probe.program(probe.line("r")) for probe in asked], "--mlir-print-op-generic")
    types = {probe.op: _result_types(text, probe.op) for probe, text in zip(asked, once, strict=True)}
    erased, _ = _run(tool, [probe.program(probe.line("r")) for probe in asked], "--canonicalize", "--mlir-print-op-generic")
    for probe, text in zip(asked, erased, strict=True):
        assert text.strip(), f"{probe.op}: mlir-opt does not read the probe"
        if probe.results and f'"{probe.op}"(' not in text:
            found[probe.op].add(ERASED)
    for probe, words in zip(asked, *_effects(tool, asked), strict=True):
        found[probe.op] |= words
    twice = [probe for probe, text in zip(asked, once, strict=True) if probe.results and not _line(text, probe.op).endswith("({")]
    for word, between in ((MERGED, ()), (ACROSS, (_WRITE,))):
        programs = [
            probe.program(probe.line("r"), *between, probe.line("s"), probe.uses("r", types[probe.op]), probe.uses("s", types[probe.op]))
            for probe in twice
        ]
        merged, _ = _run(tool, programs, "--cse", "--mlir-print-op-generic", "--allow-unregistered-dialect")
        for probe, text in zip(twice, merged, strict=True):
            if text.count(f'"{probe.op}"(') == 1:
                found[probe.op].add(word)
    return found


def _effects(tool: str, asked: Sequence[Probe]) -> tuple[list[set[str]]]:
    """Whether mlir-opt's deallocation pass knows the effects, and frees a result."""
    programs = [probe.program(probe.line("r")) for probe in asked]
    texts, errors = _run(tool, programs, "--ownership-based-buffer-deallocation")
    starts = [0]
    for program in programs:
        starts.append(starts[-1] + program.count("\n") + 2)
    unknown = {int(line) for line in re.findall(r":(\d+):\d+: error: ops with unknown memory side effects", errors)}
    found: list[set[str]] = []
    for number, text in enumerate(texts):
        words = set() if any(starts[number] < line <= starts[number + 1] for line in unknown) else {KNOWN}
        found.append(words | ({ALLOCATES} if "if (" in text and "%true" in text.split("if (")[-1] else set()))
    return (found,)


def _line(text: str, op: str) -> str:
    return next((line for line in text.splitlines() if f'"{op}"(' in line), "")


def _result_types(text: str, op: str) -> list[str]:
    written = _line(text, op).rpartition(" -> ")[2].strip()
    written = written[1:-1] if written.startswith("(") else written
    return re.split(r", (?![^<]*>)", written)


def _run(tool: str, programs: Sequence[str], *options: str) -> tuple[list[str], str]:
    """What comes out for each program ("" where it is refused), and all that is said about them."""
    if not programs:
        return [], ""
    source = f"\n{_SPLIT}\n".join(programs)
    done = subprocess.run([tool, "--split-input-file", *options], input=source, capture_output=True, text=True, check=False)
    texts = done.stdout.split(f"{_SPLIT}\n")
    assert len(texts) == len(programs), done.stderr
    return texts, done.stderr


class Ours:
    """What the dialect files say, by op name."""

    def __init__(self) -> None:
        names = (*_WORDS, "effects_known", "allocates", "frees", "dialect_pure", "dialect_effects_known", "refused_op", "call_like")
        self.rows = EmbeddedEngine().run(rules.load(), {}, names)

    def names(self) -> set[str]:
        """The ops that some row names."""
        return {str(row[0]) for name, found in self.rows.items() if not name.startswith("dialect_") for row in found}

    def rows_of(self, op: str) -> list[str]:
        """The relations that have a row for the op, or for its dialect."""
        dialect = op.partition(".")[0]
        about = {name: dialect if name.startswith("dialect_") else op for name in self.rows}
        return sorted(name for name, found in self.rows.items() if any(row[0] == about[name] for row in found))

    def words(self, op: str) -> set[str]:
        """As `known_to_mlir_opt`."""
        has = self.rows_of(op)
        found: set[str] = set()
        if "frees" not in has and "call_like" not in has:
            said = [name for name in _WORDS if name in has] or (["pure"] if "dialect_pure" in has else [])
            for name in said[-1:] if "allocates" not in has or "only_allocates" in has else []:
                found |= _WORDS[name]
        if {"effects_known", "dialect_effects_known", "call_like"} & set(has):
            found.add(KNOWN)
        return found | ({ALLOCATES} if "allocates" in has else set())


def as_text(words: Iterable[str]) -> str:
    """Words in a column of the table."""
    order = (KNOWN, ALLOCATES, ERASED, MERGED, ACROSS)
    return ", ".join(sorted(words, key=order.index)) or "nothing"
