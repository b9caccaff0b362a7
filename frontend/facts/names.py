"""Names in facts: "@f" is a function, "@f/%a" a value, "@f/^bb1" a block, "@f/3:memref.alloc" an op, "@f/3:scf.if.0" a
region.

Names are unique in the module and close to the text. Outside of functions the first part is empty ("/0:memref.global").
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ownlog.frontend.ir.ir import NEW, Block, Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.ir.traits import Traits, own_traits
from ownlog.frontend.text.spelling import symbol_reference

_NUMBERED = re.compile(r"/\d+:")

TOP_BLOCK = "^top"
TOP_MODULE = "@"


class Naming:
    """The names of a module's ops, blocks, regions and values, in both directions.

    Nodes that a pass adds later have none. `traits` (by default Ownlog's models) say which ops are functions.
    """

    def __init__(self, module: Module, traits: Traits | None = None) -> None:
        self.traits = traits or own_traits()
        self.ops: dict[str, Op] = {}
        self.blocks: dict[str, Block] = {}
        self.values: dict[str, Value] = {}
        self.of_op: dict[Op, str] = {}
        """The names by node, for who asks for many."""
        self.of_block: dict[Block, str] = {}
        self.of_value: dict[Value, str] = {}
        self.functions: list[Op] = []
        # How often a name was asked for, until all have theirs; the implicit module and its block have theirs already.
        self._seen: dict[str, int] = {TOP_MODULE: 1, TOP_BLOCK: 1}
        self._name_block(module.top, TOP_BLOCK)
        _Scope(self, "").name_ops(module.top)
        self._seen.clear()

    def op(self, op: Op) -> str:
        return self.of_op[op]

    def block(self, block: Block) -> str:
        return self.of_block[block]

    def value(self, value: Value) -> str:
        return self.of_value[value]

    def find(self, node: Op | Block | Value) -> str | None:
        """The name of a node; None for one that was made later."""
        if isinstance(node, Op):
            return self.of_op.get(node)
        return self.of_block.get(node) if isinstance(node, Block) else self.of_value.get(node)

    def line(self, name: str) -> int | None:
        """The line of an op, block (its label's, else the op's around it) or value; None if it is not in the text."""
        if name in self.ops:
            place = self.ops[name].position
            return place.line if place is not None else None
        owner: Op | None = None
        offset = NEW
        if name in self.values:
            value = self.values[name]
            owner, offset = value.owner if isinstance(value.owner, Op) else value.owner.parent_op, value.offset
        elif name in self.blocks:
            block = self.blocks[name]
            owner, offset = block.parent_op, block.start
        if owner is None or owner.source is None:
            return None
        at = offset if offset >= 0 else owner.start
        return owner.source.position(at).line if at >= 0 else None

    def _unique(self, name: str) -> str:
        unique = name
        while unique in self._seen:
            self._seen[name] += 1
            unique = f"{name}'{self._seen[name]}"
        self._seen[unique] = 1
        return unique

    def _name_function(self, function: Op) -> str:
        symbol = symbol_reference(function.attribute("sym_name") or "")
        # Ops are called by numbers that make them unique: who is called as if it had one keeps its quotes.
        name = self._unique(symbol if _NUMBERED.search(symbol) else symbol.replace('"', ""))
        self.of_op[function] = name
        self.ops[name] = function
        self.functions.append(function)
        return name

    def _name_block(self, block: Block, name: str) -> None:
        self.of_block[block] = name
        self.blocks[name] = block

    def _name_values(self, prefix: str, values: Iterable[Value]) -> None:
        seen, of_value, named = self._seen, self.of_value, self.values
        for value in values:
            name = prefix + value.ref
            if name in seen:
                name = self._unique(name)
            seen[name] = 1
            of_value[value] = name
            named[name] = value


class _Scope:
    """Names what one function (or what lies outside of all functions) holds."""

    def __init__(self, naming: Naming, function: str) -> None:
        self.naming = naming
        self.prefix = f"{function}/"
        self.count = 0

    def name_ops(self, top: Block) -> None:
        naming, prefix = self.naming, self.prefix
        functions = naming.traits.function_names
        found: list[Value] = []
        stack: list[Op] = top.ops[::-1]
        while stack:
            op = stack.pop()
            if op.name in functions:
                self._name_function(op)
                continue
            # The number makes it unique.
            naming.of_op[op] = name = f"{prefix}{self.count}:{op.name}"
            naming.ops[name] = op
            self.count += 1
            if op.results:
                found += op.results
            if op.regions:
                blocks = [block for region in op.regions for block in region.blocks]
                for block in blocks:
                    self._name_block(block)
                    found += block.arguments
                for block in reversed(blocks):
                    stack.extend(reversed(block.ops))
        naming._name_values(prefix, found)

    def _name_function(self, function: Op) -> None:
        inner = _Scope(self.naming, self.naming._name_function(function))
        self.naming._name_values(self.prefix, function.results)
        blocks = [block for region in function.regions for block in region.blocks]
        for block in blocks:
            inner._name_block(block)
            self.naming._name_values(inner.prefix, block.arguments)
        for block in blocks:
            inner.name_ops(block)

    def _name_block(self, block: Block) -> None:
        naming = self.naming
        naming._name_block(block, naming._unique(f"{self.prefix}{block.label or '^entry'}"))
