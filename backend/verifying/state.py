"""How far a comparison came: where both programs are, and what their values are."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ownlog.backend.verifying.terms import NEW, Signature, Term, Terms

Known = bool | int | tuple[int, ...]
"""Whether a condition holds; for a choice among cases, its number, or the numbers excluded."""


@dataclass(slots=True)
class Side:
    """One program: the op that it comes to next, and what its values are."""

    block: str
    position: int
    values: dict[str, Term]
    copies: bool = False
    """Whether a copy was made."""
    moves: int = 0
    """How many ways were taken, and how many ops that both come to."""

    def copy(self) -> Side:
        return replace(self, values=dict(self.values))


@dataclass(slots=True)
class State:
    """The state of both programs; `pending` has allocations that only one has made, by their look."""

    before: Side
    after: Side
    epoch: Term
    """The moment in memory: what is read depends on it."""
    assumed: dict[Term, Known] = field(default_factory=dict)
    pending: dict[Signature, tuple[bool, tuple[Term, ...]]] = field(default_factory=dict)
    """The allocations that only the program after (True) or only that before (False) has made."""
    escaped: frozenset[Term] = frozenset()
    """The allocations that others know of."""
    fresh: frozenset[Term] = frozenset()
    """The allocations of the program before that no op has used yet that both came to: what is in them is anything."""
    looked_ahead: frozenset[Term] = frozenset()
    """Those of which it was settled what stands for them in the regions that were entered last."""
    homes: dict[Term, Term] = field(default_factory=dict)
    """What stands for the memory of allocations that are in the memory of another buffer in the program after."""
    accessed: frozenset[Term] = frozenset()
    """The accesses to private memory in the program before, which are in bounds, its divisions, which did not trap, and
    the sizes of its allocations, of which none is negative.
    """
    general: bool = False
    """Whether the state stands for several, so that a difference may be none."""
    trail: tuple[tuple[str, bool, Known], ...] = ()
    """The ops that took a way, whether they are of the program after, and what they went by."""
    decided_at: tuple[int, int] = (-1, -1)
    """The moves of both programs when a condition was decided last."""
    alone: tuple[tuple[str, str, bool], ...] = ()
    """Where both programs were since just one of them goes on, and which one."""
    loops: bool = False
    """Whether a way was taken that no condition decides."""
    known: int = 0
    """How much may be assumed or have escaped before it is gone through for what is not needed any more."""

    def copy(self) -> State:
        return replace(
            self,
            before=self.before.copy(),
            after=self.after.copy(),
            assumed=dict(self.assumed),
            pending=dict(self.pending),
            homes=dict(self.homes),
        )

    def side(self, after: bool) -> Side:
        return self.after if after else self.before

    def allocated(self, signature: Signature, after: bool, terms: Terms) -> Term:
        """The symbol of an allocation: of a pending one of the other program, if it looks the same."""
        whose, symbols = self.pending.get(signature, (after, ()))
        if symbols and whose != after:
            rest = symbols[1:]
            if rest:
                self.pending[signature] = (whose, rest)
            else:
                del self.pending[signature]
            symbol = symbols[0]
        else:
            symbol = terms.symbol(NEW)
            terms.allocations[symbol] = signature
            self.pending[signature] = (after, (*symbols, symbol))
        if not after:
            self.fresh |= {symbol}
        return symbol

    def home(self, symbol: Term) -> Term:
        """What stands for the memory of an allocation in the program after."""
        return self.homes.get(symbol, symbol)

    def replace_pending(self, symbol: Term, others: tuple[Term, ...], terms: Terms) -> None:
        """Lets one program wait for other allocations than for `symbol`, if it does for that."""
        signature = terms.allocations.get(symbol)
        if signature is not None and signature in self.pending:
            whose, symbols = self.pending.pop(signature)
            left = tuple(each for known in symbols for each in (others if known == symbol else (known,)))
            if left:
                self.pending[signature] = whose, left

    def truth(self, term: Term, terms: Terms) -> Term:
        """The i1 term as far as it is known: true, false, itself, or the deciding part of it."""
        known = self.assumed.get(term)
        if isinstance(known, bool):
            return terms.truth(known)
        head, args = terms.heads[term], terms.args[term]
        if head[0] == "bits":
            return terms.bits(str(head[1]), self.truth(args[0], terms), self.truth(args[1], terms))
        if head[0] == "pick":
            condition = self.truth(args[0], terms)
            sides = (
                (args[1], args[2])
                if condition not in (terms.true, terms.false)
                else (args[1 if condition == terms.true else 2],) * 2
            )
            return terms.choice(head, condition, self.truth(sides[0], terms), self.truth(sides[1], terms))
        return term

    def decided(self, term: Term, terms: Terms) -> Term:
        """The term with known conditions, and the chosen sides of its selects."""

        def side(part: Term) -> Term | None:
            known = self.truth(part, terms)
            if known in (terms.true, terms.false):
                return known
            if terms.heads[part][0] != "pick":
                return None
            condition, on_true, on_false = terms.args[part]
            known = self.truth(condition, terms)
            if known not in (terms.true, terms.false):
                return None
            return self.decided(on_true if known == terms.true else on_false, terms)

        return terms.rebuilt(term, side)

    def atom(self, term: Term, terms: Terms) -> Term:
        """What has to be decided first, for an i1 term that is not decided."""
        while terms.heads[term][0] in ("bits", "pick"):
            term = next(arg for arg in terms.args[term] if arg not in (terms.true, terms.false))
        return term


_FEW = 16


def forget(state: State, terms: Terms) -> None:
    """Remove knowledge about gone values from a state, in place; seldom, so that it is cheap.

    The values themselves go with their last use (`steps.py`). Else states would differ in irrelevant conditions, and
    hold all values of their function.
    """
    if len(state.assumed) + len(state.escaped) + len(state.accessed) <= state.known:
        return
    left = frozenset[Term]().union(
        *(terms.symbols(term) for side in (state.before, state.after) for term in side.values.values())
    )
    left = left.union(terms.symbols(state.epoch), *(symbols for _, symbols in state.pending.values()))
    state.assumed = {
        term: known for term, known in state.assumed.items() if not terms.symbols(term) or terms.symbols(term) & left
    }
    state.escaped &= left
    state.fresh &= left
    state.accessed = frozenset(term for term in state.accessed if terms.symbols(term) <= left)
    state.known = 2 * (len(state.assumed) + len(state.escaped) + len(state.accessed)) + _FEW
