"""Constant tensors: global buffers of the module, one for all constants that are alike."""

from __future__ import annotations

import re

from ownlog.backend.bufferize.ops.settings import OneShotOptions
from ownlog.frontend.ir.ir import Block, Op
from ownlog.frontend.ir.module import Module
from ownlog.frontend.ir.traits import Traits
from ownlog.frontend.text.spelling import symbol_reference
from ownlog.frontend.text.types import Type

GLOBAL = "memref.global"
_Key = tuple[str | None, ...]
_OF_NO_NAME = re.compile(r"[^\w$.]")


class Constants:
    """The global buffers of a module, those that it has and those that are added at its start."""

    def __init__(self, module: Module, traits: Traits, settings: OneShotOptions) -> None:
        self._module, self._traits, self._settings = module, traits, settings
        self._known: dict[Block, dict[_Key, str]] = {}
        self._names: dict[Block, set[str]] = {}
        self._added: dict[Block, list[Op]] = {}

    def name(self, op: Op, type: Type) -> str:
        """The symbol of the buffer that has the value of a constant op."""
        block = self._table(op)
        value = op.attribute("value")
        alignment = f"{self._settings.buffer_alignment} : i64" if self._settings.buffer_alignment else None
        key = (type.canonical, value, alignment)
        known = self._known[block]
        if key not in known:
            symbol = self._free(block, f"__constant_{_described(type)}")
            known[key] = f"@{symbol}"
            self._added.setdefault(block, []).append(self._made(symbol, type, value, alignment))
        return known[key]

    def place(self) -> None:
        """Puts the new buffers into their modules."""
        for block, ops in self._added.items():
            block.replace_ops([*ops, *block.ops])

    def _made(self, symbol: str, type: Type, value: str | None, alignment: str | None) -> Op:
        properties = {
            "sym_name": f'"{symbol}"',
            "sym_visibility": '"private"',
            "constant": None,
            "type": str(type),
            "initial_value": value,
        }
        if alignment is not None:
            properties["alignment"] = alignment
        return Op(GLOBAL, properties=properties)

    def _table(self, op: Op) -> Block:
        block = self._traits.table_around(op) or self._module.top
        if block not in self._known:
            self._known[block], self._names[block] = {}, set()
            for other in block.ops:
                name = other.attribute("sym_name")
                if name is None:
                    continue
                self._names[block].add(name.strip('"'))
                if other.name == GLOBAL and other.attribute("constant") is not None:
                    key = (other.attribute("type"), other.attribute("initial_value"), other.attribute("alignment"))
                    self._known[block].setdefault(key, symbol_reference(f"@{name}"))
        return block

    def _free(self, block: Block, stem: str) -> str:
        name, number = stem, 0
        while name in self._names[block]:
            name, number = f"{stem}_{number}", number + 1
        self._names[block].add(name)
        return name


def _described(type: Type) -> str:
    """The shape and the element type, as the name of a buffer has them."""
    dims, element, _ = type.memref_parts
    text = f"{'x'.join(dims)}x{element}"
    return _OF_NO_NAME.sub("_", text.strip())
