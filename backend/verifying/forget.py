"""What a state need not remember: what is known of values that no op asks for any more.

The values themselves go as soon as no op wants them (`steps.py`). Without both, states would differ in what was known of conditions that
nobody asks for again, and each would hold all values of its function.
"""

from __future__ import annotations

from ownlog.backend.verifying.state import State
from ownlog.backend.verifying.terms import Term, Terms

_FEW = 16


def forget(state: State, terms: Terms) -> None:
    """Leaves out of a state what is known of values that are gone, in place; now and then, so that it costs little for each decision."""
    if len(state.assumed) + len(state.escaped) + len(state.accessed) <= state.known:
        return
    left = frozenset[Term]().union(*(terms.symbols(term) for side in (state.before, state.after) for term in side.values.values()))
    left = left.union(terms.symbols(state.epoch), *(symbols for _, symbols in state.pending.values()))
    state.assumed = {term: known for term, known in state.assumed.items() if not terms.symbols(term) or terms.symbols(term) & left}
    state.escaped &= left
    state.fresh &= left
    state.accessed = frozenset(term for term in state.accessed if terms.symbols(term) <= left)
    state.known = 2 * (len(state.assumed) + len(state.escaped) + len(state.accessed)) + _FEW
