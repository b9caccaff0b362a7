"""Exact cases that rules themselves say: what a rule reads, with names for its variables, and what follows."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from ownlog.rules.engine.language.syntax_tree import Atom as RuleAtom
from ownlog.rules.engine.language.syntax_tree import BodyItem, Compare, Const, Negation, Term, Var, Wildcard
from ownlog.rules.engine.program.program import Program
from ownlog.rules.engine.program.relations import Rule
from tests.rules.notation import ANYTHING, Atom, Case, Expectation

_APART = 10
"""What lies between two numbers, so that the neighbours of one are not the other."""


def derived_cases(program: Program) -> Iterator[Case]:
    """A case for each rule of one head whose body only has atoms, negated atoms, and variables that differ."""
    for rule in program.rules:
        if len(rule.heads) == 1 and _is_plain(program, rule.head, rule.body):
            yield _case(program, rule)


def _is_plain(program: Program, head: RuleAtom, body: Sequence[BodyItem]) -> bool:
    atoms = [item.atom if isinstance(item, Negation) else item for item in body]
    read = [atom for atom in atoms if isinstance(atom, RuleAtom)]
    terms = chain.from_iterable(atom.args for atom in (head, *read))
    differ = [item for item in body if isinstance(item, Compare)]
    return (
        any(isinstance(item, RuleAtom) for item in body)
        and len(read) + len(differ) == len(body)
        and all(item.op == "!=" and isinstance(item.left, Var) and isinstance(item.right, Var) for item in differ)
        and all(isinstance(term, Var | Wildcard | Const) for term in terms)
        and not any(program.relations[atom.relation].inline for atom in (head, *read))
    )


def _case(program: Program, rule: Rule) -> Case:
    facts = [item for item in rule.body if isinstance(item, RuleAtom)]
    names = _names(program, facts)
    exceptions = [item.atom for item in rule.body if isinstance(item, Negation)]
    differ = [(item.left, item.right) for item in rule.body if isinstance(item, Compare)]
    return Case(
        rule.number,
        "as it is written",
        tuple(_stated(atom, names) for atom in facts),
        (Expectation(_stated(rule.head, names), True),),
        f"{rule.position.file}:{rule.position.line}",
        exact=True,
        exceptions=tuple((_stated(atom, names),) for atom in exceptions),
        apart=tuple((_value(one, names), _value(other, names)) for one, other in differ),
    )


def _names(program: Program, atoms: Sequence[RuleAtom]) -> Mapping[str, str | int]:
    """A name for each variable, or a number, by the columns in which it occurs."""
    found: dict[str, str | int] = {}
    for atom in atoms:
        for column, term in zip(program.relations[atom.relation].columns, atom.args, strict=True):
            if isinstance(term, Var) and term.name not in found:
                found[term.name] = _APART * (len(found) + 1) if column.base == "number" else term.name
    return found


def _stated(atom: RuleAtom, names: Mapping[str, str | int]) -> Atom:
    return Atom(atom.relation, tuple(_value(term, names) for term in atom.args))


def _value(term: Term, names: Mapping[str, str | int]) -> str | int:
    if isinstance(term, Const):
        return term.value
    return names.get(term.name, ANYTHING) if isinstance(term, Var) else ANYTHING
