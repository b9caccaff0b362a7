"""expand-realloc: `memref.realloc` as an allocation, a copy and a view.

Source: MLIR's `-expand-realloc`. If a static size shrinks, the buffer is kept and viewed, without a test at run time
(mlir-opt builds a subview there that is larger than its buffer).
"""

from __future__ import annotations

from dataclasses import dataclass

from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Options, Pass, option
from ownlog.backend.rewriting import build
from ownlog.frontend.forms.registry import ops_within
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.ir.traits import Traits
from ownlog.frontend.ir.walking import ops_in
from ownlog.frontend.printing.fresh_names import Names

REALLOC = "memref.realloc"


def expand_reallocs(module: Module, emit_deallocs: bool, traits: Traits) -> None:
    """Replace every `memref.realloc` in functions, in place; with `emit_deallocs`, replaced buffers are freed."""
    if not any(op.name == REALLOC for top in module.ops for op in ops_in(top)):
        return
    for function in module.functions(traits):
        reallocs = [op for op in ops_within(function) if op.name == REALLOC]
        if reallocs:
            names = Names(function)
            instead = {op: _Expansion(op, names, emit_deallocs).run() for op in reallocs}
            # Block by block: one that holds many would else be gone through for each of them.
            for block in {op.parent: None for op in reallocs}:
                assert block is not None
                block.replace_ops([new for op in block.ops for new in instead.get(op, (op,))])
            for op in reallocs:
                op.parent = None


class _Expansion:
    """One realloc. `before` are the ops that take its place."""

    def __init__(self, op: Op, names: Names, emit_deallocs: bool) -> None:
        self.op = op
        self.names = names
        self.emit_deallocs = emit_deallocs
        self.old = op.operands[0]
        self.result = op.results[0]
        self.old_size = self.old.type.memref_parts[0][0]
        self.new_size = self.result.type.memref_parts[0][0]
        self.before: list[Op] = []

    def run(self) -> list[Op]:
        """The ops that take its place."""
        if self._shrinks():
            self.before.append(self._view())
        else:
            self._grow_or_view()
        # The value itself moves to the op that takes the realloc's place: its uses keep their text.
        last = self.before[-1]
        self.result.owner = last
        self.result.name = self.result.name or self.names.fresh("realloc")
        last.results = [self.result]
        return self.before

    def _shrinks(self) -> bool:
        sizes = (self.old_size, self.new_size)
        return "?" not in sizes and int(self.old_size) >= int(self.new_size)

    def _grow_or_view(self) -> None:
        old_size, new_size = self._old_size(), self._new_size()
        grows = self._add(build.compare("ult", old_size, new_size, self.names))
        alignment = {name: _typed(text) for name, text in self.op.properties.items() if name == "alignment"}
        dynamic = [new_size] if self.new_size == "?" else []
        grown = build.alloc(self.result.type, dynamic, alignment, self.names)
        part = build.leading_part(grown.results[0], self.old_size, old_size, self.names)
        then = [grown, part, build.copy(self.old, part.results[0])]
        then += [build.free(self.old)] if self.emit_deallocs else []
        view = self._view()
        self.before.append(
            build.if_else(
                grows,
                [*then, build.yielded([grown.results[0]])],
                [view, build.yielded([view.results[0]])],
                self.result.type,
                self.names,
            )
        )

    def _old_size(self) -> Value:
        if self.old_size != "?":
            return self._add(build.index(int(self.old_size), self.names))
        zero = self._add(build.index(0, self.names))
        return self._add(build.dim(self.old, zero, self.names))

    def _new_size(self) -> Value:
        return self.op.operands[1] if self.new_size == "?" else self._add(build.index(int(self.new_size), self.names))

    def _view(self) -> Op:
        sizes = self.op.operands[1:] if self.new_size == "?" else []
        return build.resized_view(self.old, self.result.type, self.new_size, sizes, self.names)

    def _add(self, op: Op) -> Value:
        self.before.append(op)
        return op.results[0]


def _typed(number: str | None) -> str | None:
    """An integer attribute with its type, which is i64 where none is written."""
    return number if number is None or ":" in number else f"{number} : i64"


@dataclass(frozen=True)
class ExpandReallocOptions(Options):
    """Whether what is reallocated is freed."""

    emit_deallocs: bool = option(True, "Free what is reallocated.")


def _run(module: Module, options: ExpandReallocOptions, context: Context) -> None:
    expand_reallocs(module, options.emit_deallocs, context.effects(module))


PASSES = (
    Pass("expand-realloc", "write memref.realloc as an allocation, a copy and a view", _run, ExpandReallocOptions),
)
