"""Carries out a plan beside an execution, and keeps a ledger: for each allocation, who owns it.

What the plan lets a program know is kept apart from what is so. `says` has, for each owner, whether it owns what it
holds, as far as the plan's i1 values and constants tell; releases, moves and transfers go by that. The ledger has the
one owner of each allocation that is alive. Wherever the two disagree, a law is broken. The laws:

- An allocation has one owner at any time. Who gives it away, or releases it, is that owner.
- Each owner ends once: what a function's owners own is released, moved on, taken by a choice, freed by the program, or
  handed out, and none begins anew while it owns something.
- What moves has a receiver, which may own it.
- An owner says that it owns what it holds just where it does, when it begins and when it is released.
- What a transfer goes by, a condition or another owner's i1, tells what the addresses would.
- A drop flag says whether the owner still owns what it holds, whoever has freed it; a function that tells what it freed
  tells the truth.
- Nothing is used after it was released; nothing is released twice.
- A function that others may call hands out what nobody else owns.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.ir.module import Module
from tests.laws.interpreter import Interpreter, OutOfFuel
from tests.laws.plans import Clearing, DynamicTransfer, Edge, Plan

_PASSES_ON = {"arith.select", "memref.cast", "memref.subview"}
"""Ops that look at no memory, and so do not mind what becomes of it."""


@dataclass(eq=False)
class _Call:
    """One execution of a function: what its owners say."""

    function: Op
    says: dict[Value, bool] = field(default_factory=dict)
    # What it tells its caller to have freed: parameters, by number.
    freed: set[int] = field(default_factory=set)


Owner = tuple[_Call, Value] | str
"""Who owns an allocation: an owner in a call; or "outside", "hand" (the program frees it), "on its way" (transferred,
not there yet).
"""


class Ledger(Interpreter):
    """Executes functions by chance, as `plan` says, and notes the laws that were broken."""

    def __init__(self, module: Module, plan: Plan, chance: Random, fuel: int = 400) -> None:
        super().__init__(module, chance, fuel=fuel)
        self.plan = plan
        self.broken: set[str] = set()
        self.done: set[str] = set()
        self.owner: dict[int, Owner] = {}
        self.calls: list[_Call] = []
        self.sender: tuple[Edge, _Call] | None = None
        self.transferred: dict[tuple[Op, int, int], int] = {}
        self.returned: list[_Call] = []
        self.called = self.reached()

    def reached(self) -> set[Op]:
        """The functions that others may call, and those that they call.

        What is never called, the plan says nothing of worth about.
        """
        reached: set[Op] = set()
        waiting = [function for function in self.bodies.values() if function not in self.plan.open]
        while waiting:
            function = waiting.pop()
            reached.add(function)
            callees = (self.callee(op) for op in function.walk() if op.name == "func.call")
            waiting += [callee for callee in callees if callee is not None and callee not in reached]
        return reached

    def callee(self, call: Op) -> Op | None:
        return self.bodies.get('"' + (call.attribute("callee") or "").removeprefix("@") + '"')

    def check(self, function: Op) -> None:
        """One execution of `function`, if it has a plan."""
        if function in self.plan.undecided or function not in self.called:
            return
        self.fuel, self.frames, self.calls, self.sender, self.returned = self.most_fuel, [], [], None, []
        outside = [self.fresh() for _ in range(3)] + list(self.globals.values())
        self.owner = dict.fromkeys(outside, "outside")
        call = _Call(function)
        self.calls.append(call)
        entry = function.regions[0].blocks[0]
        given = [
            self.parameter(value, call, outside) if value.type.is_memref else self.number(value)
            for value in entry.arguments
        ]
        try:
            last, values = self.region(function.regions[0], given)
        except OutOfFuel:
            return
        self.hand_out(last, values, call)
        self.finish(call)

    def parameter(self, value: Value, call: _Call, outside: Sequence[int]) -> int:
        """What a parameter holds; some are given away by the caller."""
        when = self.plan.owns.get(value)
        call.says[value] = when == "always" or (when == "sometimes" and self.chance.random() < 0.5)
        if not call.says[value]:
            return self.chance.choice(outside)
        mine = self.fresh()
        self.owner[mine] = (call, value)
        return mine

    def fail(self, law: str, at: Value | Op) -> None:
        self.broken.add(f"{law}: {at.ref if isinstance(at, Value) else at.name}")

    # What control does.

    def region(self, region: Region, given: Sequence[int]) -> tuple[Op, list[int]]:
        if region is self.calls[-1].function.regions[0]:
            # So that nothing of an earlier execution of the same region is taken for this one's.
            self.calls[-1].says = {
                value: says for value, says in self.calls[-1].says.items() if value in region.blocks[0].arguments
            }
        return super().region(region, given)

    def nested(self, op: Op, values: list[int]) -> list[int]:
        self.sender = (op, -1), self.calls[-1]
        return super().nested(op, values)

    def leave(self, op: Op) -> None:
        call = self.calls[-1]
        # Along one of several edges, transfers are made there.
        for edge in (-1, 0) if len(op.successors) < 2 else (-1,):
            self.transfers(op, edge, call)
        self.unchosen(op, call)
        for owner in self.plan.at_end.get(op, ()):
            self.release(owner, call)
        if not op.successors:
            self.sender = (op, -1), call

    def go(self, op: Op, taken: int) -> None:
        self.sender = (op, taken), self.calls[-1]
        if len(op.successors) > 1:
            self.transfers(op, taken, self.calls[-1])
        for owner in self.plan.on_edge.get((op, taken), ()):
            self.release(owner, self.calls[-1])

    def went(self, op: Op) -> None:
        call = self.calls[-1]
        freed = set[int]()
        for callee in self.returned:
            self.finish(callee)
            freed |= callee.freed
        self.returned = []
        if op.name == "func.call":
            self.clear(op, call, freed)
        if op in self.plan.owning_selects:
            self.choose(op, self.plan.owning_selects[op], call)
        self.unchosen(op, call)
        for owner in self.plan.after.get(op, ()):
            self.release(owner, call)

    def call(self, op: Op, values: list[int]) -> list[int]:
        callee = self.callee(op)
        goes_in = callee in self.plan.open or (
            callee in self.plan.frees and not any(value.type.is_memref for value in op.results)
        )
        if callee is None or not goes_in or callee in self.plan.undecided:
            return super().call(op, values)
        here, self.frames = self.frames, []
        self.sender = (op, -1), self.calls[-1]
        self.calls.append(_Call(callee))
        _, values = self.region(callee.regions[0], values)
        self.frames = here
        self.returned.append(self.calls.pop())
        return values

    # What values get.

    def define(self, values: Sequence[Value], held: Sequence[int]) -> None:
        sender, self.sender = self.sender, None
        buffers = [(value, holds) for value, holds in zip(values, held, strict=True) if value.type.is_memref]
        if sender is not None:
            self.arrive(sender, buffers)
        else:
            for value, holds in buffers:
                self.begin(value, holds)
        super().define(values, held)

    def begin_block(self, block: Block) -> None:
        for owner in self.plan.before.get(block, ()):
            self.release(owner, self.calls[-1])

    def begin(self, value: Value, holds: int) -> None:
        """What an op gives that has no regions: an allocation, a buffer from a call, or another name."""
        call = self.calls[-1]
        if value not in self.plan.owners or value in self.plan.owning_selects.values() or value.is_block_argument:
            if holds not in self.owner:
                self.owner[holds] = "hand"
            return
        self.begin_anew(value, call, frozenset())
        self.owner[holds] = (call, value)
        call.says[value] = self.plan.owns.get(value) == "always"
        if not call.says[value]:
            self.fail("an allocation has no owner", value)

    def begin_anew(self, value: Value, call: _Call, given: frozenset[int]) -> None:
        if any(owner == (call, value) for holds, owner in self.owner.items() if holds not in given):
            self.fail("an owner begins anew", value)

    def arrive(self, sender: tuple[Edge, _Call], buffers: Sequence[tuple[Value, int]]) -> None:
        """Ownership goes along with what is sent, all of it at once."""
        (op, edge), source = sender
        target = self.calls[-1]
        positions = self.plan.inputs.get((op, edge), {})
        got: list[tuple[Value, int, bool]] = []
        says: dict[Value, bool] = {}
        given: set[int] = set()
        for value, holds in buffers:
            if value not in positions:
                continue
            place = (op, edge, positions[value])
            mover, transferred = self.plan.moves.get(place), self.transferred.pop(place, None)
            moves = mover is not None and source.says.get(mover, False)
            if moves:
                assert mover is not None
                self.done.add("moves")
                if holds in given or self.owner.get(holds) != (source, mover):
                    self.fail("what moves is not the mover's", value)
                given.add(holds)
            if transferred is not None:
                given.add(holds)
                if transferred != holds:
                    self.fail("something else was transferred", value)
            carried = self.plan.carries.get(place)
            when = self.plan.owns.get(value)
            told = (carried is not None and source.says.get(carried, False)) or transferred is not None
            says[value] = when == "always" or (when == "sometimes" and told)
            got.append((value, holds, moves or transferred is not None))
            if when == "sometimes" and place not in self.plan.carries:
                self.fail("nothing tells whether it is owned", value)
        self.receive(got, says, target, frozenset(given))

    def receive(
        self, got: Sequence[tuple[Value, int, bool]], says: dict[Value, bool], target: _Call, given: frozenset[int]
    ) -> None:
        for value, _, _ in got:
            self.begin_anew(value, target, given)
        target.says.update(says)
        for value, holds, owned in got:
            if owned:
                self.owner[holds] = (target, value)
            if owned and value not in self.plan.owns:
                self.fail("what moves has no receiver", value)
            elif owned != says[value]:
                self.fail("an indicator is wrong", value)

    # What the plan does.

    def holds(self, value: Value) -> int:
        return self.frames[-1].scope[value]

    def release(self, owner: Value, call: _Call) -> None:
        if owner not in call.says or owner not in self.frames[-1].scope:
            self.fail("what is released has not begun", owner)
            return
        if call.says[owner]:
            self.done.add("releases")
            if self.owner.get(self.holds(owner)) != (call, owner):
                self.fail("what is released is not the owner's", owner)
            self.owner.pop(self.holds(owner), None)

    def unchosen(self, anchor: Op, call: _Call) -> None:
        for condition, when, owner in self.plan.unless.get(anchor, ()):
            if bool(self.holds(condition)) != when:
                self.release(owner, call)

    def choose(self, op: Op, value: Value, call: _Call) -> None:
        chosen = self.plan.consumes.get(op, {}).get(bool(self.holds(op.operands[0])))
        owned = chosen is not None and call.says.get(chosen, False)
        when = self.plan.owns.get(value)
        call.says[value] = when == "always" or (when == "sometimes" and owned)
        self.begin_anew(value, call, frozenset())
        if owned:
            assert chosen is not None
            self.done.add("choices")
            if self.owner.get(self.holds(value)) != (call, chosen):
                self.fail("what is chosen is not the side's", value)
            self.owner[self.holds(value)] = (call, value)
        if owned and when is None:
            self.fail("what moves has no receiver", value)
        elif owned != call.says[value]:
            self.fail("an indicator is wrong", value)

    def transfers(self, op: Op, edge: int, call: _Call) -> None:
        for transfer in self.plan.transfers.get((op, edge), ()):
            self.transfer(op, edge, transfer, call)

    def transfer(self, op: Op, edge: int, transfer: DynamicTransfer, call: _Call) -> None:
        owned = call.says.get(transfer.owner, False)
        same = self.holds(transfer.value) == self.holds(transfer.owner)
        told = same
        if transfer.guard is not None:
            told = bool(self.holds(transfer.guard[0])) == transfer.guard[1]
        elif transfer.mover is not None:
            told = not call.says.get(transfer.mover, False)
        if owned and told != same:
            self.fail("a transfer goes by the wrong condition", transfer.value)
        if owned and told:
            self.done.add("transfers")
            if self.owner.get(self.holds(transfer.owner)) != (call, transfer.owner):
                self.fail("what is transferred is not the owner's", transfer.owner)
            self.owner[self.holds(transfer.owner)] = "on its way"
            self.transferred[op, edge, transfer.position] = self.holds(transfer.owner)
            call.says[transfer.owner] = False

    # What the program does.

    def use(self, op: Op) -> list[int]:
        values = super().use(op)
        leaves = not op.successors and op is op.parent.ops[-1] if op.parent is not None else False
        if op.name in _PASSES_ON or leaves or op.successors:
            return values
        for value, holds in zip(op.operands, values, strict=True):
            if value.type.is_memref and holds not in self.owner and holds not in self.globals.values():
                self.fail("used after it was released", value)
        if op.name in ("memref.dealloc", "memref.realloc"):
            self.free(op, values[0])
        return values

    def free(self, op: Op, holds: int) -> None:
        """The program frees something: what nobody owns, or what the plan says it does."""
        owner = self.owner.get(holds)
        if isinstance(owner, tuple):
            self.done.add("frees")
        self.owner.pop(holds, None)
        self.clear(op, self.calls[-1], set())

    def clear(self, op: Op, call: _Call, freed: set[int]) -> None:
        """What the plan notes of a free: the end of an owner, or that a flag is cleared; `freed`: the arguments that a
        call has freed.
        """
        if op in self.plan.by_hand:
            call.says[self.plan.by_hand[op]] = False
        for row in self.plan.cleared.get(op, ()):
            if self.concerns(row, freed) and row.owner in call.says:
                self.done.add("drops")
                call.says[row.owner] = False
        for row in self.plan.parameters_cleared.get(op, ()):
            if self.concerns(row, freed):
                call.freed.add(row.owner.index)

    def concerns(self, row: Clearing, freed: set[int]) -> bool:
        same = row.certain or self.holds(row.freed) == self.holds(row.owner)
        return same and (row.argument < 0 or row.argument in freed)

    def hand_out(self, op: Op, values: Sequence[int], call: _Call) -> None:
        """What a function gives back: its own, or copies, unless all callers are in sight."""
        for position, (value, holds) in enumerate(zip(op.operands, values, strict=True)):
            if not value.type.is_memref:
                continue
            mover = self.plan.moves.get((op, -1, position))
            owned = mover is not None and call.says.get(mover, False)
            transferred = self.transferred.pop((op, -1, position), None) is not None
            copies = self.plan.copies.get(op, {})
            if owned and mover is not None:
                self.done.add("returns")
                if self.owner.get(holds) != (call, mover):
                    self.fail("what is returned is not the mover's", value)
                self.owner[holds] = "outside"
            elif transferred:
                self.owner[holds] = "outside"
            elif position in copies:
                continue
            elif call.function not in self.plan.open:
                self.fail("what is returned belongs to nobody here", value)
            elif holds not in self.owner and holds not in self.globals.values():
                self.fail("returned after it was released", value)
            if owned and position in copies and copies[position] is not mover:
                self.fail("a copy is returned and nobody gets what was owned", value)

    def finish(self, call: _Call) -> None:
        for owner in self.owner.values():
            if isinstance(owner, tuple) and owner[0] is call:
                self.fail("an owner never ends", owner[1])
        if "on its way" in self.owner.values():
            self.fail("what was transferred never arrives", call.function)
