"""Directives of the transform dialect."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ownlog.frontend.forms.directives import Directive, Names
from ownlog.frontend.forms.directives.lists import comma_separated
from ownlog.frontend.forms.language.attributes import (
    DYNAMIC,
    array_numbers,
    array_text,
    read_mixed,
    untyped,
    write_mixed,
)
from ownlog.frontend.forms.language.state import Parts, State
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.tokens import split_top_level

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer


def _read_semi_function(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`t`, or `(t) -> t`, or `(t) -> (t, t)`."""
    operand, result = names[:2]
    s.types[result] = []
    if not p.accept("("):
        s.types[operand] = [p.type()]
        return
    s.types[operand] = [p.type()]
    p.expect(")")
    p.expect("->")
    s.types[result] = p.result_types()


def _write_semi_function(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    operand, results = parts.values[names[0]][0].type, [value.type.text for value in parts.values[names[1]]]
    if not results:
        w.type(operand)
        return
    w.piece(f"({operand}) -> {results[0] if len(results) == 1 else '(' + ', '.join(results) + ')'}")


def _read_shared_type(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`(t) -> t`, the second type for all results."""
    inputs, outputs = p.function_type()
    s.types[names[0]] = inputs
    for name in names[1:]:
        s.types[name] = outputs


def _write_shared_type(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    w.piece(f"({parts.values[names[0]][0].type}) -> {parts.values[names[1]][0].type}")


def _read_dims(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`all`, `except(0, 1)`, or `0, 1`."""
    numbers, inverted, every = names
    found: list[int] = []
    if p.accept("all"):
        op.properties[every] = None
    elif p.accept("except"):
        op.properties[inverted] = None
        p.expect("(")
        found = comma_separated(p, p.integer, ")")
    else:
        found = comma_separated(p, p.integer)
    op.properties[numbers] = array_text([str(number) for number in found])


def _write_dims(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    numbers, inverted, every = names
    shown = ", ".join(map(str, array_numbers(op.properties[numbers])))
    w.raw("all" if every in op.properties else f"except({shown})" if inverted in op.properties else shown)


def _read_sequence(p: OpReader, op: Op, s: State, names: Names) -> None:
    """Nothing, `%root : t`, or `%root, %a : t, t`, the types maybe in parentheses."""
    root, _, extra, _ = names
    use = p.optional_operand()
    s.uses[root], s.uses[extra] = [], []
    if use is None:
        return
    s.uses[root] = [use]
    if p.accept(","):
        s.uses[extra] = p.operands()
    p.expect(":")
    types = p.type_list() if p.peek("(") else p.types()
    s.types[root], s.types[extra] = types[:1], types[1:]


def _write_sequence(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    values = parts.values[names[0]] + parts.values[names[2]]
    if values:
        types = ", ".join(value.type.text for value in values)
        w.piece(f"{', '.join(value.ref for value in values)} : {types}")


def _read_packed(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`*(%packed)`, or `[%a, 4]`."""
    packed, operands, static = names
    s.uses[packed], s.uses[operands] = [], []
    if p.accept("*"):
        s.uses[packed] = p.names()
        op.properties[static] = array_text([])
        return
    s.uses[operands], op.properties[static] = read_mixed(p)


def _write_packed(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    packed, operands, static = names
    if parts.values[packed]:
        w.piece(f"*({parts.values[packed][0].ref})")
    else:
        write_mixed(w, parts.values[operands], op.properties.get(static))


def _read_selected(p: OpReader, op: Op, s: State, names: Names) -> None:
    """A number or an operand."""
    use = p.optional_operand()
    s.uses[names[1]] = [] if use is None else [use]
    if use is None:
        op.properties[names[0]] = f"{p.integer()} : index"


def _write_selected(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    text = op.properties.get(names[0])
    w.piece(untyped(text) if text else parts.values[names[1]][0].ref)


def _read_scalable(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`[%a, 4, [8]]`: a size in brackets is scalable."""
    operands, static, scalable = names
    s.uses[operands] = []
    numbers: list[str] = []
    flags: list[str] = []

    def entry() -> None:
        flags.append("true" if p.accept("[") else "false")
        use = p.optional_operand()
        if use is not None:
            s.uses[operands].append(use)
        numbers.append(str(DYNAMIC if use is not None else p.integer()))
        if flags[-1] == "true":
            p.expect("]")

    p.expect("[")
    comma_separated(p, entry, "]")
    op.properties[static] = array_text(numbers)
    op.properties[scalable] = array_text(flags, "i1")


def _write_scalable(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    operands, static, scalable = names
    values = iter(parts.values[operands])
    flags = (op.properties.get(scalable) or "").partition(":")[2].strip(" >").split(",")
    shown = []
    for number, size in enumerate(array_numbers(op.properties.get(static))):
        text = next(values).ref if size == DYNAMIC else str(size)
        shown.append(f"[{text}]" if flags[number : number + 1] and "true" in flags[number] else text)
    w.piece(f"[{', '.join(shown)}]")


def _read_chunk(p: OpReader, op: Op, s: State, names: Names) -> None:
    """A number, or an operand, for which the number says that it is dynamic."""
    operands, static = names
    use = p.optional_operand()
    s.uses[operands] = [] if use is None else [use]
    op.properties[static] = f"{DYNAMIC if use is not None else p.integer()} : i64"


def _write_chunk(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    values = parts.values[names[0]]
    w.piece(values[0].ref if values else untyped(op.properties[names[1]] or ""))


def _read_matches(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`@matcher -> @action, ...`."""
    matchers: list[str] = []
    actions: list[str] = []

    def entry() -> None:
        matchers.append(p.symbol())
        p.expect("->")
        actions.append(p.symbol())

    comma_separated(p, entry)
    op.properties[names[0]], op.properties[names[1]] = f"[{', '.join(matchers)}]", f"[{', '.join(actions)}]"


def _write_matches(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    matchers, actions = (split_top_level((op.properties[name] or "[]")[1:-1]) for name in names)
    w.raw(", ".join(f"{matcher} -> {action}" for matcher, action in zip(matchers, actions, strict=True)))


def _read_options(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`{"name" = value, ...}`, where operands may stand for values and for entries of lists."""
    options, operands = names
    uses = s.uses[operands] = []

    def value() -> str:
        use = p.optional_operand()
        if use is not None:
            uses.append(use)
            return f"#transform.param_operand<index = {len(uses) - 1} : i64>"
        if p.accept("["):
            return f"[{', '.join(comma_separated(p, value, ']'))}]"
        return p.attribute()

    def entry() -> str:
        key = p.string() if p.peek('"') else p.keyword("the name of an option")
        p.expect("=")
        return f"{key} = {value()}"

    p.expect("{")
    op.properties[options] = "{" + ", ".join(comma_separated(p, entry, "}")) + "}"


_PARAMETER = re.compile(r"#transform\.param_operand<\s*index\s*=\s*(\d+)[^>]*>")


def _write_options(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    values = parts.values[names[1]]
    w.piece(_PARAMETER.sub(lambda found: values[int(found[1])].ref, op.properties[names[0]] or "{}"))


DIRECTIVES: dict[str, Directive] = {
    "semi-function-type": Directive(_read_semi_function, _write_semi_function),
    "continuous-tile-size-types": Directive(_read_shared_type, _write_shared_type),
    "multitile-sizes-types": Directive(_read_shared_type, _write_shared_type),
    "transform-match-dims": Directive(_read_dims, _write_dims),
    "sequence-op-operands": Directive(_read_sequence, _write_sequence),
    "packed-or-dynamic-index-list": Directive(_read_packed, _write_packed),
    "alternatives-op-selected-region": Directive(_read_selected, _write_selected),
    "chunk-size": Directive(_read_chunk, _write_chunk),
    "foreach-match-symbols": Directive(_read_matches, _write_matches),
    "pass-options": Directive(_read_options, _write_options),
    "scalable": Directive(_read_scalable, _write_scalable, lambda p: p.peek("[")),
}
