"""Models of ops for passes: which unused ops may go, and which compute the same. Unmodelled ops are left alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from ownlog import rules
from ownlog.frontend.facts.extract import extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.traits import Rows, Traits
from ownlog.rules.shipped.analysis import CONCLUDED, own_models

if TYPE_CHECKING:
    from pathlib import Path

    from ownlog.frontend.ir.module import Module
    from ownlog.rules.engine.program.engine import Engine


class Effects(Traits):
    """What models say of ops; with the rows of what `CONCLUDED` names among them, what that means for their effects."""

    def __init__(self, rows: Rows) -> None:
        super().__init__(rows)
        self._may_write: dict[str, bool] = {}

    # What an op does

    def is_pure(self, op: Op) -> bool:
        """Does the op nothing but compute its results from its operands?"""
        return not op.regions and self.says("just_computes", op.name)

    def only_reads(self, op: Op) -> bool:
        """Is what the op computes determined by its operands and by memory?"""
        return not op.regions and self.says("just_reads", op.name)

    def is_removable(self, op: Op) -> bool:
        """May the op go when nobody uses its results?"""
        return bool(op.results) and not self.may_write(op)

    def may_write(self, op: Op) -> bool:
        """May what is read after the op differ from what was read before it?"""
        return bool(op.regions) or self.may_write_as(op.name)

    def may_write_as(self, name: str) -> bool:
        """The same of ops of this name that have no regions."""
        known = self._may_write.get(name)
        if known is None:
            known = self._may_write[name] = not any(self.says(relation, name) for relation in CONCLUDED)
        return known


def effects_of(module: Module, models: Sequence[Path] = (), engine: Engine | None = None) -> Effects:
    """The models of `module`'s ops, with the user's `models`.

    Raises RuleError for a faulty model file, InputError for an op without the result or operand that a model mentions.
    Rules in a model may depend on the whole module: then `engine` derives the rows.
    """
    if not models:
        return _own_effects()
    from ownlog.rules.models_check import check_derived, check_numbers
    from ownlog.rules.shipped.stated import has_model_rules, model_relations, stated

    program = rules.load(models)
    check_numbers(program, module.walk())
    if has_model_rules(program):
        facts = extract_facts(module, Naming(module))
        rows = rules.derive(facts, models, engine, [*model_relations(program), *CONCLUDED])
        check_derived(program, rows)
        return Effects(rows)
    names = frozenset(op.name for op in module.walk())
    known = _stated.pop(program.key, None)
    if known is None or known[0] != names:
        dialects = [(name, name.partition(".")[0]) for name in sorted(names)]
        known = names, Effects({**stated(program), **rules.derive({"op_dialect": dialects}, models, engine, CONCLUDED)})
    _stated[program.key] = known
    return known[1]


_stated: dict[str, tuple[frozenset[str], Effects]] = {}
"""What programs without rules for it say, by their keys, with the names of ops that they were asked about last."""


@cache
def _own_effects() -> Effects:
    return Effects(own_models())
