"""What runs of a program do with memory, by the naive reference (rules/checking/reference.dl)."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import NamedTuple

from ownlog.backend.rewriting.effects import effects_of
from ownlog.frontend.facts.extract import RELATIONS, Facts, extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.facts.tensors import RELATIONS as TENSOR_FACTS
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.module import Module
from tests.reference.programs import derive

RUNS = 6
"""How often each function is run."""
_ANSWERS = 64
_INTEGER = re.compile(r"i\d+|index")


class Fault(NamedTuple):
    """`what` goes wrong at `line`, in a run of `function`."""

    what: str
    line: int
    function: str


class Seen(NamedTuple):
    """What runs of a program show: the faults, how many runs there were, and how many came to their end."""

    faults: set[Fault]
    runs: int
    ended: int


def run(module: Module, name: str = "checking", runs: int = RUNS, seed: int = 0) -> Seen:
    """Runs each function that others may call with inputs of chance."""
    naming = Naming(module, effects_of(module))
    facts = extract_facts(module, naming, {}, wanted=(*RELATIONS, *TENSOR_FACTS))
    functions = [op for op in module.functions() if _starts(op)]
    chance = random.Random(seed)
    facts |= _inputs([(naming.op(op), op) for op in functions for _ in range(runs)], chance)
    facts["way_of_case"] = [(naming.op(op), *case) for op in module.walk() for case in _cases(op)]
    rows = derive(name, facts, ("fault", "ends"))
    names = [op.attribute("sym_name") or "" for op in functions for _ in range(runs)]
    found = {
        Fault(str(what), naming.ops[str(op)].line, names[int(number)].strip('"'))
        for number, what, _, op, _ in rows["fault"]
    }
    return Seen(found, len(names), len({number for number, _ in rows["ends"]}))


def _starts(function: Op) -> bool:
    return bool(function.regions and function.regions[0].blocks) and function.attribute("sym_visibility") != '"private"'


def _inputs(functions: list[tuple[str, Op]], chance: random.Random) -> Facts:
    facts: Facts = {"runs": [], "given": [], "answers": []}
    for number, (name, op) in enumerate(functions):
        facts["runs"].append((number, name))
        alike = chance.random() < 0.3
        for position, value in enumerate(op.regions[0].blocks[0].arguments):
            content = _content(value, number, -1 if alike else -1 - position, chance)
            if content is not None:
                facts["given"].append((number, position, content))
        # Integers are often compared with numbers from 0 on; as an i1, each odd number is true.
        facts["answers"] += [(number, step, chance.choice((0, -1, 1, 2))) for step in range(_ANSWERS)]
    return facts


def _content(value: Value, number: int, buffer: int, chance: random.Random) -> int | None:
    text = str(value.type)
    if text == "i1":
        return chance.choice((0, -1))
    if _INTEGER.fullmatch(text):
        return number % 9
    return buffer if value.type.is_memref else None


def _cases(op: Op) -> Iterator[tuple[int, int]]:
    text = op.attribute("cases") or op.attribute("case_values")
    if text is not None and op.name in ("scf.index_switch", "cf.switch"):
        listed = text.partition("[")[2].partition("]")[0] or text.partition(":")[2]
        numbers = [int(number) for number in re.findall(r"-?\d+", listed)]
        yield from ((way, number) for way, number in enumerate(numbers) if number not in numbers[:way])
