"""IR to text. What no pass touched is copied from the source; the rest is written as MLIR would.

A region's text is a sequence of nodes (block labels and ops), each with the white space and comments before it. Nodes
that stand in the source in the same order are copied with what precedes them; new, moved and removed ones are worked in
between, so that a comment stays on the line of the op it follows.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise

from ownlog.base.source import Source
from ownlog.base.version import LLVM
from ownlog.frontend.forms import registry
from ownlog.frontend.forms.versions import full_name_in, groups_of, has_form_in, name_in, respelled_alias
from ownlog.frontend.ir.ir import NEW, Block, Op, Region
from ownlog.frontend.ir.module import Module
from ownlog.frontend.printing.idle import idle_definitions
from ownlog.frontend.printing.repeated import Repeated
from ownlog.frontend.syntax.structure import MODULE
from ownlog.frontend.syntax.writer import Writer, results_text, write_generic

_STEP = "  "
_LINE_COMMENT = re.compile(r"[ \t]*//[^\n]*")


def print_module(module: Module) -> str:
    """The text of a module; of an unchanged module exactly the text it was read from."""
    text = Printer(module.llvm or LLVM).module(module)
    read = module.source.text
    if "\r\n" in read and read.count("\n") == read.count("\r\n"):
        # All lines of the source end in CR LF: new ones do too.
        text = re.sub(r"(?<!\r)\n", "\r\n", text)
    return text


def print_op(op: Op, indent: str = "") -> str:
    """The text of an op for a line that starts with `indent` (which is not part of the result)."""
    return Printer().op(op, indent)


@dataclass(slots=True, eq=False)
class _Node:
    """A node of a sequence: its span in the source (`start` is NEW if it has none), and its IR."""

    item: Op | Block | None
    lead_start: int = NEW
    start: int = NEW
    end: int = NEW


class Printer:
    """Prints ops and regions to strings, as a version of LLVM does."""

    def __init__(self, llvm: int = LLVM) -> None:
        self.llvm = llvm
        self.aliases: dict[str, str] = {}  # names of attributes by their text
        self._labels: dict[Block, str] = {}
        self._repeated = Repeated(self._plain)

    def module(self, module: Module) -> str:
        for name, text in module.attribute_aliases.items():
            self.aliases.setdefault(text, name)
        nodes = _with_fixed([_node(op) for op in module.ops], module)
        text = self._sequence(nodes, module.source, 0, module.tail_start, "", "")
        idle = idle_definitions(module, text)
        if not idle:
            return text
        nodes = [node for node in nodes if node.item is not None or (node.start, node.end) not in idle]
        shorter = self._sequence(nodes, module.source, 0, module.tail_start, "", "")
        return shorter if text.startswith("\n") else shorter.removeprefix("\n")

    # Ops

    def op(self, op: Op, indent: str) -> str:
        """The text of an op without what precedes it."""
        if op.source is None or op.changed:
            return self._written(op, indent)
        text = op.source.text
        if not op.touched:
            return text[op.start : op.end]
        if _has_long_head(op) or _has_bare_region(op):
            return self._written(op, indent)
        pieces, at = [], op.start
        indent = _line_indent(op.source, op.start)
        for region in sorted((region for region in op.regions if region.start != NEW), key=lambda region: region.start):
            pieces += [text[at : region.start], self.region(region, indent, labelled=False)]
            at = region.end
        return "".join(pieces) + text[at : op.end]

    def _written(self, op: Op, indent: str) -> str:
        form = registry.lookup(op.name)
        custom = form is not None and op.form != "generic" and self._custom_is_readable(op)
        if form is not None and custom and form.plain and op.location is None:
            return results_text(op.results) + self._repeated.text(op, self._shown_name(op), indent)
        writer = Writer(self, indent)
        writer.out.append(results_text(op.results))
        if form is None or not custom:
            write_generic(writer, op)
        else:
            writer.out.append(self._shown_name(op))
            form.write(writer, op)
        if op.location is not None:
            writer.piece(op.location)
        return "".join(writer.out)

    def name(self, op: Op) -> str:
        """The full name that this version has for an op."""
        return full_name_in(self.llvm, op.name)

    def groups(self, op: Op, writer: Writer, hidden: Collection[str]) -> Collection[str]:
        """Write what this version has before the attributes of an op; what the attributes need not say."""
        for group in groups_of(op.name):
            if group.spelling.is_of(self.llvm) and group.shown <= op.properties.keys() - set(hidden):
                group.write(writer, op)
                hidden = group.shown.union(hidden)
        return hidden

    def _custom_is_readable(self, op: Op) -> bool:
        """Can mlir-opt read the custom form? Some forms take no `%x#1` for a successor, others need an operand."""
        if (op.name in registry.NEED_OPERANDS and not op.operands) or not has_form_in(self.llvm, op.name):
            return False
        return op.name not in registry.NO_PACKS or all(value.pack == 1 for value in op.operands[1:])

    def _shown_name(self, op: Op) -> str:
        """The op's name, without the dialect where MLIR leaves it out."""
        name = name_in(self.llvm, op.name)
        dialect, _, rest = name.partition(".")
        if dialect != "func" and name != MODULE:
            return name
        above = op.parent_op
        while above is not None and above.form == "generic":
            above = above.parent_op
        form = registry.lookup(above.name) if above is not None else None
        defaults = "builtin" if above is None else form.defaults if form is not None else None
        return rest if dialect == defaults else name

    def _plain(self, op: Op, name: str, indent: str) -> str:
        """An op that has neither regions nor successors, from its name on."""
        form = registry.lookup(op.name)
        assert form is not None
        writer = Writer(self, indent)
        writer.out.append(name)
        form.write(writer, op)
        return "".join(writer.out)

    # Regions

    def label(self, block: Block) -> str:
        """The label of a block; blocks without one get `^bb<n>`, unique in their region."""
        if block.label is not None:
            return block.label
        if block not in self._labels:
            region = block.parent
            used = {other.label or self._labels.get(other) for other in region.blocks} if region is not None else set()
            number = 0
            while f"^bb{number}" in used:
                number += 1
            self._labels[block] = f"^bb{number}"
        return self._labels[block]

    def region(self, region: Region, indent: str, labelled: bool, named: bool = False) -> str:
        """`{...}`.

        `indent` is that of the op around it; `labelled`: show the entry block's arguments in a label line, unless the
        op's own syntax has `named` them.
        """
        nodes = self._nodes(region, labelled, named)
        source = region.parent.source if region.parent is not None else None
        if source is None or region.start == NEW:
            body = "".join(f"\n{self._node_text(node, indent, indent + _STEP)}" for node in nodes)
            return f"{{{body}\n{indent}}}" if nodes else ("{\n" + indent + "}" if region.blocks else "{}")
        return (
            "{"
            + self._sequence(nodes, source, region.start + 1, region.tail_start, indent, indent + _STEP, region.end - 1)
            + "}"
        )

    def _nodes(self, region: Region, labelled: bool, named: bool) -> list[_Node]:
        nodes: list[_Node] = []
        for block in region.blocks:
            if named and block.is_entry:
                pass
            elif block.start != NEW:
                nodes.append(_Node(block, block.lead_start, block.start, block.head_end))
            elif not block.is_entry or (labelled and (block.arguments or (len(region.blocks) == 1 and not block.ops))):
                nodes.append(_Node(block))
            nodes += [_node(op) for op in block.ops if not registry.is_implicit(op)]
        return nodes

    def _node_text(self, node: _Node, label_indent: str, op_indent: str) -> str:
        """The lines of a new node, indented."""
        if isinstance(node.item, Block):
            return label_indent + self._label_line(node.item)
        assert node.item is not None
        return op_indent + self.op(node.item, op_indent)

    def _label_line(self, block: Block) -> str:
        shown = [f"{a.name}: {a.type}{' ' + a.location if a.location else ''}" for a in block.arguments]
        return f"{self.label(block)}({', '.join(shown)}):" if shown else f"{self.label(block)}:"

    def _sequence(
        self,
        nodes: list[_Node],
        source: Source,
        first: int,
        tail_start: int,
        outer: str,
        default: str,
        end: int | None = None,
    ) -> str:
        """The text from `first` to `end` (by default of the source), with `nodes` in place of the source's.

        `outer` is the indentation of labels and of the end, `default` that of ops if the source shows none.
        """
        text = source.text
        end = len(text) if end is None else end
        here = _in_place(nodes, source, first, end)
        out: list[str] = []
        at = first
        inserted = False  # was the last thing written a new node?
        kept: int | None = None  # from where on the source up to `at` is still to be written, as it stands
        indent = default
        for i, node in enumerate(nodes):
            goes_on = here[i] and at == node.lead_start and not inserted and (kept is not None or node.start > at)
            if goes_on and isinstance(node.item, Op) and not node.item.touched:
                kept, at = at if kept is None else kept, node.end
                continue
            if kept is not None:
                out.append(text[kept:at])
                kept = None
            if not here[i]:
                if not inserted and at > 0:
                    out.append(_trailing_comment(text, at, end))
                if not inserted or isinstance(node.item, Block):
                    indent = _neighbour_indent(nodes, here, i, source, default)
                out += ["\n" if first or any(out) else "", self._node_text(node, outer, indent)]
                inserted = True
                continue
            if at != node.lead_start and not inserted:
                indent = _neighbour_indent(nodes, here, i, source, default)
            out.append(
                self._lead(
                    text, at, node.lead_start, node.start, end, inserted, indent if isinstance(node.item, Op) else outer
                )
            )
            if not out[-1] and len(out) > 1 and out[-2][-1:].isalnum() and text[node.start].isalnum():
                out.append(" ")  # what is written anew may end in a word where the source had a bracket
            out.append(self._placed(node, text))
            at, inserted = node.end, False
        if kept is not None:
            out.append(text[kept:at])
        out.append(self._lead(text, at, tail_start, end, end, inserted, outer))
        return "".join(out)

    @staticmethod
    def _lead(text: str, at: int, lead_start: int, start: int, end: int, inserted: bool, indent: str) -> str:
        """What stands before a node (or the end) of the source when the text up to `at` is written."""
        lead = text[lead_start:start]
        if at == lead_start and not inserted:
            return lead
        if at == lead_start == 0:
            # Nothing stands before the first line, whose comment belongs to what follows.
            return f"\n{lead.lstrip()}"
        comment = "" if inserted else _trailing_comment(text, at, end)
        newline = lead.find("\n")
        if newline >= 0:
            return comment + lead[newline:]
        if inserted or comment or (at > 0 and "\n" in text[at:lead_start] and text[start : start + 1] != "\n"):
            # The new line must not hold a comment of the line before it, nor what stood on another line.
            return f"{comment}\n{indent}{lead.strip()}"
        return lead

    def _placed(self, node: _Node, text: str) -> str:
        if isinstance(node.item, Op):
            op = node.item
            if not op.touched:
                return text[op.start : op.end]
            assert op.source is not None
            return self.op(op, _line_indent(op.source, op.start))
        if isinstance(node.item, Block) and node.item.changed:
            return self._label_line(node.item)
        shown = text[node.start : node.end]
        return shown if node.item is not None else respelled_alias(shown, self.llvm)


def _has_long_head(op: Op) -> bool:
    """Does the head of a function take several lines, none of which ends in a comment?"""
    form = registry.lookup(op.name)
    if (
        form is None
        or form.defaults != "func"
        or op.form == "generic"
        or op.source is None
        or op.regions[0].start == NEW
    ):
        return False
    head = op.source.text[op.start : op.regions[0].start]
    return "\n" in head and "//" not in head


def _has_bare_region(op: Op) -> bool:
    """Whether a region of the op was read from text that has no braces around it."""
    return any(
        region.start == NEW and nested.start != NEW
        for region in op.regions
        for block in region.blocks
        for nested in block.ops
    )


def _node(op: Op) -> _Node:
    return _Node(op, op.lead_start, op.start, op.end)


def _with_fixed(nodes: list[_Node], module: Module) -> list[_Node]:
    """The nodes with the spans of aliases and metadata in between: before new ops, which may use what they define."""
    merged: list[_Node] = []
    waiting: list[_Node] = []
    spans = list(module.fixed)
    for node in nodes:
        if not isinstance(node.item, Op) or node.item.source is not module.source:
            waiting.append(node)
            continue
        while spans and spans[0][0] < node.start:
            merged.append(_Node(None, spans[0][0], spans[0][0], spans[0][1]))
            del spans[0]
        merged += [*waiting, node]
        waiting = []
    merged += [_Node(None, start, start, end) for start, end in spans]
    return merged + waiting


def _in_place(nodes: list[_Node], source: Source, first: int, end: int) -> list[bool]:
    """The nodes in this stretch of the source, in order (a longest increasing sequence, if some moved)."""

    def stands_here(node: _Node) -> bool:
        if isinstance(node.item, Op) and node.item.source is not source:
            return False
        return node.start != NEW and first <= node.lead_start and node.end <= end

    here = [stands_here(node) for node in nodes]
    spans = [(node.start, node.end) for node, is_here in zip(nodes, here, strict=True) if is_here]
    if all(one < other and end <= other for (one, end), (other, _) in pairwise(spans)):
        return here
    outermost: list[tuple[int, int]] = []
    for span in sorted(spans):
        if not outermost or outermost[-1][1] <= span[0]:
            outermost.append(span)
    whole = set(outermost)
    kept = _increasing([span[0] for span in spans if span in whole])
    return [is_here and node.start in kept for node, is_here in zip(nodes, here, strict=True)]


def _increasing(numbers: list[int]) -> set[int]:
    """The members of a longest increasing subsequence of distinct numbers."""
    tails: list[int] = []
    before: dict[int, int | None] = {}
    for number in numbers:
        i = bisect_left(tails, number)
        before[number] = tails[i - 1] if i else None
        tails[i : i + 1] = [number]
    kept: set[int] = set()
    last: int | None = tails[-1] if tails else None
    while last is not None:
        kept.add(last)
        last = before[last]
    return kept


def _trailing_comment(text: str, at: int, end: int) -> str:
    found = _LINE_COMMENT.match(text, at, end)
    return "" if found is None else found[0]


def _line_indent(source: Source, offset: int) -> str:
    """The white space at the start of the line of `offset`."""
    start = source.text.rfind("\n", 0, offset) + 1
    line = source.text[start:offset]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _neighbour_indent(nodes: list[_Node], here: list[bool], i: int, source: Source, default: str) -> str:
    """The indentation of the nearest op of the source that starts its line, in the block of node `i`."""
    for steps in (range(i + 1, len(nodes)), range(i - 1, -1, -1)):
        for j in steps:
            item = nodes[j].item
            if isinstance(item, Block):
                break
            if here[j] and isinstance(item, Op):
                start = source.text.rfind("\n", 0, item.start) + 1
                if not source.text[start : item.start].strip(" \t") and start > 0:
                    return source.text[start : item.start]
    return default
