"""`python -m benchmarks.tensors.copies`: what is copied over the shared corpus, and why, written to
benchmarks/COPIES.md.

Bytes are weighted: a copy in a loop counts as often as the loop runs, 10 times where nobody knows; a size that shows at
run time only counts as that of the buffer that it is a part of, or as 64. mlir-opt-22's programs and Ownlog's are both
simplified by mlir-opt-22 (canonicalize and cse) before their copies are
counted: what copies a part of a buffer onto itself does not count. Why mlir-opt-22 copies does not show in what it
prints; Ownlog says it of the same order of decisions, bottom-up, which differ in 44 of 32,897 uses (DECISIONS.md).
"""

from __future__ import annotations

import csv
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from benchmarks.tables import markdown
from ownlog import rules
from ownlog.backend.bufferize.minimize_copies.weights import OPEN, ROUNDS, Times, bytes_of
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.registry import run_passes
from ownlog.backend.rewriting.effects import effects_of
from ownlog.base.errors import InputError
from ownlog.frontend import parse
from ownlog.frontend.facts.extract import Facts, extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.forms.language.memrefs import of_memref
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.module import Module
from tests.shared import find_tool, shared_dir

PAGE = Path(__file__).parent.parent / "COPIES.md"
HEURISTICS = ("bottom-up", "top-down", "bottom-up-from-terminators")
FEWEST = "fewest-copies"
_LISTED = 10
_LARGEST = 300_000
"""Bytes of text: larger files have the same ops, many times."""
_SIMPLE = ("--canonicalize", "--cse", "--canonicalize")
CAUSES = {
    "conflict": "a read would see another write than it should",
    "read-only": "a constant, or what else may not be written to, is written",
    "loop": "a loop hands over what is in use elsewhere",
    "insertion": "the op itself copies: an insertion, a pad, a concatenation",
    "layout": "no cast leads to the layout that is needed",
    "boundary": "a function returns what is not its own",
    "deallocation": "who owns a buffer would not be known otherwise",
}


class Copied(NamedTuple):
    """Copies, and the bytes of them, weighted."""

    copies: int = 0
    bytes: int = 0

    def plus(self, bytes: int) -> Copied:
        return Copied(self.copies + 1, self.bytes + bytes)


@dataclass
class File:
    """What is copied in a file: by mlir-opt-22 with each heuristic, by Ownlog with two, and why on the whole road."""

    name: str
    peer: dict[str, Copied] = field(default_factory=dict)
    ours: dict[str, Copied] = field(default_factory=dict)
    causes: dict[str, dict[str, Copied]] = field(default_factory=dict)

    @property
    def road(self) -> Copied:
        """What the whole road copies, but for what deallocation adds."""
        kept = [one for cause, one in self.causes[FEWEST].items() if cause not in ("boundary", "deallocation")]
        return Copied(sum(one.copies for one in kept), sum(one.bytes for one in kept))


def copies(module: Module) -> Iterator[tuple[Op, int]]:
    """The ops that copy buffers, with the bytes that they copy."""
    naming = Naming(module, effects_of(module))
    facts = extract_facts(module, naming)
    times = Times(rules.derive(facts, outputs=Times.DERIVED), facts, naming)
    for op in module.walk():
        if op.name in ("memref.copy", "bufferization.clone"):
            yield op, _size(op) * times.at(op.parent)


def _size(op: Op) -> int:
    """The bytes that an op copies: of all buffers that it knows of, the sizes that are known, or those of what they are
    parts of.
    """
    whole = of_memref(op.operands[0].type)
    bounds = [_bounds(value) for value in op.operands]
    sizes = [min((size for bound in bounds if (size := bound[k]) is not None), default=None) for k in range(whole.rank)]
    return bytes_of(replace(whole.plain(), sizes=tuple(sizes)))


def _bounds(value: Value) -> list[int | None]:
    """The most that each size of a buffer can be, as far as types tell."""
    sizes = list(of_memref(value.type).sizes or ())
    op = value.owner
    if (
        None in sizes
        and isinstance(op, Op)
        and op.name == "memref.subview"
        and len(above := _bounds(op.operands[0])) == len(sizes)
    ):
        return [size if size is not None else bound for size, bound in zip(sizes, above, strict=True)]
    return sizes


def counted(text: str) -> Copied:
    """What a program copies."""
    found = Copied()
    for _, size in copies(parse(text)):
        found = found.plus(size)
    return found


def caused(text: str, heuristic: str) -> dict[str, Copied]:
    """What the whole road copies in a program, by cause."""
    told: list[tuple[Facts, Naming]] = []
    module = parse(text)
    run_passes(
        module,
        [Step("tensors-to-buffers", (("analysis-heuristic", heuristic),))],
        Context(decided=lambda *seen: told.append(seen)),
    )
    found: dict[str, Copied] = {}
    for op, size in copies(module):
        cause = _cause(op, *told[-1])
        found[cause] = found.get(cause, Copied()).plus(size)
    return found


def _cause(op: Op, facts: Facts, naming: Naming) -> str:
    """One of `CAUSES`."""
    if not op.because:
        return "deallocation" if op.name == "bufferization.clone" else "insertion"
    relation, row = op.because[0]
    if relation == "private_buffer":
        use = (naming.find(row[0]) if isinstance(row[0], Op) else row[0], row[1])
        return "read-only" if any(told[:2] == use for told in facts["assume_unwritable"]) else "conflict"
    return {"handed_copy": "loop", "assume_layout": "layout", "return_clone": "boundary"}.get(relation, "insertion")


def files(corpus: Path, peer: str) -> Iterator[File]:
    """The files that mlir-opt-22 takes, each with what is copied."""

    def run(text: str, *flags: str) -> str | None:
        done = subprocess.run([peer, "-", *flags], input=text, capture_output=True, text=True, check=False)
        return done.stdout if done.returncode == 0 else None

    with (corpus / "INDEX.csv").open() as lines:
        rows = [row for row in csv.DictReader(lines) if row["status"] == "ok"]
    for row in rows:
        path = corpus / row["family"] / f"{row['name']}.mlir"
        if not path.exists() or path.stat().st_size > _LARGEST:
            continue
        text, file = path.read_text(), File(f"{row['family']}/{row['name']}")
        before = run(text, "--eliminate-empty-tensors", "--empty-tensor-to-alloc-tensor") or text
        for heuristic in HEURISTICS:
            made = run(before, f"--one-shot-bufferize={row['options']} analysis-heuristic={heuristic}", *_SIMPLE)
            if made is not None:
                file.peer[heuristic] = counted(made)
        try:
            for heuristic in ("bottom-up", FEWEST):
                module = parse(text)
                options = [
                    option.partition("=") for option in f"{row['options']} analysis-heuristic={heuristic}".split()
                ]
                step = Step("one-shot-bufferize", tuple((name, value or "true") for name, _, value in options))
                run_passes(module, [Step("eliminate-empty-tensors"), step])
                made = run(str(module), *_SIMPLE)
                if made is None:
                    raise InputError()
                file.ours[heuristic] = counted(made)
                file.causes[heuristic] = caused(text, heuristic)
        except InputError:
            continue
        if "bottom-up" in file.peer:
            yield file


def main() -> None:
    """Counts, prints, writes."""
    shared, peer = shared_dir(), find_tool("mlir-opt-22")
    if shared is None or peer is None:
        sys.exit("the shared corpus (OWNLOG_SHARED) and mlir-opt-22 are needed")
    found = list(files(shared / "corpus-tensor", peer))
    ways = {
        "mlir-opt-22, its default (bottom-up)": [file.peer["bottom-up"] for file in found],
        "mlir-opt-22, its best heuristic for each file": [min(file.peer.values(), key=_by_bytes) for file in found],
        "Ownlog, bottom-up": [file.ours["bottom-up"] for file in found],
        "Ownlog, fewest-copies": [file.ours[FEWEST] for file in found],
        "Ownlog, tensors-to-buffers, before deallocation": [file.road for file in found],
    }
    default = sum(one.bytes for one in ways["mlir-opt-22, its default (bottom-up)"])
    totals = [
        (
            name,
            f"{sum(one.copies for one in each):,}",
            f"{(size := sum(one.bytes for one in each)):,}",
            f"{100 * size / default:.1f}",
        )
        for name, each in ways.items()
    ]
    worse = [
        (
            file.name,
            f"{max(file.ours[FEWEST].bytes, file.road.bytes):,}",
            f"{min(one.bytes for one in file.peer.values()):,}",
        )
        for file in found
        if max(file.ours[FEWEST].bytes, file.road.bytes) > min(one.bytes for one in file.peer.values())
    ]
    causes = [
        (f"{cause}: {meaning}", *(_shown(found, way, cause) for way in ("bottom-up", FEWEST)))
        for cause, meaning in CAUSES.items()
    ]
    heavy = sorted(found, key=lambda file: file.peer["bottom-up"].bytes, reverse=True)[:_LISTED]
    text = [
        (
            f"# What is copied\n\nWritten by `python -m benchmarks.tensors.copies`, over {len(found)} programs of"
            f" compilers. {_ABOUT}"
        ),
        "## Bufferization\n\n" + markdown(("way", "copies", "bytes", "% of mlir-opt-22's"), totals),
        "Programs in which `fewest-copies` or `tensors-to-buffers` copies more than mlir-opt-22's best heuristic: "
        + (f"\n\n{markdown(('file', 'Ownlog', 'best heuristic'), worse)}" if worse else "none.\n"),
        f"## Causes\n\n{_CAUSED}\n" + markdown(("cause", "bottom-up", "fewest-copies"), causes),
        "## Where most is copied\n\n"
        + markdown(
            ("file", "mlir-opt-22", "best heuristic", "tensors-to-buffers", "what stays, by cause"),
            [
                (
                    file.name,
                    f"{file.peer['bottom-up'].bytes:,}",
                    f"{min(one.bytes for one in file.peer.values()):,}",
                    f"{file.road.bytes:,}",
                    _listed(file.causes[FEWEST]),
                )
                for file in heavy
            ],
        ),
    ]
    PAGE.write_text("\n".join(text))
    print("\n".join(text[1:]))


def _by_bytes(one: Copied) -> tuple[int, int]:
    return one.bytes, one.copies


def _listed(causes: dict[str, Copied]) -> str:
    """Causes with their bytes, those with most first."""
    ordered = sorted(causes.items(), key=lambda pair: pair[1].bytes, reverse=True)
    return ", ".join(f"{cause} {one.bytes:,}" for cause, one in ordered)


def _shown(found: list[File], heuristic: str, cause: str) -> str:
    all_of: Counter[str] = Counter()
    for file in found:
        one = file.causes[heuristic].get(cause, Copied())
        all_of["copies"] += one.copies
        all_of["bytes"] += one.bytes
    return f"{all_of['copies']:,}: {all_of['bytes']:,} bytes"


_ABOUT = f"""Bytes are weighted: a copy in
a loop counts as often as the loop runs, {ROUNDS} times where nobody knows, and a size that shows at run time only
counts as that of the buffer that it is a part of, or as {OPEN}. Programs are simplified by mlir-opt-22 (`canonicalize`,
`cse`) before copies are counted, so that what copies a part of a buffer onto itself does not count. """
_CAUSED = """On the whole road, `--tensors-to-buffers`, deallocation included. Why mlir-opt-22 copies does not show in
    what it prints;
bottom-up is its order of decisions, in which Ownlog decides 44 of 32,897 uses otherwise ([DECISIONS.md](DECISIONS.md)).
"""


if __name__ == "__main__":
    main()
