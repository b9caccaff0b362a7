"""Forms of the func dialect, and the function syntax that other dialects share."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.ir.functions import function_type
from ownlog.frontend.ir.ir import Op, Region
from ownlog.frontend.text import tokens as t
from ownlog.frontend.text.spelling import masked, spelled_list, unmasked, written
from ownlog.frontend.text.tokens import split_top_level
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ownlog.frontend.syntax.op_reader import Argument, OpReader
    from ownlog.frontend.syntax.writer import Writer

_INHERENT = frozenset({"sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs", "no_inline"})
_VISIBILITY = t.token(r"(?:private|public|nested)(?![\w$.])")


def _parse_func(p: OpReader, op: Op) -> list[Type]:
    visibility = p.take(_VISIBILITY)
    op.properties["sym_name"] = p.symbol_name()
    arguments = parse_arguments(p)
    results, result_attrs = parse_results(p)
    op.properties["function_type"] = function_type([argument[1] for argument in arguments], results)
    if visibility is not None:
        op.properties["sym_visibility"] = f'"{visibility}"'
    if any(argument[3] for argument in arguments):
        op.properties["arg_attrs"] = spelled_list([argument[3] or "{}" for argument in arguments])
    if any(result_attrs):
        op.properties["res_attrs"] = spelled_list([attrs or "{}" for attrs in result_attrs])
    if p.accept("attributes"):
        p.add_attributes(op, p.dictionary(), _INHERENT)
    if not p.peek("{"):
        _check_declaration(p, op, visibility)
        op.add_region(Region())
        return []
    parse_body(p, op, arguments, "func")
    if not op.regions[0].blocks[0].ops and len(op.regions[0].blocks) == 1:
        p.fail("empty block: expect at least a terminator", "end the function with `return`", at=op.start)
    return []


def _check_declaration(p: OpReader, op: Op, visibility: str | None) -> None:
    if visibility == "private" or visibility == "nested":
        return
    at = p.next()
    if p.text[at : at + 1] in ("-", "%"):
        p.fail(
            "expected '{' to begin a region",
            "a symbol with other characters than letters, digits and '_$.' is written @\"...\"",
        )
    p.fail(
        "symbol declaration cannot have public visibility",
        "give the function a body, or write `func.func private`",
        at=op.start,
    )


def parse_body(p: OpReader, op: Op, arguments: list[Argument], defaults: str | None = None) -> None:
    """The body of a function with these arguments, or nothing; the label of its first block names those that have no
    names yet.
    """
    if not p.peek("{"):
        op.add_region(Region())
        return
    if all(argument[0] for argument in arguments):
        p.region(op, arguments, isolated=True, defaults=defaults)
        return
    region = p.region(op, isolated=True, defaults=defaults)
    entry = region.blocks[0].arguments if region.blocks else []
    if [value.type.canonical for value in entry] != [argument[1].canonical for argument in arguments]:
        problem = f"'{op.name}' op entry block must have {len(arguments)} arguments to match function signature"
        p.fail(problem, "write `%name : type` for every argument of a function with a body", at=op.start)
    for value, argument in zip(entry, arguments, strict=True):
        value.attrs = argument[3]


def parse_arguments(p: OpReader) -> list[Argument]:
    """The arguments of a function; those of a declaration, or of a body whose first block names them, have empty
    names.
    """
    arguments: list[Argument] = []
    p.expect(
        "(",
        "arguments follow the name; a name with other characters than letters, digits and '_$.' is written @\"...\"",
    )
    if p.accept(")"):
        return arguments
    named = p.peek("%")
    while True:
        if named:
            arguments.append(p.typed_argument())
        else:
            at = p.next()
            type = p.type()
            arguments.append(("", type, at, p.optional_dictionary_text(), p.optional_location()))
        if not p.accept(","):
            break
        if p.peek("%") != named:
            p.fail(
                "expected SSA identifier" if named else "expected type instead of SSA identifier",
                "name all arguments or none",
            )
    p.expect(")")
    return arguments


def parse_results(p: OpReader) -> tuple[list[Type], list[str | None]]:
    """The types and the dictionaries of a function's results."""
    if not p.accept("->"):
        return [], []
    if not p.accept("("):
        return [p.type()], [None]
    types: list[Type] = []
    attrs: list[str | None] = []
    if p.accept(")"):
        return types, attrs
    while True:
        types.append(p.type())
        attrs.append(p.optional_dictionary_text())
        if not p.accept(","):
            p.expect(")")
            return types, attrs


@lru_cache(64)
def split_function_type(text: str) -> tuple[Sequence[str], Sequence[str]]:
    """The types in `(a, b) -> (c, d)` as texts. Many functions have the same type."""
    depth = 0
    outside, hidden = masked(text)
    for found in t.BODY_BRACKETS.finditer(outside):
        c = found[0]
        if c in t.CLOSING:
            depth += 1
        elif c == "->" and depth == 0:
            inputs, results = (
                split_top_level(outside[: found.start()].strip()[1:-1]),
                _results(outside[found.end() :].strip()),
            )
            return tuple(unmasked(one, hidden) for one in inputs), tuple(unmasked(one, hidden) for one in results)
        elif c in (")", "]", "}", ">"):
            depth -= 1
    return (), ()


def written_function_type(text: str) -> tuple[Sequence[str], Sequence[str]]:
    """The types of a function type as the file writes them; as they are meant where it writes an alias for all of
    it.
    """
    shown = written(text)
    return split_function_type(text if shown.startswith("!") else shown)


def split_list(text: str) -> list[str]:
    """The entries of `[a, b]` as texts."""
    return split_top_level(text.strip()[1:-1])


def _results(text: str) -> list[str]:
    if not text.startswith("("):
        return [text]
    return split_top_level(text[1:-1]) if text.endswith(")") else [text]


def _write_func(w: Writer, op: Op) -> None:
    if "sym_visibility" in op.properties:
        w.word((op.properties["sym_visibility"] or "")[1:-1])
    w.symbol_name(op)
    inputs, results = written_function_type(op.properties.get("function_type") or "")
    w.raw(f"({written_arguments(op, inputs)})")
    write_results(w, op, results)
    w.attr_dict(op, {"sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs"}, keyword=True)
    if op.regions and op.regions[0].blocks:
        w.region(op.regions[0])


def write_results(w: Writer, op: Op, results: Sequence[str]) -> None:
    """`-> (t {attributes}, t)` of a function's results, if there are any."""
    if results:
        attrs = split_list(written(op.properties.get("res_attrs") or "[]"))
        shown = [
            f"{type} {attr}" if attr != "{}" else type
            for type, attr in zip(results, attrs or ["{}"] * len(results), strict=False)
        ]
        plain = len(shown) == 1 and shown[0] == results[0] and not shown[0].startswith("(")
        w.piece(f"-> {shown[0]}" if plain else f"-> ({', '.join(shown)})")


def written_arguments(op: Op, inputs: Sequence[str]) -> str:
    """The arguments of a function: those of its entry block (as many as it has inputs), or the types of a
    declaration.
    """
    if op.regions and op.regions[0].blocks:
        arguments = op.regions[0].blocks[0].arguments[: len(inputs)]
        return ", ".join(
            " ".join(filter(None, (f"{v.name}: {v.type}", written(v.attrs or ""), v.location))) for v in arguments
        )
    attrs = split_list(written(op.properties.get("arg_attrs") or "[]")) or ["{}"] * len(inputs)
    return ", ".join(f"{type} {attr}" if attr != "{}" else type for type, attr in zip(inputs, attrs, strict=False))


def _parse_call_indirect(p: OpReader, op: Op) -> list[Type]:
    callee = p.operand()
    uses = p.names()
    p.attr_dict(op)
    p.expect(":")
    type, inputs, results = p.aliased_function_type()
    op.operands = [p.resolve(callee, type), *p.resolve_all(uses, inputs)]
    return results


def _write_call_indirect(w: Writer, op: Op) -> None:
    w.operands(op.operands[:1])
    w.raw(f"({', '.join(value.ref for value in op.operands[1:])})")
    w.attr_dict(op)
    w.word(":")
    w.type(op.operands[0].type)


FORMS: dict[str, Form | str] = {
    "func.func": Form(_parse_func, _write_func, _INHERENT, isolated=True, defaults="func", closed=True),
    "func.call_indirect": Form(_parse_call_indirect, _write_call_indirect),
}
