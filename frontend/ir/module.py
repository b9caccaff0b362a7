"""A module: what one input, or a chunk of it, holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ownlog.base.bindings import is_module, made_like
from ownlog.base.source import Source
from ownlog.base.words import counted
from ownlog.frontend.ir.ir import Block, Op
from ownlog.frontend.ir.traits import Traits, own_traits
from ownlog.frontend.ir.walking import ops_in


@dataclass(repr=False)
class Module:
    """An input or chunk: top-level ops, usually one `builtin.module` or some `func.func`s.

    `top` is a block in no region; `type_aliases` and `attribute_aliases` map names with sigil to their text. `fixed`
    has the spans of text that belongs to no op (alias definitions, file metadata). `print` and `print_generic` give the
    text. `llvm` is the version of LLVM whose spellings it has, where they are not those of LLVM 22.
    """

    source: Source
    top: Block
    tail_start: int
    print: Callable[[Module], str]
    type_aliases: dict[str, str] = field(default_factory=dict)
    attribute_aliases: dict[str, str] = field(default_factory=dict)
    fixed: list[tuple[int, int]] = field(default_factory=list)
    llvm: int | None = None
    print_generic: Callable[[Module, bool, bool], str] | None = None

    def to(self, thing: object, context: object | None = None) -> Any:
        """The program as an object of the library that `thing` is of: of MLIR's Python bindings, or of xDSL.

        It is made in the context of `thing`, or in the one given: a module, or an operation where `thing` is no module
        and one operation came of it. Raises InputError for other objects, and where the library refuses the program.
        """
        assert self.print_generic is not None
        return made_like(thing, self.print_generic(self, not is_module(thing), True), context)

    @property
    def ops(self) -> list[Op]:
        return self.top.ops

    def become(self, other: Module) -> None:
        """Hold what `other` holds, which is not to be used any more."""
        self.source, self.top, self.tail_start, self.fixed = other.source, other.top, other.tail_start, other.fixed
        self.type_aliases, self.attribute_aliases = other.type_aliases, other.attribute_aliases

    def walk(self) -> Iterator[Op]:
        for op in self.top.ops:
            yield from op.walk()

    def functions(self, traits: Traits | None = None) -> Iterator[Op]:
        """Every op that is a function by `traits` (without them: by Ownlog's models), nested symbol tables included."""
        known = traits or own_traits()
        for op in self.top.ops:
            yield from known.functions_among(ops_in(op))

    def __repr__(self) -> str:
        functions = sum(1 for _ in self.functions())
        return (
            f"<Module {self.source.name}: {counted(functions, 'function')},"
            f" {counted(sum(1 for _ in self.walk()), 'op')}>"
        )

    def __str__(self) -> str:
        return self.print(self)
