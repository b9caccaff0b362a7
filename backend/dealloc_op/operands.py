"""The operands of `bufferization.dealloc` in a rewrite, with each change behind a proof.

Obligations are about few operands at a time. That is enough (docs/proofs.md, "Frames"): an operand's free is restricted
by all retained buffers alike, and a result is a disjunction over the operands. So an obligation that changes operands
includes any other operand and any retained buffer, and one that changes retained buffers each operand.
"""

from __future__ import annotations

from ownlog.backend.proofs.obligation import Dealloc, Obligation
from ownlog.backend.proofs.prover import Prover
from ownlog.backend.proofs.terms import Result, Term, Var
from ownlog.backend.rewriting.constants import truth
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.base.errors import Position
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op, Value
from ownlog.rules import relations as rel
from ownlog.rules.typed_rows import TypedRows

OTHER = ("any other operand", Var("any condition"))
"""An operand that a rewrite leaves as it is."""
KEPT = "any retained buffer"
SAME = ((Result(0, 0), Result(0, 0)),)
"""What is said of the first retained buffer is said of it afterwards."""


class Deallocation:
    """One `bufferization.dealloc` while it is rewritten in place."""

    def __init__(self, op: Op, rewriter: Rewriter, prover: Prover) -> None:
        self.op = op
        self.rewriter = rewriter
        self.prover = prover
        self.buffers, self.conditions, self.retained = op.groups()

    def proves(
        self,
        rule: str,
        before: tuple[Dealloc, ...],
        after: tuple[Dealloc, ...],
        results: tuple[tuple[Term, Term], ...] = (),
        *,
        must: tuple[tuple[object, object], ...] = (),
        never: tuple[tuple[object, object], ...] = (),
        erased: tuple[object, ...] = (),
    ) -> bool:
        """Is a rewrite of this op proved? Buffers are IR values or names."""
        position = _position(self.op) if self.prover.keeps_scripts else None
        return self.prover.proves(Obligation(rule, before, after, results, must, never, (), erased, position))

    def set(self, operands: list[tuple[Value, Value]], retained: list[Value] | None = None) -> None:
        """Give the op other operands, each a buffer and its condition."""
        self.buffers, self.conditions = [buffer for buffer, _ in operands], [condition for _, condition in operands]
        self.retained = self.retained if retained is None else retained
        self.rewriter.set_groups(self.op, [self.buffers, self.conditions, self.retained])

    def operands(self) -> list[tuple[Value, Value]]:
        return list(zip(self.buffers, self.conditions, strict=True))

    def retain_only(self, kept: list[bool]) -> None:
        """Drop the retained buffers whose mark in `kept` is False; nobody uses their results any more."""
        retained = [value for value, keep in zip(self.retained, kept, strict=True) if keep]
        self.rewriter.keep_results(self.op, kept)
        self.set(self.operands(), retained)


def condition(value: Value) -> Term:
    """An i1 value as a term."""
    known = truth(value)
    return Var(value) if known is None else known


def _position(op: Op) -> Position | None:
    """Where the op stands, or for an op that a pass made, what ends its block."""
    block = op.parent
    shown = op if op.source is not None or block is None else block.terminator
    return None if shown is None else shown.position


NEEDED = (rel.MustAlias, rel.NeverAlias)
"""The derived relations that answers are made of; what is in neither of them may be."""


class Aliases:
    """MUST and NEVER, by value. A value that came into being after the rules were run is only known to be itself."""

    def __init__(self, rows: TypedRows, naming: Naming) -> None:
        self._must = set(rows(rel.MustAlias))
        self._never = set(rows(rel.NeverAlias))
        self._named = {value: name for name, value in naming.values.items()}

    def must(self, left: Value, right: Value) -> bool:
        """Do the two always have the same allocation?"""
        return left is right or rel.MustAlias(self._named.get(left, ""), self._named.get(right, "")) in self._must

    def never(self, left: Value, right: Value) -> bool:
        """Do the two never have the same allocation?"""
        return rel.NeverAlias(self._named.get(left, ""), self._named.get(right, "")) in self._never
