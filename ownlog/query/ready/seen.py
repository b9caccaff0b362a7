"""A module as passes see it: the facts that a pass goes by after the passes before it, with the places of the input."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from pathlib import Path

from ownlog import rules
from ownlog.backend.context import Context
from ownlog.backend.passes.registry import Step, run_passes
from ownlog.base.errors import Diagnostic, InputError
from ownlog.frontend.facts.extract import Facts, extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Module
from ownlog.query.asking.layer import user_items
from ownlog.query.asking.text import parse_query
from ownlog.rules.engine.language.items import RelationDecl
from ownlog.rules.engine.language.syntax_tree import Atom

PIPELINE = (Step("buffer-deallocation-pipeline"),)
"""The passes whose plan the relations of `_PLAN` are."""

_PLAN = "plan"
"""The folder of rules/analysis that they stand in."""


@dataclass
class Witness:
    """What each run of a pass that goes by rules went by."""

    seen: list[tuple[Facts, Naming]] = field(default_factory=list)

    def __call__(self, facts: Facts, naming: Naming) -> None:
        self.seen.append((facts, naming))


@dataclass(frozen=True)
class Seen:
    """The facts, and what the passes refused after they had gone by them, as notes."""

    facts: Facts
    notes: list[Diagnostic]


def seen_by(module: Module, steps: Sequence[Step], context: Context) -> Seen:
    """What the last pass of `steps` that goes by rules sees of `module`; where none does, what the passes leave.

    The passes change the module in place. Raises InputError for what they refuse, unless something was seen before that.
    """
    witness = Witness()
    notes: list[Diagnostic] = []
    try:
        run_passes(module, list(steps), replace(context, witness=witness))
    except InputError as refused:
        if not witness.seen:
            raise
        notes = [replace(found, severity="note") for found in refused.diagnostics]
    return Seen(witness.seen[-1][0] if witness.seen else extract_facts(module, Naming(module, context.effects(module))), notes)


def is_about_the_plan(text: str, files: Sequence[Path] = (), models: Sequence[Path] = ()) -> bool:
    """Does a query, or a rule in one of the user's files, read a relation of the pipeline's plan?

    Raises InputError for a malformed query, RuleError for a faulty file.
    """
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
