"""Mutants of corpus files:

`Mutants(files).make` writes one as the choices say, with a `@main` that runs it where it can be run.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import ownlog
from ownlog.frontend.ir.module import Module
from tests.execution.edges import symbols
from tests.execution.executor import LOWERING
from tests.execution.mutants.changes import Mutator
from tests.execution.mutants.drivers import Driver, entry
from tests.execution.programs.choices import Choices
from tests.execution.soundness import OUTSIDE

LARGEST = 12_000  # bytes of a file: from larger ones a run takes long and a failure says little
_MATH = ("--convert-math-to-llvm", "--convert-math-to-libm")
_FIRST = LOWERING.index("--convert-scf-to-cf")
# What else compilers make: affine and linalg ops, functions of the mathematical library.
_AFFINE = ("--lower-affine", "--scf-forall-to-for")
CORPUS_LOWERING = ("--expand-realloc", "--lower-affine", *LOWERING[1:_FIRST], *_AFFINE, *_MATH, *LOWERING[_FIRST:])


def corpus_files(root: Path) -> list[Path]:
    """The files that mutants are made of."""
    return sorted(path for path in root.rglob("*.mlir") if path.stat().st_size <= LARGEST)


class Mutants:
    """Makes mutants of the files; what the choices begin with is the file."""

    def __init__(self, files: Sequence[Path]) -> None:
        self._texts = [path.read_text() for path in files]

    def make(self, choices: Choices) -> str:
        """The text of a mutant. Some are no valid programs; mlir-opt knows which."""
        module = _declared(ownlog.parse(choices.one_of(self._texts)))
        mutator = Mutator(module, choices)
        wanted = 1 + choices.below(4)
        for _ in range(5 * wanted):
            wanted -= mutator.change()
            if not wanted:
                break
        calls = 1 + choices.chance(40)
        return str(module) + (OUTSIDE + _driver(module, calls))


def _declared(module: Module) -> Module:
    """The module with a declaration of `@decide`, which mutants call."""
    text = str(module)
    declaration = "func.func private @decide() -> i1\n"
    head = re.search(r"(?m)^module\b.*\{\n", text)
    place = head.end() if head else len(re.match(r"(?:#.*\n|//.*\n|\s*\n)*", text)[0])  # type: ignore[index]
    return ownlog.parse(text[:place] + declaration + text[place:])


def _driver(module: Module, calls: int) -> str:
    function = entry(module)
    if function is None:
        return ""
    name = (function.attribute("sym_name") or "").strip('"@')
    return Driver(function, "entry" if name == "main" else name).text(calls)


def runnable(text: str) -> list[str]:
    """The program without the module around it, and with a name for its `@main` that the driver's does not meet."""
    inside, mark, outside = symbols.unwrapped(text).partition(OUTSIDE)
    return [re.sub(r"@main\b", "@entry", inside) + mark + outside]
