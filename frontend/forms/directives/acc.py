"""Directives of the acc dialect: variables, and clauses with device types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.directives import Directive, Names
from ownlog.frontend.forms.directives.acc_devices import NONE, device_type, entries, listed, shown_device
from ownlog.frontend.forms.directives.acc_loops import LOOPS
from ownlog.frontend.forms.directives.lists import bracketed, comma_separated, each_typed, typed_operand
from ownlog.frontend.forms.language.attributes import array_numbers, array_text
from ownlog.frontend.forms.language.state import Parts, State
from ownlog.frontend.forms.language.typerules import element, inner
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text import tokens as t
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_VARIABLE = t.token(r"(?:varPtr|var)(?![\w$.])")
_ACC_VARIABLE = t.token(r"(?:accPtr|accVar)(?![\w$.])")


def _read_variable(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`varPtr(%a` or `var(%a`; the type closes the parenthesis."""
    p.need(_VARIABLE, "'varPtr' or 'var'")
    p.expect("(")
    s.uses[names[0]] = [p.operand()]


def _write_variable(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    value = parts.values[names[0]][0]
    pointer = value.type.canonical.startswith(("memref<", "!llvm.ptr", "!fir.ref<"))
    w.piece(f"{'varPtr' if pointer else 'var'}({value.ref}")


def _pointee(type: Type) -> Type:
    """What a pointer points to, as far as its type says."""
    return inner(type) if type.canonical.startswith("!fir.") else element(type) if type.is_memref else type


def _read_variable_type(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`t)`, then maybe `varType(t)`."""
    pointer, property = names
    s.types[pointer] = [p.type()]
    p.expect(")")
    if p.accept("varType"):
        p.expect("(")
        op.properties[property] = p.type().text
        p.expect(")")
        return
    op.properties[property] = _pointee(s.types[pointer][0]).text


def _write_variable_type(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    type = parts.values[names[0]][0].type
    w.piece(f"{type})")
    if op.properties.get(names[1]) not in (None, _pointee(type).text, _pointee(type).canonical):
        w.piece(f"varType({op.properties[names[1]]})")


def _read_acc_variable(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`accPtr(%a : t)` or `accVar(%a : t)`."""
    p.need(_ACC_VARIABLE, "'accPtr' or 'accVar'")
    bracketed(p, lambda: typed_operand(p, s, names[0]))


def _write_acc_variable(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    value = parts.values[names[0]][0]
    pointer = value.type.canonical.startswith(("memref<", "!llvm.ptr", "!fir.ref<"))
    w.piece(f"{'accPtr' if pointer else 'accVar'}({value.ref} : {value.type})")


def _read_recipe(p: OpReader, op: Op, s: State, names: Names) -> None:
    op.properties[names[0]] = p.symbol()


def _write_recipe(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    w.raw(op.properties[names[0]] or "")


def _typed_on_device(p: OpReader, s: State, name: str, devices: list[str]) -> None:
    typed_operand(p, s, name)
    devices.append(device_type(p))


def _read_device_operands(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`%a : t [#device], ...`."""
    operands, _, property = names
    devices: list[str] = []
    comma_separated(p, lambda: _typed_on_device(p, s, operands, devices))
    op.properties[property] = listed(devices)


def _shown_on_devices(op: Op, parts: Parts, operands: str, property: str) -> str:
    values = each_typed(parts.values[operands])
    devices = entries(op.properties.get(property))
    return ", ".join(f"{value}{shown_device(device)}" for value, device in zip(values, devices, strict=True))


def _write_device_operands(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    w.raw(_shown_on_devices(op, parts, names[0], names[2]))


def _read_keyword_devices(p: OpReader, op: Op, s: State, names: Names) -> None:
    """Nothing, `([#device, ...])`, or `([#device], %a : t [#device], ...)`, where the first devices mean nothing, as
    upstream.
    """
    operands, _, property, only = names
    if not p.accept("("):
        op.properties[only] = listed([NONE])
        return
    if p.peek("["):
        op.properties[only] = listed(bracketed(p, p.attribute, "[", "]"))
        if not p.accept(","):
            p.expect(")")
            return
        del op.properties[only]
    devices: list[str] = []
    comma_separated(p, lambda: _typed_on_device(p, s, operands, devices))
    op.properties[property] = listed(devices)
    p.expect(")")


def _write_keyword_devices(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    operands, _, property, only = names
    keywords = entries(op.properties.get(only))
    if keywords == [NONE] and not parts.values[operands]:
        return
    shown = [f"[{', '.join(keywords)}]"] if keywords else []
    shown += [_shown_on_devices(op, parts, operands, property)] if parts.values[operands] else []
    w.raw(f"({', '.join(shown)})")


def _read_keyword_operand(p: OpReader, op: Op, s: State, names: Names) -> None:
    """Nothing, or `(%a : t)`; of several operands `(%a, %b : t, t)`."""
    operands, property = names[0], names[2]
    if not p.accept("("):
        op.properties[property] = None
        return
    s.uses[operands] = p.operands()
    p.expect(":")
    s.types[operands] = p.types()
    p.expect(")")


def _write_keyword_operand(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    values = parts.values[names[0]]
    if values:
        w.raw(f"({', '.join(value.ref for value in values)} : {', '.join(value.type.text for value in values)})")


def _read_devices(p: OpReader, op: Op, s: State, names: Names) -> None:
    """Nothing, or `([#device, ...])`."""
    if not p.accept("("):
        op.properties[names[0]] = listed([NONE])
        return
    op.properties[names[0]] = listed(bracketed(p, p.attribute, "[", "]"))
    p.expect(")")


def _write_devices(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    devices = entries(op.properties.get(names[0]))
    if devices != [NONE]:
        w.raw(f"([{', '.join(devices)}])")


def _read_gangs(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`{%a : t, %b : t} [#device], ...`."""
    operands, _, property, segments = names
    devices: list[str] = []
    sizes: list[str] = []

    def group() -> None:
        sizes.append(str(len(bracketed(p, lambda: typed_operand(p, s, operands), "{", "}"))))
        devices.append(device_type(p))

    comma_separated(p, group)
    op.properties[property] = listed(devices)
    op.properties[segments] = array_text(sizes, "i32")


def _write_gangs(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    operands, _, property, segments = names
    values = each_typed(parts.values[operands])
    shown, at = [], 0
    for size, device in zip(
        array_numbers(op.properties.get(segments)), entries(op.properties.get(property)), strict=True
    ):
        shown.append("{" + ", ".join(values[at : at + size]) + "}" + shown_device(device))
        at += size
    w.raw(", ".join(shown))


def _read_wait(p: OpReader, op: Op, s: State, names: Names) -> None:
    """Nothing, `([#device])`, or `({devnum: %a : t, %b : t} [#device], ...)`, keyword devices first."""
    operands, _, property, segments, numbered, only = names
    if not p.accept("("):
        op.properties[only] = listed([NONE])
        return
    if p.peek("["):
        op.properties[only] = listed(bracketed(p, p.attribute, "[", "]"))
        if p.accept(")"):
            return
        p.expect(",")
    else:
        op.properties[only] = listed([])
    devices: list[str] = []
    sizes: list[str] = []
    numbers: list[str] = []

    def group() -> None:
        p.expect("{")
        numbers.append("true" if p.accept("devnum") else "false")
        if numbers[-1] == "true":
            p.expect(":")
        sizes.append(str(len(comma_separated(p, lambda: typed_operand(p, s, operands), "}"))))
        devices.append(device_type(p))

    comma_separated(p, group)
    p.expect(")")
    op.properties[property] = listed(devices)
    op.properties[segments] = array_text(sizes, "i32")
    op.properties[numbered] = listed(numbers)


def _write_wait(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    operands, _, property, segments, numbered, only = names
    keywords = entries(op.properties.get(only))
    values = each_typed(parts.values[operands])
    if keywords == [NONE] and not values:
        return
    shown, at = [f"[{', '.join(keywords)}]"] if keywords else [], 0
    groups = zip(
        array_numbers(op.properties.get(segments)),
        entries(op.properties.get(property)),
        entries(op.properties.get(numbered)),
        strict=True,
    )
    for size, device, number in groups:
        prefix = "devnum: " if number == "true" else ""
        shown.append("{" + prefix + ", ".join(values[at : at + size]) + "}" + shown_device(device))
        at += size
    w.raw(f"({', '.join(shown)})")


DIRECTIVES: dict[str, Directive] = {
    **LOOPS,
    "var": Directive(_read_variable, _write_variable),
    "var-ptr-type": Directive(_read_variable_type, _write_variable_type),
    "acc-var": Directive(_read_acc_variable, _write_acc_variable),
    "recipe-sym": Directive(_read_recipe, _write_recipe),
    "device-type-operands": Directive(_read_device_operands, _write_device_operands),
    "device-type-operands-with-keyword-only": Directive(_read_keyword_devices, _write_keyword_devices),
    "device-type-operands-with-segment": Directive(_read_gangs, _write_gangs),
    "operand-with-keyword-only": Directive(_read_keyword_operand, _write_keyword_operand),
    "operands-with-keyword-only": Directive(_read_keyword_operand, _write_keyword_operand),
    "device-type-array-attr": Directive(_read_devices, _write_devices),
    "num-gangs": Directive(_read_gangs, _write_gangs),
    "wait-clause": Directive(_read_wait, _write_wait),
}
