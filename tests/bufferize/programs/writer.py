"""Writes random programs with tensors: lines, names, and what can be used where."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tests.bufferize.programs.lines import Lines

FOUR, TWO, SQUARE, SOME = "tensor<4xf32>", "tensor<2xf32>", "tensor<2x2xf32>", "tensor<?xf32>"


class Function(NamedTuple):
    """A function that can be called."""

    name: str
    inputs: tuple[str, ...]
    results: tuple[str, ...]


@dataclass
class Scope:
    """What can be used: tensors by type, numbers, indices below two, conditions, and functions."""

    tensors: dict[str, list[str]] = field(default_factory=dict)
    numbers: list[str] = field(default_factory=list)
    indices: list[str] = field(default_factory=list)
    conditions: list[str] = field(default_factory=list)
    depth: int = 0
    called: bool = False
    """This is in a function that is called."""
    quiet: bool = False
    """Nothing is observed here, because the order is open, or the function is not `@main`."""

    def inner(self) -> Scope:
        """The scope of a region."""
        tensors = {type: list(names) for type, names in self.tensors.items()}
        return replace(
            self,
            tensors=tensors,
            numbers=list(self.numbers),
            indices=list(self.indices),
            conditions=list(self.conditions),
            depth=self.depth + 1,
        )


class Writer(Lines):
    """Writes one program. A plain one has nothing that is decided otherwise than by mlir-opt-22, on purpose."""

    def __init__(self, seed: int, *, plain: bool = False) -> None:
        super().__init__(seed)
        self.plain = plain
        self.functions: list[Function] = []

    # Operands.

    def tensor(self, scope: Scope, type: str) -> str:
        """A tensor of a type, often one of the last ones; a new one where there is none."""
        names = scope.tensors.setdefault(type, [])
        if not names:
            names.append(self.made(scope, type))
        return self.chance.choice(names[-3:] if self.chance.random() < 0.6 else names)

    def made(self, scope: Scope, type: str) -> str:
        """A new tensor with contents."""
        if type == SOME:
            return self.op(f"tensor.cast {self.tensor(scope, FOUR)} : {FOUR} to {SOME}")
        if self.chance.random() < 0.2 and not (self.plain and scope.called):
            text = {FOUR: "[1.0, 2.0, 3.0, 4.0]", TWO: "[5.0, 6.0]", SQUARE: "[[1.0, 2.0], [3.0, 4.0]]"}[type]
            return self.op(f"arith.constant dense<{text}> : {type}")
        if self.chance.random() < 0.5:
            return self.op(f"tensor.splat {self.chance.choice(scope.numbers)} : {type}")
        empty = self.op(f"tensor.empty() : {type}")
        return self.op(f"linalg.fill ins({self.chance.choice(scope.numbers)} : f32) outs({empty} : {type}) -> {type}")

    def known(self, scope: Scope, type: str, name: str) -> None:
        """Makes a tensor usable from here on."""
        scope.tensors.setdefault(type, []).append(name)

    def given(self, scope: Scope, type: str) -> str:
        """A destination: a tensor, or, now and then, one without contents for ops that overwrite it."""
        return self.tensor(scope, type)

    def number(self, scope: Scope) -> str:
        return self.chance.choice(scope.numbers)

    def index(self, scope: Scope) -> str:
        return self.chance.choice(scope.indices)

    def condition(self, scope: Scope) -> str:
        if self.chance.random() < 0.3:
            return self.op(f"arith.cmpi eq, {self.index(scope)}, {self.index(scope)} : index")
        return self.chance.choice(scope.conditions)

    def type(self) -> str:
        return self.chance.choice([FOUR, FOUR, FOUR, TWO, SQUARE])
