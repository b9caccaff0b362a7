"""What an exact case says without words: programs that differ from it in one place."""

from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import replace
from itertools import count

from ownlog.rules.engine.program.program import Program
from tests.rules.notation import ANYTHING, Atom, Case, Expectation


def variants(program: Program, case: Case) -> Iterator[list[Case]]:
    """The case itself, and, where it is exact, its near misses: without a fact, with another argument, or with an
    exception, nothing follows; with an exception for something else, all follows. One of each list has to hold.
    """
    numbers = count(500)

    def closed(atom: Atom) -> Atom:
        columns = program.relations[atom.relation].columns
        fresh = (next(numbers) if column.base == "number" else f"any{next(numbers)}" for column in columns)
        return Atom(
            atom.relation, tuple(n if arg == ANYTHING else arg for arg, n in zip(atom.args, fresh, strict=True))
        )

    facts = tuple(map(closed, case.facts))
    yield [replace(case, facts=facts)]
    if case.exact:
        yield from _too_little(case, facts)
        for one, other in case.apart:
            same = tuple(_replaced(fact, one, other) for fact in facts)
            none = tuple(Expectation(_replaced(expected.atom, one, other), False) for expected in case.expectations)
            yield [replace(case, facts=same, expectations=none, place=f"{case.place} with {one} = {other}")]
        for exception in case.exceptions:
            yield from _excepted(case, facts, exception, tuple(map(closed, exception)))


def _too_little(case: Case, facts: tuple[Atom, ...]) -> Iterator[list[Case]]:
    """Without one of the facts, or one of their arguments."""
    nothing = _nothing(case)
    # A name that leads to an exception, and to nothing else, matters for that alone.
    mentioned = Counter(arg for atom in (*facts, *(expected.atom for expected in nothing)) for arg in atom.args)
    excepted = {arg for exception in case.exceptions for atom in exception for arg in atom.args}
    excepted = {arg for arg in excepted.union(*case.apart) if mentioned[arg] == 1}
    for index, (written, fact) in enumerate(zip(case.facts, facts, strict=True)):
        others = (*facts[:index], *facts[index + 1 :])
        yield [replace(case, facts=others, expectations=nothing, place=f"{case.place} without {fact}")]
        for near in _displaced(written, fact, excepted):
            yield [
                replace(case, facts=(*others, one), expectations=nothing, place=f"{case.place} with {one} for {fact}")
                for one in near
            ]


def _excepted(
    case: Case, facts: tuple[Atom, ...], written: tuple[Atom, ...], exception: tuple[Atom, ...]
) -> Iterator[list[Case]]:
    """With an exception, and with one for something else."""
    place = f"{case.place} with {', '.join(map(str, exception))}"
    yield [replace(case, facts=(*facts, *exception), expectations=_nothing(case), place=place)]
    for index, (open_fact, fact) in enumerate(zip(written, exception, strict=True)):
        for near, *_ in _displaced(open_fact, fact, set()):
            other = (*exception[:index], near, *exception[index + 1 :])
            yield [replace(case, facts=(*facts, *other), place=f"{case.place} with {', '.join(map(str, other))}")]


def _nothing(case: Case) -> tuple[Expectation, ...]:
    return tuple(Expectation(expected.atom, False) for expected in case.expectations)


def _replaced(atom: Atom, old: str | int, new: str | int) -> Atom:
    return Atom(atom.relation, tuple(new if arg == old else arg for arg in atom.args))


def _displaced(written: Atom, fact: Atom, kept: Set[str | int]) -> Iterator[list[Atom]]:
    """The fact with another name in one place, or with each of the two numbers beside one."""
    for index, arg in enumerate(written.args):
        if arg != ANYTHING and arg not in kept:
            others = [arg + 1, arg - 1] if isinstance(arg, int) else [f"other {arg}"]
            yield [Atom(fact.relation, (*fact.args[:index], other, *fact.args[index + 1 :])) for other in others]
