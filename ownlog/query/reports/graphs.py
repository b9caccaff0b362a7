"""Graphs in DOT: the blocks of functions with what they free, and where ownership goes.

Source: "The DOT Language" (graphviz.org/doc/info/lang.html). Nodes have the names of things in rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from ownlog.backend.passes.pipeline_text import pipeline_text
from ownlog.base.errors import Diagnostic, UsageError
from ownlog.query.reports.lives import FREES, Life, Lives
from ownlog.query.reports.owners import block_owners
from ownlog.query.reports.seen import PIPELINE, Planned
from ownlog.rules.explain.names import short_name

_STYLE = 'node [shape=box, style=rounded, fontname="monospace", fontsize=11]\nedge [fontname="sans-serif", fontsize=9]'
_RELATIONS = ["in_function", "edge", "branch_condition", "parent_block", "parent_op", "live_in", "defining_block"]
_HOLDS = {"borrowed": "borrows from", "name": "another name for", "either": "may be", "passed": "holds"}


def control_flow(planned: Planned, function: str | None = None) -> str:
    """The blocks of a function (None: of all) as DOT, with control flow and frees.

    Blocks without buffers that no branch leads to are left out. Raises InputError for an unknown function.
    """
    return _dot("cfg", _Blocks(planned).functions(function))


def ownership(planned: Planned, function: str | None = None) -> str:
    """The owners of each buffer of a function (None: of all) under the plan, as DOT.

    Raises UsageError for passes without a plan, InputError for a function that does not exist.
    """
    if planned.at_block_ends:
        advice = f"{pipeline_text(PIPELINE)} does, which is what -p is without being set"
        raise UsageError(
            Diagnostic(f"{planned.passes} decides at the ends of blocks, and hands no ownership on", advice=advice)
        )
    return _dot("ownership", _owners(planned.lives, function))


GRAPHS: dict[str, Callable[[Planned, str | None], str]] = {"cfg": control_flow, "ownership": ownership}
"""The graphs by what the command line calls them."""


class _Blocks:
    """The blocks of functions, and the ways between them."""

    def __init__(self, planned: Planned) -> None:
        self.planned = planned
        found = planned.questions.base.rows(_RELATIONS)
        self.home = {str(block): str(function) for block, function in found["in_function"]}
        self.conditional = {str(row[0]) for row in found["branch_condition"]}
        self.around = {str(block): str(parent) for block, parent in found["parent_block"]}
        self.op = {str(block): str(op) for block, op in found["parent_op"]}
        self.freed = _freed(planned)
        self.ways: dict[str, list[str]] = defaultdict(list)
        for block, _, target in sorted(found["edge"], key=lambda row: (str(row[0]), int(row[1]))):
            self.ways[str(block)].append(str(target))
        holding = {str(row[0]) for row in found["live_in"]} | {str(row[1]) for row in found["defining_block"]}
        self.shown = self._shown(
            holding | {target for targets in self.ways.values() for target in targets} | set(self.ways)
        )

    def _shown(self, wanted: set[str]) -> set[str]:
        """Some blocks, the entry of each function, and all blocks around them."""
        shown = {block for block in self.home if self.around.get(block) not in self.home}
        for block in wanted:
            while block in self.home and block not in shown:
                shown.add(block)
                block = self.around.get(block, "")
        return shown

    def functions(self, function: str | None) -> Iterator[str]:
        within = self.planned.questions.function(function) if function is not None else None
        homes: dict[str, list[str]] = defaultdict(list)
        for block in self.planned.naming.blocks:
            if block in self.shown and within in (None, self.home[block]):
                homes[self.home[block]].append(block)
        for home, blocks in homes.items():
            yield from _cluster(home, (line for block in blocks for line in self._block(block)))

    def _block(self, name: str) -> Iterator[str]:
        block = self.planned.naming.blocks[name]
        yield _node(name, self._title(name), *self.freed.get(name, ()))
        labels = (
            ("true", "false")
            if name in self.conditional and len(self.ways[name]) == 2
            else ("",) * len(self.ways[name])
        )
        for target, label in zip(self.ways[name], labels, strict=True):
            yield _edge(name, target, label)
        parent = self.around.get(name)
        # Control enters a region by its first block.
        if parent in self.shown and block.is_entry:
            op = self.planned.naming.ops[self.op[name]]
            yield _edge(parent, name, op.name, style="dotted")

    def _title(self, name: str) -> str:
        line = self.planned.naming.line(name)
        if self.planned.naming.blocks[name].label is None and self.around.get(name) in self.home:
            return self.planned.lives.block(name)
        return f"{self.planned.naming.blocks[name].label or 'entry'}, line {line}"


def _freed(planned: Planned) -> dict[str, list[str]]:
    """What each block frees, in words."""
    found: dict[str, list[str]] = defaultdict(list)
    if planned.at_block_ends:
        for block, value, _, _, at_end in block_owners(planned.questions).rows:
            if str(at_end).startswith("freed"):
                found[str(block)].append(f"{planned.lives.name(str(value))} {at_end}")
        return found
    for life in planned.lives.all():
        for fate in life.fates:
            if fate.kind in FREES:
                block = planned.naming.ops[fate.op].parent
                found[planned.naming.block(block) if block is not None else ""].append(
                    f"{planned.lives.name(life.value)} {fate.text}"
                )
    return found


def _owners(lives: Lives, function: str | None) -> Iterator[str]:
    homes: dict[str, list[Life]] = defaultdict(list)
    for life in lives.all(function):
        homes[life.value.rpartition("/")[0]].append(life)
    for home, found in homes.items():
        yield from _cluster(home, (line for life in found for line in _life(lives, life)))


def _life(lives: Lives, life: Life) -> Iterator[str]:
    """A buffer: solid if it owns what it holds, dashed if an i1 tells, dotted if somebody else does."""
    style = "dashed" if life.is_guarded else "solid" if life.is_owner else "dotted"
    where = f"line {life.line}" if life.line is not None else "made by a pass"
    given = [life.since] if life.since and "from" not in life.since else []  # where it comes from, edges say
    yield _node(life.value, short_name(life.value), where, *given, style=style)
    for number, (fate, other) in enumerate(lives.steps(life.value)):
        if other is not None:
            yield _edge(
                life.value,
                other,
                fate.plain.rpartition(", ")[2] if fate.line is None else f"line {fate.line}",
                style=style,
            )
        else:
            end = f"{life.value} {number}"
            yield _node(end, fate.text, shape="plaintext", style='""')
            yield _edge(life.value, end, "", style=style)
    for kind, other in lives.standing(life.value):
        if kind in _HOLDS:
            yield _edge(life.value, other, _HOLDS[kind], style="dotted", arrowhead="empty")


def _dot(name: str, lines: Iterable[str]) -> str:
    body = "\n".join(f"  {line}" for part in (_STYLE, *lines) for line in part.split("\n"))
    return f"digraph {name} {{\n{body}\n}}\n"


def _cluster(function: str, lines: Iterable[str]) -> Iterator[str]:
    yield f"subgraph {_quoted('cluster ' + function)} {{"
    yield f"  label={_quoted(function)}"
    yield from (f"  {line}" for line in lines)
    yield "}"


def _node(name: str, *lines: str, **attributes: str) -> str:
    text = "".join(f", {key}={value}" for key, value in attributes.items())
    return f"{_quoted(name)} [label={_quoted(*lines)}{text}]"


def _edge(source: str, target: str, label: str, **attributes: str) -> str:
    shown = ([f"label={_quoted(label)}"] if label else []) + [f"{key}={value}" for key, value in attributes.items()]
    return f"{_quoted(source)} -> {_quoted(target)}" + (f" [{', '.join(shown)}]" if shown else "")


def _quoted(*lines: str) -> str:
    """Lines of text as one quoted string; a backslash of theirs is no escape of DOT's."""
    return '"' + "\\n".join(line.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") for line in lines) + '"'
