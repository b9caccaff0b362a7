"""Forms of the affine dialect.

Maps written inline over SSA values become maps over dimensions and symbols, and back.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ownlog.frontend.forms.dialects.scf import arrow, pairs, parse_branches, result_types, write_if
from ownlog.frontend.forms.language.attributes import array_numbers, untyped
from ownlog.frontend.forms.language.enums import ENUMS
from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.forms.language.typerules import element
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.syntax.advice import MAP_ADVICE
from ownlog.frontend.text import tokens as t
from ownlog.frontend.text.affinetext import map_problem
from ownlog.frontend.text.tokens import Use, split_top_level
from ownlog.frontend.text.types import INDEX, Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_OTHER = re.compile(r"[^\w\s,+*()-]")
_MAP = re.compile(r"(?s)\s*affine_(?:map|set)<\s*\(([^()]*)\)\s*(?:\[([^\[\]]*)\])?\s*(?:->|:)\s*\((.*)\)\s*>\s*")
_NAME = re.compile(r"[A-Za-z_][\w$.]*")
_NUMBER = re.compile(r"\s*-?\d+\s*")
_DIGITS = re.compile(r"\d+")
_QUOTED = re.compile(r'"(\w+)"')
_VALUE = re.compile(rf"symbol[ \t\r\n]*\([ \t\r\n]*(%{t.SUFFIX_ID}(?:#\d+)?)[ \t\r\n]*\)|(%{t.SUFFIX_ID}(?:#\d+)?)")
_SYMBOL_IDENTITY = "affine_map<()[s0] -> (s0)>"
_PARALLEL = frozenset("lowerBoundsMap lowerBoundsGroups upperBoundsMap upperBoundsGroups steps reductions".split())
_KINDS = ENUMS["rmw"][0]
_FOR = frozenset({"lowerBoundMap", "upperBoundMap", "step"})


# Maps


def _inline(p: OpReader, start: int, end: int) -> tuple[str, list[Use], list[Use]]:
    """The expressions in the text from `start` to `end` over d0, ... and s0, ...; and the values they stand for."""
    dims: dict[str, Use] = {}
    symbols: dict[str, Use] = {}

    def name(found: re.Match[str]) -> str:
        group = 1 if found[1] else 2
        use = t.OPERAND.match(p.text, found.start(group))
        assert use is not None
        # What was a dimension stays one, and a symbol a symbol.
        value = found[group]
        table, letter = (symbols, "s") if value in symbols or (group == 1 and value not in dims) else (dims, "d")
        table.setdefault(value, use)
        return f"{letter}{list(table).index(value)}"

    pieces, at = [], start
    for found in _VALUE.finditer(p.text, start, end):
        pieces += [p.text[at : found.start()], name(found)]
        at = found.end()
    pieces.append(p.text[at:end])
    return "".join(pieces).strip(), list(dims.values()), list(symbols.values())


def map_text(results: str, dims: int, symbols: int) -> str:
    """`affine_map<(d0)[s0] -> (results)>`."""
    head = f"({', '.join(f'd{i}' for i in range(dims))})"
    if symbols:
        head += f"[{', '.join(f's{i}' for i in range(symbols))}]"
    return f"affine_map<{head} -> ({results})>"


def _inline_map(p: OpReader, results: str, dims: int, symbols: int, at: int) -> str:
    """The map with these results, which were written over values, from `at` on."""
    if _OTHER.search(results):
        p.fail("expected affine expressions over SSA values", at=at)
    text = map_text(results, dims, symbols)
    if (problem := map_problem(text)) is not None:
        p.fail(problem[0], MAP_ADVICE, at=at)
    return text


def subscripts(p: OpReader) -> tuple[str, list[Use]]:
    """`[%i + 1, symbol(%n)]`: the map, and its operands."""
    start = p.next()
    p.balanced()
    results, dims, symbols = _inline(p, start + 1, p.pos - 1)
    return _inline_map(p, results, len(dims), len(symbols), start), dims + symbols


def map_parts(text: str) -> tuple[list[str], list[str], str]:
    """Dimension names, symbol names and the results of `affine_map<(d0)[s0] -> (results)>` (or of an affine_set).

    Raises ValueError for any other text.
    """
    found = _MAP.fullmatch(text)
    if found is None:
        raise ValueError(f"{text} is no affine map")
    return split_top_level(found[1]), split_top_level(found[2] or ""), found[3]


def _map_attribute(p: OpReader) -> str:
    """A map or set, aliases resolved."""
    at = p.next()
    text = p.attribute()
    try:
        map_parts(text)
    except ValueError:
        p.fail("expected an affine map or set", "maps look like affine_map<(d0)[s0] -> (d0 + s0)>", at=at)
    return text


def expressions(text: str, values: list[Value]) -> str:
    """The results of a map with its operands written in."""
    dims, symbols, results = map_parts(text)
    names = {name: value.ref for name, value in zip(dims, values, strict=False)}
    names |= {name: f"symbol({value.ref})" for name, value in zip(symbols, values[len(dims) :], strict=False)}
    return _NAME.sub(lambda found: names.get(found[0], found[0]), results)


def _map_operands(p: OpReader) -> list[Value]:
    """`(%dims)[%symbols]`, the brackets optional."""
    uses = p.names()
    if p.accept("["):
        uses += p.operands()
        p.expect("]")
    return [p.resolve(use, INDEX) for use in uses]


def _shown_operands(text: str, values: list[Value]) -> str:
    dims, symbols, _ = map_parts(text)
    shown = f"({', '.join(value.ref for value in values[: len(dims)])})"
    return shown + (f"[{', '.join(value.ref for value in values[len(dims) :])}]" if symbols else "")


# Ops


def _parse_apply(p: OpReader, op: Op) -> list[Type]:
    op.properties["map"] = _map_attribute(p)
    op.operands = _map_operands(p)
    p.attr_dict(op)
    return [INDEX]


def _write_apply(w: Writer, op: Op) -> None:
    text = op.properties["map"] or ""
    w.piece(w.attribute(text) + _shown_operands(text, op.operands))
    w.attr_dict(op, {"map"})


def _access(stores: bool, vector: bool) -> Form:
    """affine.load, affine.store and their vector versions."""

    def parse(p: OpReader, op: Op) -> list[Type]:
        value = p.operand() if stores else None
        if stores:
            p.expect(",")
        memref = p.operand()
        op.properties["map"], indices = subscripts(p)
        p.attr_dict(op)
        p.expect(":")
        type = p.type()
        accessed = element(type)
        if vector:
            p.expect(",")
            accessed = p.type()
        if value is not None:
            op.operands.append(p.resolve(value, accessed))
        op.operands += [p.resolve(memref, type), *(p.resolve(use, INDEX) for use in indices)]
        return [] if stores else [accessed]

    def write(w: Writer, op: Op) -> None:
        skip = 1 if stores else 0
        w.operands(op.operands[: skip + 1])
        w.raw(f"[{expressions(op.properties['map'] or '', op.operands[skip + 1 :])}]")
        w.attr_dict(op, {"map"})
        w.word(":")
        accessed = [(op.operands[0] if stores else op.results[0]).type] if vector else []
        w.types([op.operands[skip].type, *accessed])

    return Form(parse, write, frozenset({"map"}))


def _parse_bound(p: OpReader, word: str) -> tuple[str, list[Value]]:
    p.accept(word)
    use = p.optional_operand()
    if use is not None:
        return _SYMBOL_IDENTITY, [p.resolve(use, INDEX)]
    number = p.take(t.INTEGER)
    if number is not None:
        return f"affine_map<() -> ({number})>", []
    text = _map_attribute(p)
    return text, _map_operands(p)


def _shown_bound(w: Writer, word: str, text: str, values: list[Value]) -> str:
    dims, symbols, results = map_parts(text)
    if not dims and symbols == [results.strip()]:
        return values[0].ref
    if not dims and not symbols and _NUMBER.fullmatch(results):
        return results.strip()
    prefix = f"{word} " if len(split_top_level(results)) > 1 else ""
    return prefix + w.attribute(text) + _shown_operands(text, values)


def _parse_for(p: OpReader, op: Op) -> list[Type]:
    variable = p.operand()
    p.expect("=")
    op.properties["lowerBoundMap"], lower = _parse_bound(p, "max")
    p.expect("to")
    op.properties["upperBoundMap"], upper = _parse_bound(p, "min")
    op.properties["step"] = f"{p.integer() if p.accept('step') else 1} : index"
    names: list[Use] = []
    inits: list[Use] = []
    types: list[Type] = []
    if p.accept("iter_args"):
        names, inits = p.assignments()
        p.expect("->")
        types = p.result_types()
    op.operands = [*lower, *upper, *p.resolve_all(inits, types)]
    op.segments = [len(lower), len(upper), len(inits)]
    p.region(op, p.arguments([variable, *names], [INDEX, *types]), terminator="affine.yield")
    p.attr_dict(op)
    return types


def _write_for(w: Writer, op: Op) -> None:
    lower, upper, inits = op.groups()
    variable, *carried = op.regions[0].blocks[0].arguments
    low = _shown_bound(w, "max", op.properties["lowerBoundMap"] or "", lower)
    high = _shown_bound(w, "min", op.properties["upperBoundMap"] or "", upper)
    w.piece(f"{variable.name} = {low} to {high}")
    step = untyped(op.properties["step"] or "1")
    if step != "1":
        w.piece(f"step {step}")
    if carried:
        w.piece(f"iter_args{pairs(carried, inits)} {arrow(result_types(op))}")
    w.region(op.regions[0])
    w.attr_dict(op, set(_FOR))


def _parse_if(p: OpReader, op: Op) -> list[Type]:
    op.properties["condition"] = _map_attribute(p)
    op.operands = _map_operands(p)
    types = p.result_types() if p.accept("->") else []
    parse_branches(p, op, "affine.yield")
    return types


def _write_if(w: Writer, op: Op) -> None:
    text = op.properties["condition"] or ""
    w.piece(w.attribute(text) + _shown_operands(text, op.operands))
    write_if(w, op)


def _parse_bounds(p: OpReader, op: Op, which: str, word: str) -> list[Value]:
    """`(0, min(%n, 16))`: fills the map and the sizes of its groups."""
    start = p.next()
    p.balanced()
    results, dims, symbols = _inline(p, start + 1, p.pos - 1)
    groups: list[list[str]] = []
    for piece in split_top_level(results):
        found = re.fullmatch(rf"{word}\s*\((.*)\)", piece, re.DOTALL)
        groups.append(split_top_level(found[1]) if found is not None else [piece])
    every = ", ".join(piece for group in groups for piece in group)
    op.properties[f"{which}BoundsMap"] = _inline_map(p, every, len(dims), len(symbols), start)
    op.properties[f"{which}BoundsGroups"] = (
        f"dense<[{', '.join(str(len(group)) for group in groups)}]> : tensor<{len(groups)}xi32>"
    )
    return [p.resolve(use, INDEX) for use in dims + symbols]


def _shown_bounds(op: Op, which: str, word: str, values: list[Value]) -> str:
    rest = iter(split_top_level(expressions(op.properties[f"{which}BoundsMap"] or "", values)))
    shown = []
    for size in array_numbers(op.properties[f"{which}BoundsGroups"]):
        group = [next(rest) for _ in range(size)]
        shown.append(group[0] if size == 1 else f"{word}({', '.join(group)})")
    return f"({', '.join(shown)})"


def _parse_parallel(p: OpReader, op: Op) -> list[Type]:
    names = p.names()
    p.expect("=")
    lower = _parse_bounds(p, op, "lower", "max")
    p.expect("to")
    upper = _parse_bounds(p, op, "upper", "min")
    steps = _DIGITS.findall(p.balanced()) if p.accept("step") else ["1"] * len(names)
    op.properties["steps"] = f"[{', '.join(steps)}]"
    types: list[Type] = []
    op.properties["reductions"] = "[]"
    if p.accept("reduce"):
        kinds = _QUOTED.findall(p.balanced())
        op.properties["reductions"] = f"[{', '.join(str(_KINDS.index(kind)) for kind in kinds if kind in _KINDS)}]"
        p.expect("->")
        types = p.result_types()
    op.operands = lower + upper
    p.region(op, p.arguments(names, [INDEX] * len(names)), terminator="affine.yield")
    p.attr_dict(op)
    return types


def _write_parallel(w: Writer, op: Op) -> None:
    dims = len(map_parts(op.properties["lowerBoundsMap"] or "")[0]) + len(
        map_parts(op.properties["lowerBoundsMap"] or "")[1]
    )
    names = ", ".join(argument.name for argument in op.regions[0].blocks[0].arguments)
    low = _shown_bounds(op, "lower", "max", op.operands[:dims])
    high = _shown_bounds(op, "upper", "min", op.operands[dims:])
    w.piece(f"({names}) = {low} to {high}")
    steps = array_numbers(op.properties["steps"])
    if set(steps) != {1}:
        w.piece(f"step ({', '.join(map(str, steps))})")
    if op.results:
        kinds = ", ".join(f'"{_KINDS[number]}"' for number in array_numbers(op.properties["reductions"]))
        w.piece(f"reduce ({kinds}) {arrow(result_types(op))}")
    w.region(op.regions[0])
    w.attr_dict(op, set(_PARALLEL))


_APPLY = Form(_parse_apply, _write_apply, frozenset({"map"}))

FORMS: dict[str, Form | str] = {
    "affine.apply": _APPLY,
    "affine.for": Form(_parse_for, _write_for, _FOR, terminator="affine.yield"),
    "affine.if": Form(_parse_if, _write_if, frozenset({"condition"}), terminator="affine.yield"),
    "affine.load": _access(stores=False, vector=False),
    "affine.max": _APPLY,
    "affine.min": _APPLY,
    "affine.parallel": Form(_parse_parallel, _write_parallel, _PARALLEL, terminator="affine.yield"),
    "affine.store": _access(stores=True, vector=False),
    "affine.vector_load": _access(stores=False, vector=True),
    "affine.vector_store": _access(stores=True, vector=True),
}
