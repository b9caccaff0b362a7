"""Mutants of the rules: a rule taken out, or with one small change to its body.

Laws, the gate and the checker must notice them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tests.rules.clauses import Clause, all_clauses


@dataclass(frozen=True)
class Mutant:
    """`original` replaced by `changed`, or taken out where that is None. `change` says it in words."""

    original: Clause
    changed: Clause | None
    change: str

    def __str__(self) -> str:
        return f"{self.original.label}: {self.change}"

    def apply(self, clauses: Iterable[Clause]) -> list[Clause]:
        """The clauses with this change."""
        changed = (self.changed if clause == self.original else clause for clause in clauses)
        return [clause for clause in changed if clause is not None]


def mutants(clause: Clause) -> Iterator[Mutant]:
    """All mutants of a clause, valid or not."""
    yield Mutant(clause, None, "taken out")
    for change, changed in clause.mutations():
        yield Mutant(clause, changed, change)


def named(name: str) -> Mutant:
    """The mutant of a rule with a number, as `E3: taken out`."""
    label = name.partition(":")[0]
    changed = (mutant for clause in all_clauses() if clause.label == label for mutant in mutants(clause))
    return next(mutant for mutant in changed if str(mutant) == name)
