"""The values of terms under bindings, with the meaning that the engine gives them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ownlog.rules.engine.generated.expressions import comparison, expression
from ownlog.rules.engine.language.syntax_tree import Atom, Compare, Const, Term, Var, Wildcard, variables
from ownlog.rules.engine.planning import functors
from ownlog.rules.explain.notation import Bindings, Cell, Pattern

_FUNCTORS = {name: getattr(functors, name) for name in ("div", "mod", "strlen", "substr", "to_number", "matcher")}


def is_bound(term: Term, bindings: Bindings) -> bool:
    """Whether the term has a value."""
    return all(var.name in bindings for var in variables((term,)))


def evaluate(term: Term, bindings: Bindings) -> Cell:
    """The value of a bound term. Raises EngineError where a functor does, as for a division by zero."""
    if isinstance(term, Var):
        return bindings[term.name]
    if isinstance(term, Const):
        return term.value
    value: Cell = _value_of(term)(bindings)
    return value


def holds(compare: Compare, bindings: Bindings) -> bool:
    """Whether a comparison of bound terms is true. Raises EngineError as `evaluate` does."""
    return bool(_truth_of(compare)(bindings))


def pattern_of(atom: Atom, bindings: Bindings) -> Pattern:
    """What is known of the rows that an atom stands for."""
    return tuple([_known(arg, bindings) for arg in atom.args])


def _known(arg: Term, bindings: Bindings) -> Cell | None:
    if isinstance(arg, Var):
        return bindings.get(arg.name)
    if isinstance(arg, Const):
        return arg.value
    return None if isinstance(arg, Wildcard) or not is_bound(arg, bindings) else evaluate(arg, bindings)


def _name(variable: str) -> str:
    return f"b[{variable!r}]"


@lru_cache(maxsize=4096)
def _value_of(term: Term) -> Callable[[Bindings], Any]:
    function: Callable[[Bindings], Any] = eval(f"lambda b: {expression(term, _name)}", _FUNCTORS)
    return function


@lru_cache(maxsize=4096)
def _truth_of(compare: Compare) -> Callable[[Bindings], Any]:
    function: Callable[[Bindings], Any] = eval(f"lambda b: {comparison(compare, _name)}", _FUNCTORS)
    return function
