"""The proof of invariants: each obligation goes to Z3, each script once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import perf_counter

from ownlog.backend.certificates.invariant import Invariant
from ownlog.backend.certificates.obligations import Obligation, Obligations
from ownlog.backend.certificates.program import Program, Rows
from ownlog.backend.proofs.emission import ProofFile, write_proofs
from ownlog.backend.proofs.solver import MISSING, Answer, solve
from ownlog.backend.proofs.store import Store
from ownlog.base.cache import Cache


@dataclass(frozen=True, slots=True)
class Unproved:
    """What could not be proved of the allocation that begins at `origin`: `what`, at `op`."""

    origin: str
    what: str
    op: str


@dataclass(slots=True)
class Statistics:
    """Counts of obligations, scripts solved by Z3, answers from disk, and seconds in Z3."""

    obligations: int = 0
    solved: int = 0
    stored: int = 0
    seconds: float = 0.0


class Certifier:
    """Proves invariants, `timeout` seconds for each script; with `keep_scripts`, `emit` writes them as SMT-LIB 2."""

    def __init__(self, timeout: float = 5.0, cache: Cache | None = None, *, keep_scripts: bool = False) -> None:
        self.timeout = timeout
        self.statistics = Statistics()
        self.keeps_scripts = keep_scripts
        self.emitted: list[ProofFile] = []
        self._answers: dict[str, Answer] = {}
        self._store = Store(cache if cache is not None else Cache())

    def certify(self, rows: Rows, invariants: Iterable[Invariant], place: Callable[[str], str] = str) -> list[Unproved]:
        """The allocations and obligations of a module without a proof; `place` gives the position of an op."""
        invariants = list(invariants)
        program = Program(rows, [name for invariant in invariants for name in invariant.dangling])
        missing = program.origins()
        found: list[Unproved] = []
        for invariant in invariants:
            missing -= invariant.origins
            origin = min(invariant.origins)
            for obligation in Obligations(program, invariant):
                self.statistics.obligations += 1
                answer = self._answer(obligation.text)
                if answer is not True:
                    found.append(self._unproved(origin, obligation, answer))
                elif self.keeps_scripts:
                    self.emitted.append(_file(program, origin, obligation, place))
        return found + [
            Unproved(origin, "the search has no invariant for it", program.start_of(origin))
            for origin in sorted(missing)
        ]

    def emit(self, directory: str) -> int:
        """Write the proved obligations to a folder; returns the number of files. Raises InputError."""
        return write_proofs(directory, self.emitted)

    def _answer(self, script: str) -> Answer:
        if script not in self._answers:
            answer = self._store.read(script)
            if answer is not None:
                self.statistics.stored += 1
            else:
                start = perf_counter()
                answer = solve(script, 0, 0, self.timeout)
                self.statistics.solved += 1
                self.statistics.seconds += perf_counter() - start
                self._store.write(script, answer)
            self._answers[script] = answer
        return self._answers[script]

    def _unproved(self, origin: str, obligation: Obligation, answer: Answer) -> Unproved:
        if answer == MISSING:
            return Unproved(origin, MISSING, obligation.start)
        for claim in obligation.claims:
            if self._answer(obligation.script.text(claim.term)) is not True:
                return Unproved(origin, claim.what, claim.op)
        return Unproved(origin, str(answer), obligation.start)


def _file(program: Program, origin: str, obligation: Obligation, place: Callable[[str], str]) -> ProofFile:
    rule = "entry" if obligation.start in program.entry else "step"
    meaning = f"what is known of the allocation that begins at {origin} is kept from there on, and nothing goes wrong"
    return ProofFile(rule, place(obligation.start), meaning, obligation.script.names, obligation.text)
