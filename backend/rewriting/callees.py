"""Which ops may free what was there before them, and what a buffer is a view of, as the rules say (foreign_frees.dl and flows.dl)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from functools import cached_property
from typing import TYPE_CHECKING

from ownlog import rules
from ownlog.backend.rewriting import build
from ownlog.frontend.facts.extract import Facts, extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.rules import relations as rel
from ownlog.rules.typed_rows import TypedRows, relation_names

if TYPE_CHECKING:
    from ownlog.backend.rewriting.effects import Effects
    from ownlog.frontend.ir.ir import Module, Op, Value

Derive = Callable[[Facts, tuple[str, ...]], Mapping[str, Set[rules.Row]]]
"""What the rules derive from facts, in some relations."""


class Frees:
    """Answers about a module that is being rewritten.

    The rules are asked once, when somebody wants to know, about the module as it is then. No rewrite lets an op free what it did not free
    before, so that what was right stays safe. Of what was made later no rule says anything.
    """

    def __init__(self, module: Module, effects: Effects, derive: Derive) -> None:
        self._module = module
        self._effects = effects
        self._derive = derive

    def may_free(self, op: Op) -> bool:
        """May `op`, or an op inside it, free a buffer that was there before it?"""
        return any(self._frees_earlier(nested) for nested in op.walk())

    def _frees_earlier(self, op: Op) -> bool:
        name = self._naming.find(op)
        if name is None:
            # By what models say of ops of its name, at the worst.
            return op.name == build.DEALLOC or self._effects.is_call(op) or bool(self._effects.may_free(op))
        return name in self._freeing

    def base(self, value: Value) -> Value:
        """The first buffer that `value` always shares its allocation with."""
        name = self._naming.find(value)
        return value if name is None else self._naming.values[self._leaders.get(name, name)]

    @cached_property
    def _naming(self) -> Naming:
        return Naming(self._module, self._effects)

    @cached_property
    def _rows(self) -> TypedRows:
        return TypedRows(self._derive(extract_facts(self._module, self._naming), relation_names(rel.FreesEarlier, rel.AliasClassLeader)))

    @cached_property
    def _freeing(self) -> set[str]:
        return {row.op for row in self._rows(rel.FreesEarlier)}

    @cached_property
    def _leaders(self) -> dict[str, str]:
        return {row.value: row.leader for row in self._rows(rel.AliasClassLeader)}
