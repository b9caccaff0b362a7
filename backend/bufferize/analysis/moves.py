"""Moves that save copies: reads before writes, ops out of loops, reads around changes, changes replayed on a part.

The candidates are in `rules/bufferize/{moves,hoist,forward_reads,recompute}.dl`. Moves of one kind are made together,
and kept if another analysis finds fewer bytes to copy, or fewer loops that change buffers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from ownlog import rules
from ownlog.backend.bufferize.aliasing.disjoint import DERIVED as ASKED_BY
from ownlog.backend.bufferize.aliasing.disjoint import Asker
from ownlog.backend.bufferize.aliasing.parts import Question
from ownlog.backend.bufferize.analysis.forward_reads import DERIVED as FORWARDED
from ownlog.backend.bufferize.analysis.forward_reads import forward_reads
from ownlog.backend.bufferize.analysis.hoist import DERIVED as HOISTED
from ownlog.backend.bufferize.analysis.hoist import hoist
from ownlog.backend.bufferize.analysis.moved import ANEW, BEFORE, Moved, Snapshot
from ownlog.backend.bufferize.analysis.recompute import DERIVED as RECOMPUTED
from ownlog.backend.bufferize.analysis.recompute import WEIGHED_BY, recompute
from ownlog.backend.bufferize.analysis.result import Analysis, facts_of
from ownlog.backend.context import Context
from ownlog.backend.proofs.emission import ProofFile
from ownlog.frontend.facts.extract import Facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module
from ownlog.rules.relations import MayComeBefore, MovesAheadWith
from ownlog.rules.typed_rows import Found, TypedRows, relation_names

_CHANGED_BY = tuple(dict.fromkeys((*HOISTED, *FORWARDED, *RECOMPUTED, *WEIGHED_BY)))
ROUNDS = 4
"""How often moves are looked for."""
REFUSED = 1 << 60
"""Bytes as which it counts, at least, that a loop is refused."""

Analysed: TypeAlias = tuple[Naming, Analysis]
Change: TypeAlias = Callable[[Module, Naming], list[Moved]]
"""Changes a module, and says what it did."""
Asked: TypeAlias = "tuple[Found, Mapping[tuple[str, str], Question]]"
"""Rows that were derived, and the questions about parts that the prover has answered, by the two ops."""
Moves: TypeAlias = "Mapping[tuple[Op, Op], Collection[Op]]"
"""What goes along where an op comes before another one, the first of the two among it."""


def moved(
    module: Module,
    found: Analysed,
    context: Context,
    asker: Asker,
    analyse: Callable[[], Analysed],
) -> Analysed:
    """Move and rewrite ops of `module`, in place, if that saves copied bytes.

    In: the decisions; the run; the prover; what analyses the module again. Out: the final decisions.
    """
    found = reads_first(found, context, analyse)
    asked: tuple[Analysed, Asked] | None = None
    for change, derived in ((hoist, HOISTED), (forward_reads, FORWARDED), (recompute, RECOMPUTED)):
        for _ in range(ROUNDS):
            if _cost(found[1]) == (0, 0):
                return found
            if asked is None or asked[0] is not found:
                asked = found, _asked(found, context, asker)
            rows, shown = asked[1]
            if not any(rows[name] for name in derived):
                break
            better = _changed(module, found, context, analyse, partial(change, found=rows), shown)
            if better is None:
                break
            found = better
    return found


def _changed(
    module: Module,
    found: Analysed,
    context: Context,
    analyse: Callable[[], Analysed],
    change: Change,
    shown: Mapping[tuple[str, str], Question],
) -> Analysed | None:
    """What is decided after a change, and reads that come first then, if that is better; else all is as it was."""
    before, kept = Snapshot(module), len(context.remarks)
    told = change(module, found[0])
    if told:
        context.remarks.extend(moved.remark() for moved in told)
        first = analyse()
        first[1].moved = [*found[1].moved, *told]
        first[1].moved_by = [*found[1].moved_by, *_proofs(found[0], told, shown)]
        tried = reads_first(first, context, analyse)
        copied, changed = _cost(tried[1])
        if (copied + sum(move.copied for move in told), changed) < _cost(found[1]):
            return tried
    before.restore()
    del context.remarks[kept:]
    return None


def _proofs(naming: Naming, told: Sequence[Moved], shown: Mapping[tuple[str, str], Question]) -> Iterator[ProofFile]:
    """The proofs of rewrites: of each read around a change, and of all replayed changes of a part."""
    for move in told:
        reader, other = naming.op(move.op), naming.op(move.other)
        for (one, version), question in sorted(shown.items(), key=lambda item: item[0]):
            if one == reader and (version == other or move.how == ANEW):
                yield question.file()


def _derived(found: Analysed, context: Context, derived: Sequence[str]) -> Found:
    naming, analysis = found
    if not analysis.refused:
        return {name: [] for name in derived}
    return rules.derive(facts_of(naming, analysis), context.models, context.engine, derived)


def _asked(found: Analysed, context: Context, asker: Asker) -> Asked:
    """What all changes go by, with what the prover says of parts; and the questions that have an answer."""
    naming, analysis = found
    if not analysis.refused:
        return {name: [] for name in _CHANGED_BY}, {}

    def derive(facts: Facts) -> Found:
        return rules.derive(facts, context.models, context.engine, (*_CHANGED_BY, *ASKED_BY))

    facts = facts_of(naming, analysis)
    rows, answers = asker.settle(naming, facts, derive, opens=True)
    rows, placed = asker.placed(naming, facts, rows)
    return rows, {**analysis.shown, **answers.shown, **placed}


def reads_first(found: Analysed, context: Context, analyse: Callable[[], Analysed]) -> Analysed:
    """Move reads of the analysed module forward, in place, if that saves copied bytes.

    In: the decisions; the run; what analyses the module again. Out: the final decisions.
    """
    for _ in range(ROUNDS):
        moves = {} if _cost(found[1]) == (0, 0) else _moves(found, context)
        better = _tried(moves, found, analyse)
        if better is None:
            break
        before, after = (_cost(analysis)[0] for _, analysis in (found, better))
        less = f": {before - after:,} bytes fewer are copied" if after < before < REFUSED else ""
        told = [Moved(reader, BEFORE, writer) for reader, writer in moves]
        context.remarks.extend(moved.remark(less) for moved in told)
        better[1].moved, better[1].moved_by = [*found[1].moved, *told], found[1].moved_by
        found = better
    return found


def _cost(analysis: Analysis) -> tuple[int, int]:
    """The cost of decisions: copied bytes, and loops that change buffers; refusals if something must be in place."""
    copied = sum(outcome.cost.copied for outcome in analysis.outcomes)
    return copied + REFUSED * len(analysis.impossible), len(analysis.changed)


def _moves(found: Analysed, context: Context) -> Moves:
    naming = found[0]
    rows = TypedRows(_derived(found, context, relation_names(MovesAheadWith, MayComeBefore)))
    allowed = {(row.reader, row.writer) for row in rows(MayComeBefore)}
    moves: defaultdict[tuple[Op, Op], set[Op]] = defaultdict(set)
    for row in rows(MovesAheadWith):
        if (row.reader, row.writer) in allowed:
            moves[naming.ops[row.reader], naming.ops[row.writer]].add(naming.ops[row.op])
    return {pair: moves[pair] for pair in sorted(moves, key=lambda pair: (pair[0].start, pair[1].start))}


def _tried(moves: Moves, found: Analysed, analyse: Callable[[], Analysed]) -> Analysed | None:
    """What is decided after some moves, if that is better; else all is as it was."""
    before = {block: [*block.ops] for _, writer in moves if (block := writer.parent) is not None}
    for block, ops in before.items():
        block.set_ops(_order(ops, {pair: along for pair, along in moves.items() if pair[1].parent is block}))
    if all(block.ops == ops for block, ops in before.items()):
        return None
    tried = analyse()
    if _cost(tried[1]) < _cost(found[1]):
        return tried
    for block, ops in before.items():
        block.set_ops(ops)
    return None


def _order(ops: Sequence[Op], moves: Moves) -> list[Op]:
    """The ops of a block, moved ones before the first op that they must precede, unless that moves itself."""
    places = {op: number for number, op in enumerate(ops)}
    moving = {op for along in moves.values() for op in along}
    target: dict[Op, Op] = {}
    for (_, writer), along in sorted(moves.items(), key=lambda move: places[move[0][1]]):
        if writer not in moving:
            for op in along:
                target.setdefault(op, writer)
    ahead: defaultdict[Op, list[Op]] = defaultdict(list)
    for op in sorted(target, key=places.__getitem__):
        ahead[target[op]].append(op)
    return [moved for op in ops if op not in target for moved in (*ahead.get(op, ()), op)]
