"""Classes of tensors say of a join what comparing all reads with all writes says."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from ownlog.backend.bufferize.classes import Classes, Read, Use, Write

NUMBERS, VALUES = 24, 6
Window = tuple[int, int]


@st.composite
def windows(draw: st.DrawFn) -> tuple[Window, ...]:
    found = []
    for _ in range(draw(st.integers(1, 3))):
        first = draw(st.integers(0, NUMBERS - 1))
        found.append((first, draw(st.integers(first, NUMBERS - 1))))
    return tuple(found)


@st.composite
def problems(draw: st.DrawFn) -> tuple[dict[str, list[Read]], set[tuple[Use, Use]], list[tuple[list[str], Write | None]], set[str]]:
    """The reads of each tensor, the pairs that are excused, joins to try in order with the write of each, and what nothing may write to."""
    names = [f"v{i}" for i in range(VALUES)]
    reads = {name: [Read((f"read {name}", i), draw(windows())) for i in range(draw(st.integers(0, 2)))] for name in names}
    joins: list[tuple[list[str], Write | None]] = []
    for number in range(draw(st.integers(1, 10))):
        values = draw(st.lists(st.sampled_from(names), min_size=1, max_size=3))
        writes = draw(st.booleans())
        joins.append((values, Write(draw(st.integers(0, NUMBERS - 1)), (f"write {number}", 0)) if writes else None))
    pairs = list(product([read.use for all_ in reads.values() for read in all_], [write.use for _, write in joins if write is not None]))
    excused = set(draw(st.lists(st.sampled_from(pairs), max_size=8))) if pairs else set()
    return reads, excused, joins, set(draw(st.lists(st.sampled_from(names), max_size=1)))


class Plain:
    """The same, by comparing everything with everything."""

    def __init__(self, reads: dict[str, list[Read]], excused: set[tuple[Use, Use]], read_only: set[str]) -> None:
        self.reads, self.excused, self.read_only = reads, excused, read_only
        self.sets = [{name} for name in reads]
        self.writes: dict[str, list[Write]] = {name: [] for name in reads}

    def members(self, values: list[str]) -> set[str]:
        return set().union(*(members for members in self.sets if members & set(values)))

    def clash(self, values: list[str], write: Write | None) -> bool:
        members = self.members(values)
        writes = [made for name in members for made in self.writes[name]] + ([write] if write is not None else [])
        reads = [read for name in members for read in self.reads[name]]
        return bool(writes and members & self.read_only) or any(
            first <= made.number <= last and (read.use, made.use) not in self.excused
            for made in writes
            for read in reads
            for first, last in read.windows
        )

    def join(self, values: list[str], write: Write | None) -> None:
        members = self.members(values)
        self.sets = [other for other in self.sets if not other & members] + [members]
        if write is not None:
            self.writes[values[0]].append(write)


@settings(max_examples=300, deadline=None)
@given(problems())
def test_a_join_is_refused_just_where_a_read_would_see_a_write(
    problem: tuple[dict[str, list[Read]], set[tuple[Use, Use]], list[tuple[list[str], Write | None]], set[str]],
) -> None:
    reads, excused, joins, read_only = problem
    plain, classes = Plain(reads, excused, read_only), Classes(NUMBERS, excused)
    for name, own in reads.items():
        classes.add(name, own, name in read_only)
    for values, write in joins:
        clash = classes.clash(values, write, races=False, read=None)
        assert (clash is not None) == plain.clash(values, write)
        if clash is None:
            classes.join(values, write, races=False, read=None)
            plain.join(values, write)
        for value in values:
            assert sorted(classes.ordered(value)) == sorted(classes.of(value).members) == sorted(plain.members([value]))


def test_a_write_that_others_see_at_the_same_time_clashes_with_any_read() -> None:
    classes = Classes(NUMBERS, ())
    classes.add("a", [Read(("read", 0), ())], read_only=False)
    assert classes.clash(["a"], Write(3, ("write", 0)), races=False, read=None) is None
    found = classes.clash(["a"], Write(3, ("write", 0)), races=True, read=None)
    assert found is not None
    assert (found.read, found.write) == (("read", 0), ("write", 0))
