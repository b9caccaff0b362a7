"""Writes and copies: who has another copy than the written one does not see the write.

A copy counts as its source while both have the same content. A write to one leaves the others *behind*: they are marked
with the write, alike in both programs, so that they are equal only if both programs left them behind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ownlog.backend.verifying.program import Program
from ownlog.backend.verifying.state import Side, State
from ownlog.backend.verifying.terms import ANY, GIVEN, INPUT, NEW, Term, Terms

WRITTEN_COPY = "a copy is written that the other program does not have, and what was copied may be seen elsewhere"


def written(
    state: State, programs: tuple[Program, Program], ops: tuple[str, str], operands: list[tuple[str, str]], terms: Terms
) -> str:
    """Mark the copies that a write leaves behind, in both programs; "", or why that is unknown."""
    sides = (state.before, state.after)
    inside = [program.all_inside(op) for program, op in zip(programs, ops, strict=True)]
    if not any(side.copies for side in sides):
        _give_away(state, programs, inside, terms)
        return ""
    event = terms.symbol(GIVEN)
    # Who is given a buffer may write to it later, or see what is written later.
    changed = [
        {value for op, _ in found for value in (*program.changes.get(op, ()), *program.gives_away.get(op, ()))}
        for program, found in zip(programs, inside, strict=True)
    ]
    within = (
        pair
        for one, other in zip(*(found[1:] for found in inside), strict=False)
        for pair in zip(one[1], other[1], strict=False)
    )
    outside = [pair for pair in within if all(value in side.values for value, side in zip(pair, sides, strict=True))]
    for pair in [*operands, *outside]:
        if not any(value in found for value, found in zip(pair, changed, strict=True)):
            continue
        places = [terms.places(side.values[value]) for value, side in zip(pair, sides, strict=True)]
        copied = [any(terms.heads[place][0] == "copy" for place in found) for found in places]
        roots = terms.roots(places[0]) | terms.roots(places[1])
        if copied[0] != copied[1] and any(terms.kind(root) != NEW or root in state.escaped for root in roots):
            return WRITTEN_COPY
        for program, side, found in zip(programs, sides, places, strict=True):
            _leave_behind(program, side, found, roots, event, state, terms)
    for program, all_ops, side in zip(programs, inside, sides, strict=True):
        if any(op in program.changes_all for op, _ in all_ops):
            _leave_copies_behind(program, side, state, terms)
    _give_away(state, programs, inside, terms)
    return ""


def _give_away(
    state: State, programs: tuple[Program, Program], inside: Sequence[Sequence[tuple[str, list[str]]]], terms: Terms
) -> None:
    known = set(state.escaped)
    for program, found, side in zip(programs, inside, (state.before, state.after), strict=True):
        for value in (value for op, _ in found for value in program.gives_away.get(op, ())):
            if value in side.values:
                known |= {root for root in terms.roots(terms.places(side.values[value])) if terms.kind(root) == NEW}
    state.escaped = frozenset(known)


def may_alias(first: Term, second: Term, escaped: frozenset[Term], terms: Terms) -> bool:
    """Whether two places that are no copies may be the same memory."""
    if first == second:
        return True
    for one, other in ((first, second), (second, first)):
        if terms.kind(one) == NEW and (terms.kind(other) in (NEW, INPUT) or one not in escaped):
            return False
    return True


def _leave_behind(
    program: Program,
    side: Side,
    places: frozenset[Term],
    roots: Iterable[Term],
    event: Term,
    state: State,
    terms: Terms,
) -> None:
    """Marks the values of one program that do not see a write to `places`."""
    [place] = places if len(places) == 1 else [-1]
    is_copy = place >= 0 and terms.heads[place][0] == "copy"
    certain = place >= 0 and not (is_copy and terms.kind(terms.args[place][0]) == ANY)

    def marked(other: Term) -> Term:
        if other == place or not (is_copy or place < 0 or terms.heads[other][0] == "copy"):
            return other
        if not any(may_alias(root, own, state.escaped, terms) for root in roots for own in terms.roots((other,))):
            return other
        sure = certain and not (terms.heads[other][0] == "copy" and terms.kind(terms.args[other][0]) == ANY)
        return terms.make(("behind",), (event if sure else terms.symbol(GIVEN), other))

    rewrite(program, side, marked, terms)


def _leave_copies_behind(program: Program, side: Side, state: State, terms: Terms) -> None:
    """Marks the copies of what a call may write without being given it."""

    def marked(other: Term) -> Term:
        if terms.heads[other][0] != "copy" or all(
            terms.kind(r) == NEW and r not in state.escaped for r in terms.roots((other,))
        ):
            return other
        return terms.make(("behind",), (terms.symbol(GIVEN), other))

    rewrite(program, side, marked, terms)


def rewrite(program: Program, side: Side, marked: Callable[[Term], Term], terms: Terms) -> None:
    """Changes the places that the buffers of one program may be in, in place."""
    known: dict[Term, Term] = {}
    for value, term in side.values.items():
        if value in program.buffers:
            side.values[value] = _along(term, marked, terms, known)


def _along(term: Term, marked: Callable[[Term], Term], terms: Terms, known: dict[Term, Term]) -> Term:
    """The buffer with its possible places changed; `known` are those done, since terms are shared."""
    found = known.get(term)
    if found is not None:
        return found
    head, args = terms.heads[term], terms.args[term]
    inner = {"view": head[1:2], "pick": (1, 2)}.get(str(head[0]))
    if head[0] == "behind":
        write, now = args[0], _along(args[1], marked, terms, known)
        if terms.heads[now][0] == "behind":
            # What is left behind once more is behind by both writes, and not twice: so a loop of them comes to an end.
            write, now = terms.make(("again",), (write, terms.args[now][0])), terms.args[now][1]
        found = terms.make(head, (write, now))
    elif inner is None:
        found = marked(term)
    else:
        found = terms.make(
            head, tuple(_along(arg, marked, terms, known) if at in inner else arg for at, arg in enumerate(args))
        )
    known[term] = found
    return found
