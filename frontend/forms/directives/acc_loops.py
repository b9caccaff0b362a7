"""Directives of acc.loop and acc.routine: gangs, bindings, bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.directives import Directive, Names
from ownlog.frontend.forms.directives.acc_devices import NONE, device_type, entries, listed, shown_device
from ownlog.frontend.forms.directives.lists import bracketed, comma_separated, each_typed, typed_operand
from ownlog.frontend.forms.language.attributes import array_numbers, array_text
from ownlog.frontend.forms.language.state import Parts, State
from ownlog.frontend.ir.ir import Op

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer


def _read_keyword_devices(p: OpReader) -> tuple[list[str], bool]:
    """`[#device, ...]` after the parenthesis: the devices, and whether more follows."""
    if not p.peek("["):
        return [], True
    devices = bracketed(p, p.attribute, "[", "]")
    return devices, p.accept(",")


def _read_gang(p: OpReader, op: Op, s: State, names: Names) -> None:
    """Nothing, or `([#device], {num=%a : t, static=%b : t} [#device], ...)`."""
    operands, _, words, property, segments, only = names
    if not p.accept("("):
        op.properties[only] = listed([NONE])
        return
    kinds: list[str] = []
    devices: list[str] = []
    sizes: list[str] = []

    def operand() -> None:
        kinds.append(f"#acc.gang_arg_type<{p.keyword('num, dim or static').capitalize()}>")
        p.expect("=")
        typed_operand(p, s, operands)

    def group() -> None:
        sizes.append(str(len(bracketed(p, operand, "{", "}"))))
        devices.append(device_type(p))

    keywords, more = _read_keyword_devices(p)
    if more:
        comma_separated(p, group)
    p.expect(")")
    op.properties[only], op.properties[words] = listed(keywords), listed(kinds)
    op.properties[property], op.properties[segments] = listed(devices), array_text(sizes, "i32")


def _write_gang(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    operands, _, words, property, segments, only = names
    keywords = entries(op.properties.get(only))
    if keywords == [NONE] and not parts.values[operands]:
        return
    kinds = [text.partition("<")[2].strip(" >").lower() for text in entries(op.properties.get(words))]
    values = [f"{kind}={value}" for kind, value in zip(kinds, each_typed(parts.values[operands]), strict=True)]
    shown, at = [f"[{', '.join(keywords)}]"] if keywords else [], 0
    for size, device in zip(
        array_numbers(op.properties.get(segments)), entries(op.properties.get(property)), strict=True
    ):
        shown.append("{" + ", ".join(values[at : at + size]) + "}" + shown_device(device))
        at += size
    w.raw(f"({', '.join(shown)})")


def _read_control(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`control(%i : t) = (%a : t) to (%b : t) step (%c : t) {...}`, or only the region."""
    region, *bounds = names
    if not p.accept("control"):
        s.regions[region] = [p.region(op)]
        return
    arguments = bracketed(p, lambda: p.typed_argument(attributes=False))
    for word, name in zip(("=", "to", "step"), bounds, strict=True):
        p.expect(word)
        p.expect("(")
        s.uses[name] = p.operands()
        p.expect(":")
        s.types[name] = p.types()
        p.expect(")")
    s.regions[region] = [p.region(op, arguments)]


def _write_control(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    region, *bounds = names
    body = parts.regions[region][0]
    if not parts.values[bounds[0]]:
        w.region(body, labelled=True)
        return
    shown = ", ".join(f"{argument.name} : {argument.type}" for argument in body.blocks[0].arguments)
    w.piece(f"control({shown})")
    for word, name in zip(("=", "to", "step"), bounds, strict=True):
        values = parts.values[name]
        w.piece(
            f"{word} ({', '.join(value.ref for value in values)} : {', '.join(value.type.text for value in values)})"
        )
    w.region(body)


def _read_binding(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`@name [#device], "name"`."""
    found: list[list[str]] = [[], [], [], []]

    def entry() -> None:
        kind = 0 if p.peek("@") else 1
        found[kind].append(p.symbol() if kind == 0 else p.string())
        found[kind + 2].append(device_type(p))

    comma_separated(p, entry)
    for name, texts in zip(names, found, strict=True):
        op.properties[name] = listed(texts)


def _write_binding(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    lists = [entries(op.properties.get(name)) for name in names]
    pairs = [pair for kind in (0, 1) for pair in zip(lists[kind], lists[kind + 2], strict=True)]
    w.raw(", ".join(f"{name}{shown_device(device)}" for name, device in pairs))


def _read_routine_gang(p: OpReader, op: Op, s: State, names: Names) -> None:
    """Nothing, or `([#device], dim: 1 : i64 [#device], ...)`."""
    only, dims, property = names
    if not p.accept("("):
        op.properties[only] = listed([NONE])
        return
    numbers: list[str] = []
    devices: list[str] = []

    def dim() -> None:
        p.expect("dim")
        p.expect(":")
        numbers.append(p.attribute())
        devices.append(device_type(p))

    keywords, more = _read_keyword_devices(p)
    if more:
        comma_separated(p, dim)
    p.expect(")")
    op.properties[only], op.properties[dims], op.properties[property] = (
        listed(keywords),
        listed(numbers),
        listed(devices),
    )


def _write_routine_gang(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    keywords, dims, devices = (entries(op.properties.get(name)) for name in names)
    if keywords == [NONE] and not dims:
        return
    shown = [f"[{', '.join(keywords)}]"] if keywords else []
    for number, device in zip(dims, devices, strict=True):
        shown.append(f"dim: {number if ':' in number else number + ' : i64'}{shown_device(device)}")
    w.raw(f"({', '.join(shown)})")


LOOPS: dict[str, Directive] = {
    "gang-clause": Directive(_read_gang, _write_gang),
    "loop-control": Directive(_read_control, _write_control),
    "bind-name": Directive(_read_binding, _write_binding),
    "routine-gang-clause": Directive(_read_routine_gang, _write_routine_gang),
}
