"""The values of terms under bindings, with the meaning that the engine gives them."""

from __future__ import annotations

from ownlog.rules.engine.language.syntax_tree import Atom, Call, Compare, Const, Term, Var, Wildcard, variables
from ownlog.rules.engine.planning.functors import COMPARISONS, OPERATIONS
from ownlog.rules.explain.notation import Bindings, Cell, Pattern


def is_bound(term: Term, bindings: Bindings) -> bool:
    """Whether the term has a value."""
    return all(var.name in bindings for var in variables((term,)))


def evaluate(term: Term, bindings: Bindings) -> Cell:
    """The value of a bound term. Raises EngineError where a functor does, as for a division by zero."""
    if isinstance(term, Var):
        return bindings[term.name]
    if isinstance(term, Const):
        return term.value
    assert isinstance(term, Call), term
    value: Cell = OPERATIONS[term.op](*(evaluate(arg, bindings) for arg in term.args))
    return value


def holds(compare: Compare, bindings: Bindings) -> bool:
    """Whether a comparison of bound terms is true. Raises EngineError as `evaluate` does."""
    return COMPARISONS[compare.op](evaluate(compare.left, bindings), evaluate(compare.right, bindings))


def pattern_of(atom: Atom, bindings: Bindings) -> Pattern:
    """What is known of the rows that an atom stands for."""
    return tuple([_known(arg, bindings) for arg in atom.args])


def _known(arg: Term, bindings: Bindings) -> Cell | None:
    if isinstance(arg, Var):
        return bindings.get(arg.name)
    if isinstance(arg, Const):
        return arg.value
    return None if isinstance(arg, Wildcard) or not is_bound(arg, bindings) else evaluate(arg, bindings)
