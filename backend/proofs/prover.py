"""The prover: obligations in, verdicts out, each shape solved once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING

from ownlog.backend.proofs.solver import MISSING, NOTE, Answer, solve
from ownlog.backend.proofs.verdict import Proved, Refuted, Unknown, Verdict
from ownlog.base.errors import Diagnostic

if TYPE_CHECKING:
    from ownlog.backend.proofs.emission import ProofFile
    from ownlog.backend.proofs.normal import Form, Numbering
    from ownlog.backend.proofs.obligation import Obligation
    from ownlog.backend.proofs.store import Store
    from ownlog.base.cache import Cache

_PROVED = Proved()


@dataclass(eq=False)
class Statistics:
    """Statistics: `rules` counts verdicts by rule; `solved` shapes went to the solver, `stored` ones were on disk."""

    rules: dict[str, Counter[str]] = field(default_factory=dict)
    solved: int = 0
    stored: int = 0
    seconds: float = 0.0

    def count(self, rule: str, verdict: Verdict) -> None:
        counter = self.rules.get(rule)
        if counter is None:
            counter = self.rules[rule] = Counter()
        counter[type(verdict).__name__.lower()] += 1

    def add(self, other: Statistics) -> None:
        """Count what another prover did, too."""
        for rule, counter in other.rules.items():
            self.rules.setdefault(rule, Counter()).update(counter)
        self.solved += other.solved
        self.stored += other.stored
        self.seconds += other.seconds

    @property
    def total(self) -> Counter[str]:
        """The verdicts of all rules."""
        return sum(self.rules.values(), Counter())

    def lines(self) -> list[str]:
        """The statistics for a person, a line for each rule."""
        total = self.total
        lines = [
            (
                f"obligations: {total.total()}, proved: {total['proved']}, refuted: {total['refuted']}, unknown:"
                f" {total['unknown']}"
            ),
            f"shapes solved: {self.solved}, found on disk: {self.stored}, seconds in the solver: {self.seconds:.3f}",
        ]
        for rule, counter in sorted(self.rules.items()):
            kept, refused = counter["proved"], counter["refuted"] + counter["unknown"]
            lines.append(f"  {rule}: {kept} proved" + (f", {refused} not proved, left as they were" if refused else ""))
        return lines


class Prover:
    """Proves obligations with Z3, once for each normal form, in `timeout` seconds each.

    `cache` keeps answers between runs (None: the user's cache). With `keep_scripts`, `emit` can write them as SMT-LIB
    2.
    """

    def __init__(self, timeout: float = 5.0, cache: Cache | None = None, *, keep_scripts: bool = False) -> None:
        self.timeout = timeout
        self.statistics = Statistics()
        self.notes: list[Diagnostic] = []
        self.emitted: list[tuple[Obligation, Form, Numbering]] = []
        self.keeps_scripts = keep_scripts
        self.certificates: list[ProofFile] = []
        """What passes have proved otherwise, to be written to disk with the obligations."""
        self._answers: dict[Form, Answer] = {}
        self._scripts: dict[tuple[str, int], bool] = {}
        self._cache = cache

    @cached_property
    def _store(self) -> Store:
        from ownlog.backend.proofs.store import Store
        from ownlog.base.cache import Cache

        return Store(self._cache if self._cache is not None else Cache())

    def prove(self, obligation: Obligation) -> Verdict:
        from ownlog.backend.proofs.normal import normal_form

        form, numbering = normal_form(obligation)
        answer = self._answers.get(form)
        if answer is None:
            answer = self._answers[form] = self._find(form, numbering)
        verdict = _PROVED if answer is True else _verdict(answer, numbering)
        self.statistics.count(obligation.rule, verdict)
        if self.keeps_scripts:
            self.emitted.append((obligation, form, numbering))
        return verdict

    def proves(self, obligation: Obligation) -> bool:
        """Is `obligation` valid, and does the prover know it?"""
        return isinstance(self.prove(obligation), Proved)

    def shows(self, script: str, steps: int = 0) -> bool:
        """Is a script unsatisfiable, provably within `steps` of Z3 (0: no limit)? Asked once for each script."""
        known = self._scripts.get((script, steps))
        if known is None:
            known = self._scripts[script, steps] = self._solved(script, 0, 0, steps) is True
        return known

    def repeat(self, rule: str, proved: bool) -> None:
        """Count one more obligation of a shape that the caller knows the verdict of."""
        self.statistics.count(rule, _PROVED if proved else Unknown("as before"))

    def _find(self, form: Form, numbering: Numbering) -> Answer:
        from ownlog.backend.proofs.smtlib import smt_text

        return self._solved(smt_text(form), len(numbering.buffers), len(numbering.conditions))

    def _solved(self, script: str, buffers: int, conditions: int, steps: int = 0) -> Answer:
        answer = self._store.read(script)
        if answer is not None:
            self.statistics.stored += 1
            return answer
        start = perf_counter()
        answer = solve(script, buffers, conditions, self.timeout, steps)
        if answer == MISSING:
            self.notes = [NOTE]
        else:
            self.statistics.solved += 1
            self.statistics.seconds += perf_counter() - start
        self._store.write(script, answer)
        return answer

    def emit(self, directory: str) -> int:
        """Write the proved obligations to a folder; returns the number of files. Raises InputError."""
        from ownlog.backend.proofs.emission import write_proofs

        proved = [entry for entry in self.emitted if self._answers[entry[1]] is True]
        files = (_file(obligation, form, numbering) for obligation, form, numbering in proved)
        return write_proofs(directory, [*files, *self.certificates])


def _verdict(answer: Answer, numbering: Numbering) -> Verdict:
    if isinstance(answer, str):
        return Unknown(answer)
    assert not isinstance(answer, bool)
    conditions, allocations = answer
    return Refuted(
        dict(zip(numbering.conditions, conditions, strict=True)), dict(zip(numbering.buffers, allocations, strict=True))
    )


def _file(obligation: Obligation, form: Form, numbering: Numbering) -> ProofFile:
    from ownlog.backend.proofs.emission import ProofFile
    from ownlog.backend.proofs.smtlib import smt_text

    names = {f"b{i}": _shown(name) for i, name in enumerate(numbering.buffers)}
    names |= {f"c{i}": _shown(name) for i, name in enumerate(numbering.conditions)}
    meaning = "the same allocations are freed, each at most once, and all results are equal"
    return ProofFile(
        obligation.rule, str(obligation.position or "no place in the text"), meaning, names, smt_text(form)
    )


def _shown(name: Hashable) -> str:
    return str(getattr(name, "ref", name))
