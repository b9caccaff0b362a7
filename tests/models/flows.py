"""Where the allocations of `flows.mlir` arrive, says mlir-opt-22's alias analysis, and say the rules."""

import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import ownlog
from ownlog.frontend.ir.ir import Op, Value
from tests.shared import find_tool

FLOWS = Path(__file__).with_name("flows.mlir")
TABLE = Path(__file__).with_name("flows.tsv")
_PAIR = re.compile(r"^([\w.]+#\d+) <-> ([\w.]+#\d+): (\w+)$", re.MULTILINE)

REASONS = {
    "arith.select": "mlir-opt's alias analysis does not look into the choice",
    "bufferization.to_tensor": "what was not made a tensor does not come back from one",
    "builtin.unrealized_conversion_cast": "what was not cast does not come back from a cast",
    "gpu.warp_execute_on_lane_0": "mlir-opt does not follow what is forwarded to the region",
    "memref.distinct_objects": "mlir-opt does not see that each result is its own operand",
    "memref.get_global": "a global is no allocation",
    "memref.transpose": "mlir-opt leaves the view's interface out",
    "scf.while": "mlir-opt gives up where the first region forwards what the second does not take",
}
"""Why mlir-opt says that an allocation may arrive where we do not."""

Arrivals = dict[str, set[tuple[str, str]]]
"""By the op that a function is about: an allocation of the function, and a value that may be the same buffer, as the
text calls them.
"""


@cache
def arrivals() -> tuple[Arrivals, Arrivals]:
    """What we say, and what mlir-opt says."""
    tool = find_tool("mlir-opt-22")
    assert tool is not None
    analysis = ownlog.analyze(ownlog.parse(FLOWS.read_text(), FLOWS.name))
    rows = {(str(row[0]), str(row[1])) for row in analysis.query("may_alias(V, W)")}
    names = {value: name for name, value in analysis.naming.values.items() if str(value.type).startswith("memref")}
    labels: dict[str, Value] = {}
    for number, op in enumerate(analysis.module.walk()):
        found = {label: value for label, value in _labelled(op, str(number)) if value in names}
        labels |= found
        if found or op.name == "func.func":
            op.attrs["test.ptr"] = f'"{number}"'
            op.mark_changed()
    said = subprocess.run(
        [tool, "--test-alias-analysis"], input=str(analysis.module), capture_output=True, text=True, check=True
    ).stderr
    told = {
        (names[labels[a]], names[labels[b]])
        for a, b, how in _PAIR.findall(said)
        if how != "NoAlias" and {a, b} <= labels.keys()
    }
    allocated = {
        name for value, name in names.items() if isinstance(value.owner, Op) and value.owner.name == "memref.alloc"
    }
    return _by_function(rows, allocated), _by_function(told | {(b, a) for a, b in told}, allocated)


def _labelled(op: Op, mark: str) -> Iterator[tuple[str, Value]]:
    """The values of an op that is marked so, with what mlir-opt calls them."""
    yield from ((f"{mark}#{result.index}", result) for result in op.results)
    for number, region in enumerate(op.regions):
        for place, block in enumerate(region.blocks):
            where = f"{mark}.region{number}" + (f".block{place}" if place else "")
            yield from ((f"{where}#{argument.index}", argument) for argument in block.arguments)


def _by_function(pairs: set[tuple[str, str]], allocated: set[str]) -> Arrivals:
    found: Arrivals = defaultdict(set)
    for source, target in pairs:
        function, _, name = source.removeprefix("@").partition("/")
        there, _, arrived = target.removeprefix("@").partition("/")
        # mlir-opt compares the values of all functions.
        if source in allocated and target not in allocated and function == there:
            found[function].add((name, arrived))
    return found


def lines() -> Iterator[str]:
    """The table of where buffers flow as it has to be today."""
    ours, theirs = arrivals()
    yield "op\tboth say\tonly we say\tonly mlir-opt-22 says\twhy"
    for op in sorted(ours.keys() | theirs.keys()):
        columns = (ours[op] & theirs[op], ours[op] - theirs[op], theirs[op] - ours[op])
        yield "\t".join((op, *map(_as_text, columns), REASONS.get(op, "")))


def _as_text(pairs: set[tuple[str, str]]) -> str:
    return ", ".join(f"{source} to {target}" for source, target in sorted(pairs))
