"""What canonicalization derives about a module between two rounds: spare clones and allocations, known conditions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ownlog.backend.canonicalization.clones import Spare, spare_clones
from ownlog.backend.canonicalization.conditions import Decisions, Known, known_operands
from ownlog.backend.dealloc_op.unused import Unused, frees_what_it_alone_uses, unused_allocations
from ownlog.backend.rewriting import build
from ownlog.frontend.facts.names import Naming
from ownlog.rules import relations as rel
from ownlog.rules.typed_rows import Relation, TypedRows, relation_names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ownlog.backend.rewriting.effects import Effects
    from ownlog.backend.rewriting.rewriter import Rewriter
    from ownlog.backend.rewriting.rows import About
    from ownlog.frontend.ir.ir import Block, Op
    from ownlog.frontend.ir.module import Module


Questions = tuple[type[Relation], ...]
"""Relations in which the rules may say something."""

_ALL: Questions = (rel.SpareClone, rel.UnusedAllocation, rel.KnownOperand)


@dataclass(frozen=True, eq=False)
class Answers:
    """The spare clones, unused allocations and known operands of a module."""

    spares: dict[Op, Spare] = field(default_factory=dict)
    unused: Unused = field(default_factory=dict)
    known: Known = field(default_factory=dict)


def questions(rewriter: Rewriter) -> Questions:
    """The relations that may have rows about a function; in most functions there are none."""
    asked: dict[type[Relation], None] = {}
    cloned: set[Block | None] = set()
    decisions = Decisions(rewriter)
    for op in rewriter.ops():
        if op.regions or op.successors:
            if op is not rewriter.function and rel.KnownOperand not in asked and decisions.for_others(op):
                asked[rel.KnownOperand] = None
            continue
        name = op.name
        if name == build.FREE:
            if op.parent in cloned:
                asked[rel.SpareClone] = None
        elif name == build.CLONE:
            cloned.add(op.parent)
        elif name == build.DEALLOC and frees_what_it_alone_uses(op, rewriter):
            asked[rel.UnusedAllocation] = None
    return tuple(asked)


def ask(relations: Iterable[type[Relation]], module: Module, effects: Effects, about: About) -> Answers:
    """What the rules say in these relations about `module`."""
    naming = Naming(module, effects)
    derived = about(module, naming, relation_names(*dict.fromkeys(relations)))
    rows = TypedRows({**dict.fromkeys(relation_names(*_ALL), ()), **derived})
    values, ops = naming.values, naming.ops
    return Answers(
        spare_clones(rows(rel.SpareClone), ops, values),
        unused_allocations(rows(rel.UnusedAllocation), ops, values),
        known_operands(rows(rel.KnownOperand), ops, values),
    )
