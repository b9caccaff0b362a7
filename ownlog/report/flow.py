"""The blocks of functions, and their control-flow graphs."""

from __future__ import annotations

from ownlog.frontend.ir.ir import Region
from ownlog.frontend.ir.traits import Traits
from ownlog.report.block_ends import BlockEnds
from ownlog.report.graph import draw
from ownlog.report.page.model import Block, Graph
from ownlog.report.plan import Plan
from ownlog.report.rows import FunctionParts, Rows, around

BOX_WIDTH, BOX_HEIGHT = 148, 62


def holding_blocks(rows: Rows) -> set[str]:
    """The blocks in which buffers are defined or live."""
    defining = {str(block) for value, block in rows.store.rows("defining_block") if value in rows.buffer_numbers}
    return defining | {str(block) for block, value in rows.store.rows("live_in") if value in rows.buffer_numbers}


def block(rows: Rows, decisions: BlockEnds | Plan, name: str, function: int, holding: set[str]) -> Block:
    """What the page says about a block; `holding` are those that hold buffers."""
    found = rows.naming.blocks[name]
    return {
        "name": rows.block_name(name),
        "full": name,
        "function": function,
        "line": rows.block_line(name),
        "end": rows.block_end(name),
        "last": rows.last_line(name),
        "ops": len(found.ops),
        "depth": _depth(found.parent, rows.naming.traits),
        "holds": name in holding,
        "successors": [(rows.block_numbers[target], label) for target, label in _edges(rows, name)],
        "freed": [(rows.buffer_numbers[value], outcome) for value, outcome in decisions.freed(name)],
    }


def _depth(region: Region | None, traits: Traits) -> int:
    depth = -1
    while region is not None and region.parent is not None:
        depth += 1
        if traits.is_function(region.parent):
            break
        region = region.parent.parent.parent if region.parent.parent is not None else None
    return depth


def _edges(rows: Rows, name: str) -> list[tuple[str, str]]:
    """Where control goes from the end of a block, and when."""
    edges = [(str(target), int(i or 0)) for _, i, target in rows.find("edge", name, None, None)]
    condition = rows.cells("branch_condition", name, None)
    labels = ("true", "false") if condition and len(edges) == 2 else ("", "")
    return [(target, labels[i] if i < 2 else "") for target, i in edges]


def graphs(rows: Rows, function: FunctionParts) -> list[Graph]:
    """A graph for each region of a function that has several blocks."""
    regions: dict[int, list[str]] = {}
    for name in function.blocks:
        regions.setdefault(id(rows.naming.blocks[name].parent), []).append(name)
    return [_graph(rows, names) for names in regions.values() if len(names) > 1]


def _graph(rows: Rows, names: list[str]) -> Graph:
    place = {name: i for i, name in enumerate(names)}
    edges = [(name, target, label) for name in names for target, label in _edges(rows, name)]
    drawing = draw(
        [BOX_WIDTH] * len(names), BOX_HEIGHT, [(place[source], place[target]) for source, target, _ in edges]
    )
    op = around(rows.naming.blocks[names[0]])
    ends = zip(edges, drawing.backward, drawing.edges, strict=True)
    return {
        "title": "" if rows.holds("function_entry", names[0], None) else f"{op.name}, line {rows.op_line(op)}",
        "width": drawing.width,
        "height": drawing.height,
        "boxes": [(rows.block_numbers[name], x, y) for name, (x, y) in zip(names, drawing.boxes, strict=True)],
        "edges": [
            (place[source], place[target], back, label, [c for point in points for c in point])
            for (source, target, label), back, points in ends
        ],
    }
