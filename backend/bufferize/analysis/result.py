"""What the analysis of a module decided, as tables and as the facts that later rules read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from ownlog.backend.bufferize.aliasing.classes import Clash, Classes, Use
from ownlog.backend.bufferize.aliasing.decisions import Told
from ownlog.backend.bufferize.aliasing.disjoint import DERIVED as ASKED_BY
from ownlog.backend.bufferize.aliasing.equivalence import DERIVED as EQUAL_BY
from ownlog.backend.bufferize.aliasing.parts import Question
from ownlog.backend.bufferize.aliasing.uses import DERIVED as DECIDED_BY
from ownlog.backend.bufferize.analysis.moved import Moved
from ownlog.backend.bufferize.minimize_copies.choice import Outcome
from ownlog.backend.bufferize.minimize_copies.weights import DERIVED as CHOSEN_BY
from ownlog.frontend.facts.extract import Facts, option_facts
from ownlog.rules.relations import (
    ArgumentAtEnd,
    ArrivesNext,
    EndsIteration,
    EndsOtherwise,
    FunctionArgument,
    FunctionReturn,
    GivenBack,
    IterYield,
    LacksAttribute,
    NeedsFill,
    Refilled,
    SeenDefinition,
    SeveralBlocks,
    SoleResult,
    TensorAt,
    Uncarried,
    ValueRead,
    YieldsOperand,
)
from ownlog.rules.typed_rows import relation_names

if TYPE_CHECKING:
    from ownlog.backend.proofs.emission import ProofFile
    from ownlog.frontend.facts.names import Naming


OF_CALLS = (
    "assume_call",
    "assume_external",
    "assume_read",
    "assume_written",
    "assume_returned",
    "assume_read_only",
    "assume_shared",
)
OF_PARTS = ("assume_apart", "assume_apart_if", "assume_not_apart")
DECISIONS = (
    "assume_in_place", "assume_conflict", "assume_unwritable", "assume_class", "assume_changed", "assume_parted",
    "assume_rival", "assume_layout", "assume_moved",
)  # fmt: skip
TOLD = (*OF_CALLS, *OF_PARTS, *DECISIONS)


_NONE: Mapping[str, str] = MappingProxyType({})
_SUMMARISED_BY = relation_names(IterYield, FunctionArgument, FunctionReturn, SeenDefinition, ValueRead)
_REFUSED_BY = relation_names(EndsOtherwise, LacksAttribute, SeveralBlocks)
_COPIED_BY = relation_names(
    ArgumentAtEnd,
    ArrivesNext,
    EndsIteration,
    GivenBack,
    YieldsOperand,
    NeedsFill,
    Refilled,
    SoleResult,
    TensorAt,
    Uncarried,
)
DERIVED = tuple(
    dict.fromkeys((*DECIDED_BY, *CHOSEN_BY, *EQUAL_BY, *_SUMMARISED_BY, *_REFUSED_BY, *_COPIED_BY, *ASKED_BY))
)
"""The relations that analysis asks for."""


@dataclass
class Summary:
    """A function's read and written arguments, and for each result the argument that it is, or None."""

    reads: set[int] = field(default_factory=set)
    writes: set[int] = field(default_factory=set)
    equivalent: dict[int, int | None] = field(default_factory=dict)
    overlapping: set[tuple[int, int]] = field(default_factory=set)
    read_only: set[int] = field(default_factory=set)
    """The results that nothing may be written to."""
    shared: set[tuple[int, int]] = field(default_factory=set)
    """Pairs of results that may share memory."""


@dataclass
class Analysis:
    """What was decided about a module, by the names of its ops and functions."""

    text: Facts = field(default_factory=dict)
    """What the module says, and which options were set: the facts that this was decided from."""
    known: set[str] = field(default_factory=set)
    in_place: set[Use] = field(default_factory=set)
    refused: dict[Use, Clash] = field(default_factory=dict)
    impossible: list[tuple[Use, Clash]] = field(default_factory=list)
    told_why: list[Told] = field(default_factory=list)
    """Why uses are not in place, including those by unknown ops, in order; for `test-analysis-only`."""
    would_be: set[Use] = field(default_factory=set)
    """The uses by ops that nothing is known of which could be written to; only with `test-analysis-only`."""
    rivals: dict[Use, frozenset[Use]] = field(default_factory=dict)
    """For a refused use, others of which one has to be out of place with it, if copies are minimized."""
    outcomes: list[Outcome] = field(default_factory=list)
    """How good the choices are, where the fewest copies are looked for."""
    parted: set[Use] = field(default_factory=set)
    """The uses by ops of which nothing is known that must get a copy."""
    functions: dict[str, Summary] = field(default_factory=dict)
    external: list[str] = field(default_factory=list)
    """Functions without a body."""
    left_out: set[str] = field(default_factory=set)
    """Functions with a body that the user does not want to have analysed."""
    order: list[str] = field(default_factory=list)
    """Functions with a body, callees first as far as there is such an order."""
    definitions: dict[Use, str] = field(default_factory=dict)
    """The definition that each read sees."""
    changed: list[Changed] = field(default_factory=list)
    """What a loop gives back in another buffer than it was given."""
    classes: list[Classes] = field(default_factory=list)
    """Those of each level of functions."""
    lacking: list[LacksAttribute] = field(default_factory=list)
    several_blocks: list[str] = field(default_factory=list)
    ends_otherwise: list[str] = field(default_factory=list)
    holding: list[str] = field(default_factory=list)
    """Ops that make values of functions whose types change."""
    calls: dict[str, str] = field(default_factory=dict)
    """The functions that calls call, as far as these are in the module."""
    derived: Facts = field(default_factory=lambda: {name: [] for name in DERIVED})
    """What was derived, of all that was analysed: the facts of what is done next."""
    undecided: Facts = field(default_factory=dict)
    """The same of what is not analysed: there, all that is written to is copied."""
    moved: list[Moved] = field(default_factory=list)
    """What was moved or rewritten before, so that less is copied."""
    moved_by: list[ProofFile] = field(default_factory=list)
    """Proofs that parts are apart, of those that this went by."""
    told: Facts = field(default_factory=lambda: {name: [] for name in (*OF_CALLS, *OF_PARTS)})
    """What was found of functions, and of parts of tensors, as the facts that later rules go by."""
    shown: dict[tuple[str, str], Question] = field(default_factory=dict)
    """The parts of which the prover has shown that they are apart, by the ops."""

    @cached_property
    def _classes_of(self) -> dict[str, Classes]:
        return {value: classes for classes in self.classes for value in classes.values()}

    def alias_set(self, value: str) -> list[str]:
        """The tensors that share memory with `value`, itself among them."""
        return self._classes_of[value].ordered(value) if value in self._classes_of else [value]

    def facts(self, naming: Naming) -> Facts:
        """The findings and decisions as facts for later rules; a class is named after its first tensor."""
        told: Facts = {
            **self.told,
            **{name: [] for name in DECISIONS},
            "assume_in_place": [*self.in_place],
            "assume_changed": [*self.changed],
        }
        told["assume_parted"] = [*self.parted]
        found = ((naming.find(moved.op), moved) for moved in self.moved)
        told["assume_moved"] = [
            (name, moved.how, moved.other.name, moved.other.line) for name, moved in found if name is not None
        ]
        told["assume_rival"] = [(*use, *other) for use, others in self.rivals.items() for other in sorted(others)]
        for (op, operand), clash in (*self.refused.items(), *self.impossible):
            if clash.write is not None and clash.read is not None:
                told["assume_conflict"].append((op, operand, *clash.read, *clash.write))
            elif clash.write is not None and clash.read_only is not None:
                told["assume_unwritable"].append((op, operand, *clash.write, clash.read_only))
        places = {name: number for number, name in enumerate(naming.values)}
        for whole in {id(whole): whole for classes in self.classes for whole in classes.all()}.values():
            first = min(whole.members, key=places.__getitem__)
            told["assume_class"] += [(member, first) for member in whole.members]
        return {name: [*dict.fromkeys(rows)] for name, rows in told.items()}


def facts_of(naming: Naming, analysis: Analysis, options: Mapping[str, str] = _NONE) -> Facts:
    """All facts about an analysed module, those about tensors and what was decided among them; with more options."""
    text = analysis.text
    return {**text, "option": [*text["option"], *option_facts(options)], **analysis.facts(naming)}


class Changed(NamedTuple):
    """`op` hands over, as number `number`, another buffer than what goes round there."""

    op: str
    number: int
