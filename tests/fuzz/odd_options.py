"""Passes with odd options on small programs: each gets an output or a diagnostic, and no diagnostic asks for a report.

`python -m tests.fuzz.odd_options --count 10000 --seed 1` tries many.
"""

import random
from collections.abc import Sequence
from functools import cache

from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step, described
from ownlog.backend.passes.registry import PASSES, run_passes
from ownlog.base.errors import Diagnostic, OwnlogError
from ownlog.frontend import parse
from tests.fuzz.seeds import files, pieces
from tests.fuzz.tries import try_many

_FLAGS = ("true", "false")
_VALUES = (
    *_FLAGS,
    "",
    "0",
    "1",
    "-1",
    "3",
    "64",
    "128",
    "99999999999999999999",
    "0x10",
    "abc",
    "identity-layout-map",
    "fully-dynamic-layout-map",
    "infer-layout-map",
    "fewest-copies",
    "top-down",
    "fuzzer",
    "bottom-up-from-terminators",
    "memref.alloc",
    "memref.alloc,memref.dealloc",
    "my.op",
    "all",
    "hoisting",
    "stack",
    "none",
    "hoisting,stack",
    "greedy",
    "optimal",
    "trivial",
    "clone",
    "alloc-copy",
    "tensor",
    "linalg,tensor",
    "f",
    "main",
    "@f",
    ",",
    "é",
)


_files = cache(files)


def steps(chance: random.Random) -> list[Step]:
    """Up to three passes, each with some options, of which some values are of other options, or none."""
    return [_step(chance.choice(sorted(PASSES)), chance) for _ in range(chance.choice((1, 1, 2, 3)))]


def _step(name: str, chance: random.Random) -> Step:
    defaults = dict(text.split("=", 1) for text, _ in described(PASSES[name].options))
    chosen = chance.sample(sorted(defaults), min(len(defaults), chance.choice((0, 1, 1, 2, 3))))
    values = (_FLAGS if defaults[option] in _FLAGS and chance.random() < 0.8 else _VALUES for option in chosen)
    return Step(name, tuple((option, chance.choice(of)) for option, of in zip(chosen, values, strict=True)))


def outcome(text: str, todo: list[Step], gate: bool) -> str:
    """ "output" or "refused", or what is wrong with that."""
    context = Context(gate=gate)
    try:
        module = parse(text)
        run_passes(module, todo, context)
        str(module)
    except OwnlogError as error:
        return _judged("refused", error.diagnostics)
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:200]
    return _judged("output", context.notices)


def _judged(found: str, diagnostics: Sequence[Diagnostic]) -> str:
    asking = [one for one in diagnostics if "report this program" in (one.advice or "")]
    return (
        f"{found}, to be reported: {asking[0].message}"
        if asking
        else found
        if diagnostics or found == "output"
        else "no reason"
    )


def attempt(seed: int) -> tuple[str, str]:
    """What became of a program, and how to see it."""
    chance = random.Random(seed)
    path = chance.choice(_files())
    texts, todo, gate = pieces(path) or [""], steps(chance), chance.random() < 0.7
    text = chance.choice(texts)
    return outcome(text, todo, gate), f"{path}\n{text}\n{[(step.name, step.options) for step in todo]}, gate: {gate}"


def main() -> None:
    """Run what the command line asks for."""
    try_many("tests.fuzz.odd_options", attempt)


if __name__ == "__main__":
    main()
