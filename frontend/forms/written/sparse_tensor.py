"""Forms of the sparse_tensor dialect: loops over one iteration space, or over several at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.language.attributes import array_numbers, untyped
from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.ir.ir import Op, Region, Value
from ownlog.frontend.text.tokens import Use
from ownlog.frontend.text.types import INDEX, Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_YIELD = "sparse_tensor.yield"
_ITERATE = frozenset({"crdUsedLvls"})
_COITERATE = frozenset({"crdUsedLvls", "cases"})


def _optional_names(p: OpReader) -> list[Use | None]:
    """`%a, _, %b`."""
    found: list[Use | None] = []
    while not found or p.accept(","):
        found.append(None if p.accept("_") else p.operand())
    return found


def _mask(names: list[Use | None]) -> int:
    """A bit for each place that has a name."""
    return sum(1 << place for place, name in enumerate(names) if name is not None)


def _placed(mask: int, values: list[Value]) -> str:
    """The names of values at the places that `mask` has, `_` at those before and between."""
    rest = iter(values)
    return ", ".join(next(rest).name if mask >> place & 1 else "_" for place in range(mask.bit_length()))


def _parse_header(p: OpReader, op: Op) -> tuple[list[Use], list[Use], list[Use]]:
    """`at(%c, _) iter_args(%a = %b)`: the names of coordinates, the names of what is carried, and what it starts
    with.
    """
    coordinates: list[Use | None] = []
    if p.accept("at"):
        p.expect("(")
        coordinates = _optional_names(p)
        p.expect(")")
    op.properties["crdUsedLvls"] = f"{_mask(coordinates)} : i64"
    carried, starts = p.assignments() if p.accept("iter_args") else ([], [])
    return [use for use in coordinates if use is not None], carried, starts


def _write_header(w: Writer, op: Op, region: Region, starts: list[Value]) -> int:
    """What `_parse_header` reads; the number of the arguments that it names."""
    mask = int(untyped(op.properties["crdUsedLvls"] or "0"))
    arguments, used = region.blocks[0].arguments, mask.bit_count()
    if mask:
        w.piece(f"at({_placed(mask, arguments[len(starts) : len(starts) + used])})")
    if starts:
        pairs = zip(arguments, starts, strict=False)
        w.piece(f"iter_args({', '.join(f'{argument.name} = {start.ref}' for argument, start in pairs)})")
    return used + len(starts)


def _iterator(p: OpReader, space: Type) -> Type:
    return p.make_type(space.text.replace("iter_space<", "iterator<", 1))


def _body(
    p: OpReader,
    op: Op,
    coordinates: list[Use],
    carried: list[Use],
    types: list[Type],
    iterators: list[tuple[Use, Type]],
) -> None:
    names = [*carried, *coordinates, *(use for use, _ in iterators)]
    of = [*types, *[INDEX] * len(coordinates), *(_iterator(p, space) for _, space in iterators)]
    p.region(op, p.arguments(names, of), terminator=_YIELD)


def _check_carried(p: OpReader, op: Op, starts: list[Use], results: list[Type]) -> None:
    if len(starts) != len(results):
        p.fail(
            f"mismatch in number of iteration arguments and return values: {len(starts)} and {len(results)}",
            at=op.start,
        )


def _parse_iterate(p: OpReader, op: Op) -> list[Type]:
    iterator = p.operand()
    p.expect("in")
    space = p.operand()
    coordinates, carried, starts = _parse_header(p, op)
    p.expect(":")
    type = p.type()
    results = p.result_types() if p.accept("->") else []
    _check_carried(p, op, starts, results)
    op.operands = p.resolve_all([space, *starts], [type, *results])
    _body(p, op, coordinates, carried, results, [(iterator, type)])
    p.attr_dict(op)
    return results


def _write_iterate(w: Writer, op: Op) -> None:
    region = op.regions[0]
    w.piece(f"{region.blocks[0].arguments[-1].name} in {op.operands[0].ref}")
    _write_header(w, op, region, op.operands[1:])
    w.piece(f": {op.operands[0].type}")
    _write_results(w, op)
    w.region(region)
    w.attr_dict(op, _ITERATE)


def _write_results(w: Writer, op: Op) -> None:
    if op.results:
        shown = ", ".join(str(result.type) for result in op.results)
        w.piece(f"-> {shown}" if len(op.results) == 1 else f"-> ({shown})")


def _parse_coiterate(p: OpReader, op: Op) -> list[Type]:
    spaces = p.names()
    coordinates, carried, starts = _parse_header(p, op)
    p.expect(":")
    types = p.type_list()
    results = p.result_types() if p.accept("->") else []
    _check_carried(p, op, starts, results)
    op.operands = p.resolve_all([*spaces, *starts], [*types, *results])
    op.segments = [len(spaces), len(starts)]
    cases: list[str] = []
    while p.accept("case"):
        at = p.next()
        names = _optional_names(p)
        if len(names) != len(spaces):
            p.fail(f"expected {len(spaces)} iterators, one for each space", at=at)
        cases.append(str(_mask(names)))
        _body(
            p,
            op,
            coordinates,
            carried,
            results,
            [(name, type) for name, type in zip(names, types, strict=True) if name is not None],
        )
    op.properties["cases"] = f"[{', '.join(cases)}]"
    p.attr_dict(op)
    return results


def _write_coiterate(w: Writer, op: Op) -> None:
    spaces, starts = op.groups()
    w.piece(f"({', '.join(space.ref for space in spaces)})")
    first = _write_header(w, op, op.regions[0], starts)
    w.piece(f": ({', '.join(str(space.type) for space in spaces)})")
    _write_results(w, op)
    for mask, region in zip(array_numbers(op.properties["cases"]), op.regions, strict=True):
        given = _placed(mask, region.blocks[0].arguments[first:])
        w.line(0, f"case {', '.join([given] * bool(mask) + ['_'] * (len(spaces) - mask.bit_length()))}")
        w.region(region)
    w.attr_dict(op, _COITERATE)


FORMS: dict[str, Form | str] = {
    "sparse_tensor.coiterate": Form(_parse_coiterate, _write_coiterate, _COITERATE, terminator=_YIELD),
    "sparse_tensor.iterate": Form(_parse_iterate, _write_iterate, _ITERATE, terminator=_YIELD),
}
