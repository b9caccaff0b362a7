"""bufferization-lower-deallocations: `bufferization.dealloc` as pointer comparisons and (guarded) `memref.dealloc`s.

Source: MLIR's `-bufferization-lower-deallocations`. One buffer is compared in line; several go through a library
function (`library_function.py`).
"""

from __future__ import annotations

from ownlog.backend.actions.addresses import Addresses
from ownlog.backend.context import Context
from ownlog.backend.dealloc_op.library_function import Helpers
from ownlog.backend.pass_definition import Options, Pass
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.effects import Effects
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.backend.rewriting.rows import About
from ownlog.base.errors import Diagnostic, InputError
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.forms.registry import ops_within
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.text.types import I1, INDEX, Type
from ownlog.rules import relations as rel
from ownlog.rules.typed_rows import relation_names, typed

_NO_LIBRARY = (
    "library function required for generic lowering, but cannot be automatically inserted when operating on functions"
)
_IN_MODULES = "run the pass on the module: builtin.module(bufferization-lower-deallocations)"
_ILLEGAL = "failed to legalize operation 'bufferization.dealloc' that was explicitly marked illegal"


def lower_deallocations(module: Module, effects: Effects, about: About, in_functions: bool = False) -> None:
    """Replace every `bufferization.dealloc` in functions, in place; `about` derives the addresses to compare.

    With `in_functions` nothing may be added outside of functions: InputError if the library function is needed.
    """
    helpers = Helpers(module, effects)
    found = {
        function: [op for op in ops_within(function) if op.name == build.DEALLOC]
        for function in module.functions(effects)
    }
    compared = any(_compares(op) for deallocs in found.values() for op in deallocs)
    addresses = _addresses(module, effects, about) if compared else Addresses({})
    for function, deallocs in found.items():
        if in_functions and (refused := [op for op in deallocs if len(op.groups()[0]) > 1]):
            raise InputError(*_no_library(refused[0]))
        if deallocs:
            rewriter = Rewriter(function, effects)
            for op in deallocs:
                _Lowering(op, rewriter, helpers, addresses).run()
            rewriter.flush()
    helpers.place()


def _compares(op: Op) -> bool:
    """Does it take addresses to tell what the deallocation frees?"""
    buffers, _, retained = op.groups()
    return len(buffers) + len(retained) > 1


def _addresses(module: Module, effects: Effects, about: About) -> Addresses:
    """Whose addresses tell what allocations buffers have."""
    naming = Naming(module, effects)
    rows = typed(about(module, naming, relation_names(rel.ToldBy)), rel.ToldBy)
    return Addresses({naming.values[row.value]: naming.values[row.source] for row in rows})


def _no_library(op: Op) -> list[Diagnostic]:
    """The two messages of mlir-opt; a deallocation that a pass made is shown as what ends its block."""
    block = op.parent
    assert block is not None
    shown = (
        op if op.source is not None else next((other for other in reversed(block.ops) if other.source is not None), op)
    )
    return [shown.diagnostic(message, advice) for message, advice in ((_NO_LIBRARY, _IN_MODULES), (_ILLEGAL, None))]


class _Lowering:
    """One deallocation. `new` are the ops that take its place."""

    def __init__(self, op: Op, rewriter: Rewriter, helpers: Helpers, addresses: Addresses) -> None:
        self.op = op
        self.addresses = addresses
        self.rewriter = rewriter
        self.names = rewriter.names
        self.helpers = helpers
        self.buffers, self.conditions, self.retained = op.groups()
        self.new: list[Op] = []

    def run(self) -> None:
        if not self.buffers:
            results = [self._add(build.boolean(False, self.names))] * len(self.retained) if self.retained else []
        elif len(self.buffers) == 1:
            results = self._one_buffer(self.buffers[0], self.conditions[0])
        else:
            results = self._by_library()
        for new in self.new:
            new.because = self.op.because
        self.rewriter.insert_before(self.op, self.new)
        self.rewriter.replace_op(self.op, results)

    def _add(self, op: Op) -> Value:
        self.new.append(op)
        return op.results[0]

    def _pointer(self, value: Value) -> Value:
        """The address that tells what allocation `value` has."""
        return self._add(self.addresses.pointer(value, self.names))

    def _one_buffer(self, buffer: Value, condition: Value) -> list[Value]:
        """Free `buffer` if `condition` holds and it is none of the retained ones."""
        names = self.names
        if not self.retained:
            self._free_if(condition, buffer)
            return []
        pointer = self._pointer(buffer)
        others = [self._add(build.compare("ne", pointer, self._pointer(value), names)) for value in self.retained]
        free = others[0]
        for other in others[1:]:
            free = self._add(build.and_i(free, other, names))
        self._free_if(self._add(build.and_i(free, condition, names)), buffer)
        true = self._add(build.boolean(True, names))
        return [
            self._add(build.and_i(self._add(build.xor_i(other, true, names)), condition, names)) for other in others
        ]

    def _free_if(self, condition: Value, buffer: Value) -> None:
        self.new.append(build.when(condition, [build.free(buffer)]))

    def _by_library(self) -> list[Value]:
        """Write pointers and conditions to arrays, let the library function decide, and read what it says."""
        buffers, kept = self._array(len(self.buffers), INDEX), len(self.retained)
        conditions, retained = self._array(len(self.buffers), I1), self._array(kept, INDEX)
        self._store_pointers(self.buffers, buffers)
        for i, condition in enumerate(self.conditions):
            self.new.append(build.store(condition, conditions, self._index(i)))
        self._store_pointers(self.retained, retained)
        given = [self._unsized(array) for array in (buffers, retained, conditions)]
        free, owned = self._array(len(self.buffers), I1), self._array(kept, I1)
        arguments = [*given, self._unsized(free), self._unsized(owned)]
        self.new.append(build.call(self.helpers.symbol(self.rewriter.function), arguments))
        for i, buffer in enumerate(self.buffers):
            self._free_if(self._load(free, i), buffer)
        results = [self._load(owned, i) for i in range(kept)]
        self.new += [build.free(array) for array in (buffers, retained, conditions, free, owned)]
        return results

    def _array(self, size: int, element: Type) -> Value:
        return self._add(build.alloc(Type.get(f"memref<{size}x{element}>"), [], {}, self.names))

    def _unsized(self, array: Value) -> Value:
        return self._add(build.cast(array, Type.get(f"memref<?x{array.type.memref_parts[1]}>"), self.names))

    def _index(self, i: int) -> Value:
        return self._add(build.index(i, self.names))

    def _store_pointers(self, values: list[Value], array: Value) -> None:
        for i, value in enumerate(values):
            pointer = self._pointer(value)
            self.new.append(build.store(pointer, array, self._index(i)))

    def _load(self, array: Value, i: int) -> Value:
        return self._add(build.load(array, self._index(i), I1, self.names))


def _run(module: Module, _: Options, context: Context) -> None:
    lower_deallocations(module, context.effects(module), context.about, context.anchor == "func.func")


PASSES = (
    Pass("bufferization-lower-deallocations", "write bufferization.dealloc as comparisons and memref.dealloc", _run),
)
