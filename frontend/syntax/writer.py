"""What forms write with: words and pieces, spaced as MLIR's printer spaces them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.syntax.structure import NO_SEGMENTS, SWITCHES
from ownlog.frontend.text.spelling import Spelled, key_text, symbol, written
from ownlog.frontend.text.types import Type


class OpPrinter(Protocol):
    """What prints the ops around and in the one that is written."""

    aliases: dict[str, str]
    llvm: int

    def groups(self, op: Op, writer: Writer, hidden: Collection[str]) -> Collection[str]: ...

    def name(self, op: Op) -> str: ...

    def label(self, block: Block) -> str: ...

    def op(self, op: Op, indent: str) -> str: ...

    def region(self, region: Region, indent: str, labelled: bool, named: bool = ...) -> str: ...


class Writer:
    """The text of one op behind its name. `indent` is the white space that the op's line starts with."""

    def __init__(self, printer: OpPrinter, indent: str) -> None:
        self.printer = printer
        self.indent = indent
        self.out: list[str] = []
        self._space = True
        self._after_punctuation = False

    def word(self, text: str) -> None:
        """A keyword or punctuation."""
        before = text not in (")}],>" if self._after_punctuation else "<>(){}[],") if len(text) == 1 else True
        if (self._space and before) or self._runs_on(text):
            self.out.append(" ")
        self.out.append(text)
        self._space = text not in ("<", "(", "{", "[")
        self._after_punctuation = not (text[0].isalpha() or text[0] == "_")

    def piece(self, text: str) -> None:
        """Anything else, after a space."""
        if self._space or self._runs_on(text):
            self.out.append(" ")
        self.raw(text)

    def _runs_on(self, text: str) -> bool:
        """Would two words become one?"""
        last = next((piece[-1] for piece in reversed(self.out) if piece), " ")
        return not self._space and (last.isalnum() or last == "_") and (text[:1].isalnum() or text[:1] == "_")

    def raw(self, text: str, glue: bool = False) -> None:
        """Text without space before it; with `glue`, none after it either."""
        self.out.append(written(text))
        self._space = not glue
        self._after_punctuation = False

    def line(self, extra: int, text: str) -> None:
        """A new line, `extra` columns deeper than the op."""
        self.out.append(f"\n{self.indent}{' ' * extra}{text}")
        self._space = True
        self._after_punctuation = False

    def operands(self, values: list[Value]) -> None:
        if values:
            self.piece(", ".join(value.ref for value in values))

    def attribute(self, text: str) -> str:
        """An attribute as the file writes it: by its alias where it has one."""
        return text.written if isinstance(text, Spelled) else self.printer.aliases.get(text, text)

    def type(self, type: Type) -> None:
        self.piece(type.text)

    def types(self, types: list[Type]) -> None:
        if types:
            self.piece(", ".join(type.text for type in types))

    def functional_type(self, op: Op) -> None:
        self.piece(functional_type(op))

    def attr_dict(self, op: Op, hidden: Collection[str] = (), keyword: bool = False) -> None:
        """The attributes, and the properties that the form does not show elsewhere (`hidden`)."""
        hidden = self.groups(op, hidden)
        entries = {
            key: text for key, text in op.properties.items() if key not in hidden and key not in SEGMENT_PROPERTIES
        }
        entries.update(op.attrs)
        if entries:
            self.piece(("attributes " if keyword else "") + dictionary(entries))

    def groups(self, op: Op, hidden: Collection[str] = ()) -> Collection[str]:
        """What newer versions of LLVM write before the attributes, of what is not `hidden`; what is hidden then."""
        return self.printer.groups(op, self, hidden) if op.properties else hidden

    @staticmethod
    def dictionary(entries: dict[str, str | None], ordered: bool = True) -> str:
        return dictionary(entries, ordered)

    def symbol_name(self, op: Op) -> None:
        text = op.attribute("sym_name")
        if text is not None:
            self.piece(symbol(text))

    def successor(self, block: Block, values: list[Value]) -> None:
        self.piece(self.printer.label(block))
        if values:
            self.raw(f"({', '.join(value.ref for value in values)} : {', '.join(value.type.text for value in values)})")

    def region(self, region: Region, labelled: bool = False, extra: int = 0) -> None:
        """A region. `labelled`: the entry block's arguments stand in a label line, not in the op's own syntax."""
        self.piece(self.printer.region(region, self.indent + " " * extra, labelled, not labelled))

    def nameless(self, op: Op) -> str:
        """The text of an op that stands in this one, without names for its results."""
        return self.printer.op(op, self.indent).removeprefix(results_text(op.results))


SEGMENT_PROPERTIES = frozenset({"operandSegmentSizes", "resultSegmentSizes"})


def write_generic(w: Writer, op: Op) -> None:
    """`"name"(operands)[successors] <{properties}> ({regions}) {attributes} : type`, as it was read."""
    w.out.append(f'"{w.printer.name(op)}"({", ".join(operand.ref for operand in op.operands)})')
    if op.successors:
        w.raw(f"[{', '.join(w.printer.label(block) for block in op.successors)}]")
    properties, attributes = with_segments(op, op.properties, op.attrs)
    if properties:
        w.piece(f"<{dictionary(properties)}>")
    if op.regions:
        w.piece(f"({', '.join(w.printer.region(region, w.indent, labelled=True) for region in op.regions)})")
    if attributes:
        w.piece(dictionary(attributes))
    w.word(":")
    w.piece(functional_type(op))


Attributes = dict[str, str | None]


def with_segments(op: Op, properties: Attributes, attributes: Attributes) -> tuple[Attributes, Attributes]:
    """The properties and attributes of an op in generic form, with the operand segments where it has them."""
    segments = _segment_properties(op)
    if "operandSegmentSizes" in attributes and "operandSegmentSizes" not in properties:
        # An unknown op keeps it where it is.
        return properties, attributes | segments
    return properties | segments, attributes


def _segment_properties(op: Op) -> Attributes:
    """The properties that say how the operands are cut into groups."""
    if op.segments is None or op.name in NO_SEGMENTS:
        return {}
    sizes = op.segments
    found: dict[str, str | None] = {}
    if op.name in SWITCHES:
        cases = sizes[2:]
        found["case_operand_segments"] = _array(cases)
        sizes = [*sizes[:2], sum(cases)]
    found["operandSegmentSizes"] = _array(sizes)
    return found


def _array(sizes: list[int]) -> str:
    return f"array<i32: {', '.join(map(str, sizes))}>" if sizes else "array<i32>"


def dictionary(entries: dict[str, str | None], ordered: bool = True) -> str:
    """`{a = 1, b}`, by name if `ordered`."""
    items = sorted(entries.items()) if ordered else list(entries.items())
    return (
        "{"
        + ", ".join(key_text(key) if text is None else f"{key_text(key)} = {written(text)}" for key, text in items)
        + "}"
    )


def _as_written(type: Type) -> str:
    return type.text


def functional_type(op: Op, spelling: Callable[[Type], str] = _as_written) -> str:
    """`(operand types) -> result types` of an op."""
    inputs = ", ".join(spelling(operand.type) for operand in op.operands)
    outputs = [spelling(result.type) for result in op.results]
    if len(outputs) == 1 and not outputs[0].startswith("("):
        return f"({inputs}) -> {outputs[0]}"
    return f"({inputs}) -> ({', '.join(outputs)})"


def results_text(results: list[Value]) -> str:
    """`%a, %b:2 = `, nothing for an op whose results have no names."""
    if len(results) == 1 and results[0].pack == 1:
        return f"{results[0].name} = " if results[0].name else ""
    shown, i = [], 0
    while i < len(results):
        value = results[i]
        if not value.name:
            return ""
        shown.append(value.name if value.pack == 1 else f"{value.name}:{value.pack}")
        i += value.pack
    return f"{', '.join(shown)} = " if shown else ""
