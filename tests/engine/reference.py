"""A slow evaluator that is plainly right: rules are applied to everything, as written, until nothing new comes out.

It knows nothing of deltas, indexes or join orders, and shares no code with the engines. Strata come from the relations'
order of declaration: a program made for it reads negated and aggregated relations only from earlier ones.
"""

import operator
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from ownlog.rules.engine.language.syntax_tree import (
    Aggregate,
    Atom,
    Call,
    Cast,
    Compare,
    Const,
    Literal,
    Negation,
    Term,
    Truth,
    Var,
    Wildcard,
    variables,
)
from ownlog.rules.engine.planning import functors
from ownlog.rules.engine.program.program import Program

Cell = str | int
Row = tuple[Cell, ...]
Rows = Mapping[str, Collection[Row]]
Binding = dict[str, Cell]

_COMPARE = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_CALLS: dict[str, Callable[..., Cell]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": functors.div, "%": functors.mod,
    "band": operator.and_,
    "bor": operator.or_, "bxor": operator.xor, "neg": operator.neg, "bnot": operator.invert,
    "cat": lambda *texts: "".join(texts),
    "strlen": functors.strlen, "substr": functors.substr, "to_number": functors.to_number, "to_string": str,
    "min": lambda *values: min(values), "max": lambda *values: max(values),
}  # fmt: skip


def evaluate(program: Program, facts: Mapping[str, Iterable[Row]]) -> dict[str, set[Row]]:
    """All rows of all relations."""
    relations = {name: set(facts.get(name, ())) for name in program.relations}
    for name in program.relations:
        rules = [(rule.head, body) for rule in program.relations[name].rules for body in rule.alternatives]
        while True:
            derived = {
                instance(head, binding, relations)
                for head, body in rules
                for binding in solutions(body, {}, relations, relations)
            }
            if derived <= relations[name]:
                break
            relations[name] |= derived
    return relations


def instance(head: Atom, binding: Binding, rows: Rows) -> Row:
    """The row that a head says."""
    cells = tuple(value(arg, binding, rows) for arg in head.args)
    assert None not in cells
    return tuple(cell for cell in cells if cell is not None)


def holds(literal: Compare | Truth, binding: Binding, rows: Rows) -> bool:
    """Whether a comparison of bound terms holds."""
    if isinstance(literal, Truth):
        return literal.value
    left, right = value(literal.left, binding, rows), value(literal.right, binding, rows)
    if left is None or right is None:
        return False
    if literal.op.endswith("match"):
        return (re.fullmatch(str(left), str(right), re.DOTALL) is not None) is (literal.op == "match")
    if literal.op.endswith("contains"):
        return (str(left) in str(right)) is (literal.op == "contains")
    return bool(_COMPARE[literal.op](left, right))


def value(term: Term, binding: Binding, rows: Rows) -> Cell | None:
    """The value of a bound term; None for the minimum or maximum of nothing."""
    if isinstance(term, Const):
        return term.value
    if isinstance(term, Var):
        return binding[term.name]
    if isinstance(term, Cast):
        return value(term.term, binding, rows)
    if isinstance(term, Call):
        return _CALLS[term.op](*(value(arg, binding, rows) for arg in term.args))
    assert isinstance(term, Aggregate)
    body = tuple(_without_wildcards(literal, number) for number, literal in enumerate(term.body))
    found = list(solutions(body, binding, rows, rows))
    if term.target is None:
        return len(found)
    values = [number for number in (value(term.target, inner, rows) for inner in found) if isinstance(number, int)]
    if term.op == "sum":
        return sum(values)
    return (min if term.op == "min" else max)(values, default=None)


def _without_wildcards(literal: Literal, number: int) -> Literal:
    if not isinstance(literal, Atom):
        return literal
    args = (
        Var(f"?{number} {column}", arg.at) if isinstance(arg, Wildcard) else arg
        for column, arg in enumerate(literal.args)
    )
    return Atom(literal.relation, tuple(args), literal.at)


def solutions(body: tuple[Literal, ...], binding: Binding, lower: Rows, rows: Rows) -> Iterator[Binding]:
    """The bindings under which a body holds; positive atoms read `lower`, all else reads `rows`.

    What is unbound waits for the rest.
    """
    if not body:
        yield binding
        return
    for number, literal in enumerate(body):
        found = _step(literal, binding, lower, rows)
        if found is not None:
            for extended in found:
                yield from solutions(body[:number] + body[number + 1 :], extended, lower, rows)
            return
    raise AssertionError("no literal can be decided")


def _step(literal: Literal, binding: Binding, lower: Rows, rows: Rows) -> list[Binding] | None:
    if isinstance(literal, Atom):
        if not is_bound([arg for arg in literal.args if not isinstance(arg, Var)], binding):
            return None
        return [extended for row in lower[literal.relation] for extended in matches(literal, row, binding, rows)]
    if isinstance(literal, Truth):
        return [binding] if literal.value else []
    if isinstance(literal, Negation):
        if not is_bound(literal.atom.args, binding):
            return None
        return (
            []
            if any(True for row in rows[literal.atom.relation] for _ in matches(literal.atom, row, binding, rows))
            else [binding]
        )
    for side, other in ((literal.left, literal.right), (literal.right, literal.left)):
        if literal.op == "=" and isinstance(side, Var) and side.name not in binding and is_bound([other], binding):
            cell = value(other, binding, rows)
            return [] if cell is None else [{**binding, side.name: cell}]
    if not is_bound([literal.left, literal.right], binding):
        return None
    return [binding] if holds(literal, binding, rows) else []


def is_bound(terms: Iterable[Term], binding: Binding) -> bool:
    """Whether all variables of the terms have values."""
    return all(var.name in binding for var in variables(tuple(terms)))


def matches(atom: Atom, row: Row, binding: Binding, rows: Rows) -> Iterator[Binding]:
    """The binding under which an atom is this row, if there is one."""
    extended = dict(binding)
    for arg, cell in zip(atom.args, row, strict=True):
        if isinstance(arg, Wildcard):
            continue
        if isinstance(arg, Var):
            if extended.setdefault(arg.name, cell) != cell:
                return
        elif value(arg, extended, rows) != cell:
            return
    yield extended
