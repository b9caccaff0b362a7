"""Which allocation of one program corresponds to which of the other: decided at the first common use.

Allocations that look the same are at first paired in the order in which the programs make them. A tool that moves
allocations, removes some, or reuses dead buffers changes that order. So, where the program before uses a *fresh*
allocation, of which only the type is known, and the program after another buffer, this one may correspond from there
on: the contents of a fresh allocation are arbitrary, and a buffer with contents does as well, if the program before no
longer uses its former counterpart, nor another buffer in the same memory.
"""

from __future__ import annotations

from math import prod

from ownlog.backend.verifying.copies import rewrite
from ownlog.backend.verifying.program import Program
from ownlog.backend.verifying.state import State
from ownlog.backend.verifying.terms import NEW, Look, Term, Terms
from ownlog.frontend.text.literals import integer_literal
from ownlog.frontend.text.types import Type

_SAME_MEMORY = frozenset({"view", "pick", "behind"})
"""The heads of terms for what lies in the memory of another term."""

_Programs = tuple[Program, Program]


def rebound(state: State, programs: _Programs, one: Term, other: Term, terms: Terms) -> bool:
    """Do the buffers `one` and `other` differ in a fresh allocation that the second's can stand for? If so, it does
    from then on, in `state`.
    """
    fresh, taken = _differing(one, other, terms)
    if fresh not in state.fresh or not _hidden(fresh, state, terms):
        return False
    [memory, *more] = terms.places(taken)
    if more or terms.kind(memory) != NEW or not _hidden(memory, state, terms):
        return False
    sharing = {symbol for symbol in (*state.homes, memory) if state.home(symbol) == state.home(memory)}
    whole = taken == memory and _alike(fresh, memory, terms)
    if whole and memory in state.fresh and state.homes.keys().isdisjoint((fresh, memory)):
        _swap(state, programs[1], fresh, memory, terms)
    elif sharing & (_roots(programs[0], state, terms) | state.escaped) or not (
        whole or _fits(fresh, taken, memory, terms)
    ):
        return False
    else:
        _take_over(state, programs[1], fresh, taken, memory, terms)
    return True


def used(state: State, program: Program, values: list[str], after: bool, terms: Terms) -> None:
    """Both programs use these values of one of them: their memory is not fresh any more."""
    side = state.side(after)
    buffers = (side.values[value] for value in values if value in program.buffers and value in side.values)
    state.fresh = state.fresh.difference(*(terms.roots(terms.places(term)) for term in buffers))


def settle(state: State, programs: _Programs, terms: Terms) -> None:
    """Forget which buffers share memory if nothing can stand for them any more, so that states compare."""
    if not state.homes:
        return
    found: dict[Term, set[Term]] = {}
    for symbol in _roots(programs[0], state, terms) | _roots(programs[1], state, terms, after=True):
        found.setdefault(state.home(symbol), set()).add(symbol)
    state.escaped = state.escaped.union(*(symbols for symbols in found.values() if len(symbols) > 1))
    state.homes = {}


# What can stand for what


def _differing(one: Term, other: Term, terms: Terms) -> tuple[Term, Term]:
    """The first allocation in a buffer that differs in the other program's; (-1, -1) if there is none."""
    work = [(one, other)]
    while work:
        first, second = work.pop()
        if first == second:
            continue
        if terms.kind(first) == NEW:
            return first, second
        heads = terms.heads[first], terms.heads[second]
        if heads[0] != heads[1] or heads[0][0] not in _SAME_MEMORY or len(terms.args[first]) != len(terms.args[second]):
            break
        work += reversed(list(zip(terms.args[first], terms.args[second], strict=True)))
    return -1, -1


def _hidden(symbol: Term, state: State, terms: Terms) -> bool:
    """Whether nobody knows an allocation but by the buffers of the two programs."""
    return symbol not in state.escaped and symbol not in terms.addressed


def _roots(program: Program, state: State, terms: Terms, after: bool = False) -> frozenset[Term]:
    """The memory that the buffers of a program are in, or are copies of."""
    values = state.side(after).values
    return frozenset[Term]().union(
        *(terms.roots(terms.places(term)) for value, term in values.items() if value in program.buffers)
    )


def _alike(first: Term, second: Term, terms: Terms) -> bool:
    signature = terms.allocations.get(first)
    return signature is not None and signature == terms.allocations.get(second)


def _fits(fresh: Term, view: Term, memory: Term, terms: Terms) -> bool:
    """Does a view of a whole buffer look like a fresh allocation, in a buffer that is large enough?"""
    wanted, given = terms.allocations.get(fresh), terms.allocations.get(memory)
    if wanted is None or given is None or terms.args[view] != (memory,) or terms.heads[view][-1] != wanted[0].type:
        return False
    if wanted[0].rounds != given[0].rounds:
        # Rounds that run at the same time do not share what each of them makes.
        return False
    if not _aligned(wanted[0], given[0]):
        return False
    small, large = _flat(wanted[0].type), _flat(given[0].type)
    return small is not None and large is not None and small[:2] == large[:2] and small[2] <= large[2]


def _aligned(wanted: Look, given: Look) -> bool:
    """Whether what allocates `given` aligns it at least as `wanted` is to be."""
    asked, told = (integer_literal(dict(look.attributes).get("alignment")) for look in (wanted, given))
    return asked is None or (told is not None and told.value % asked.value == 0)


def _flat(text: str) -> tuple[str, list[str], int] | None:
    """The elements, memory space and size of a static row-major buffer type; None for any other."""
    type = Type.get(text)
    if not type.is_memref or type.is_unranked_memref or type.layout is not None or "?" in type.memref_parts[0]:
        return None
    return type.memref_parts[1], type.memory_space, prod(map(int, type.memref_parts[0]))


# What stands for it then


def _swap(state: State, program: Program, fresh: Term, other: Term, terms: Terms) -> None:
    """Lets two fresh allocations change places in the program after."""
    made = fresh in _roots(program, state, terms, after=True)
    names = {fresh: other, other: fresh}
    rewrite(program, state.after, lambda place: names.get(place, place), terms)
    if not made:
        # What the program after has not made is the other one, now.
        state.replace_pending(fresh, (other,), terms)


def _take_over(state: State, program: Program, fresh: Term, taken: Term, memory: Term, terms: Terms) -> None:
    """Lets a buffer of the program after, or a view of it, stand for a fresh allocation."""
    made = fresh in _roots(program, state, terms, after=True)
    state.replace_pending(fresh, (), terms)
    state.replace_pending(memory, (), terms)
    if made:
        # What stood for it is an allocation that the program before has not made.
        instead = state.allocated(terms.allocations[fresh], True, terms)
        rewrite(program, state.after, lambda place: instead if place == fresh else place, terms)
    for value, term in state.after.values.items():
        if value in program.buffers:
            state.after.values[value] = terms.rebuilt(
                term, lambda part: fresh if part == taken else None, terms.is_copy
            )
    state.homes[fresh] = state.home(memory)
