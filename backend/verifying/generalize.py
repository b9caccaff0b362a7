"""When one state of a comparison covers another, and the least general state that covers two.

Source: anti-unification (Plotkin, 1970; Reynolds, 1970), over the values of both programs at once, so that what is
equal in the two programs in both states is equal in the result.
"""

from __future__ import annotations

from dataclasses import replace

from ownlog.backend.verifying.state import Side, State
from ownlog.backend.verifying.terms import ANY, INPUT, NEW, Signature, Term, Terms


def covers(general: State, special: State, terms: Terms) -> bool:
    """Whether all that can follow `special` was looked at when `general` was: whether its values are instances."""
    # Most values are what they were: their symbols stand for themselves.
    pairs = set(_pairs(general, special))
    same = frozenset[Term]().union(*(terms.symbols(one) for one, other in pairs if one == other))
    match = _Match(terms, same)
    if not all(match.matches(one, other) for one, other in pairs if one != other) or not match.matches(
        general.epoch, special.epoch
    ):
        return False
    for term, known in general.assumed.items():
        # What is assumed of symbols that no value depends on restricts nothing.
        if terms.symbols(term) <= match.found.keys() and special.assumed.get(match.image(term)) != known:
            return False
    for term in general.accessed:
        if terms.symbols(term) <= match.found.keys() and match.image(term) not in special.accessed:
            return False
    for signature, (whose, symbols) in general.pending.items():
        there, others = special.pending.get((signature[0], tuple(map(match.image, signature[1]))), (whose, ()))
        if there != whose or len(others) != len(symbols) or not all(map(match.matches, symbols, others)):
            return False
    fresh = all(match.found[symbol] in special.fresh for symbol in general.fresh & match.found.keys())
    return fresh and match.keeps_apart(general.escaped, special.escaped)


def _pairs(first: State, second: State) -> list[tuple[Term, Term]]:
    """The values in both states; those that one lacks are unused from there on, by dominance."""
    return [
        (term, others[value])
        for mine, others in ((first.before.values, second.before.values), (first.after.values, second.after.values))
        for value, term in mine.items()
        if value in others
    ]  # fmt: skip


class _Match:
    """What the symbols of a general state stand for in a special one."""

    def __init__(self, terms: Terms, same: frozenset[Term]) -> None:
        self.terms = terms
        self.found = {symbol: symbol for symbol in same}
        self._seen: set[tuple[Term, Term]] = set()

    def matches(self, general: Term, special: Term) -> bool:
        terms = self.terms
        work = [(general, special)]
        while work:
            pair = work.pop()
            if pair in self._seen:
                continue
            self._seen.add(pair)
            one, other = pair
            kind = terms.kind(one)
            if kind:
                if self.found.setdefault(one, other) != other:
                    return False
                if (kind == INPUT and one != other) or (kind == NEW and terms.kind(other) != NEW):
                    return False
            elif terms.heads[one] != terms.heads[other] or len(terms.args[one]) != len(terms.args[other]):
                return False
            else:
                work += zip(terms.args[one], terms.args[other], strict=True)
        return True

    def image(self, term: Term) -> Term:
        """The term with what the symbols stand for; those that stand for nothing stay."""
        return self.terms.rebuilt(term, lambda part: self.found.get(part, part) if self.terms.kind(part) else None)

    def keeps_apart(self, escaped: frozenset[Term], special: frozenset[Term]) -> bool:
        """Are allocations that differ in the general state different in the special one, and as little escaped?"""
        terms = self.terms
        own = {symbol: other for symbol, other in self.found.items() if terms.kind(symbol) == NEW}
        if len(set(own.values())) < len(own):
            return False
        hidden = {other for symbol, other in own.items() if symbol not in escaped}
        rest = [other for symbol, other in self.found.items() if terms.kind(symbol) != NEW]
        return not hidden & special and not any(hidden & terms.symbols(other) for other in rest)


def joined(first: State, second: State, terms: Terms) -> State:
    """The least general state that covers both, which are at the same ops."""
    vague: frozenset[Term] = frozenset()
    while True:
        join = _Join(terms, vague)
        epoch = join.of(first.epoch, second.epoch)
        before, after = (
            _joined_side(join, *sides) for sides in ((first.before, second.before), (first.after, second.after))
        )
        pending = _joined_pending(join, first, second)
        again = join.not_one_to_one()
        if again <= vague:
            break
        vague |= again
    same = {
        term: known
        for term, known in first.assumed.items()
        if second.assumed.get(term) == known and join.of(term, term) == term
    }
    accessed = frozenset(term for term in first.accessed & second.accessed if join.of(term, term) == term)
    fresh, escaped = join.fresh(first.fresh, second.fresh), join.escaped(first.escaped | second.escaped)
    return replace(
        second,
        before=before,
        after=after,
        epoch=epoch,
        assumed=same,
        pending=pending,
        fresh=fresh,
        escaped=escaped,
        accessed=accessed,
        general=True,
    )


def _joined_pending(join: _Join, first: State, second: State) -> dict[Signature, tuple[bool, tuple[Term, ...]]]:
    """The allocations that one program has made in both states, and the other in none."""
    found = {}
    for key, (whose, symbols) in first.pending.items():
        there, others = second.pending.get(key, (whose, ()))
        if there == whose and len(others) == len(symbols):
            sizes = tuple(join.of(size, size) for size in key[1])
            found[key[0], sizes] = whose, tuple(map(join.of, symbols, others))
    return found


def _joined_side(join: _Join, first: Side, second: Side) -> Side:
    values = {
        value: join.of(term, second.values[value]) for value, term in first.values.items() if value in second.values
    }
    return replace(second, values=values, copies=first.copies or second.copies)


class _Join:
    """Pairs of terms, and what covers them. `vague` are allocations that are not told apart any more."""

    def __init__(self, terms: Terms, vague: frozenset[Term]) -> None:
        self.terms = terms
        self.vague = vague
        self.known: dict[tuple[Term, Term], Term] = {}
        self.mixed: set[Term] = set()
        """The allocations that something stands for that may also be something else."""

    def of(self, first: Term, second: Term) -> Term:
        """The least general term that covers both."""
        terms = self.terms
        work = [(first, second)]
        while work:
            pair = work[-1]
            if pair in self.known:
                work.pop()
                continue
            one, other = pair
            if (
                terms.heads[one] != terms.heads[other]
                or len(terms.args[one]) != len(terms.args[other])
                or terms.kind(one)
            ):
                self.known[pair] = self._other_terms(one, other, work)
                if self.known[pair] < 0:
                    del self.known[pair]
                continue
            missing = [
                inner for inner in zip(terms.args[one], terms.args[other], strict=True) if inner not in self.known
            ]
            if missing:
                work += missing
                continue
            args = tuple(self.known[inner] for inner in zip(terms.args[one], terms.args[other], strict=True))
            self.known[pair] = terms.make(terms.heads[one], args)
        return self.known[first, second]

    def _other_terms(self, one: Term, other: Term, work: list[tuple[Term, Term]]) -> Term:
        """The cover of a symbol and something else, or of two terms with different heads; -1 after adding to `work`."""
        terms = self.terms
        if one == other and one not in self.vague:
            return one
        if terms.kind(one) == NEW and terms.kind(other) == NEW and not {one, other} & self.vague:
            symbol = terms.symbol(NEW)
            for known in (terms.allocations, terms.extents):
                if (looks := known.get(one)) is not None and looks == known.get(other):
                    known[symbol] = looks
            return symbol
        behind = [terms.heads[term][0] == "behind" for term in (one, other)]
        if any(behind):
            # Left behind on some ways only: by one write or by none.
            parts = [
                terms.args[term] if found else (terms.none, term)
                for term, found in zip((one, other), behind, strict=True)
            ]
            events, insides = (parts[0][0], parts[1][0]), (parts[0][1], parts[1][1])
            missing = [pair for pair in (events, insides) if pair not in self.known]
            if missing:
                work += missing
                return -1
            return terms.make(("behind",), (self.known[events], self.known[insides]))
        copies = [terms.heads[term][0] == "copy" for term in (one, other)]
        if any(copies):
            # A copy on some ways only: where it is nobody can tell, but what is in it.
            sources = tuple(
                terms.args[term][1] if copy else term for term, copy in zip((one, other), copies, strict=True)
            )
            if sources not in self.known:
                work.append((sources[0], sources[1]))
                return -1
            self._mix(one, other)
            return terms.make(("copy",), (terms.symbol(ANY), self.known[sources[0], sources[1]]))
        self._mix(one, other)
        return terms.symbol(ANY)

    def _mix(self, one: Term, other: Term) -> None:
        terms = self.terms
        self.mixed |= {symbol for symbol in terms.symbols(one) | terms.symbols(other) if terms.kind(symbol) == NEW}

    def not_one_to_one(self) -> frozenset[Term]:
        """The allocations in several pairs, so that it is unknown which results are the same."""
        terms = self.terms
        pairs = [pair for pair in self.known if terms.kind(pair[0]) == NEW and terms.kind(pair[1]) == NEW]
        found: set[Term] = set()
        for place in (0, 1):
            seen: dict[Term, Term] = {}
            for pair in pairs:
                if seen.setdefault(pair[place], pair[1 - place]) != pair[1 - place]:
                    found.add(pair[place])
        return frozenset(found)

    def fresh(self, first: frozenset[Term], second: frozenset[Term]) -> frozenset[Term]:
        """Which allocations are fresh in both states."""
        pairs = self.known.items()
        return frozenset(
            cover for (one, other), cover in pairs if one in first and other in second and self.terms.kind(cover) == NEW
        )

    def escaped(self, known: frozenset[Term]) -> frozenset[Term]:
        """Which allocations others may know of, or values of which nobody can tell what they are."""
        terms = self.terms
        known |= self.mixed
        made = {cover for pair, cover in self.known.items() if terms.kind(cover) == NEW and known & set(pair)}
        return known | made
