"""What models say about ops, as passes ask for it: which ops may go when nobody uses their results, and which compute the same.

An op that no model describes is left alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Literal

from ownlog import rules
from ownlog.frontend.facts.extract import extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op
from ownlog.rules.traits.models import MODELS
from ownlog.rules.traits.traits import Rows, Traits

if TYPE_CHECKING:
    from pathlib import Path

    from ownlog.frontend.ir.ir import Module
    from ownlog.rules.engine import Engine

Kind = Literal["pure", "reads", "allocates", "other"]


class Effects(Traits):
    """What models say of the effects of ops, beside what they say of their structure."""

    def __init__(self, rows: Rows) -> None:
        super().__init__(rows)
        self._kinds: dict[str, Kind] = {}

    # What an op does

    def is_pure(self, op: Op) -> bool:
        """Does the op nothing but compute its results from its operands?"""
        return not op.regions and self._kind(op.name) == "pure"

    def only_reads(self, op: Op) -> bool:
        """Is what the op computes determined by its operands and by memory?"""
        return not op.regions and self._kind(op.name) == "reads"

    def is_removable(self, op: Op) -> bool:
        """May the op go when nobody uses its results?"""
        return bool(op.results) and not self.may_write(op)

    def may_write(self, op: Op) -> bool:
        """May what is read after the op differ from what was read before it?"""
        return bool(op.regions) or self._kind(op.name) == "other"

    def _kind(self, name: str) -> Kind:
        kind = self._kinds.get(name)
        if kind is None:
            kind = self._kinds[name] = self._new_kind(name)
        return kind

    def _new_kind(self, name: str) -> Kind:
        if self._is(name, "frees", "call_like"):
            return "other"
        if self._is(name, "only_allocates"):
            return "allocates"
        if self._is(name, "allocates", "allocates_on_stack"):
            return "other"
        if self._is(name, "only_reads"):
            return "reads"
        in_pure_dialect = self.says("dialect_pure", name.partition(".")[0]) and not self._is(name, "accesses_memory", "effects_known")
        return "pure" if self._is(name, "pure") or in_pure_dialect else "other"

    def _is(self, name: str, *relations: str) -> bool:
        return any(self.says(relation, name) for relation in relations)


def effects_of(module: Module, models: Sequence[Path] = (), engine: Engine | None = None) -> Effects:
    """What the models, the user's `models` among them, say about the ops of `module`.

    Raises RuleError for a faulty model file, InputError for an op without the result or operand that one speaks of. Where one has rules,
    they may go by anything in the module: then `engine` derives the rows.
    """
    if not models:
        return _own_effects()
    from ownlog.rules.models_check import check_derived, check_numbers
    from ownlog.rules.traits.stated import has_model_rules, model_relations, stated

    program = rules.load(models)
    check_numbers(program, module.walk())
    if has_model_rules(program):
        facts = extract_facts(module, Naming(module))
        rows = rules.derive(facts, models, engine, model_relations(program))
        check_derived(program, rows)
        return Effects(rows)
    if program.key not in _stated:
        _stated[program.key] = Effects(stated(program))
    return _stated[program.key]


_stated: dict[str, Effects] = {}
"""What programs without rules for it say, by their keys."""


@cache
def _own_effects() -> Effects:
    return Effects(MODELS)
