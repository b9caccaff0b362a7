"""Runs a function of a program, as far as the models tell what its ops do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from ownlog.backend.checking.edges import Way
from ownlog.backend.rewriting import integers
from ownlog.backend.verifying.memory import Buffer, CannotTellError, Chance, Memory, Value, constant, sizes_of
from ownlog.backend.verifying.points import maps_of, points
from ownlog.backend.verifying.program import Program
from ownlog.frontend.text.literals import INTEGER_TYPE, in_type, signed, unsigned
from ownlog.frontend.text.types import Type

STEPS = 20_000
"""How many ops a run may take."""
DEPTH = 40
"""How many functions may be at work."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that others see: `key` says what is done, `values` with what, as it was then."""

    op: str
    key: tuple[object, ...]
    values: tuple[Value, ...]


@dataclass(slots=True)
class _Frame:
    values: dict[str, Value]
    rounds: dict[str, int] = field(default_factory=dict)
    """The numbers that loops are at."""


class Machine:
    """One run of a program."""

    def __init__(self, program: Program, chance: Chance) -> None:
        self.program = program
        self.chance = chance
        self.events: list[Event] = []
        self.globals: dict[str, Memory] = {}
        self.steps = 0
        self.returned = ""
        """The op that returned in the end."""

    def run(self, function: str, arguments: Sequence[Value]) -> None:
        """Run a function. Raises CannotTellError if the run cannot go on; `events` has what was seen."""
        last, results = self._call(function, arguments, 0)
        self._see(last, ("return",), [*(value for value in arguments if isinstance(value, Buffer)), *results])
        self.returned = last

    def _see(self, op: str, key: tuple[object, ...], values: Sequence[Value]) -> None:
        found = (Buffer(value.memory.copy(), value.whole) if isinstance(value, Buffer) else value for value in values)
        self.events.append(Event(op, key, tuple(found)))

    def _call(self, function: str, arguments: Sequence[Value], depth: int) -> tuple[str, list[Value]]:
        """The op that returned, and what it did."""
        program = self.program
        block, position = program.entry[function], 0
        frame = _Frame(dict(zip(program.arguments.get(block, ()), arguments, strict=False)))
        while True:
            self.steps += 1
            if self.steps > STEPS or depth > DEPTH or position >= len(program.at[block]):
                raise CannotTellError
            op = program.at[block][position]
            if op in program.returns:
                return op, [frame.values.get(value) for value in program.operands.get(op, ())]
            if program.ways.get(op) and op not in program.plain:
                block, position = self._take(op, self._way(op, frame), frame)
            else:
                self._do(op, frame, depth)
                position += 1

    # Ways

    def _way(self, op: str, frame: _Frame) -> Way:
        program = self.program
        ways = program.ways[op]
        loop = self._loop(op)
        if loop is not None:
            return self._round(op, loop, frame)
        if op in program.cases:
            flag, cases = program.cases[op]
            number = frame.values.get(flag)
            if not isinstance(number, int):
                raise CannotTellError
            return next(way for way in ways if way.number == (cases.index(number) + 1 if number in cases else 0))
        open_ways = [way for way in ways if way.when is None or self._holds(way.when, frame)]
        if len(open_ways) != 1:
            raise CannotTellError
        return open_ways[0]

    def _holds(self, when: tuple[str, bool], frame: _Frame) -> bool:
        found = frame.values.get(when[0])
        if not isinstance(found, int):
            raise CannotTellError
        return bool(found) == when[1]

    def _loop(self, op: str) -> str | None:
        """The op that counts rounds, if `op` is one, or ends a round of one."""
        program = self.program
        block, position = program.place[op]
        around = program.op_around(block) if position == len(program.at[block]) - 1 else None
        found = (
            one for one in (op, around) if one is not None and program.traits.says("counts_up", program.op(one).name)
        )
        return next(found, None)

    def _round(self, op: str, loop: str, frame: _Frame) -> Way:
        program = self.program
        [places] = program.traits.rows("counts_up", program.op(loop).name)
        operands = [program.operands[loop][int(at)] for at in places]
        first, bound, more = (frame.values.get(value) for value in operands)
        type, counts_unsigned = self.type(operands[0]).canonical, program.traits.counts_unsigned(program.op(loop))
        if not (isinstance(first, int) and isinstance(bound, int) and isinstance(more, int)):
            raise CannotTellError
        if (unsigned if counts_unsigned else signed)(more, type) <= 0:
            raise CannotTellError
        number = frame.rounds[loop] = first if op == loop else in_type(frame.rounds[loop] + more, type)
        goes_on = integers.compare("ult" if counts_unsigned else "slt", (number, bound), type)
        way = next((way for way in program.ways[op] if way.number == (0 if goes_on else -1)), None)
        if way is None:
            raise CannotTellError
        return way

    def _take(self, op: str, way: Way, frame: _Frame) -> tuple[str, int]:
        program = self.program
        assigned = {target: frame.values.get(source) for target, source in way.assigned}
        if way.block is not None:
            place = (way.block, 0)
            defined = program.arguments.get(way.block, [])
            loop = self._loop(op)
            if loop is not None and defined:
                assigned[defined[0]] = frame.rounds[loop]
        else:
            assert way.after is not None
            block, position = program.place[way.after]
            place = (block, position + 1)
            defined = program.results.get(way.after, [])
        for value in defined:
            frame.values[value] = assigned.get(value)
        return place

    # Ops

    def _do(self, op: str, frame: _Frame, depth: int) -> None:
        program = self.program
        results = program.results.get(op, [])
        operands = [frame.values.get(value) for value in program.operands.get(op, ())]
        for value, condition in program.ended.get(op, ()):
            if isinstance(buffer := frame.values.get(value), Buffer) and (
                not condition or frame.values.get(condition) != 0
            ):
                buffer.memory.freed = True
        if op in program.callee and op not in program.external_calls and op not in program.omitted:
            found = self._call(program.callee[op], operands, depth + 1)[1]
        elif op in program.changes_all:
            self._see(op, (program.op(op).name, program.attributes(op)), operands)
            found = [self._given(value, (len(self.events), number)) for number, value in enumerate(results)]
        elif op in program.provides or op in program.duplicates:
            found = [self._made(op, operands)]
        elif op in program.computes or op in program.looks_up:
            found = [self._computed(op, value, operands, frame) for value in results]
        elif program.ways.get(op) and op not in program.plain:
            raise CannotTellError
        else:
            if not self._run_for_points(op, operands, frame, depth):
                self._write(op, operands, frame)
            found = []
        for number, value in enumerate(results):
            frame.values[value] = found[number] if number < len(found) else None

    def type(self, value: str) -> Type:
        return self.program.naming.values[value].type

    def _given(self, value: str, key: tuple[int, int]) -> Value:
        """What comes from outside: what a function without a body returns, say."""
        type = self.type(value)
        if not type.is_memref:
            return self.chance.number(type.canonical, "given", *key)
        return Buffer(Memory(type.memref_parts[1], sizes_of(type), self.chance, ("given", *key)))

    def _made(self, op: str, operands: Sequence[Value]) -> Value:
        program = self.program
        if op in program.duplicates:
            [source] = operands
            return Buffer(source.memory.copy(), source.whole) if isinstance(source, Buffer) else None
        type = self.type(program.results[op][0])
        return Buffer(Memory(type.memref_parts[1], sizes_of(type, operands), self.chance))

    def _write(self, op: str, operands: Sequence[Value], frame: _Frame) -> None:
        """What an op does to memory: one element, all of them, or nobody knows what."""
        program = self.program
        name = program.op(op).name
        for stored, memory in program.traits.rows("stores_element", name):
            buffer, value = operands[int(memory)], operands[int(stored)]
            if not isinstance(buffer, Buffer):
                raise CannotTellError
            index = operands[int(memory) + 1 :]
            if buffer.whole and not isinstance(value, Buffer):
                buffer.memory.cells[buffer.memory.cell(index)] = value
            else:
                buffer.memory.spoiled = True
            return
        if self._write_all(op, operands):
            return
        for target in program.written.get(op, program.changes.get(op, [])):
            found = frame.values.get(target)
            if not isinstance(found, Buffer):
                raise CannotTellError
            found.memory.spoiled = True

    def _run_for_points(self, op: str, operands: Sequence[Value], frame: _Frame, depth: int) -> bool:
        """Run an op's region for each point of its operands, if that is all that `op` does and is known.

        The order of points must not matter to a program.
        """
        program, ir = self.program, self.program.op(op)
        rows = program.traits.rows("runs_for_points", ir.name)
        if not rows or op not in program.plain or ir.results:
            return False
        segments = ir.segments or [len(operands)]
        group = int(rows[0][1])
        first = sum(segments[:group])
        outputs = [
            value for value in operands[first : first + segments[group]] if isinstance(value, Buffer) and value.whole
        ]
        memories = [value.memory if isinstance(value, Buffer) and value.whole else None for value in operands]
        try:
            maps = maps_of(dict(program.attributes(op)).get(str(rows[0][0]), ""), len(operands))
            found = list(islice(points(maps, [None if memory is None else memory.sizes for memory in memories]), STEPS))
        except CannotTellError:
            return False
        if len(outputs) < segments[group] or any(type(value) is Buffer and not value.whole for value in operands):
            return False
        block = program.naming.block(ir.regions[0].blocks[0])
        for point in found:
            for number, (argument, memory) in enumerate(zip(program.arguments.get(block, ()), memories, strict=True)):
                frame.values[argument] = operands[number] if memory is None else memory.at(maps[number].at(point))
            self._run_block(block, frame, depth)
            new = [frame.values.get(value) for value in program.operands.get(program.at[block][-1], ())]
            for number, (buffer, value) in enumerate(zip(outputs, new, strict=True), first):
                buffer.memory.cells[maps[number].at(point)] = value
        return True

    def _run_block(self, block: str, frame: _Frame, depth: int) -> None:
        """Runs the ops of a block that control takes no ways from, but for the last one."""
        for op in self.program.at[block][:-1]:
            self.steps += 1
            if self.steps > STEPS:
                raise CannotTellError
            self._do(op, frame, depth)

    def _write_all(self, op: str, operands: Sequence[Value]) -> bool:
        """Fills a buffer, or copies another one to it, if `op` does that, and all of it can be told."""
        traits, name = self.program.traits, self.program.op(op).name
        for filled, memory in traits.rows("fills_buffer", name):
            value, buffer = operands[int(filled)], operands[int(memory)]
            if isinstance(buffer, Buffer) and buffer.whole and not isinstance(value, Buffer):
                # A number of another type may become another one in this.
                is_same = self.type(self.program.operands[op][int(filled)]).canonical == buffer.memory.element
                buffer.memory.fill(value if is_same else None)
                return True
        for source, target in traits.rows("copies_elements", name):
            one, other = operands[int(source)], operands[int(target)]
            if not (isinstance(one, Buffer) and isinstance(other, Buffer) and one.whole and other.whole):
                continue
            if (one.memory.element, one.memory.sizes) == (other.memory.element, other.memory.sizes):
                other.memory.take(one.memory)
                return True
        return False

    def _computed(self, op: str, result: str, operands: Sequence[Value], frame: _Frame) -> Value:
        program, traits = self.program, self.program.traits
        name, type = program.op(op).name, self.type(result).canonical
        if result in program.constant:
            return int(program.constant[result])
        if attributes := traits.rows("constant_like", name):
            return constant(dict(program.attributes(op)).get(str(attributes[0][0])))
        if result in program.bitwise:
            how, first, second = program.bitwise[result]
            return _bits(how, (frame.values.get(first), frame.values.get(second)))
        if result in program.compared:
            return self._compare(*program.compared[result], frame)
        if sides := traits.rows("select_like", name):
            condition, on_true, on_false = (operands[int(at)] for at in sides[0])
            if condition is None:
                return on_true if on_true == on_false and not isinstance(on_true, Buffer) else None
            return on_true if condition else on_false
        if traits.says("global_like", name):
            return self._global(dict(program.attributes(op)).get("name", ""), self.type(result))
        if result in program.views:
            source = frame.values.get(program.views[result])
            return (
                Buffer(source.memory, source.whole and result in program.retyped)
                if isinstance(source, Buffer)
                else None
            )
        if memories := traits.rows("loads_element", name):
            buffer = operands[int(memories[0][0])]
            if not isinstance(buffer, Buffer) or not buffer.whole:
                return None
            return buffer.memory.at(buffer.memory.cell(operands[int(memories[0][0]) + 1 :]))
        if op in program.mapped:
            numbers = [value for value in operands if isinstance(value, int)]
            return program.mapped[op].of(numbers) if len(numbers) == len(operands) else None
        computes = program.arithmetic.get(name)
        return (
            None
            if computes is None
            else _number(computes, operands, self.type(program.operands[op][0]).canonical, type)
        )

    def _global(self, symbol: str, type: Type) -> Value:
        if symbol not in self.globals:
            self.globals[symbol] = Memory(type.memref_parts[1], sizes_of(type), self.chance)
        return Buffer(self.globals[symbol])

    def _compare(self, how: str, first: str, second: str, frame: _Frame) -> Value:
        values = first, second
        numbers = [number for value in values if isinstance(number := frame.values.get(value), int)]
        asked = next((str(row[0]) for row in self.program.traits.rows("predicate_asks", how)), None)
        return (
            None
            if asked is None or len(numbers) < 2
            else int(integers.compare(asked, numbers, self.type(first).canonical))
        )


def _bits(how: str, values: tuple[Value, Value]) -> Value:
    known = [value for value in values if isinstance(value, int)]
    if len(known) < 2:
        return 0 if how == "and" and 0 in known else 1 if how == "or" and 1 in known else None
    return known[0] & known[1] if how == "and" else known[0] | known[1] if how == "or" else known[0] ^ known[1]


def _number(how: str, operands: Sequence[Value], source: str, target: str) -> Value:
    numbers = [value for value in operands if isinstance(value, int)]
    if how == "mul" and 0 in numbers and INTEGER_TYPE.fullmatch(target) is not None:
        # What is multiplied by zero is zero, whatever it is.
        return 0
    return integers.computed(how, numbers, source, target) if len(numbers) == len(operands) else None
