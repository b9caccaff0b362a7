"""Arguments for which two programs do different things, found by running both."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from ownlog.backend.verifying.machine import Machine
from ownlog.backend.verifying.memory import Buffer, CannotTellError, Chance, Memory, Value, differ, sizes_of
from ownlog.backend.verifying.program import Program

TRIALS = 16
STEPS = 60_000
"""How many ops are run for one function, over all choices of arguments."""


@dataclass(frozen=True, slots=True)
class Witness:
    """Where two runs part: the op of each program, and the arguments that are numbers, as text."""

    before: str
    after: str
    arguments: tuple[str, ...]


def find_witness(before: Program, after: Program, function: str, decided: Mapping[int, bool]) -> Witness | None:
    """Arguments, and where both programs differ with them; `decided` has the values that lead there."""
    steps = 0
    for trial in range(TRIALS):
        runs = [Machine(program, Chance(trial)) for program in (before, after)]
        for run in runs:
            with suppress(CannotTellError):
                run.run(function, _arguments(run, function, decided))
            steps += run.steps
        if (ops := _part(*runs)) is not None:
            return Witness(*ops, _told(before, function, _arguments(runs[0], function, decided)))
        if steps > STEPS:
            break
    return None


def _part(before: Machine, after: Machine) -> tuple[str, str] | None:
    """The ops at which two runs do different things."""
    for first, second in zip(before.events, after.events, strict=False):
        if first.key != second.key and _may_mean_the_same(first.key, second.key):
            return None
        if first.key != second.key or any(map(differ, first.values, second.values)):
            return first.op, second.op
    if before.returned and after.returned:
        names = before.globals.keys() & after.globals.keys()
        if any(differ(Buffer(before.globals[name]), Buffer(after.globals[name])) for name in names):
            return before.returned, after.returned
    return None


def _may_mean_the_same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    """Do two ops of one name differ only in attributes that one of them leaves out, as defaults?"""
    if (
        len(one) != 2
        or len(other) != 2
        or one[0] != other[0]
        or not isinstance(one[1], tuple)
        or not isinstance(other[1], tuple)
    ):
        return False
    first, second = dict(one[1]), dict(other[1])
    return all(first[name] == second[name] for name in first.keys() & second.keys())


def _arguments(machine: Machine, function: str, decided: Mapping[int, bool]) -> list[Value]:
    program, found = machine.program, list[Value]()
    for number, value in enumerate(program.arguments.get(program.entry[function], ())):
        type = machine.type(value)
        if type.is_memref and not type.is_unranked_memref:
            found.append(Buffer(Memory(type.memref_parts[1], sizes_of(type), machine.chance, ("parameter", number))))
        elif number in decided and machine.chance.trial < TRIALS // 2:
            found.append(int(decided[number]))
        else:
            found.append(machine.chance.number(type.canonical, "parameter", number))
    return found


def _told(program: Program, function: str, arguments: list[Value]) -> tuple[str, ...]:
    names = (value.rpartition("/")[2] for value in program.arguments.get(program.entry[function], ()))
    return tuple(
        f"{name} = {value}" for name, value in zip(names, arguments, strict=False) if isinstance(value, int | float)
    )
