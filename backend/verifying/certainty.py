"""When two programs certainly do different things, and not only in other words.

All of it is asked where some arguments lead: there, constants that are two numbers differ, parameters differ for some arguments, and what
is stored in a parameter can be seen after the return.
"""

from __future__ import annotations

from ownlog.backend.verifying.program import Program
from ownlog.backend.verifying.state import Side
from ownlog.backend.verifying.steps import Stop
from ownlog.backend.verifying.terms import INPUT, Term, Terms
from ownlog.frontend.text.literals import integer_literal


def terms_differ(before: Term, after: Term, terms: Terms) -> bool:
    """Whether some arguments give two terms different values: constants, parameters, or one of both."""
    kinds = [INPUT if terms.kind(term) == INPUT else "number" if _number(term, terms) is not None else "" for term in (before, after)]
    if "" in kinds:
        return False
    return kinds != ["number", "number"] or _number(before, terms) != _number(after, terms)


def _number(term: Term, terms: Terms) -> int | float | None:
    head, args = terms.heads[term], terms.args[term]
    if head[0] == "truth":
        return int(head[1] is True)
    if head[0] != "op" or args or not isinstance(head[2], tuple) or len(head[2]) != 1:
        return None
    return _parsed(str(head[2][0][1]))


def _parsed(text: str) -> int | float | None:
    found = integer_literal(text)
    if found is not None:
        return found.value
    try:
        return float(text.partition(":")[0])
    except ValueError:
        return None


def attributes_differ(first: Program, before: str, second: Program, after: str) -> bool:
    """Whether two ops of a name have numbers as attributes of a name, which are not the same."""
    others = dict(second.attributes(after))
    for key, text in first.attributes(before):
        numbers = integer_literal(text), integer_literal(others.get(key))
        if numbers[0] is not None and numbers[1] is not None and numbers[0] != numbers[1]:
            return True
    return False


def stops_differ(programs: tuple[Program, Program], sides: tuple[Side, Side], stops: tuple[Stop, Stop], terms: Terms) -> bool:
    """Whether one program returns, and the other does something first that its caller can see."""
    for mine, other in ((0, 1), (1, 0)):
        program, op = programs[mine], stops[mine].op
        if stops[other].what != "return":
            continue
        if op in program.external_calls:
            return True
        stores = program.traits.rows("stores_element", program.op(op).name)
        for _, memory in stores:
            places = terms.places(sides[mine].values[program.operands[op][int(memory)]])
            if all(terms.kind(place) == INPUT for place in places):
                return True
    return False
