"""Forms of the gpu dialect: kernels, and launches with their body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.dialects.func import parse_body, split_function_type
from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.forms.written.functions import SIGNATURE, parse_signature, write_body, write_signature
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.literals import number_in
from ownlog.frontend.text.tokens import Use
from ownlog.frontend.text.types import INDEX, Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import Argument, OpReader
    from ownlog.frontend.syntax.writer import Writer

_TOKEN = Type.get("!gpu.async.token")
_KERNEL = "gpu.kernel"
_FUNC = (SIGNATURE - {"sym_name", "sym_visibility"}) | frozenset(
    "workgroup_attrib_attrs private_attrib_attrs known_block_size known_grid_size known_cluster_size".split()
)
_HIDDEN = SIGNATURE | {"workgroup_attributions", "workgroup_attrib_attrs", "private_attrib_attrs", _KERNEL}
_LAUNCH = frozenset({"module", "function"})
_SIZES = ("clusters", "blocks", "threads")


def _attributions(p: OpReader, op: Op, word: str) -> list[Argument]:
    """`workgroup(%a : t {...}, %b : t)`."""
    found: list[Argument] = []
    if not p.accept(word):
        return found
    p.expect("(")
    while not p.accept(")"):
        if found:
            p.expect(",")
        found.append(p.typed_argument())
    if any(argument[3] for argument in found):
        op.properties[f"{word}_attrib_attrs"] = f"[{', '.join(argument[3] or '{}' for argument in found)}]"
    return found


def _write_attributions(w: Writer, word: str, values: list[Value]) -> None:
    if values:
        shown = [" ".join(filter(None, (f"{value.name} : {value.type}", value.attrs))) for value in values]
        w.piece(f"{word}({', '.join(shown)})")


def _number(op: Op) -> int:
    return number_in(op.attribute("workgroup_attributions"))


def _parse_func(p: OpReader, op: Op) -> list[Type]:
    arguments = parse_signature(p, op)
    shared, private = _attributions(p, op, "workgroup"), _attributions(p, op, "private")
    # These are no properties of this op.
    op.attrs |= {"sym_name": op.properties.pop("sym_name"), "workgroup_attributions": f"{len(shared)} : i64"}
    if p.accept("kernel"):
        op.attrs[_KERNEL] = None
    p.attr_dict(op, _FUNC, keyword=True)
    parse_body(p, op, [*arguments, *shared, *private])
    return []


def _write_func(w: Writer, op: Op) -> None:
    write_signature(w, op)
    inputs = len([text for text in split_function_type(op.properties["function_type"] or "")[0] if text])
    more = op.regions[0].blocks[0].arguments[inputs:] if op.regions[0].blocks else []
    _write_attributions(w, "workgroup", more[: _number(op)])
    _write_attributions(w, "private", more[_number(op) :])
    if _KERNEL in op.attrs:
        w.word("kernel")
    entries = {key: text for key, text in (op.properties | op.attrs).items() if key not in _HIDDEN}
    if entries:
        w.piece(f"attributes {w.dictionary(entries)}")
    write_body(w, op)


def _sizes(p: OpReader) -> tuple[list[Use], list[Use], list[Use]]:
    """`(%x, %y, %z) in (%sx = %a, %sy = %b, %sz = %c)`: the ids, the sizes, what the sizes are."""
    ids = p.names()
    p.expect("in")
    return ids, *p.assignments()


def _parse_launch(p: OpReader, op: Op) -> list[Type]:
    made = p.accept("async")
    tokens = p.names("[", "]") if p.peek("[") else []
    given = {word: _sizes(p) for word in _SIZES if p.accept(word)}
    cluster, grid, block = (given.get(word, ([], [], [])) for word in _SIZES)
    dynamic = [p.operand()] if p.accept("dynamic_shared_memory_size") else []
    for word in ("module", "function"):
        if p.accept(word):
            p.expect("(")
            op.properties[word] = p.symbol()
            p.expect(")")
    shared, private = _attributions(p, op, "workgroup"), _attributions(p, op, "private")
    op.attrs["workgroup_attributions"] = f"{len(shared)} : i64"
    operands = [p.resolve(use, _TOKEN) for use in tokens]
    operands += [p.resolve(use, INDEX) for use in (*grid[2], *block[2], *cluster[2])]
    op.operands = operands + [p.resolve(use, Type.get("i32")) for use in dynamic]
    op.segments = [len(tokens), *[1] * 6, *[int(bool(cluster[2]))] * 3, len(dynamic)]
    names = [*grid[0], *block[0], *grid[1], *block[1], *cluster[0], *cluster[1]]
    p.region(op, [*p.arguments(names, [INDEX] * len(names)), *shared, *private], terminator="gpu.terminator")
    p.attr_dict(op, _LAUNCH)
    return [_TOKEN] if made else []


def _write_launch(w: Writer, op: Op) -> None:
    groups = op.groups()
    if op.results:
        w.word("async")
    if groups[0]:
        w.piece(f"[{', '.join(value.ref for value in groups[0])}]")
    arguments = op.regions[0].blocks[0].arguments
    clusters = bool(groups[7])
    for word, ids, sizes, first in (("clusters", 12, 15, 7), ("blocks", 0, 6, 1), ("threads", 3, 9, 4)):
        if word == "clusters" and not clusters:
            continue
        shown = [f"{arguments[sizes + i].name} = {groups[first + i][0].ref}" for i in range(3)]
        w.piece(f"{word}({', '.join(arguments[ids + i].name for i in range(3))}) in ({', '.join(shown)})")
    if groups[10]:
        w.word("dynamic_shared_memory_size")
        w.operands(groups[10])
    for word in ("module", "function"):
        if word in op.properties:
            w.piece(f"{word}({op.properties[word]})")
    more = arguments[18 if clusters else 12 :]
    _write_attributions(w, "workgroup", more[: _number(op)])
    _write_attributions(w, "private", more[_number(op) :])
    w.region(op.regions[0])
    entries = {key: text for key, text in op.attrs.items() if key != "workgroup_attributions"}
    if entries:
        w.piece(w.dictionary(entries))


def _parse_warp(p: OpReader, op: Op) -> list[Type]:
    p.expect("(")
    lane = p.operand()
    p.expect(")")
    p.expect("[")
    op.properties["warp_size"] = f"{p.integer()} : i64"
    p.expect("]")
    op.operands = [p.resolve(lane, INDEX)]
    if p.accept("args"):
        p.expect("(")
        op.operands += p.typed_operands(op)
        p.expect(")")
    results = p.result_types() if p.accept("->") else []
    p.region(op, terminator="gpu.yield")
    p.attr_dict(op)
    return results


def _write_warp(w: Writer, op: Op) -> None:
    size = (op.properties["warp_size"] or "").partition(" ")[0]
    w.raw(f"({op.operands[0].ref})[{size}]")
    if op.operands[1:]:
        rest = op.operands[1:]
        w.piece(f"args({', '.join(value.ref for value in rest)} : {', '.join(str(value.type) for value in rest)})")
    if op.results:
        w.piece(f"-> ({', '.join(str(result.type) for result in op.results)})")
    w.region(op.regions[0], labelled=True)
    w.attr_dict(op, {"warp_size"})


FORMS: dict[str, Form | str] = {
    "gpu.func": Form(_parse_func, _write_func, _FUNC, isolated=True),
    "gpu.launch": Form(_parse_launch, _write_launch, _LAUNCH, terminator="gpu.terminator"),
    "gpu.warp_execute_on_lane_0": Form(_parse_warp, _write_warp, frozenset({"warp_size"}), terminator="gpu.yield"),
}
