"""A module as passes see it: the facts that a pass goes by after the passes before it, with the places of the input."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ownlog import rules
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.pipeline_text import parse_pipeline, pipeline_text
from ownlog.backend.passes.registry import run_passes
from ownlog.base.errors import Diagnostic, InputError
from ownlog.derived.tensors import Decisions
from ownlog.frontend import copy_of
from ownlog.frontend.facts.extract import Facts, extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.module import Module
from ownlog.query.layer import user_items
from ownlog.query.questions import Questions
from ownlog.query.reports.lives import Lives
from ownlog.query.text import parse_query
from ownlog.rules.engine.language.items import RelationDecl
from ownlog.rules.engine.language.syntax_tree import Atom

if TYPE_CHECKING:
    from ownlog.rules.engine.program.engine import Engine

PIPELINE = (Step("buffer-deallocation-pipeline"),)
"""The passes whose plan the relations of `_PLAN` are."""

SINGLE_PASS = Step("ownership-based-buffer-deallocation")
"""The pass that decides at the ends of blocks, as mlir-opt's does."""

_PLAN = "plan"
"""The folder of rules/analysis that they stand in."""


def steps_of(passes: str | None) -> Sequence[Step]:
    """The passes of a pipeline's text, `PIPELINE` for None. Raises InputError."""
    return PIPELINE if passes is None else parse_pipeline(passes)


def decides_at_ends(steps: Sequence[Step]) -> bool:
    """Do these passes decide at the ends of blocks, and not by a plan?"""
    return any(step.name == SINGLE_PASS.name for step in steps)


@dataclass
class Witness:
    """What each run of a pass that goes by rules went by."""

    seen: list[tuple[Facts, Naming]] = field(default_factory=list)
    decided: tuple[Facts, Naming] | None = None
    """The same of the last run of bufferization, with what it decided."""

    def __call__(self, facts: Facts, naming: Naming) -> None:
        self.seen.append((facts, naming))

    def decide(self, facts: Facts, naming: Naming) -> None:
        """Take the facts of a run of bufferization."""
        self.decided = facts, naming


@dataclass(frozen=True)
class Seen:
    """The facts, the names in them, what the passes refused after they had gone by them, as notes; and the facts and
    names of the last run of bufferization, if there was one.
    """

    facts: Facts
    naming: Naming
    notes: list[Diagnostic]
    decided: tuple[Facts, Naming] | None = None


def seen_by(module: Module, steps: Sequence[Step], context: Context) -> Seen:
    """What the last pass of `steps` with rules sees of `module`, or what the passes leave if there is none.

    The passes change the module in place. Raises InputError for a refusal before anything was seen.
    """
    witness = Witness()
    notes: list[Diagnostic] = []
    try:
        run_passes(module, list(steps), replace(context, witness=witness, decided=witness.decide, gate=False))
    except InputError as refused:
        if not witness.seen:
            raise
        notes = [found._replace(severity="note") for found in refused.diagnostics]
    found = Seen(*witness.seen[-1], notes) if witness.seen else _as_it_is(module, context, notes)
    return replace(found, decided=witness.decided)


def _as_it_is(module: Module, context: Context, notes: list[Diagnostic]) -> Seen:
    naming = Naming(module, context.effects(module))
    return Seen(extract_facts(module, naming), naming, notes)


class _Stopped(Exception):
    """A pass was about to decide."""


def stopped_at(module: Module, steps: Sequence[Step], context: Context, run: int) -> tuple[Facts, Naming]:
    """The facts and names of run number `run` (from 0) of a pass with rules; the passes stop there.

    They change the module in place. Raises ValueError if there is no such run, and what passes raise.
    """
    witness = Witness()

    def wait(facts: Facts, naming: Naming) -> None:
        witness(facts, naming)
        if len(witness.seen) > run:
            raise _Stopped

    try:
        run_passes(module, list(steps), replace(context, witness=wait, gate=False))
    except _Stopped:
        return witness.seen[-1]
    raise ValueError(f"there are {len(witness.seen)} runs, and no run number {run}")


@dataclass(frozen=True)
class Planned:
    """A module as the deallocation passes see it when they decide; `notes` are refusals.

    `at_block_ends`: the single pass decides, and not the pipeline.
    """

    questions: Questions
    naming: Naming
    passes: str
    notes: list[Diagnostic]
    at_block_ends: bool
    decided: Decisions | None = None
    """What the passes decided about tensors; None where they do not bufferize."""

    @cached_property
    def lives(self) -> Lives:
        """The lives of the module's buffers under the plan."""
        return Lives(self.questions, self.naming)

    def said(self) -> list[str]:
        """The notes in a line each."""
        return [f"{note.message} ({note.position})" if note.position else note.message for note in self.notes]


def planned(
    module: Module, passes: str | None = None, models: Sequence[Path] = (), engine: Engine | None = None
) -> Planned:
    """What passes (None: buffer-deallocation-pipeline) see of a module, which stays unchanged.

    If they refuse it at once, that is the module itself. Raises InputError for text that is no pipeline.
    """
    steps = steps_of(passes)
    context = Context(tuple(models), engine)
    try:
        seen = seen_by(copy_of(module), steps, context)
    except InputError as refused:
        seen = _as_it_is(module, context, [found._replace(severity="note") for found in refused.diagnostics])
    asked = Questions(seen.facts, models, engine, line_of=seen.naming.line)
    decided = None
    if seen.decided is not None:
        facts, naming = seen.decided
        decided = Decisions(naming, facts, models, engine, pipeline_text(steps))
    return Planned(asked, seen.naming, pipeline_text(steps), seen.notes, decides_at_ends(steps), decided)


def is_about_the_plan(text: str, files: Sequence[Path] = (), models: Sequence[Path] = ()) -> bool:
    """Does a query, or a rule file, read a relation of the pipeline's plan? Raises InputError or RuleError."""
    base = rules.load(models)
    items = user_items(base, files)
    own = {item.name for _, item in items if isinstance(item, RelationDecl)}
    asked = {atom.relation for atom in _atoms((parse_query(text).clauses, items))} & (base.relations.keys() - own)
    return any(Path(base.relations[name].position.file).parent.name == _PLAN for name in asked)


def _atoms(node: object) -> Iterator[Atom]:
    if isinstance(node, Atom):
        yield node
    if isinstance(node, (tuple, list)):
        for part in node:
            yield from _atoms(part)
    elif is_dataclass(node):
        for part in fields(node):
            yield from _atoms(getattr(node, part.name))
