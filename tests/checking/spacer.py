"""A second opinion: Z3's Spacer looks for an invariant by itself, where the search has handed one over.

The steps are those of the obligations, as constrained Horn clauses: what is said of a cut is an unknown predicate of
the status, the handles that are still needed, and the conditions that the invariant speaks of. How functions return is
what the search found.
"""

from collections.abc import Iterator

import z3

from ownlog.backend.certificates import formulas as smt
from ownlog.backend.certificates.frame import Cut, Frame
from ownlog.backend.certificates.invariant import Invariant
from ownlog.backend.certificates.moment import Moment
from ownlog.backend.certificates.obligations import Obligation, Obligations
from ownlog.backend.certificates.program import Program

FOUND, IMPOSSIBLE, UNKNOWN = "found", "impossible", "unknown"


class _Clauses(Obligations):
    """The obligations, with an unknown predicate for each cut in place of the cases that the search found there."""

    def __init__(self, program: Program, invariant: Invariant) -> None:
        super().__init__(program, invariant)
        self.predicates: dict[tuple[object, Cut], tuple[str, list[str]]] = {}

    def _says(self, frame: Frame, cut: Cut, now: Moment) -> str:
        needed, inputs = sorted(frame.support.get(cut, ())), sorted(self.web.inputs)
        name, _ = self.predicates.setdefault(
            (frame.activation, cut),
            (
                f"at{len(self.predicates)}",
                [smt.INT, *(smt.BOOL for _ in needed), *(now.sort(value) for value in inputs)],
            ),
        )
        arguments = [now.status, *map(now.holds, needed), *map(now.value, inputs)]
        nothing = smt.conjunction(
            [self._quiet(frame.activation, now.status), *(smt.negation(now.holds(handle)) for handle in needed)]
        )
        path = [now.is_value(value, int(truth)) for value, truth in frame.paths(cut)]
        return smt.conjunction([*path, smt.disjunction([nothing, f"({name} {' '.join(arguments)})"])])


def opinion(program: Program, invariant: Invariant, timeout: float) -> str:
    """Whether Spacer finds an invariant of its own for what `invariant` is about, within `timeout` seconds."""
    clauses = _Clauses(program, invariant)
    obligations = list(clauses)
    declared = {
        name: z3.Function(name, *map(_sort, sorts), z3.BoolSort()) for name, sorts in clauses.predicates.values()
    }
    solver = z3.SolverFor("HORN")
    solver.set("timeout", int(timeout * 1000))
    for obligation in obligations:
        for clause in _rules(obligation, declared):
            solver.add(clause)
    answer = solver.check()
    return FOUND if answer == z3.sat else IMPOSSIBLE if answer == z3.unsat else UNKNOWN


def _sort(name: str) -> z3.SortRef:
    return z3.BoolSort() if name == smt.BOOL else z3.IntSort()


def _rules(obligation: Obligation, declared: dict[str, z3.FuncDeclRef]) -> Iterator[z3.BoolRef]:
    """The clauses that say that all claims follow.

    What is assumed, and each claim, speaks of one cut at most, and never denies it.
    """
    asked = [*obligation.script.known, *(claim.term for claim in obligation.claims)]
    text = "\n".join([*obligation.script.lines, *(f"(assert {term})" for term in asked)])
    terms = list(z3.parse_smt2_string(text, decls=declared))
    assert len(terms) == len(asked)
    known = z3.And(terms[: len(obligation.script.known)])
    for body in _parted(known, declared, holds=True):
        for claim in terms[len(obligation.script.known) :]:
            for head in _parted(claim, declared, holds=False):
                yield _closed(body, head)


def _parted(
    term: z3.BoolRef, declared: dict[str, z3.FuncDeclRef], *, holds: bool
) -> Iterator[tuple[z3.BoolRef, z3.BoolRef | None]]:
    """The parts of which one (`holds`) or all (else) have to hold: what is plain, and the predicate that comes with
    it.
    """
    found = _applications(term, declared)
    assert len(found) <= 1, "a claim speaks of one cut"
    plain = [
        z3.simplify(z3.substitute(term, (one, z3.BoolVal(value)))) for one in found for value in (True, False)
    ] or [term]
    if not found:
        yield plain[0], None
    elif holds:
        yield from ((plain[0], found[0]), (plain[1], None))
    else:
        yield from ((plain[1], found[0]), (plain[0], None))


def _applications(term: z3.ExprRef, declared: dict[str, z3.FuncDeclRef]) -> list[z3.ExprRef]:
    seen: dict[int, z3.ExprRef] = {}
    work = [term]
    while work:
        current = work.pop()
        if current.get_id() not in seen:
            seen[current.get_id()] = current
            work += current.children()
    return [found for found in seen.values() if found.decl().name() in declared]


def _closed(body: tuple[z3.BoolRef, z3.BoolRef | None], head: tuple[z3.BoolRef, z3.BoolRef | None]) -> z3.BoolRef:
    """Where the body holds, and what is plain of the head does not, the head's predicate does."""
    plain = [part for part in body if part is not None]
    left = z3.And(*plain, z3.Not(head[0]))
    right = head[1] if head[1] is not None else z3.BoolVal(False)
    clause = z3.Implies(left, right)
    constants = {one.get_id(): one for one in _constants(clause)}
    return z3.ForAll(list(constants.values()), clause) if constants else clause


def _constants(term: z3.ExprRef) -> Iterator[z3.ExprRef]:
    work, seen = [term], set[int]()
    while work:
        current = work.pop()
        if current.get_id() not in seen:
            seen.add(current.get_id())
            if z3.is_const(current) and current.decl().kind() == z3.Z3_OP_UNINTERPRETED:
                yield current
            work += current.children()
