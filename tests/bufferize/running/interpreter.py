"""Runs programs with tensors, by value or with the decisions of bufferization, and notes what they let others observe.

By value each use of a tensor is a copy, so that no write is seen by anybody who has the tensor before it. With
decisions a use in place is the buffer itself, and one out of place a copy of it, whose elements nobody has written
where the use reads no definition. What a loop hands over is copied where the rules say so (rules/bufferize/copies.dl):
that is the contract of the decisions. What control does stands here; what ops compute in `computing.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any, Protocol, TypeAlias

from ownlog.backend.bufferize.aliasing.order import is_tensor
from ownlog.backend.bufferize.bufferize import copied
from ownlog.backend.bufferize.ops.settings import OneShotOptions
from ownlog.backend.context import Context
from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.ir.module import Module
from ownlog.rules.relations import HandedCopy, PrivateCopy
from ownlog.rules.typed_rows import typed
from tests.bufferize.deciding.marking import Analysed
from tests.bufferize.running import computing
from tests.bufferize.running.memory import Element, View

Held: TypeAlias = Any
"""An element, or a view."""


class OutOfFuel(Exception):
    """The program runs for too long."""


class Lost(Exception):
    """What is inserted into what threads share is put into a copy."""


class Plan(Protocol):
    """How uses are handed over."""

    by_value: bool

    def given(self, op: Op, operand: int, view: View) -> View:
        """What an op gets for an operand, a tensor."""

    def handed(self, op: Op, number: int, view: View) -> View:
        """What a loop gets from `op`, which ends a region of it, as number `number` of what it carries."""


class ByValue:
    """Each use is a copy."""

    by_value = True

    def given(self, op: Op, operand: int, view: View) -> View:
        return view.copy()

    def handed(self, op: Op, number: int, view: View) -> View:
        return view.copy()


class Decided:
    """Uses are what was decided."""

    by_value = False

    def __init__(self, found: Analysed) -> None:
        self._naming, self._in_place = found.naming, found.analysis.in_place
        rows = copied(found.analysis, found.naming, OneShotOptions(), Context())
        self._filled = {(row.op, row.operand) for row in typed(rows, PrivateCopy)}
        self._handed = {(row.op, row.operand) for row in typed(rows, HandedCopy)}

    def given(self, op: Op, operand: int, view: View) -> View:
        use = (self._naming.op(op), operand)
        return view if use in self._in_place else view.copy(contents=use in self._filled)

    def handed(self, op: Op, number: int, view: View) -> View:
        first = self._naming.traits.first_forwarded(op) or 0
        return view.copy() if (self._naming.op(op), first + number) in self._handed else view


class Interpreter:
    """Runs `@main` of a module. `backwards` lets threads run one after the other from the last one on."""

    def __init__(self, module: Module, plan: Plan, *, backwards: bool = False, fuel: int = 20_000) -> None:
        self.plan, self.backwards, self.fuel = plan, backwards, fuel
        self.functions = {(op.attribute("sym_name") or "").strip('"'): op for op in module.functions()}
        self.observed: list[Element] = []
        self.globals: dict[str, View] = {}
        self._constants: dict[Op, View] = {}
        for op in module.walk():
            if op.name == "ml_program.global":
                self.globals["@" + (op.attribute("sym_name") or "").strip('"')] = computing.dense(
                    op.attribute("value") or "", read_only=False
                )

    def run(self) -> list[Element]:
        """What is observed."""
        self._function("main", [])
        return self.observed

    def _function(self, name: str, given: list[Held]) -> list[Held]:
        region = self.functions[name].regions[0]
        if not region.blocks:
            self.observed += [element for element in given if not isinstance(element, View)]
            return []
        return self._region(region, given, {})[1]

    def _region(self, region: Region, given: list[Held], scope: dict[Value, Held]) -> tuple[Op, list[Held]]:
        """Runs a region up to what ends it, and says what that hands over."""
        block, arguments = region.blocks[0], given
        while True:
            scope.update(zip(block.arguments, arguments, strict=False))
            for op in block.ops:
                self.fuel -= 1
                if self.fuel < 0:
                    raise OutOfFuel
                if not op.successors:
                    end = self._op(op, scope)
                    if end is not None:
                        return op, end
            block, arguments = self._branch(block.ops[-1], scope)

    def _branch(self, op: Op, scope: dict[Value, Held]) -> tuple[Block, list[Held]]:
        given = self._given(op, scope)
        if op.name == "cf.br":
            return op.successors[0], given
        if op.name == "cf.switch":
            cases = computing.integers((op.attribute("case_values") or "").partition(":")[0])
            taken = 1 + cases.index(given[0]) if given[0] in cases else 0
        else:
            taken = 0 if given[0] else 1
        before = 1 + sum(len(block.arguments) for block in op.successors[:taken])
        return op.successors[taken], given[before : before + len(op.successors[taken].arguments)]

    def _given(self, op: Op, scope: dict[Value, Held]) -> list[Held]:
        """The operands of an op, as the plan hands them over."""
        found = []
        for number, value in enumerate(op.operands):
            held = scope[value]
            found.append(self.plan.given(op, number, held) if isinstance(held, View) and is_tensor(value) else held)
        return found

    def _op(self, op: Op, scope: dict[Value, Held]) -> list[Held] | None:
        """Runs an op; what ends a region hands something over."""
        if op.name in (
            "scf.yield",
            "func.return",
            "scf.condition",
            "linalg.yield",
            "bufferization.yield",
            "tensor.yield",
        ):
            return self._given(op, scope)
        if op.name == "scf.forall.in_parallel":
            return []
        if op.name == "vector.print":
            self.observed += self._given(op, scope)
        run = getattr(self, "_" + op.name.replace(".", "_"), None)
        if run is not None:
            results: Sequence[Held] = run(op, scope)
        elif op.name == "arith.constant" and is_tensor(op.results[0]):
            results = [self._constants.setdefault(op, computing.dense(op.attribute("value") or "", read_only=True))]
        else:
            results = computing.compute(
                op, self._given(op, scope), lambda region, values: self._region(region, values, scope)[1]
            )
        scope.update(zip(op.results, results, strict=True))
        return None

    def _func_call(self, op: Op, scope: dict[Value, Held]) -> list[Held]:
        return self._function((op.attribute("callee") or "").strip('@"'), self._given(op, scope))

    def _scf_if(self, op: Op, scope: dict[Value, Held]) -> list[Held]:
        region = op.regions[0 if self._given(op, scope)[0] else 1]
        return self._region(region, [], scope)[1] if region.blocks else []

    def _scf_execute_region(self, op: Op, scope: dict[Value, Held]) -> list[Held]:
        return self._region(op.regions[0], [], scope)[1]

    def _scf_index_switch(self, op: Op, scope: dict[Value, Held]) -> list[Held]:
        cases = computing.integers(op.attribute("cases") or "")
        value = self._given(op, scope)[0]
        return self._region(op.regions[1 + cases.index(value) if value in cases else 0], [], scope)[1]

    def _scf_for(self, op: Op, scope: dict[Value, Held]) -> list[Held]:
        lower, upper, step, *carried = self._given(op, scope)
        for i in range(lower, upper, step):
            carried = self._handed(*self._region(op.regions[0], [i, *carried], scope), carried)
        return carried

    def _scf_while(self, op: Op, scope: dict[Value, Held]) -> list[Held]:
        carried = self._given(op, scope)
        while True:
            end, (goes_on, *given) = self._region(op.regions[0], carried, scope)
            given = self._handed(end, given, carried)
            if not goes_on:
                return given
            carried = self._handed(*self._region(op.regions[1], given, scope), given)

    def _handed(self, end: Op, given: list[Held], before: list[Held]) -> list[Held]:
        """What goes on from `end`; only what goes round, and so was there `before`, may be there without a copy."""
        return [
            held
            if not isinstance(held, View)
            else self.plan.handed(end, i, held)
            if i < len(before) and isinstance(before[i], View)
            else held.copy()
            for i, held in enumerate(given)
        ]

    def _scf_forall(self, op: Op, scope: dict[Value, Held]) -> list[Held]:
        given = self._given(op, scope)
        shared = given[len(given) - len(op.groups()[3]) :]
        outs = [view.copy() if isinstance(view, View) else view for view in shared] if self.plan.by_value else shared
        dynamic, bounds = iter(given), []
        for part in ("LowerBound", "UpperBound", "Step"):
            listed = computing.integers(op.attribute(f"static{part}") or "")
            bounds.append([next(dynamic) if number == computing.DYNAMIC else number for number in listed])
        threads = [*product(*(range(*numbers) for numbers in zip(*bounds, strict=True)))]
        block = op.regions[0].blocks[0]
        for thread in reversed(threads) if self.backwards else threads:
            self._region(op.regions[0], [*thread, *shared], scope)
            for insertion in block.ops[-1].regions[0].blocks[0].ops:
                self._insert(insertion, dict(zip(block.arguments[len(thread) :], outs, strict=True)), scope)
        return outs

    def _insert(self, op: Op, outs: dict[Value, Held], scope: dict[Value, Held]) -> None:
        """What a thread inserts goes into what comes out of all, and so must be in place."""
        out, (source, given, *rest) = outs[op.operands[1]], self._given(op, scope)
        if not self.plan.by_value and given is not scope[op.operands[1]]:
            raise Lost
        computing.insert(op, [source, out, *rest])

    def _ml_program_global_load(self, op: Op, scope: dict[Value, Held]) -> list[Held]:
        # What is loaded is a copy: that is the contract of the decisions (docs/bufferization.md).
        return [self.globals[op.attribute("global") or ""].copy()]

    def _ml_program_global_store(self, op: Op, scope: dict[Value, Held]) -> list[Held]:
        given = self._given(op, scope)[0]
        self.globals[op.attribute("global") or ""].fill(given.elements())
        return []
