"""Runs memref IR and notes which buffers hold the same allocation.

Data are not modelled: loads and functions without a body give any value. What is modelled is which allocation each
buffer holds; allocations are numbers, and none is given twice. Every function is run by itself: its parameters may be
the same allocation, or a global, and what a call returns is what the function boundary ABI says, a fresh allocation.
Under dynamic ownership a call of a private function with a body returns what that returns.
"""

import contextlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.ir.module import Module

_INTEGER = re.compile(r"-?\d+")
_COMPARE = {0: int.__eq__, 1: int.__ne__, 2: int.__lt__, 3: int.__le__, 4: int.__gt__, 5: int.__ge__}
_VIEWS = {
    "memref.cast",
    "memref.subview",
    "memref.reinterpret_cast",
    "memref.collapse_shape",
    "memref.expand_shape",
    "memref.transpose",
}
_NO_EFFECT = {"memref.store", "memref.copy", "memref.dealloc"}


class OutOfFuel(Exception):
    """The execution took too long and was given up; what was seen so far stays true."""


@dataclass
class Seen:
    """What executions showed: pairs of buffers in scope at one time, the later one first, and buffers that a block's
    entry had to keep.
    """

    same: set[tuple[Value, Value]] = field(default_factory=set)
    different: set[tuple[Value, Value]] = field(default_factory=set)
    needed: set[tuple[Block, Value]] = field(default_factory=set)


@dataclass
class _Frame:
    """One execution of a region: what is in scope, and the blocks entered so far."""

    outer: dict[Value, int]
    dominators: dict[Block, set[Block]]
    scope: dict[Value, int] = field(default_factory=dict)
    defined: dict[Block, dict[Value, int]] = field(default_factory=dict)
    entered: list[Block] = field(default_factory=list)
    # How many blocks had been entered when a value was defined here.
    since: dict[Value, int] = field(default_factory=dict)

    def enter(self, block: Block) -> None:
        self.entered.append(block)
        self.scope = dict(self.outer)
        for dominator in self.dominators[block] - {block}:
            self.scope.update(self.defined[dominator])
        self.defined[block] = {}


class Interpreter:
    """Executes functions of a module by chance, and collects what it sees."""

    def __init__(self, module: Module, chance: Random, dynamic: bool = False, fuel: int = 400) -> None:
        self.seen = Seen()
        self.chance = chance
        self.dynamic = dynamic
        self.fuel = self.most_fuel = fuel
        self.bodies = {
            function.attribute("sym_name"): function for function in module.functions() if function.regions[0].blocks
        }
        self.frames: list[_Frame] = []
        self.allocations = 0
        self.globals: dict[str, int] = {}
        self.dominators: dict[Region, dict[Block, set[Block]]] = {}

    def run(self, function: Op) -> None:
        """One execution."""
        self.fuel = self.most_fuel
        self.frames = []
        region = function.regions[0]
        outside = [self.fresh() for _ in range(3)] + list(self.globals.values())
        given = [
            self.chance.choice(outside) if value.type.is_memref else self.number(value)
            for value in region.blocks[0].arguments
        ]
        with contextlib.suppress(OutOfFuel):
            self.region(region, given)

    def fresh(self) -> int:
        self.allocations += 1
        return self.allocations

    def number(self, value: Value) -> int:
        return self.chance.randrange(2 if value.type.canonical == "i1" else 4)

    def region(self, region: Region, given: Sequence[int]) -> tuple[Op, list[int]]:
        """Runs a region; the terminator that leaves it, with its operands."""
        if region not in self.dominators:
            self.dominators[region] = _dominators(region)
        frame = _Frame(dict(self.frames[-1].scope) if self.frames else {}, self.dominators[region])
        self.frames.append(frame)
        block = region.blocks[0]
        while True:
            frame.enter(block)
            self.define(block.arguments, given)
            self.begin_block(block)
            for op in block.ops[:-1]:
                self.op(op)
            last = block.ops[-1]
            values = self.use(last)
            self.leave(last)
            if not last.successors:
                self.frames.pop()
                return last, values
            taken = self.successor(last, values)
            self.go(last, taken)
            sizes = [len(group) for group in last.groups()]
            # What decides where control goes stands before what goes along.
            group = len(sizes) - len(last.successors) + taken
            first = sum(sizes[:group])
            block, given = last.successors[taken], values[first : first + sizes[group]]

    def successor(self, op: Op, values: list[int]) -> int:
        """Which of its successors a terminator goes to."""
        if op.name == "cf.br":
            return 0
        if op.name == "cf.switch":
            cases = [int(number) for number in _INTEGER.findall((op.attribute("case_values") or "").partition(">")[0])]
            return 1 + cases.index(values[0]) if values[0] in cases else 0
        assert op.name == "cf.cond_br", op.name
        return 0 if values[0] else 1

    def begin_block(self, block: Block) -> None:
        """For whoever watches: control is before the first op of a block."""

    def leave(self, op: Op) -> None:
        """For whoever watches: a terminator has used its operands, and control is about to go on."""

    def go(self, op: Op, taken: int) -> None:
        """For whoever watches: a terminator goes to one of its successors."""

    def went(self, op: Op) -> None:
        """For whoever watches: an op that is no terminator is done."""

    def define(self, values: Sequence[Value], held: Sequence[int]) -> None:
        """Gives values what they hold.

        Pairs are looked at here and nowhere else: of two definitions that dominate a point one dominates the other, and
        it stays as it was when the other was made.
        """
        frame = self.frames[-1]
        for value, holds in zip(values, held, strict=True):
            if value.type.is_memref:
                for other, holds_too in frame.scope.items():
                    if other.type.is_memref:
                        (self.seen.same if holds == holds_too else self.seen.different).add((value, other))
            frame.scope[value] = frame.defined[frame.entered[-1]][value] = holds
            frame.since[value] = len(frame.entered)

    def use(self, op: Op) -> list[int]:
        """What the operands hold.

        Each block entered since a buffer's definition, in all regions that are being run, had to keep it.
        """
        for value in op.operands:
            if value.type.is_memref:
                for frame in reversed(self.frames):
                    self.seen.needed.update((block, value) for block in frame.entered[frame.since.get(value, 0) :])
                    if value in frame.since:
                        break
        scope = self.frames[-1].scope
        return [scope[value] for value in op.operands]

    def op(self, op: Op) -> None:
        self.fuel -= 1
        if self.fuel < 0:
            raise OutOfFuel
        values = self.use(op)
        self.define(op.results, self.nested(op, values) if op.regions else self.simple(op, values))
        self.went(op)

    def simple(self, op: Op, values: list[int]) -> list[int]:
        """What an op without regions gives."""
        match op.name:
            case "arith.constant":
                text = op.attribute("value") or ""
                found = _INTEGER.match(text)
                return [int(found[0]) if found else int(text.startswith("true"))]
            case "arith.addi":
                return [values[0] + values[1]]
            case "arith.xori":
                return [values[0] ^ values[1]]
            case "arith.andi":
                return [values[0] & values[1]]
            case "arith.cmpi":
                return [int(_COMPARE[int((op.attribute("predicate") or "").split()[0])](values[0], values[1]))]
            case "arith.index_cast" | "arith.extui" | "memref.extract_aligned_pointer_as_index" | "llvm.inttoptr":
                return values
            case "arith.select":
                return [values[1] if values[0] else values[2]]
            case "memref.alloc" | "memref.alloca" | "memref.realloc":
                return [self.fresh()]
            case "memref.get_global":
                return [self.globals.setdefault(op.attribute("name") or "", self.fresh())]
            case "memref.load" | "llvm.load":
                return [self.number(op.results[0])]
            case "func.call":
                return self.call(op, values)
        if op.name in _VIEWS:
            return [values[0]]
        assert op.name in _NO_EFFECT, op.name
        return []

    def call(self, op: Op, values: list[int]) -> list[int]:
        """What the ABI lets a call return, or what the callee does under dynamic ownership."""
        callee = self.bodies.get('"' + (op.attribute("callee") or "").removeprefix("@") + '"')
        if self.dynamic and callee is not None and callee.attribute("sym_visibility") == '"private"':
            here, self.frames = self.frames, []
            returned = self.region(callee.regions[0], values)[1]
            self.frames = here
            return returned
        return [self.fresh() if value.type.is_memref else self.number(value) for value in op.results]

    def nested(self, op: Op, values: list[int]) -> list[int]:
        """What an op with regions gives."""
        match op.name:
            case "scf.execute_region":
                return self.region(op.regions[0], [])[1]
            case "scf.if":
                chosen = op.regions[0 if values[0] else 1]
                return self.region(chosen, [])[1] if chosen.blocks else []
            case "scf.index_switch":
                cases = [int(text) for text in _INTEGER.findall((op.attribute("cases") or "").partition(":")[2])]
                return self.region(op.regions[1 + cases.index(values[0]) if values[0] in cases else 0], [])[1]
            case "scf.for":
                carried = values[3:]
                for counter in range(values[0], values[1], values[2]):
                    carried = self.region(op.regions[0], [counter, *carried])[1]
                return carried
        assert op.name == "scf.while", op.name
        return self.loop(op, values)

    def loop(self, op: Op, values: list[int]) -> list[int]:
        """What an scf.while gives."""
        while True:
            goes_on, *passed = self.region(op.regions[0], values)[1]
            if not goes_on:
                return passed
            values = self.region(op.regions[1], passed)[1]


def _dominators(region: Region) -> dict[Block, set[Block]]:
    """The blocks on every way to a block, itself among them; from the definition, and not by what the frontend
    computes.
    """
    found: dict[Block, set[Block]] = {}
    for block in region.blocks:
        reached = _reached(region.blocks[0], without=block)
        for other in region.blocks:
            if other not in reached:
                found.setdefault(other, {other}).add(block)
        found.setdefault(block, {block})
    return found


def _reached(start: Block, without: Block) -> set[Block]:
    reached: set[Block] = set()
    waiting = [start]
    while waiting:
        block = waiting.pop()
        if block is not without and block not in reached:
            reached.add(block)
            waiting += block.ops[-1].successors
    return reached
