"""Functions, globals and aliases of the llvm dialect."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ownlog.frontend.forms.dialects.func import parse_body, parse_results, write_results
from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.forms.written.functions import note_attributes, write_body
from ownlog.frontend.ir.ir import Op, Region
from ownlog.frontend.text import tokens as t
from ownlog.frontend.text.spelling import spelled, string_bytes, written
from ownlog.frontend.text.tokens import split_top_level
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import Argument, OpReader
    from ownlog.frontend.syntax.writer import Writer

_LINKAGES = """private internal available_externally linkonce weak common appending extern_weak
    linkonce_odr weak_odr external"""
_VISIBILITIES = {"hidden": 1, "protected": 2}
_ADDRESSES = {"local_unnamed_addr": 1, "unnamed_addr": 2}
_LINKAGE = t.token(rf"(?:{'|'.join(_LINKAGES.split())})(?![\w$.])")
_HEAD = {"linkage", "visibility_", "unnamed_addr", "CConv", "thread_local_", "constant", "comdat", "sym_name"}
_FUNC = frozenset(
    """sym_name sym_visibility function_type linkage dso_local CConv comdat convergent personality garbageCollector
        passthrough arg_attrs
    res_attrs function_entry_count memory_effects visibility_ arm_streaming arm_locally_streaming
    arm_streaming_compatible arm_new_za
    arm_in_za arm_out_za arm_inout_za arm_preserves_za section unnamed_addr alignment vscale_range frame_pointer
    target_cpu tune_cpu
    reciprocal_estimates prefer_vector_width target_features no_infs_fp_math no_nans_fp_math no_signed_zeros_fp_math
    denormal_fp_math
    denormal_fp_math_f32 fp_contract instrument_function_entry instrument_function_exit no_inline always_inline
    inline_hint no_unwind
    will_return optimize_none vec_type_hint work_group_size_hint reqd_work_group_size intel_reqd_sub_group_size
    uwtable_kind""".split()
)
_GLOBAL = frozenset(
    """global_type constant sym_name linkage dso_local thread_local_ externally_initialized value alignment addr_space
        unnamed_addr section
    comdat dbg_exprs visibility_ target_specific_attrs alias_type""".split()
)
_MEMBER = re.compile(r"(?:struct|array|ptr|func|void|vec|label|metadata|token|x86_amx|ppc_fp128|target)\b")


def _prefixed(text: str) -> str:
    """A type that stands in a type of the llvm dialect, as it is written outside."""
    return f"!llvm.{text}" if _MEMBER.match(text) else text


def _bare(text: str) -> str:
    return text.removeprefix("!llvm.")


def _split(type: str) -> tuple[str, list[str]]:
    """The result and the parameters of `!llvm.func<void (i32, ...)>`."""
    inner = type.strip()[len("!llvm.func<") : -1].strip()
    depth = 0
    for at in range(len(inner) - 1, -1, -1):
        depth += (inner[at] in ")>]}") - (inner[at] in "(<[{")
        if depth == 0:
            return inner[:at].strip(), split_top_level(inner[at + 1 : -1])
    return "void", []


def _parse_head(p: OpReader, op: Op) -> None:
    """The keywords before the name of a symbol, in the order in which MLIR has them."""
    linkage = p.take(_LINKAGE)
    op.properties |= {
        "linkage": f"#llvm.linkage<{linkage or 'external'}>",
        "visibility_": "0 : i64",
        "unnamed_addr": "0 : i64",
    }
    while not p.peek("@"):
        word = p.keyword("a symbol name")
        if word in _VISIBILITIES:
            op.properties["visibility_"] = f"{_VISIBILITIES[word]} : i64"
        elif word in _ADDRESSES:
            op.properties["unnamed_addr"] = f"{_ADDRESSES[word]} : i64"
        elif word in ("thread_local", "constant") and op.name != "llvm.func":
            op.properties["thread_local_" if word == "thread_local" else word] = None
        elif op.name == "llvm.func":
            op.properties["CConv"] = f"#llvm.cconv<{word}>"
        else:
            p.fail("expected a symbol name")
    op.properties["sym_name"] = p.symbol_name()


def _write_head(w: Writer, op: Op) -> None:
    linkage = (op.properties.get("linkage") or "<external>").partition("<")[2].strip("> ")
    if linkage != "external" or op.name != "llvm.func":
        w.word(linkage)
    for name, words in (("visibility_", _VISIBILITIES), ("thread_local_", {}), ("unnamed_addr", _ADDRESSES)):
        number = (op.properties.get(name) or "").partition(" ")[0]
        if name == "thread_local_" and name in op.properties:
            w.word("thread_local")
        for word, value in words.items():
            if number == str(value):
                w.word(word)
    if "constant" in op.properties:
        w.word("constant")
    convention = (op.properties.get("CConv") or "<ccc>").partition("<")[2].strip("> ")
    if convention != "ccc":
        w.word(convention)
    w.symbol_name(op)


def _parse_comdat(p: OpReader, op: Op) -> None:
    if p.accept("comdat"):
        p.expect("(")
        op.properties["comdat"] = p.symbol()
        p.expect(")")


def _write_comdat(w: Writer, op: Op) -> None:
    if "comdat" in op.properties:
        w.piece(f"comdat({written(op.properties['comdat'] or '')})")


def _parse_arguments(p: OpReader) -> tuple[list[Argument], bool]:
    """The arguments, and whether more may follow."""
    arguments: list[Argument] = []
    p.expect("(")
    while not p.accept(")"):
        if arguments:
            p.expect(",")
        if p.accept("..."):
            p.expect(")")
            return arguments, True
        if p.peek("%"):
            arguments.append(p.typed_argument())
        else:
            arguments.append(("", p.type(), p.pos, p.optional_dictionary_text(), None))
    return arguments, False


def _type(inputs: list[str], results: list[str], more: bool) -> str:
    """`!llvm.func<i32 (ptr, ...)>`."""
    shown = [_bare(text) for text in inputs] + ["..."] * more
    return f"!llvm.func<{_bare(results[0]) if results else 'void'} ({', '.join(shown)})>"


def _parse_func(p: OpReader, op: Op) -> list[Type]:
    _parse_head(p, op)
    arguments, more = _parse_arguments(p)
    results, attributes = parse_results(p)
    types = [argument[1] for argument in arguments]
    as_written = _type([type.text for type in types], [type.text for type in results], more)
    meant = _type([type.canonical for type in types], [type.canonical for type in results], more)
    op.properties["function_type"] = spelled(meant, as_written)
    note_attributes(op, [argument[3] for argument in arguments], attributes)
    if p.accept("vscale_range"):
        p.expect("(")
        low = p.integer()
        p.expect(",")
        op.properties["vscale_range"] = f"#llvm.vscale_range<minRange = {low} : i32, maxRange = {p.integer()} : i32>"
        p.expect(")")
    _parse_comdat(p, op)
    p.attr_dict(op, _FUNC, keyword=True)
    parse_body(p, op, arguments)
    return []


def _write_func(w: Writer, op: Op) -> None:
    _write_head(w, op)
    type = written(op.properties["function_type"] or "")
    result, inputs = _split(type if type.startswith("!llvm.func<") else op.properties["function_type"] or "")
    more = ["..."] if inputs[-1:] == ["..."] else []
    attributes = split_top_level(written(op.properties.get("arg_attrs") or "[]").strip()[1:-1]) or ["{}"] * len(inputs)
    if op.regions and op.regions[0].blocks:
        arguments = op.regions[0].blocks[0].arguments
        shown = [" ".join(filter(None, (f"{a.name}: {a.type}", written(a.attrs or ""), a.location))) for a in arguments]
    else:
        named = zip(inputs[: len(inputs) - len(more)], attributes, strict=False)
        shown = [f"{_prefixed(text)} {attrs}" if attrs != "{}" else _prefixed(text) for text, attrs in named]
    w.raw(f"({', '.join(shown + more)})")
    write_results(w, op, [] if result == "void" else [_prefixed(result)])
    bounds = re.findall(r"=\s*(\d+)", op.properties.get("vscale_range") or "")
    if bounds:
        w.piece(f"vscale_range({', '.join(bounds)})")
    _write_comdat(w, op)
    w.attr_dict(op, _HEAD | {"function_type", "arg_attrs", "res_attrs", "vscale_range"}, keyword=True)
    write_body(w, op)


def _parse_global(p: OpReader, op: Op) -> list[Type]:
    _parse_head(p, op)
    p.expect("(")
    if not p.accept(")"):
        op.properties["value"] = p.attribute()
        p.expect(")")
    _parse_comdat(p, op)
    p.attr_dict(op, _GLOBAL)
    at = p.pos
    value = op.properties.get("value")
    if p.accept(":"):
        op.properties["global_type"] = p.spelled(p.type().text, at)
    elif value is not None and value.startswith('"'):
        op.properties["global_type"] = f"!llvm.array<{len(string_bytes(value))} x i8>"
    else:
        p.fail("type can only be omitted for string globals")
    parse_initializer(p, op)
    return []


def parse_initializer(p: OpReader, op: Op) -> None:
    """A region, or nothing."""
    if p.peek("{"):
        p.region(op, isolated=True)
    else:
        op.add_region(Region())


def _write_global(w: Writer, op: Op) -> None:
    _write_head(w, op)
    value = op.properties.get("value")
    w.raw(f"({written(value or '')})")
    _write_comdat(w, op)
    w.attr_dict(op, _HEAD | {"value", "global_type"})
    if value is None or not value.startswith('"'):
        w.word(":")
        w.piece(op.properties["global_type"] or "")
    write_body(w, op)


def _parse_alias(p: OpReader, op: Op) -> list[Type]:
    _parse_head(p, op)
    p.attr_dict(op, _GLOBAL)
    p.expect(":")
    at = p.pos
    op.properties["alias_type"] = p.spelled(p.type().text, at)
    p.region(op, isolated=True)
    return []


def _write_alias(w: Writer, op: Op) -> None:
    _write_head(w, op)
    w.attr_dict(op, _HEAD | {"alias_type"})
    w.word(":")
    w.piece(op.properties["alias_type"] or "")
    w.region(op.regions[0])


SYMBOLS: dict[str, Form | str] = {
    "llvm.func": Form(_parse_func, _write_func, _FUNC, isolated=True),
    "llvm.mlir.alias": Form(_parse_alias, _write_alias, _GLOBAL, isolated=True),
    "llvm.mlir.global": Form(_parse_global, _write_global, _GLOBAL, isolated=True),
}
