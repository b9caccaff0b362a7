"""Classes of tensors say of a join what comparing all reads with all writes says."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from ownlog.backend.bufferize.aliasing.classes import Classes, Read, Use, Write

NUMBERS, VALUES = 24, 6
Intervening = tuple[int, int]
Join = tuple[list[str], "Write | None", "Read | None"]
Problem = tuple[dict[str, list[Read]], set[tuple[Use, Use]], list[Join], set[str]]


@st.composite
def windows(draw: st.DrawFn) -> tuple[Intervening, ...]:
    found = []
    for _ in range(draw(st.integers(1, 3))):
        first = draw(st.integers(0, NUMBERS - 1))
        found.append((first, draw(st.integers(first, NUMBERS - 1))))
    return tuple(found)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """The reads of each tensor, pairs that are excused, joins to try, each with its write and its read, and what
    nothing may write to.
    """
    names = [f"v{i}" for i in range(VALUES)]
    reads = {
        name: [Read((f"read {name}", i), draw(windows())) for i in range(draw(st.integers(0, 2)))] for name in names
    }
    joins: list[Join] = []
    for number in range(draw(st.integers(1, 10))):
        values = draw(st.lists(st.sampled_from(names), min_size=1, max_size=3))
        writes, holds = draw(st.booleans()), draw(st.booleans())
        write = Write(draw(st.integers(0, NUMBERS - 1)), (f"write {number}", 0)) if writes else None
        joins.append((values, write, Read((f"held {number}", 0), draw(windows())) if holds else None))
    reading = [read.use for all_ in reads.values() for read in all_] + [
        read.use for _, _, read in joins if read is not None
    ]
    # What one op reads and writes itself is no concern of a join.
    own = {(read.use, write.use) for _, write, read in joins if read is not None and write is not None}
    pairs = list(product(reading, [write.use for _, write, _ in joins if write is not None]))
    excused = own | set(draw(st.lists(st.sampled_from(pairs), max_size=8))) if pairs else own
    return reads, excused, joins, set(draw(st.lists(st.sampled_from(names), max_size=1)))


class Plain:
    """The same, by comparing everything with everything."""

    def __init__(self, reads: dict[str, list[Read]], excused: set[tuple[Use, Use]], read_only: set[str]) -> None:
        self.reads, self.excused, self.read_only = {name: list(own) for name, own in reads.items()}, excused, read_only
        self.sets = [{name} for name in reads]
        self.writes: dict[str, list[Write]] = {name: [] for name in reads}

    def members(self, values: list[str]) -> set[str]:
        return set().union(*(members for members in self.sets if members & set(values)))

    def clash(self, values: list[str], write: Write | None, read: Read | None) -> bool:
        members = self.members(values)
        writes = [made for name in members for made in self.writes[name]] + ([write] if write is not None else [])
        reads = [made for name in members for made in self.reads[name]]
        # What the join itself reads and writes is one op, which is not asked about itself.
        own = [made for made in writes if made is not write]
        if read is not None and any(
            first <= made.number <= last and (read.use, made.use) not in self.excused
            for made in own
            for first, last in read.windows
        ):
            return True
        return bool(writes and members & self.read_only) or any(
            first <= made.number <= last and (read.use, made.use) not in self.excused
            for made in writes
            for read in reads
            for first, last in read.windows
        )

    def join(self, values: list[str], write: Write | None, read: Read | None) -> None:
        members = self.members(values)
        self.sets = [other for other in self.sets if not other & members] + [members]
        if write is not None:
            self.writes[values[0]].append(write)
        if read is not None:
            self.reads[values[0]].append(read)


@settings(max_examples=300, deadline=None)
@given(problems())
def test_a_join_is_refused_just_where_a_read_would_see_a_write(problem: Problem) -> None:
    reads, excused, joins, read_only = problem
    plain, classes = Plain(reads, excused, read_only), Classes(NUMBERS, excused)
    for name, own in reads.items():
        classes.add(name, own, name in read_only)
    for values, write, read in joins:
        clash = classes.clash(values, write, races=False, read=read)
        assert (clash is not None) == plain.clash(values, write, read)
        if clash is None:
            classes.join(values, write, races=False, read=read)
            plain.join(values, write, read)
        for value in values:
            assert sorted(classes.ordered(value)) == sorted(classes.of(value).members) == sorted(plain.members([value]))


def test_a_write_that_others_see_at_the_same_time_clashes_with_any_read() -> None:
    classes = Classes(NUMBERS, ())
    classes.add("a", [Read(("read", 0), ())], read_only=False)
    assert classes.clash(["a"], Write(3, ("write", 0)), races=False, read=None) is None
    found = classes.clash(["a"], Write(3, ("write", 0)), races=True, read=None)
    assert found is not None
    assert (found.read, found.write) == (("read", 0), ("write", 0))
