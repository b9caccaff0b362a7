"""live_in and live_out are what MLIR's own liveness analysis computes, for buffers, on every block of upstream's tests
and of random programs.

MLIR's analysis has no rules for regions but one, which is L2's: a use in a nested region is a use in each block around
it, up to the region of the definition. Nothing flows along the edges between regions (a loop's end to its start): what
a loop uses and does not define is live in each of its blocks that lead to the use, and no further. So the two agree
without exception.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from functools import cache

import pytest

import ownlog
from ownlog.api.analysis import Analysis
from ownlog.base.errors import InputError
from ownlog.frontend import split_input
from ownlog.frontend.ir.ir import Block, Op
from ownlog.rules import relations
from tests.execution.programs.choices import Choices
from tests.execution.programs.generator import generate
from tests.laws.programs import program
from tests.shared import require_shared, require_tool
from tests.tiers import parts, spans

PIPELINE = "builtin.module(func.func(test-print-liveness))"
Live = set[tuple[str, str]]
# Of upstream's pieces; the first is in the first tier.
PARTS = 24


def mlir_output(text: str) -> str | None:
    """What MLIR prints about the liveness in each function; None where it does not read the text."""
    command = [
        require_tool("mlir-opt-22"),
        "--allow-unregistered-dialect",
        "--mlir-disable-threading",
        f"--pass-pipeline={PIPELINE}",
    ]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return done.stderr if done.returncode == 0 else None


def blocks_in(op: Op) -> Iterator[Block]:
    """The blocks of an op in the order in which MLIR numbers them: each before what is nested in it."""
    for region in op.regions:
        for block in region.blocks:
            yield block
            for inner in block.ops:
                yield from blocks_in(inner)


def their_names(analysis: Analysis, function: Op) -> tuple[list[str], dict[str, str]]:
    """Our names of a function's blocks in MLIR's order, and of its values by what MLIR calls them:

    "arg0@3" or "val_7".
    """
    blocks, values, count = [], {}, 0
    for number, block in enumerate(blocks_in(function)):
        blocks.append(analysis.naming.block(block))
        for position, argument in enumerate(block.arguments):
            values[f"arg{position}@{number}"] = analysis.naming.value(argument)
            count += 1
        for op in block.ops:
            for result in op.results:
                values[f"val_{count}"] = analysis.naming.value(result)
                count += 1
    return blocks, values


def theirs(analysis: Analysis, output: str) -> tuple[Live, Live]:
    """MLIR's live_in and live_out of buffers, in our names."""
    live: dict[str, Live] = {"LiveIn": set(), "LiveOut": set()}
    buffers = {row.value for row in analysis.rows(relations.Buffer)}
    for printed in re.split(r"^Testing : ", output, flags=re.M)[1:]:
        name = printed.partition("\n")[0].strip()
        blocks, values = their_names(analysis, analysis.op(f"@{name}"))
        pieces = re.split(r"^// - Block: (\d+)\n", printed, flags=re.M)[1:]
        for number, piece in zip(pieces[::2], pieces[1::2], strict=True):
            for kind, found in re.findall(r"^// --- (LiveIn|LiveOut): (.*)$", piece, re.M):
                named = {values[value] for value in found.split()}
                live[kind] |= {(blocks[int(number)], value) for value in named & buffers}
    return live["LiveIn"], live["LiveOut"]


def compare(text: str, name: str) -> int | None:
    """Asserts agreement; the number of rows, or None where one of the two does not read the text."""
    try:
        module = ownlog.parse(text, name)
    except InputError:
        return None
    output = mlir_output(text)
    if output is None:
        return None
    analysis = ownlog.analyze(module)
    live_in, live_out = theirs(analysis, output)
    # MLIR was asked about the functions that stand directly in the top-level module.
    asked = {f"@{function}" for function in re.findall(r"^Testing : (\S+)", output, re.M)}
    ours_in = {
        (row.block, row.value) for row in analysis.rows(relations.LiveIn) if row.block.partition("/")[0] in asked
    }
    ours_out = {
        (row.block, row.value) for row in analysis.rows(relations.LiveOut) if row.block.partition("/")[0] in asked
    }
    assert (ours_in, ours_out) == (live_in, live_out), f"{name}\n{text}"
    return len(live_in) + len(live_out)


@cache
def pieces() -> list[tuple[str, str]]:
    """The pieces of upstream's tests, with names."""
    files = sorted(require_shared("upstream").rglob("*.mlir"))
    return [
        (f"{path}#{number}", text) for path in files for number, (text, _) in enumerate(split_input(path.read_text()))
    ]


@pytest.mark.peer
@pytest.mark.parametrize("part", parts(PARTS, slow=8))
def test_upstream(part: int) -> None:
    compared = [rows for name, text in pieces()[part::PARTS] if (rows := compare(text, name)) is not None]
    assert len(compared) > 400 // PARTS
    assert sum(compared) > 0


@pytest.mark.peer
@pytest.mark.parametrize("seeds", spans(80, 6))
def test_random_programs(seeds: range) -> None:
    for seed in seeds:
        assert compare((program, generate)[seed % 2](Choices(seed)), str(seed)) is not None, "random programs are valid"
