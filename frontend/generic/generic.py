"""A whole module in generic form, without aliases and locations, as by `--mlir-print-op-generic
--mlir-print-local-scope`.

That form shows what custom forms leave out: default properties, operand segments, and the regions of named linalg ops.
"""

from __future__ import annotations

from ownlog.base.version import LLVM
from ownlog.frontend.forms.versions import full_name_in
from ownlog.frontend.generic.defaults import all_attributes, all_properties
from ownlog.frontend.generic.hidden import hidden_region
from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.printing.fresh_names import Names
from ownlog.frontend.syntax.structure import MODULE
from ownlog.frontend.syntax.writer import functional_type, results_text, with_segments
from ownlog.frontend.text.attributetext import attribute_text
from ownlog.frontend.text.spelling import key_text
from ownlog.frontend.text.types import Type

_STEP = "  "


def print_generic(module: Module, bare: bool = False, locations: bool = False) -> str:
    """The module in generic form, in a `builtin.module`, or if it is one op, it may stay `bare`; with the `locations`
    of ops, if they are wanted. The module stays unchanged.
    """
    printer = _Printer(module, locations)
    if len(module.ops) == 1 and (bare or module.ops[0].name == MODULE):
        printer.op(module.ops[0], "")
    else:
        printer.out.append(f'"{MODULE}"() ({{\n' + ("" if module.ops else "^bb0:\n"))
        for op in module.ops:
            printer.out.append(_STEP)
            printer.op(op, _STEP)
        printer.out.append("}) : () -> ()\n")
    printer.out += [text + "\n" for text in _metadata(module)]
    return "".join(printer.out)


def _metadata(module: Module) -> list[str]:
    """The `{-# ... #-}` pieces of the file."""
    texts = (module.source.text[start:end].strip() for start, end in module.fixed)
    return [text[text.index("{-#") :] for text in texts if text.endswith("#-}")]


class _Printer:
    """Collects the text of ops in `out`."""

    def __init__(self, module: Module, locations: bool) -> None:
        self._locations = locations
        self.out: list[str] = []
        self._names = Names(module)
        self._renamed: dict[Value, str] = {}
        self._labels: dict[Block, str] = {}
        self._llvm = module.llvm or LLVM
        self._texts: dict[str, str] = {}

    def op(self, op: Op, indent: str) -> None:
        """The op from its results to the end of its line."""
        out = self.out
        region = hidden_region(op, self._names.fresh_number)
        regions = op.regions if region is None else [region]
        for inner in regions:
            self._prepare(inner)
        out.append(
            f'{self._results(op)}"{full_name_in(self._llvm, op.name)}"({", ".join(map(self._ref, op.operands))})'
        )
        if op.successors:
            out.append(f"[{', '.join(self._labels[block] for block in op.successors)}]")
        properties, attributes = with_segments(op, all_properties(op), all_attributes(op))
        if properties:
            out.append(f" <{self._dictionary(properties)}>")
        if regions:
            out.append(" (")
            for i, inner in enumerate(regions):
                out.append(", {" if i else "{")
                self._region(inner, indent)
            out.append(")")
        if attributes:
            out.append(f" {self._dictionary(attributes)}")
        location = f" {op.location}" if self._locations and op.location else ""
        out.append(f" : {functional_type(op, _canonical)}{location}\n")

    def _results(self, op: Op) -> str:
        """The names of the results; those that the text leaves without one get one."""
        if op.results and not op.results[0].name:
            count, name = len(op.results), self._names.fresh_number()
            self._renamed |= {
                value: name if count == 1 else f"{name}#{number}" for number, value in enumerate(op.results)
            }
            return f"{name}{f':{count}' if count > 1 else ''} = "
        return results_text(op.results)

    def _ref(self, value: Value) -> str:
        return self._renamed.get(value) or value.ref

    def _prepare(self, region: Region) -> None:
        """Labels for the blocks, and names for the values of the region of a linalg op's short form."""
        for number, block in enumerate(region.blocks):
            self._labels[block] = f"^bb{number}"
        made = region.start < 0 and region.parent is not None and region.parent.source is not None
        outside = {operand.name for operand in region.parent.operands} if region.parent is not None else set()
        if len(region.blocks) and any(value.name in outside for value in region.blocks[0].arguments):
            made = True  # the op's own syntax gives its arguments the names of its operands
        if made and len(region.blocks) == 1:
            for value in region.blocks[0].arguments:
                self._renamed[value] = self._names.fresh_number()

    def _region(self, region: Region, indent: str) -> None:
        out = self.out
        out.append("\n")
        inside = indent + _STEP
        for number, block in enumerate(region.blocks):
            if number or block.arguments or (len(region.blocks) == 1 and not block.ops):
                shown = ", ".join(f"{self._ref(value)}: {_canonical(value.type)}" for value in block.arguments)
                out.append(f"{indent}{self._labels[block]}{f'({shown})' if shown else ''}:\n")
            for op in block.ops:
                out.append(inside)
                self.op(op, inside)
        out.append(indent + "}")

    def _dictionary(self, entries: dict[str, str | None]) -> str:
        shown = [
            key_text(key) if text is None or text == "unit" else f"{key_text(key)} = {self._text(text)}"
            for key, text in sorted(entries.items())
        ]
        return "{" + ", ".join(shown) + "}"

    def _text(self, text: str) -> str:
        found = self._texts.get(text)
        if found is None:
            found = self._texts[text] = attribute_text(text)
        return found


def _canonical(type: Type) -> str:
    return type.canonical
