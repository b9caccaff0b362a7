"""That a choice is optimal, as SMT-LIB 2: no solution of the clauses costs less.

A clause says that of some uses one has to be out of place, by the rules (not proved here). The cost is one number:
bytes copied, then bytes allocated, then buffers. Clauses without a common use are separate files. Logic: QF_LIA.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ownlog.backend.bufferize.minimize_copies.cover import Clause
from ownlog.backend.proofs.emission import ProofFile
from ownlog.frontend.facts.names import Naming

RULE = "fewest copies"


@dataclass(frozen=True)
class Part:
    """Connected clauses, the least cost of satisfying them, and of each item its cost, op, and words."""

    clauses: tuple[Clause, ...]
    least: int
    costs: Mapping[int, int]
    ops: Mapping[int, str]
    words: Mapping[int, str]

    def script(self) -> str:
        """The script: `unsat` says that no choice costs less."""
        lines = ["(set-logic QF_LIA)", *(f"(declare-fun x{item} () Bool)" for item in self.costs)]
        for clause in self.clauses:
            literals = [
                *(f"x{item}" for item in sorted(clause.chosen)),
                *(f"(not x{item})" for item in sorted(clause.left)),
            ]
            lines.append(f"(assert {_joined('or', literals)})")
        terms = [f"(ite x{item} {cost} 0)" for item, cost in self.costs.items()]
        lines += [f"(assert (< {_joined('+', terms)} {self.least}))", "(check-sat)"]
        return "\n".join(lines) + "\n"

    def file(self, naming: Naming) -> ProofFile:
        """What is written to disk, with the places of the ops."""
        names = {}
        for item, op in self.ops.items():
            found = naming.ops[op]
            at = f" at line {found.position.line}" if found.position is not None else ""
            names[f"x{item}"] = f"{self.words[item]} {found.name}{at}"
        first = naming.ops[min(self.ops.values(), key=lambda op: naming.ops[op].start)].position
        meaning = (
            f"nothing that satisfies these clauses costs less than {self.least}, which is what the choice costs that"
            " was made"
        )
        return ProofFile(RULE, str(first or "no place in the text"), meaning, names, self.script())


def _joined(word: str, terms: list[str]) -> str:
    return terms[0] if len(terms) == 1 else f"({word} {' '.join(terms)})"
