"""What is known of conditions: i1 values and integers, from what was decided and what they are computed from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import TypeAlias

from ownlog.backend.checking.graph import Graph

Known: TypeAlias = Mapping[str, int]
"""What is known, by value: 0 or 1 of an i1, the number of another integer."""


class Truth:
    """Evaluates conditions of a module, of which only the values in `tracked` are remembered."""

    def __init__(self, graph: Graph, tracked: Set[str]) -> None:
        self.graph = graph
        self.tracked = tracked

    def value(self, name: str, known: Known) -> int | None:
        """The value of an i1 or integer, as far as it follows from what is known."""
        if name in known:
            return known[name]
        return self._values(name, known)[name]

    def _values(self, name: str, known: Known) -> dict[str, int | None]:
        """The value of `name` and of all that it is computed from; chains may be longer than Python's stack is deep."""
        found: dict[str, int | None] = {}
        opened: set[str] = set()
        work = [name]
        while work:
            current = work[-1]
            if current not in opened and current not in known:
                opened.add(current)
                work += [part for part in self._parts(current) if part not in opened]
                continue
            work.pop()
            found[current] = known[current] if current in known else self._combined(current, found)
        return found

    def _parts(self, name: str) -> Sequence[str]:
        """What `name` is computed from, as far as the checker looks through it."""
        graph = self.graph
        if name in graph.bitwise:
            return graph.bitwise[name][1:]
        if name in graph.selected:
            return graph.selected[name]
        if name in graph.restates:
            return graph.restates[name][:1]
        how, first, second = graph.compared.get(name, ("", "", ""))
        return (first, second) if how and first not in graph.handles and second not in graph.handles else ()

    def _combined(self, name: str, found: Mapping[str, int | None]) -> int | None:
        """The value of `name` by those of its parts."""
        graph = self.graph
        if name in graph.constant:
            return int(graph.constant[name])
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
        if not parts or None in parts:
            return None
        return int((parts[0] == parts[1]) == (graph.compared[name][0] == "eq"))

    def open_atom(self, name: str, known: Known) -> str:
        """A value that is not known, and that `name`, which is not known either, is computed from: where it can be told no further."""
        graph = self.graph
        values = self._values(name, known)
        while True:
            if name in graph.selected:
                condition, on_true, on_false = graph.selected[name]
                chosen = values[condition]
                parts: Sequence[str] = (condition,) if chosen is None else (on_true if chosen else on_false,)
            elif name in graph.bitwise or name in graph.restates:
                parts = self._parts(name)
            else:
                return name
            name = next(part for part in parts if values[part] is None)

    def decided(self, name: str, known: dict[str, int]) -> list[tuple[int, dict[str, int], list[tuple[str, int]]]]:
        """The cases that the i1 `name` can be in: its value, what is known then, and what was assumed for it."""
        cases: list[tuple[int, dict[str, int], list[tuple[str, int]]]] = []
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

    def assume(self, name: str, value: int, known: dict[str, int]) -> dict[str, int]:
        """What is known when `name` has `value`, too."""
        found = {**known, name: value}
        graph = self.graph
        if name in graph.compared and value == (graph.compared[name][0] == "eq") and graph.compared[name][0]:
            _, first, second = graph.compared[name]
            for one, other in ((first, second), (second, first)):
                number = self.value(other, known)
                if number is not None and one in self.tracked:
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
