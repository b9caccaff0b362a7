"""Directives that the formats of several dialects share, and those of imported ones may have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.directives import Directive, Names
from ownlog.frontend.forms.directives.lists import comma_separated
from ownlog.frontend.forms.language.attributes import DYNAMIC, array_numbers, array_text, read_mixed, write_mixed
from ownlog.frontend.forms.language.state import Parts, State
from ownlog.frontend.forms.language.typerules import dimensions_of
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text import tokens as t

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_VISIBILITY = t.token(r"(?:private|public|nested)(?![\w$.])")


_PARENTHESES = "parentheses"


def _brackets(names: Names) -> tuple[str, str]:
    return ("(", ")") if _PARENTHESES in names[2:] else ("[", "]")


def _read_mixed(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`[%a, 4]`; `(%a, 4)` where the third name is "parentheses"; a property there says which are scalable."""
    if len(names) > 2 and names[2] != _PARENTHESES:
        _read_scalable(p, op, s, names)
    else:
        s.uses[names[0]], op.properties[names[1]] = read_mixed(p, *_brackets(names))


def _write_mixed(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    if len(names) > 2 and names[2] != _PARENTHESES:
        _write_scalable(w, op, parts, names)
    else:
        write_mixed(w, parts.values[names[0]], op.properties.get(names[1]), *_brackets(names))


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


def _read_visibility(p: OpReader, op: Op, s: State, names: Names) -> None:
    word = p.take(_VISIBILITY)
    if word is not None:
        op.properties[names[0]] = f'"{word}"'


def _write_visibility(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    if names[0] in op.properties:
        w.word((op.properties[names[0]] or "").strip('"'))


def _read_same_types(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`t`, which all operands and the result have, or `(t, t) -> t`."""
    if p.peek("("):
        inputs, results = p.function_type()
        if (len(inputs), len(results)) != (len(names) - 1, 1):
            p.fail(f"expected the types of {len(names) - 1} operands and a result", at=op.start)
        s.types.update({name: [each] for name, each in zip(names, [*inputs, *results], strict=True)})
    else:
        type = p.type()
        s.types.update({name: [type] for name in names})


def _write_same_types(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    if len({parts.values[name][0].type for name in names}) == 1:
        w.type(op.results[0].type)
    else:
        w.functional_type(op)


def _read_shape_of(p: OpReader, op: Op, s: State, names: Names) -> None:
    """Nothing: a property has the sizes of a result, all of which its type says."""
    sizes = dimensions_of(s.types[names[0]][0])
    if "?" in sizes:
        p.fail("sizes of the result are missing", "write `output_shape [...]` before the types", at=op.start)
    op.properties[names[1]] = array_text(sizes)


DIRECTIVES: dict[str, Directive] = {
    "shape-of": Directive(_read_shape_of, lambda w, op, parts, names: None),
    "mixed": Directive(_read_mixed, _write_mixed, lambda p: p.peek("[") or p.peek("(")),
    "packed-or-dynamic-index-list": Directive(_read_packed, _write_packed),
    "same-operands-and-result-type": Directive(_read_same_types, _write_same_types),
    "semi-function-type": Directive(_read_semi_function, _write_semi_function),
    "symbol-visibility": Directive(_read_visibility, _write_visibility),
}
