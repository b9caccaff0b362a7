"""What models say about ops, as passes ask for it: which ops may go when nobody uses their results, which compute the same, which may free.

An op that no model describes is left alone, and may free what it is given.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from ownlog import rules
from ownlog.frontend.facts import extract_facts
from ownlog.frontend.ir import Op, Value
from ownlog.frontend.naming import Naming
from ownlog.rules.engine.choose import embedded_engine

if TYPE_CHECKING:
    from pathlib import Path

    from ownlog.frontend.ir import Module

NEEDED = (
    "accesses_memory", "allocates", "allocates_on_stack", "call_like", "dialect_effects_known", "dialect_pure", "effects_known", "frees",
    "function_like", "keeps_address", "only_allocates", "only_reads", "pure", "view_like",
)  # fmt: skip

_KNOWN = ("effects_known", "call_like", "pure", "only_reads", "only_allocates")

Kind = Literal["pure", "reads", "allocates", "other"]


class Effects:
    """What is said about ops by the rows of the relations `NEEDED`; without rows, nothing is known of any op."""

    def __init__(self, relations: Mapping[str, Iterable[rules.Row]]) -> None:
        rows = {name: relations.get(name, ()) for name in NEEDED}
        self._names = {name: {str(row[0]) for row in found} for name, found in rows.items()}
        self._kinds: dict[str, Kind] = {}
        self._freed = _numbers(rows["frees"])
        self._allocated = _numbers([*rows["allocates"], *rows["allocates_on_stack"]])
        self._viewed: dict[tuple[str, int], set[int]] = defaultdict(set)
        for name, result, operand in rows["view_like"]:
            self._viewed[str(name), int(result)].add(int(operand))

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
        in_pure_dialect = name.partition(".")[0] in self._names["dialect_pure"] and not self._is(name, "accesses_memory")
        return "pure" if self._is(name, "pure") or in_pure_dialect else "other"

    def _is(self, name: str, *relations: str) -> bool:
        return any(name in self._names[relation] for relation in relations)

    # Buffers

    def freed(self, op: Op) -> list[Value]:
        """The buffers that the op itself frees, says its model."""
        return _chosen(op.operands, self._freed.get(op.name, ()))

    def may_free(self, op: Op) -> list[Value]:
        """As `freed`; of an op that nothing is known about, all that it is given. What a call frees is its callee's to say."""
        dialect, dot, _ = op.name.partition(".")
        # An op of no dialect stands for any use, in upstream's tests too.
        known = not dot or dialect in self._names["dialect_effects_known"] or self._is(op.name, *_KNOWN)
        return self.freed(op) if known else _chosen(op.operands, (-1,))

    def is_call(self, op: Op) -> bool:
        return self._is(op.name, "call_like")

    def is_function(self, op: Op) -> bool:
        return self._is(op.name, "function_like")

    def base(self, value: Value) -> Value:
        """What the views that lead to `value` are views of."""
        while (viewed := self._view_of(value)) is not None:
            value = viewed
        return value

    def addressed(self, value: Value) -> Value:
        """The buffer whose address tells what allocation `value` has: what was there before the first view that may have another one."""
        found = value
        while (viewed := self._view_of(value)) is not None:
            if isinstance(value.owner, Op) and not self._is(value.owner.name, "keeps_address"):
                found = viewed
            value = viewed
        return found

    def is_allocated(self, value: Value) -> bool:
        """Is `value` a new buffer, made by an op?"""
        op = value.owner
        return isinstance(op, Op) and value in _chosen(op.results, self._allocated.get(op.name, ()))

    def _view_of(self, value: Value) -> Value | None:
        op = value.owner
        if not isinstance(op, Op):
            return None
        numbers = self._viewed.get((op.name, value.index), set()) | self._viewed.get((op.name, -1), set())
        operands = _chosen(op.operands, numbers)
        return operands[0] if len(operands) == 1 else None


def effects_of(module: Module, models: Sequence[Path]) -> Effects:
    """What the models, the user's `models` among them, say about the ops of `module`. Raises RuleError for a faulty model file."""
    program = rules.load(models)
    # Where the user's models have rules, they may go by anything.
    by_rule = bool(models) and any(rule.body for name in NEEDED for rule in program.relations[name].rules)
    facts = extract_facts(module, Naming(module)) if by_rule else {}
    # Next to nothing is derived: starting another engine would take longer than the passes.
    return Effects(embedded_engine().run(program, facts, NEEDED))


def _numbers(rows: Iterable[rules.Row]) -> dict[str, set[int]]:
    numbers: dict[str, set[int]] = defaultdict(set)
    for name, number in rows:
        numbers[str(name)].add(int(number))
    return dict(numbers)


def _chosen(values: list[Value], numbers: Iterable[int]) -> list[Value]:
    """The buffers among `values` that have these numbers; -1 is all of them."""
    wanted = set(numbers)
    return [value for i, value in enumerate(values) if value.type.is_memref and (i in wanted or -1 in wanted)] if wanted else []
