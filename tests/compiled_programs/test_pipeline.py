"""Every program of the corpus goes through the whole pipeline, and little is left to run time: less than mlir-opt
leaves. A second run has nothing left to free: at most it merges what computes the same; a third changes nothing.

What mlir-opt's pipeline leaves is in the corpus' own index (`out_if_dealloc` counts the arms of `scf.if` that free,
`out_cmpi_ptr` comparisons of addresses, `out_helper_calls`, `out_clones`).
"""

import csv
from collections import Counter
from functools import cache

import pytest

import ownlog
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.module import Module
from tests.compiled_programs.runs import model_files, other_files
from tests.shared import require_shared, require_tool
from tests.tiers import every
from tests.tools import Program

PIPELINE = "buffer-deallocation-pipeline"
COLUMNS = {
    "arms": "out_if_dealloc",
    "comparisons": "out_cmpi_ptr",
    "helper calls": "out_helper_calls",
    "clones": "out_clones",
}

# The only place where mlir-opt has less in one of these columns.
MORE = {
    (
        "control_flow/while_mixed_carry__cbw.mlir",
        "comparisons",
    ): "mlir-opt calls its helper four times, which compares many"
}


@cache
def _index() -> dict[str, dict[str, str]]:
    with require_shared("corpus", "INDEX.csv").open() as file:
        return {f"{row['family']}/{row['name']}.mlir": row for row in csv.DictReader(file)}


@cache
def _run(name: str) -> tuple[str, Counter[str]]:
    module = ownlog.parse(require_shared("corpus", name).read_text(), name)
    before = _left(module)
    ownlog.run_pipeline(module, PIPELINE)
    return str(module), _left(module) - before


def _left(module: Module) -> Counter[str]:
    """What a program does at run time for its deallocation."""
    found: Counter[str] = Counter()
    for op in module.walk():
        if op.name == "scf.if":
            blocks = (block for region in op.regions for block in region.blocks)
            found["arms"] += sum(any(nested.name == "memref.dealloc" for nested in block.ops) for block in blocks)
        elif op.name == "arith.cmpi" and all(map(_is_address, op.operands)):
            found["comparisons"] += 1
        elif op.name == "func.call" and "dealloc_helper" in (op.attribute("callee") or ""):
            found["helper calls"] += 1
        elif op.name == "bufferization.clone":
            found["clones"] += 1
    return found


def _is_address(value: Value) -> bool:
    return isinstance(value.owner, Op) and value.owner.name == "memref.extract_aligned_pointer_as_index"


@pytest.mark.peer
@pytest.mark.parametrize("name", every(16, [*model_files(), *other_files()], slow=6))
def test_program(name: str) -> None:
    text, left = _run(name)
    assert "bufferization.dealloc" not in text
    checked = Program((require_tool("mlir-opt-22"),))([], text)
    assert checked.status == 0, checked.complaint
    assert left["helper calls"] == 0
    theirs = _index()[name]
    if theirs["status"] == "ok":
        more = {column for column, key in COLUMNS.items() if left[column] > int(theirs[key])}
        assert more == {column for file, column in MORE if file == name}
    again = str(ownlog.run_pipeline(ownlog.parse(text), PIPELINE))
    assert again.count("dealloc") == text.count("dealloc")
    assert len(again.splitlines()) <= len(text.splitlines())
    assert str(ownlog.run_pipeline(ownlog.parse(again), PIPELINE)) == again


@pytest.mark.nightly
def test_totals() -> None:
    accepted = [name for name, row in _index().items() if row["status"] == "ok"]
    left = sum((_run(name)[1] for name in accepted), Counter[str]())
    theirs = {column: sum(int(_index()[name][key]) for name in accepted) for column, key in COLUMNS.items()}
    assert len(accepted) > 300
    assert left["comparisons"] * 20 <= theirs["comparisons"]
    assert left["arms"] * 2 <= theirs["arms"]
    assert left["clones"] * 4 <= theirs["clones"]
    assert left["helper calls"] == 0
