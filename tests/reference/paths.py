"""What runs of a program do with memory, by the naive reference (rules/checking/reference.dl)."""

import random
import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from ownlog.backend.rewriting.effects import effects_of
from ownlog.frontend.facts.extract import RELATIONS, Facts, extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.facts.tensors import RELATIONS as TENSOR_FACTS
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.text.literals import integer_elements, signed
from tests.reference.programs import derive

RUNS = 9
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


def run(module: Module, name: str = "checking", by_hand: Collection[str] = (), seed: int = 0) -> Seen:
    """Runs each function that others may call with inputs of chance. `by_hand` names those that free as the program
    says.
    """
    naming = Naming(module, effects_of(module))
    facts = extract_facts(module, naming, {}, wanted=(*RELATIONS, *TENSOR_FACTS))
    functions = [op for op in module.functions() for _ in range(RUNS) if op.regions and op.regions[0].blocks]
    facts |= _inputs([(naming.op(op), op) for op in functions], random.Random(seed))
    facts["frees_by_hand"] = [(naming.op(op),) for op in functions if name_of(op) in by_hand]
    facts["way_of_case"] = [(naming.op(op), *case) for op in module.walk() for case in _cases(op)]
    rows = derive(name, facts, ("fault", "begins", "ends"))
    found = {
        Fault(str(what), naming.ops[str(op)].line, name_of(functions[int(number)]))
        for number, what, _, op, _ in rows["fault"]
    }
    return Seen(found, len(rows["begins"]), len({number for number, _ in rows["ends"]}))


def freeing(module: Module) -> set[str]:
    """The functions of a program that free something."""
    traits = effects_of(module)
    return {
        name_of(function)
        for function in module.functions()
        if any(traits.says("frees", op.name) for op in function.walk())
    }


def name_of(function: Op) -> str:
    """The symbol of a function, without its `@`."""
    return (function.attribute("sym_name") or "").strip('"')


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
    if op.name in ("scf.index_switch", "cf.switch"):
        found = integer_elements(op.attribute("cases") or op.attribute("case_values"))
        numbers = [signed(number, found.type) for number in found.all()] if found is not None else []
        yield from ((way, number) for way, number in enumerate(numbers) if number not in numbers[:way])
