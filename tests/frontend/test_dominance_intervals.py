"""Dominance as intervals says which definition dominates which, on random regions."""

import random

import pytest

from ownlog.frontend import parse
from ownlog.frontend.facts.extract import extract_facts
from ownlog.frontend.facts.names import Naming
from tests.frontend.test_ways import reached


def _random_region(rng: random.Random) -> str:
    """A function of random blocks, some of which nothing leads to."""
    blocks = [f"^bb{n}" for n in range(rng.randint(1, 9))]
    lines = ["func.func @f(%c: i1, %n: i32) {", f"  cf.br {rng.choice(blocks)}"]
    for block in blocks:
        lines += [f"{block}:", f"  %v{block[1:]} = arith.constant true"]
        ways = [rng.choice(blocks) for _ in range(rng.randint(0, 3))]
        if not ways:
            lines.append("  return")
        elif len(ways) == 1:
            lines.append(f"  cf.br {ways[0]}")
        elif len(ways) == 2:
            lines.append(f"  cf.cond_br %c, {ways[0]}, {ways[1]}")
        else:
            lines.append(f"  cf.switch %n : i32, [default: {ways[0]}, 0: {ways[1]}, 1: {ways[2]}]")
    return "\n".join([*lines, "}", ""])


@pytest.mark.parametrize("seed", range(40, 70))
def test_intervals_say_which_definition_dominates_which(seed: int) -> None:
    module = parse(_random_region(random.Random(seed)))
    [function] = module.functions()
    blocks = function.regions[0].blocks
    naming = Naming(module)
    told = {name: (int(enter), int(exit)) for name, enter, exit in extract_facts(module, naming)["dominance"]}
    ever = {blocks[0], *reached(blocks[0], None)}
    defined = {block: naming.value(block.ops[0].results[0]) for block in blocks[1:]}
    for over, name in defined.items():
        for under, other in defined.items():
            enter, exit = told[name]
            says = enter < told[other][0] <= exit
            assert says == (over is not under and {over, under} <= ever and under not in reached(blocks[0], over)), (
                name,
                other,
            )
