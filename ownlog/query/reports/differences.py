"""`ownlog diff`: what becomes of the buffers of two programs otherwise, or of those of one under two pipelines.

Buffers are matched in text order by their function, defining op and type, not by name or line, so that an op that comes
or goes renames no other. Where a buffer is freed is compared by the uses of buffers in front of that.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from ownlog.base.errors import Diagnostic, UsageError
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op
from ownlog.query.answer import Answer, Heading
from ownlog.query.reports.lives import FREES, Life, Lives
from ownlog.query.reports.seen import Planned
from ownlog.rules.explain.names import function_part, short_name

_HEADINGS = tuple(Heading(*column) for column in (
    ("function", "symbol"), ("buffer", "symbol"), ("lines", "symbol"), ("before", "symbol"), ("after", "symbol"),
))  # fmt: skip


@dataclass(frozen=True)
class Side:
    """One of the two: the lives of its buffers by function, in text order, and what names them."""

    lives: Lives
    by_function: dict[str, list[Life]]
    keys: dict[str, tuple[str, str]]
    uses: dict[str, int]
    """The uses of buffers in front of each op, in text order, and in it."""

    @classmethod
    def of(cls, planned: Planned) -> Side:
        by_function: dict[str, list[Life]] = defaultdict(list)
        keys = {}
        for life in planned.lives.all():
            by_function[function_part(life.value)].append(life)
            value = planned.naming.values[life.value]
            keys[life.value] = (value.owner.name if isinstance(value.owner, Op) else "argument", value.type.canonical)
        return cls(planned.lives, dict(by_function), keys, _uses(planned.naming))


def _uses(naming: Naming) -> dict[str, int]:
    count = 0
    uses = {}
    for name, op in naming.ops.items():
        has = any(value.type.is_memref for value in op.operands)
        makes = any(value.type.is_memref for value in op.results)
        ends = op.parent is not None and op is op.parent.ops[-1]
        count += has and not (makes or ends or naming.traits.may_allocate_or_free(op.name))
        uses[name] = count
    return uses


def differences(before: Planned, after: Planned) -> Answer:
    """A row for each buffer with different decisions, or that only one side has; `lines` are those of both texts.

    Raises UsageError for passes without a plan.
    """
    for side in (before, after):
        if side.at_block_ends:
            advice = "ownlog owners -p tells what each of the two decides"
            raise UsageError(
                Diagnostic(f"{side.passes} decides at the ends of blocks, and has no plan to compare", advice=advice)
            )
    one, other = Side.of(before), Side.of(after)
    rows = []
    for function in dict.fromkeys((*one.by_function, *other.by_function)):
        left, right = one.by_function.get(function, []), other.by_function.get(function, [])
        pairs = _matched([one.keys[life.value] for life in left], [other.keys[life.value] for life in right])
        names = {right[j].value: left[i].value for i, j in pairs if i is not None and j is not None}
        for i, j in pairs:
            row = _row(one, other, left[i] if i is not None else None, right[j] if j is not None else None, names)
            if row is not None:
                rows.append((function, *row))
    passes = before.passes if before.passes == after.passes else f"{before.passes} / {after.passes}"
    return Answer.of(_HEADINGS, rows, [*before.said(), *after.said()], "difference", in_order=True, passes=passes)


def _matched(left: Sequence[tuple[str, str]], right: Sequence[tuple[str, str]]) -> list[tuple[int | None, int | None]]:
    """Pairs of numbers that go together, in order; None beside what has no partner."""
    pairs: list[tuple[int | None, int | None]] = []
    for tag, i, i_end, j, j_end in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if tag == "equal":
            pairs += zip(range(i, i_end), range(j, j_end), strict=True)
        else:
            pairs += [(number, None) for number in range(i, i_end)] + [(None, number) for number in range(j, j_end)]
    return pairs


def _row(
    one: Side, other: Side, left: Life | None, right: Life | None, names: dict[str, str]
) -> tuple[str, str, str, str] | None:
    if left is not None and right is not None:
        if _decided(one, left, {}) == _decided(other, right, names):
            return None
        called, also = short_name(left.value), short_name(right.value)
        return (
            called if called == also else f"{called} / {also}",
            f"{left.line} / {right.line}",
            _said(left),
            _said(right),
        )
    life = left or right
    assert life is not None
    if life.standings <= _NAMES:
        return None
    only = ("", f"only here: {_said(life)}") if left is None else (f"only here: {_said(life)}", "")
    return short_name(life.value), str(life.line), *only


_NAMES = frozenset({"name", "either"})
"""The standings of other names for buffers, with which nothing can be done otherwise."""


def _decided(side: Side, life: Life, names: dict[str, str]) -> tuple[frozenset[str], list[tuple[str, str, int, bool]]]:
    """What becomes of a buffer, without lines, and with other buffers by their names in `names`."""
    standings = frozenset("owned" if life.is_owner else each for each in life.standings)
    steps = [
        ("freed", "", side.uses[fate.op], fate.is_conditional)
        if fate.kind in FREES or fate.kind == "freed"
        else (fate.kind, names.get(other or "", other or ""), 0, False)
        for fate, other in side.lives.steps(life.value)
    ]
    return standings, sorted(steps)


def _said(life: Life) -> str:
    return "; ".join(part for part in (life.owner, life.until) if part)
