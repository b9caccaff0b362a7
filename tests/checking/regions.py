"""Functions of random blocks, as text and as graphs."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import ownlog
from ownlog.backend.checking.graph import DERIVED, FACTS
from ownlog.backend.checking.graph import Graph as Tables
from ownlog.backend.checking.rows import Rows
from ownlog.frontend.facts.extract import extract_facts
from ownlog.frontend.facts.names import Naming

Graph = Mapping[str, Sequence[str]]
"""The blocks that follow on each block; nothing comes before the first one."""


@dataclass
class Sample:
    """A function whose buffer is allocated in block `home` and used in the blocks `needing`."""

    after: Graph
    home: str
    needing: set[str]

    def keeps(self) -> bool:
        """Whether control may come to a block from which there is no way out."""
        return any("" not in reached(self.after, block) for block in self.after)


def reached(after: Graph, block: str, without: str = "none") -> set[str]:
    """The blocks that control may come to from `block` before it comes to `without`; "" where it may leave the
    region.
    """
    seen: set[str] = set()
    work = [block]
    while work:
        current = work.pop()
        if current not in seen and current != without:
            seen.add(current)
            if current:
                work += after[current] or [""]
    return seen


def sample(chance: random.Random, size: int) -> Sample:
    """A random function of `size` blocks, and a few that control does not come to."""
    names = [f"b{number}" for number in range(size)]
    after = {name: chance.sample(names[1:], min(size - 1, chance.choice((0, 1, 1, 2, 2, 3)))) for name in names}
    inside = reached(after, "b0")
    home = chance.choice(sorted(inside - {""}))
    dominated = sorted(inside - reached(after, "b0", home) - {home, ""})
    return Sample(after, home, set(chance.sample(dominated, chance.randint(0, min(3, len(dominated))))))


def text(samples: Sequence[Sample]) -> str:
    """A module of these functions: the first one is @f0."""
    return "func.func private @use(memref<f32>)\n" + "".join(
        _function(number, each) for number, each in enumerate(samples)
    )


def tables(samples: Sequence[Sample]) -> Tables:
    """What the checker reads of their module."""
    module = ownlog.parse(text(samples))
    return Tables(Rows(extract_facts(module, Naming(module), wanted=FACTS), (), None, DERIVED))


def _function(number: int, each: Sample) -> str:
    lines = [f"func.func @f{number}(%c: i1, %i: i32) {{", "  cf.br ^b0"]
    for block, following in each.after.items():
        lines.append(f"^{block}:")
        if block == each.home:
            lines.append("  %m = memref.alloc() : memref<f32>")
        if block in each.needing:
            lines.append("  call @use(%m) : (memref<f32>) -> ()")
        lines.append(f"  {_end(following)}")
    return "\n".join([*lines, "}", ""])


def _end(following: Sequence[str]) -> str:
    if len(following) < 2:
        return f"cf.br ^{following[0]}" if following else "return"
    if len(following) == 2:
        return f"cf.cond_br %c, ^{following[0]}, ^{following[1]}"
    cases = ", ".join(f"{case}: ^{block}" for case, block in enumerate(following[1:]))
    return f"cf.switch %i : i32, [default: ^{following[0]}, {cases}]"
