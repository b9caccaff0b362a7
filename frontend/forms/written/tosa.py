"""Forms of the tosa dialect: attributes that are keywords, variables, control flow."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ownlog.frontend.forms.dialects.scf import WHILE, pairs
from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.forms.language.typerules import element
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text import tokens as t
from ownlog.frontend.text.literals import integer_elements
from ownlog.frontend.text.spelling import written
from ownlog.frontend.text.tokens import split_top_level
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

# Attributes that are written as a keyword, with what the generic form calls their type.
_KEYWORDS = {
    "nan_mode": "nan_mode",
    "rounding_mode": "rounding_mode",
    "mode": "resize_mode",
    "block_size": "block_size",
}
_VARIABLE = frozenset({"sym_name", "var_shape", "type", "initial_value"})
_OPS = {
    "apply_scale": "rounding_mode",
    "argmax": "axis nan_mode",
    "cast_from_block_scaled": "block_size",
    "cast_to_block_scaled": "block_size",
    "clamp": "min_val max_val nan_mode",
    "matmul_t_block_scaled": "block_size",
    "max_pool2d": "kernel stride pad nan_mode",
    "maximum": "nan_mode",
    "minimum": "nan_mode",
    "reduce_max": "axis nan_mode",
    "reduce_min": "axis nan_mode",
    "rescale": "scale32 rounding_mode per_channel input_unsigned output_unsigned",
    "resize": "mode",
}


def _keyword_attributes(p: OpReader, op: Op, inherent: frozenset[str]) -> None:
    """A dictionary in which some values are keywords."""
    p.groups(op)
    if not p.accept("{"):
        return
    while not p.accept("}"):
        key = p.need(t.KEY, "attribute name").strip('"')
        table = op.properties if key in inherent else op.attrs
        table[key] = None
        if p.accept("="):
            is_word = key in _KEYWORDS and re.match(r"[A-Z]", p.text[p.next() : p.next() + 1])
            table[key] = f"#tosa.{_KEYWORDS[key]}<{p.keyword()}>" if is_word else p.attribute()
        if not p.accept(","):
            p.expect("}")
            return


def _shown(key: str, text: str | None) -> str:
    if text is None:
        return key
    found = re.fullmatch(rf"#tosa\.{_KEYWORDS[key]}<\s*(\w+)\s*>", text) if key in _KEYWORDS else None
    return f"{key} = {found[1] if found is not None else written(text)}"


def _with_keywords(inherent: frozenset[str]) -> Form:
    def parse(p: OpReader, op: Op) -> list[Type]:
        uses = p.operands()
        _keyword_attributes(p, op, inherent)
        p.expect(":")
        inputs, results = p.function_type()
        op.operands = p.resolve_all(uses, inputs)
        return results

    def write(w: Writer, op: Op) -> None:
        w.operands(op.operands)
        shown = w.groups(op)
        entries = [_shown(key, text) for key, text in sorted((op.properties | op.attrs).items()) if key not in shown]
        if entries:
            w.piece(f"{{{', '.join(entries)}}}")
        w.word(":")
        w.functional_type(op)

    missing: dict[str, str | None] = {"nan_mode": "#tosa.nan_mode<PROPAGATE>"} if "nan_mode" in inherent else {}
    return Form(parse, write, inherent, missing=missing)


def _parse_if(p: OpReader, op: Op) -> list[Type]:
    condition = p.operand()
    uses = p.assignments()[1] if p.peek("(") else []
    p.expect(":")
    types = [p.type()]
    results: list[Type] = []
    if p.peek("("):
        inputs, results = p.function_type()
        types += inputs
    elif p.accept("->"):
        results = p.result_types()
    op.operands = p.resolve_all([condition, *uses], types)
    p.region(op)
    p.expect("else")
    p.region(op)
    p.attr_dict(op)
    return results


def _write_if(w: Writer, op: Op) -> None:
    w.operands(op.operands[:1])
    inputs = op.operands[1:]
    if inputs:
        w.piece(pairs(op.regions[0].blocks[0].arguments, inputs))
    w.word(":")
    w.type(op.operands[0].type)
    results = ", ".join(str(result.type) for result in op.results)
    results = results if len(op.results) == 1 else f"({results})"
    if inputs:
        w.piece(f"({', '.join(str(value.type) for value in inputs)}) -> {results}")
    elif op.results:
        w.piece(f"-> {results}")
    w.region(op.regions[0], labelled=True)
    w.word("else")
    w.region(op.regions[1], labelled=True)
    w.attr_dict(op)


def _parse_variable(p: OpReader, op: Op) -> list[Type]:
    op.properties["sym_name"] = p.symbol_name()
    p.attr_dict(op, _VARIABLE)
    if p.accept("="):
        initial = op.properties["initial_value"] = p.attribute()
        found = re.search(r":\s*(tensor<.*>)\s*\Z", initial, re.DOTALL)
        type = (
            p.make_type(found[1])
            if found is not None
            else p.fail("expected an attribute with a tensor type", at=op.start)
        )
    else:
        p.expect(":")
        type = p.type()
    dims = re.findall(r"(\d+|\?)x", split_top_level(type.canonical[len("tensor<") : -1])[0])
    sizes = ["-1" if dim == "?" else dim for dim in dims]
    op.properties["var_shape"] = (
        f"dense<[{', '.join(sizes)}]> : tensor<{len(sizes)}xindex>" if sizes else "dense<> : tensor<0xindex>"
    )
    op.properties["type"] = element(type).canonical
    return []


def _write_variable(w: Writer, op: Op) -> None:
    w.symbol_name(op)
    w.attr_dict(op, _VARIABLE)
    initial = op.properties.get("initial_value")
    if initial is not None:
        w.word("=")
        w.piece(initial)
        return
    elements = integer_elements(op.properties["var_shape"])
    sizes = elements.all() if elements is not None else []
    w.word(":")
    w.piece(f"tensor<{''.join('?x' if size < 0 else f'{size}x' for size in sizes)}{op.properties['type']}>")


FORMS: dict[str, Form | str] = {
    **{f"tosa.{name}": _with_keywords(frozenset(inherent.split())) for name, inherent in _OPS.items()},
    "tosa.cond_if": Form(_parse_if, _write_if),
    "tosa.variable": Form(_parse_variable, _write_variable, _VARIABLE),
    "tosa.while_loop": WHILE,
}
