"""Models that say of an op what it is not: rows with random numbers about ops of random shapes, in programs with
tensors and with buffers.

Whatever a model says, a program gets an output or a diagnostic. `python -m tests.fuzz.wrong_models --count 10000 --seed
1` tries many.
"""

import random
import tempfile
from functools import cache
from pathlib import Path

from ownlog import rules
from ownlog.backend.checking import check
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.registry import run_passes
from ownlog.backend.verifying import compare
from ownlog.base.errors import OwnlogError
from ownlog.frontend import parse
from ownlog.rules.shipped.stated import model_relations
from tests.fuzz.tries import try_many

NAMES = ("my.op", "my.end", "my.free")
_WORDS = {
    "how": ("and", "or", "xor", "least", "greatest", "same"),
    "when": ("true", "false"),
    "certainty": ("definite", "maybe"),
    "relation": ("equivalent", "overlapping"),
    "attribute": ("value", "cases", "flag"),
    "cases": ("cases",),
    "maps": ("maps",),
    "predicate": ("value",),
    "dialect": ("my",),
    "message": ("no",),
    "text": ("1",),
    "first": ("0", "1"),
    "second": ("0", "1"),
    "mirrored": ("0",),
}
_VALUES = (
    "%t: tensor<4xf32>",
    "%u: tensor<?xf32>",
    "%m: memref<4xf32>",
    "%n: memref<?xf32>",
    "%i: index",
    "%c: i1",
    "%f: f32",
    "%v: vector<4xf32>",
)
_TYPES = tuple(value.partition(": ")[2] for value in _VALUES)
PASSES = (
    "one-shot-bufferize",
    "tensors-to-buffers",
    "buffer-deallocation-pipeline",
    "ownership-based-buffer-deallocation",
    "buffer-deallocation",
    "eliminate-empty-tensors",
    "canonicalize",
    "cse",
    "buffer-hoisting",
    "buffer-loop-hoisting",
    "promote-buffers-to-stack",
    "static-memory-planner",
    "test-tensor-copy-insertion",
    "buffer-results-to-out-params",
    "bufferization-lower-deallocations",
    "check",
    "verify",
)
_OPTIONS = {
    "one-shot-bufferize": (
        ("allow-unknown-ops", "true"),
        ("bufferize-function-boundaries", "true"),
        ("analysis-heuristic", "fewest-copies"),
        ("allow-return-allocs-from-loops", "true"),
        ("copy-before-write", "true"),
        ("must-infer-memory-space", "true"),
    ),
    "tensors-to-buffers": (("allow-unknown-ops", "true"),),
    "buffer-deallocation-pipeline": (
        ("placement", "all"),
        ("dealloc-at-block-end", "true"),
        ("private-function-dynamic-ownership", "true"),
    ),
}


TOGETHER = 25
"""So many programs have the same model: reading one takes longer than a program does."""


@cache
def _relations() -> list[tuple[str, list[str]]]:
    """The words of models, each with the columns behind the name of the op."""
    program = rules.load()
    columns = {name: program.relations[name].columns for name in sorted(model_relations(program))}
    return [(name, [column.name for column in found]) for name, found in columns.items()]


def model(chance: random.Random) -> str:
    """Some rows, of which many say nothing of what the ops of `program` are like."""
    rows = [] if chance.random() < 0.3 else ['bufferizable("my.op").', 'effects_known("my.op").']
    for _ in range(chance.randint(1, 5)):
        relation, columns = chance.choice(_relations())
        rows.append(f"{relation}({', '.join(_cell(column, chance) for column in columns)}).")
    return "\n".join(rows) + "\n"


def _cell(column: str, chance: random.Random) -> str:
    if column == "name":
        return f'"{chance.choice(NAMES[:2] if chance.random() < 0.4 else NAMES[:1])}"'
    if column in ("free", "stack", "parent"):
        return f'"{chance.choice(NAMES)}"'
    if column in _WORDS and column not in ("first",):
        return f'"{chance.choice(_WORDS[column])}"'
    return str(chance.choice((-1, 0, 0, 1, 1, 2, 3, 7)))


def program(chance: random.Random) -> str:
    """A function with a few ops called `my.op`, each with other operands, results, regions or successors, and uses of
    their results.
    """
    arguments = ", ".join(_VALUES)
    lines, results = [], list[tuple[str, str]]()
    known = [value.split(": ") for value in _VALUES]
    for number in range(chance.randint(1, 3)):
        given = [chance.choice([*known, *results]) for _ in range(chance.choice((0, 1, 2, 2, 3, 4)))]
        types = [chance.choice(_TYPES) for _ in range(chance.choice((0, 1, 1, 2)))]
        names = [f"%r{number}_{k}" for k in range(len(types))]
        regions = [_region(number, k, chance) for k in range(chance.choice((0, 0, 0, 1, 2)))]
        attributes = chance.choice(("", "", " {value = 1 : i64, flag, cases = dense<[0, 1]> : tensor<2xi32>}"))
        head = f"{', '.join(names)} = " if names else ""
        inside = f" ({', '.join(regions)})" if regions else ""
        signature = f"({', '.join(type for _, type in given)}) -> ({', '.join(types)})"
        lines.append(f'  {head}"my.op"({", ".join(name for name, _ in given)}){inside}{attributes} : {signature}')
        results += zip(names, types, strict=True)
        if chance.random() < 0.5:
            name, type = chance.choice([*known, *results])
            lines += _use(name, type, number)
    returned = chance.sample(results, min(len(results), chance.randint(0, 2)))
    head = (
        f"func.func {chance.choice(('', 'private '))}@f({arguments}) -> ({', '.join(type for _, type in returned)}) {{"
    )
    end = (
        f"  return {', '.join(name for name, _ in returned)} : {', '.join(type for _, type in returned)}"
        if returned
        else "  return"
    )
    if chance.random() < 0.2:
        # It ends its block, and goes to others.
        lines.append('  "my.op"(%c, %t, %m)[^bb1, ^bb2] : (i1, tensor<4xf32>, memref<4xf32>) -> ()')
        lines += ["^bb1:", "  cf.br ^bb2", "^bb2:"]
    return "\n".join([head, *lines, end, "}", ""])


def _region(number: int, place: int, chance: random.Random) -> str:
    argument, type = f"%a{number}_{place}", chance.choice(_TYPES)
    given = f"^bb0({argument}: {type}):" if chance.random() < 0.6 else "^bb0:"
    inner = "\n".join(_use(argument, type, 100 * number + place) if given != "^bb0:" and chance.random() < 0.5 else ())
    used = f"({argument}) : ({type}) -> ()" if given != "^bb0:" else "() : () -> ()"
    return f'{{\n  {given}\n{inner}\n    "my.end"{used}\n  }}'


def _use(name: str, type: str, number: int) -> list[str]:
    if type.startswith("tensor"):
        return [
            f"  %w{number} = tensor.insert %f into {name}[%i] : {type}",
            f"  %x{number} = tensor.extract %w{number}[%i] : {type}",
        ]
    if type.startswith("memref"):
        return [f"  memref.store %f, {name}[%i] : {type}"]
    return []


def steps(chance: random.Random) -> list[Step]:
    """A pass or two, with some options."""
    names = [chance.choice(PASSES) for _ in range(chance.choice((1, 1, 2)))]
    return [Step(name, tuple(option for option in _OPTIONS.get(name, ()) if chance.random() < 0.4)) for name in names]


def outcome(text: str, path: Path, todo: list[Step], gate: bool) -> str:
    """ "output" or "refused". Any other exception than an error with a place is a fault."""
    try:
        module = parse(text)
        for step in todo:
            if step.name == "check":
                check(module, (path,))
            elif step.name == "verify":
                compare(parse(text), module, (path,))
            else:
                run_passes(module, [step], Context((path,), gate=gate))
        str(module)
    except OwnlogError as error:
        return "refused" if error.diagnostics else "refused without a reason"
    return "output"


def attempt(seed: int, folder: Path) -> tuple[str, str]:
    """What became of a model and a program, and both as text."""
    chance = random.Random(seed)
    path = folder / f"model{seed // TOGETHER}.dl"
    rows, text, todo = model(random.Random(seed // TOGETHER)), program(chance), steps(chance)
    path.write_text(rows)
    shown = f"{rows}{text}{[(step.name, step.options) for step in todo]}"
    try:
        return outcome(text, path, todo, chance.random() < 0.7), shown
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:200], shown


def main() -> None:
    """Run what the command line asks for."""
    with tempfile.TemporaryDirectory() as folder:
        try_many("tests.fuzz.wrong_models", lambda seed: attempt(seed, Path(folder)))


if __name__ == "__main__":
    main()
