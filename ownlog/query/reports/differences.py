"""`ownlog diff`: different decisions about the buffers of two programs, or of one under two pipelines.

Buffers are matched in text order by their function, defining op and type, not by name or line, so that an op that comes
or goes renames no other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from ownlog.base.errors import Diagnostic, UsageError
from ownlog.frontend.ir.ir import Op
from ownlog.query.answer import Answer, Heading
from ownlog.query.reports.lives import Life, Lives
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

    @classmethod
    def of(cls, planned: Planned) -> Side:
        by_function: dict[str, list[Life]] = defaultdict(list)
        keys = {}
        for life in planned.lives.all():
            by_function[function_part(life.value)].append(life)
            value = planned.naming.values[life.value]
            keys[life.value] = (value.owner.name if isinstance(value.owner, Op) else "argument", value.type.canonical)
        return cls(planned.lives, dict(by_function), keys)


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
        if _decided(one.lives, left, {}) == _decided(other.lives, right, names):
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
    only = ("", f"only here: {_said(life)}") if left is None else (f"only here: {_said(life)}", "")
    return short_name(life.value), str(life.line), *only


def _decided(lives: Lives, life: Life, names: dict[str, str]) -> tuple[frozenset[str], list[tuple[str, str]]]:
    """The decisions without lines: who owns the buffer, and its fates, with other buffers by their names in `names`."""
    steps = [(fate.kind, names.get(other or "", other or "")) for fate, other in lives.steps(life.value)]
    return life.standings, sorted(steps)


def _said(life: Life) -> str:
    return "; ".join(part for part in (life.owner, life.until) if part)
