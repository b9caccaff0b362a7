"""What is known of conditions: i1 values and integers, from what was decided and what they are computed from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import TypeAlias

from ownlog.backend.checking.graph import EQUALITY, Graph
from ownlog.backend.checking.states import Distrusted
from ownlog.backend.rewriting import integers
from ownlog.frontend.text.literals import INTEGER_TYPE

_MOST = 4
"""The largest known number of an integer computed from itself: so loop counters have few values."""
_LONG = 1_000
"""From how many values a condition has to be computed to be worked out anew each time."""
_KEPT = 10_000
"""How many answers are kept."""

Known: TypeAlias = Mapping[str, int]
"""Known values: numbers of integers, 0 or 1 for i1s; for a handle, 1 if it is from outside."""
Decision: TypeAlias = tuple[int, dict[str, int], list[tuple[str, int]]]
"""The value of a condition, what is known when it has it, and what was assumed for that."""


class Truth:
    """Evaluates conditions of a module, of which only the values in `tracked` are remembered."""

    def __init__(self, graph: Graph, tracked: Set[str], distrusted: Distrusted | None = None) -> None:
        """`distrusted` are comparisons with an address of a possibly freed allocation (None: all)."""
        self.graph = graph
        self.tracked = tracked
        self.distrusted = distrusted
        self._looked_through: dict[str, Sequence[str]] = {}
        """What `_parts` has found already."""
        self._reached: dict[str, Sequence[str]] = {}
        """What `_behind` has found already."""
        self._found: dict[tuple[str, tuple[tuple[str, int], ...]], dict[str, int | None]] = {}
        """What `_values` has found last."""
        self._plainly: dict[str, int | None] = {}
        """The values of conditions where nothing is known."""
        self._plain_cases: dict[str, Sequence[Decision]] = {}
        """The cases that conditions can be in where nothing is tracked, so that nothing is ever known."""

    def value(self, name: str, known: Known) -> int | None:
        """The value of an i1 or integer, if it follows from what is known; of a handle, whether it is from outside."""
        if known:
            return known[name] if name in known else self._values(name, known)[name]
        if name not in self._plainly:
            self._plainly[name] = self._values(name, known)[name]
        return self._plainly[name]

    def _values(self, name: str, known: Known) -> Mapping[str, int | None]:
        """The values of `name` and its operands, by what is known of these, cached across states."""
        behind = self._behind(name)
        if len(behind) > _LONG:
            return self._evaluated(name, known)
        told = (name, tuple([(part, known[part]) for part in behind if part in known]))
        found = self._found.get(told)
        if found is None:
            if len(self._found) >= _KEPT:
                self._found.clear()
            found = self._found[told] = self._evaluated(name, known)
        return found

    def _behind(self, name: str) -> Sequence[str]:
        """`name` and its transitive operands; of long chains the first `_LONG` and one more."""
        found = self._reached.get(name)
        if found is None:
            seen = {name: None}
            work = [name]
            while work and len(seen) <= _LONG:
                for part in self._parts(work.pop()):
                    if part not in seen:
                        seen[part] = None
                        work.append(part)
            found = self._reached[name] = tuple(seen)
        return found

    def _evaluated(self, name: str, known: Known) -> dict[str, int | None]:
        """The value of `name` and of all that it is computed from; chains may be longer than Python's stack is deep."""
        found: dict[str, int | None] = {}
        opened: set[str] = set()
        work = [name]
        while work:
            current = work[-1]
            if current not in opened and current not in known:
                opened.add(current)
                parts = [part for part in self._parts(current) if part not in opened]
                if parts:
                    work += parts
                    continue
            work.pop()
            found[current] = known[current] if current in known else self._combined(current, found)
        return found

    def _parts(self, name: str) -> Sequence[str]:
        """What `name` is computed from, as far as the checker looks through it."""
        parts = self._looked_through.get(name)
        if parts is None:
            parts = self._looked_through[name] = self._look_through(name)
        return parts

    def _look_through(self, name: str) -> Sequence[str]:
        graph = self.graph
        if name in graph.handles:
            return graph.picked[name] if name in graph.picked else (graph.led_by[name],) if name in graph.led_by else ()
        if name in graph.bitwise:
            return graph.bitwise[name][1:]
        if name in graph.selected:
            return graph.selected[name]
        if name in graph.restates:
            return graph.restates[name][:1]
        if name in graph.calculated:
            return graph.calculated[name][1]
        if self._is_plain(name):
            return (graph.plain_answers[name][1],)
        how, first, second = graph.compared.get(name, ("", "", ""))
        return (first, second) if how and first not in graph.handles and second not in graph.handles else ()

    def _combined(self, name: str, found: Mapping[str, int | None]) -> int | None:
        """The value of `name` by those of its parts."""
        graph = self.graph
        if name in graph.handles:
            return self._origin(name, [found.get(part) for part in self._parts(name)])
        if name in graph.number:
            return graph.number[name]
        if name in graph.bitwise:
            how, first, second = graph.bitwise[name]
            return _combined(how, found.get(first), found.get(second), first == second)
        if name in graph.selected:
            chosen, a, b = map(found.get, graph.selected[name])
            return (a if a == b else None) if chosen is None else a if chosen else b
        if name in graph.restates:
            leader, same = graph.restates[name]
            answer = found.get(leader)
            return answer if answer is None or same else 1 - answer
        parts = [found.get(part) for part in self._parts(name)]
        if not parts:
            return self._apart(name)
        if name in graph.plain_answers:
            return parts[0]
        names = self._parts(name)
        source = graph.type[names[0]]
        if INTEGER_TYPE.fullmatch(source) is None:
            return None
        if name not in graph.calculated:
            # Whatever an integer is, it compares with itself as zero does.
            numbers = [0, 0] if names[0] == names[1] else parts
            answer = integers.compare_any(graph.compared[name][0], numbers, source)
            return None if answer is None else int(answer)
        known = [part for part in parts if part is not None]
        if len(known) < len(parts):
            return None
        if name in graph.mapped:
            number = graph.mapped[name].of(known)
        else:
            number = integers.computed(graph.calculated[name][0], known, source, graph.type[name])
        return number if name not in graph.cyclic or number in range(_MOST + 1) else None

    def _origin(self, handle: str, parts: list[int | None]) -> int | None:
        """1 if a handle leads to something older, 0 if to something new; unknown for the program's own values."""
        if handle not in self.graph.outside:
            return 0
        if handle in self.graph.unowned:
            return 1
        if handle in self.graph.picked:
            chosen, on_true, on_false = parts
            return (on_true if on_true == on_false else None) if chosen is None else on_true if chosen else on_false
        return parts[0] if parts else None

    def _is_plain(self, name: str) -> bool:
        """Is the answer of a library call its entry's condition, as no other entry can have the same address?"""
        if name not in self.graph.plain_answers or self.distrusted is None:
            return False
        op = self.graph.plain_answers[name][0]
        return not any(comparison == op for comparison, _ in self.distrusted)

    def _apart(self, name: str) -> int | None:
        """A comparison of two addresses that never alias, neither of a possibly freed allocation."""
        how, first, second = self.graph.compared.get(name, ("", "", ""))
        if how not in EQUALITY or (first, second) not in self.graph.never_same or self.distrusted is None:
            return None
        if (name, first) in self.distrusted or (name, second) in self.distrusted:
            return None
        return int(how == "ne")

    def open_atom(self, name: str, known: Known) -> str:
        """Where the value of `name` is open: its unknown operand.

        On the path there, the last tracked value, else the last one. Only i1 values count: an integer may have more
        than two values.
        """
        graph = self.graph
        values = self._values(name, known)
        kept, last = "", name
        while True:
            last = name if name in graph.truths else last
            if name in self.tracked and name == last:
                kept = name
            if name in graph.selected:
                condition, on_true, on_false = graph.selected[name]
                chosen = values[condition]
                parts: Sequence[str] = (condition,) if chosen is None else (on_true if chosen else on_false,)
            elif name in graph.bitwise or name in graph.restates or self._is_plain(name):
                parts = self._parts(name)
            else:
                parts = self._bits(name, values)
                if not parts:
                    return kept or last
            name = next(part for part in parts if values[part] is None)

    def _bits(self, name: str, values: Mapping[str, int | None]) -> Sequence[str]:
        """An unknown i1 that `name`, an integer or a comparison of integers, is computed from, if there is one."""
        work = [*reversed(self._parts(name))]
        while work:
            part = work.pop()
            if part not in values or values[part] is not None:
                continue
            if part in self.graph.truths or part in self.graph.selected:
                return (part,)
            if part in self.graph.calculated:
                work += reversed(self._parts(part))
        return ()

    def told_apart(
        self, names: Sequence[str], known: dict[str, int], lasts: Callable[[str], bool]
    ) -> list[tuple[dict[str, int], list[tuple[str, int]]]]:
        """The cases to distinguish if other values replace those of `names`: knowledge and assumptions.

        A copy of an unknown i1 is not known to be the same from then on. So the users of a remembered i1 get cases if
        the i1 `lasts`, or other names depend on it; or if an integer with two numbers does.
        """
        if not names:
            return [(known, [])]
        cases = []
        work: list[tuple[dict[str, int], list[tuple[str, int]]]] = [(known, [])]
        while work:
            facts, said = work.pop()
            open_names = [name for name in names if self.value(name, facts) is None]
            atoms = [self.open_atom(name, facts) for name in open_names]
            shared = (
                atom
                for name, atom in zip(open_names, atoms, strict=True)
                if atom in self.tracked and (name not in self.graph.truths or lasts(atom) or atoms.count(atom) > 1)
            )
            found = next((atom for atom in shared if atom in self.graph.truths), None)
            if found is None:
                cases.append((facts, said))
            else:
                work += [(self.assume(found, value, facts), [*said, (found, value)]) for value in (0, 1)]
        return cases

    def decided(self, name: str, known: dict[str, int]) -> Sequence[Decision]:
        """The cases that the i1 `name` can be in: its value, what is known then, and what was assumed for it."""
        if self.tracked:
            return self._decided(name, known)
        if name not in self._plain_cases:
            self._plain_cases[name] = self._decided(name, {})
        return self._plain_cases[name]

    def _decided(self, name: str, known: dict[str, int]) -> Sequence[Decision]:
        cases: list[Decision] = []
        work: list[tuple[dict[str, int], list[tuple[str, int]]]] = [(known, [])]
        while work:
            facts, said = work.pop()
            value = self.value(name, facts)
            if value is not None:
                cases.append((value, facts, said))
                continue
            atom = self.open_atom(name, facts)
            if atom not in self.tracked:
                cases += [(assumed, facts, [*said, (name, assumed)]) for assumed in (1, 0)]
                continue
            work += [(self.assume(atom, assumed, facts), [*said, (atom, assumed)]) for assumed in (0, 1)]
        return cases

    def numbers(
        self, name: str, known: dict[str, int]
    ) -> Sequence[tuple[int | None, dict[str, int], list[tuple[str, int]]]]:
        """The cases of an integer by remembered conditions: as of `decided`, but the number may be None."""
        cases: list[tuple[int | None, dict[str, int], list[tuple[str, int]]]] = []
        work: list[tuple[dict[str, int], list[tuple[str, int]]]] = [(known, [])]
        while work:
            facts, said = work.pop()
            value = self.value(name, facts)
            atom = self.open_atom(name, facts) if value is None else ""
            if atom in self.tracked and atom in self.graph.truths:
                work += [(self.assume(atom, assumed, facts), [*said, (atom, assumed)]) for assumed in (0, 1)]
            else:
                cases.append((value, facts, said))
        return cases

    def assume(self, name: str, value: int, known: dict[str, int]) -> dict[str, int]:
        """What is known when `name` has `value`, too."""
        found = {**known, name: value}
        graph = self.graph
        if (
            name in graph.compared
            and graph.compared[name][0] in EQUALITY
            and value == (graph.compared[name][0] == "eq")
        ):
            _, first, second = graph.compared[name]
            for one, other in ((first, second), (second, first)):
                number = self.value(other, known)
                # An equal number could begin where another one comes from in the next round.
                if number is not None and one in self.tracked and (other in graph.number or number in range(_MOST + 1)):
                    found[one] = number
        return found

    def can_be(self, name: str, value: int, known: Known) -> bool:
        """Whether the integer `name` may have `value`, by what is known of comparisons of it with constants."""
        return all(
            known.get(comparison, answer) == answer
            for comparison, equal, number in self.graph.compared_with.get(name, ())
            for answer in [int((value == number) == equal)]
        )

    def must_be(self, name: str, values: Iterable[int], known: Known) -> bool:
        """Whether a comparison that is known says that the integer `name` is one of `values`."""
        wanted = set(values)
        return any(
            number in wanted and known.get(comparison) == int(equal)
            for comparison, equal, number in self.graph.compared_with.get(name, ())
        )

    def neither(self, name: str, values: Iterable[int], known: Known) -> dict[str, int]:
        """What is known when the integer `name` is none of `values`, too."""
        unwanted = set(values)
        told = {
            comparison: int(not equal)
            for comparison, equal, number in self.graph.compared_with.get(name, ())
            if number in unwanted and comparison in self.tracked
        }
        return {**told, **known}


def _combined(how: str, first: int | None, second: int | None, same: bool) -> int | None:
    if how == "and":
        if first == 0 or second == 0:
            return 0
        return first if second == 1 else second if first == 1 else None
    if how == "or":
        if first == 1 or second == 1:
            return 1
        return first if second == 0 else second if first == 0 else None
    if same:
        return 0
    return None if first is None or second is None else first ^ second
