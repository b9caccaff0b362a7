"""From what the pieces of a format read to a finished op: the types of all operands and results, the operands looked
up, the groups.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

from ownlog.frontend.forms.language.attributes import array_text, attribute_type
from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.forms.language.state import Format, Parts, Piece, State
from ownlog.frontend.ir.ir import Op, Region
from ownlog.frontend.syntax.structure import Structure
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer
    from ownlog.frontend.text.tokens import Use


def form_of(format: Format, pieces: list[Piece]) -> Form:
    """The form that compiled pieces and rules make."""
    known = {name for name, _ in format.operands + format.results}
    if "results" not in format.fixed:
        format.results += [
            (name, "..." if per or name == "results" else "") for name, _, per in format.rules if name not in known
        ]
    format.inherent |= format.shown | format.elided.keys()
    reads = [piece.read for piece in pieces]
    writes = [piece.write for piece in pieces]
    structured = bool(format.regions or format.successors)

    def parse(p: OpReader, op: Op) -> list[Type]:
        s = State()
        for read in reads:
            read(p, op, s)
        if structured:
            _structure(format, op, s)
        return _resolve(format, p, op, s)

    def write(w: Writer, op: Op) -> None:
        parts = Parts(format, op)
        for piece in writes:
            piece(w, op, parts)

    return _form(format, parse, write, plain=not structured, regions=_count(format))


def _count(format: Format) -> int | None:
    return None if any(many for _, many in format.regions) else len(format.regions)


def unreadable(format: Format, reason: str) -> Form:
    """The form of an op of which only the generic form can be read."""

    def parse(p: OpReader, op: Op) -> NoReturn:
        advice = f"write a form for it (docs/dialects.md), or write the op in generic form: {op.name!r}".replace(
            "'", '"'
        )
        p.fail(f"custom op '{op.name}' cannot be read: {reason}", advice, at=op.start, unsupported=op.name)

    def write(w: Writer, op: Op) -> None:
        raise AssertionError(f"'{op.name}' has no custom form to write")

    return _form(format, parse, write, plain=False, regions=None)


def _form(
    format: Format,
    parse: Callable[[OpReader, Op], list[Type]],
    write: Callable[[Writer, Op], None],
    plain: bool,
    regions: int | None,
) -> Form:
    flags = format.flags
    cut = {"segments": "operandSegmentSizes", "result-segments": "resultSegmentSizes"}
    return Form(
        parse,
        write,
        format.inherent | {name for flag, name in cut.items() if flag in flags},
        format.terminator,
        isolated="isolated" in flags,
        defaults=format.defaults,
        graph="graph" in flags,
        ends="ends" in flags,
        missing=format.missing,
        plain=plain,
        grouped=False,
        structure=Structure(regions=regions),
    )


def _structure(format: Format, op: Op, s: State) -> None:
    """Regions and successors in the order of the generic form; regions that the text leaves out are empty."""
    if len(format.regions) > 1 or len(op.regions) < len(format.regions):
        found = [s.regions.get(name) or ([] if many == "..." else [Region()]) for name, many in format.regions]
        op.regions = []
        for region in (region for group in found for region in group):
            op.add_region(region)
    op.successors = [block for name, _ in format.successors for block in s.successors.get(name, ())]


def _resolve(format: Format, p: OpReader, op: Op, s: State) -> list[Type]:
    """Look up the operands, and return the types of the results."""
    types, uses = s.types, s.uses
    if format.uniform:
        type = types["*"][0]
        op.operands = [p.resolve(use, type) for group in uses.values() for use in group]
        return [type]
    for name in format.typed:
        text = op.properties.get(name)
        found = attribute_type(p, text)
        if found is not None:
            types[f"${name}"] = [found]
        elif text is not None:
            p.fail(
                "expected attribute with a type", f"write the type behind it: `{op.name} {text} : type`", at=op.start
            )
    if "*" in uses and "%*" not in types:
        _share(format, p, op, s)
    for name, make, per in format.rules:
        if name not in types:
            types[name] = make(types, len(uses.get(name, (None,)) if per is None else uses.get(per, ())))
    if "segments" in format.flags:
        op.segments = [len(uses.get(name, ())) for name, _ in format.operands]
    if "%*" in types:
        _all_operands(format, p, op, s)
    else:
        for name, _ in format.operands:
            group = uses.get(name)
            if group:
                of = types.get(name, [])
                if len(of) != len(group):
                    _mismatch(p, group, len(of))
                for use, type in zip(group, of, strict=True):
                    op.operands.append(p.resolve(use, type))
    if "->" in types:
        return types["->"]
    if "result-segments" in format.flags:
        op.properties["resultSegmentSizes"] = array_text(
            [str(len(types.get(name, ()))) for name, _ in format.results], "i32"
        )
    if len(format.results) == 1:
        return types.get(format.results[0][0], [])
    return [type for name, _ in format.results for type in types.get(name, ())]


def _share(format: Format, p: OpReader, op: Op, s: State) -> None:
    """Give the groups their operands, where the text has all of them in one list."""
    every = s.uses.pop("*")
    fixed = sum(many == "" for _, many in format.operands)
    if len(every) < fixed or (len(every) > fixed and fixed == len(format.operands)):
        p.fail(f"{len(every)} operands present, but expected {fixed}", at=op.start)
    at = 0
    for name, many in format.operands:
        size = 1 if many == "" else len(every) - fixed
        s.uses[name] = every[at : at + size]
        at += size


def _mismatch(p: OpReader, group: list[Use], count: int) -> NoReturn:
    p.fail(
        f"number of operands and types do not match: got {len(group)} operands and {count} types", at=group[0].start(1)
    )


def _all_operands(format: Format, p: OpReader, op: Op, s: State) -> None:
    every = s.uses.get("*")
    if every is None:
        every = [use for name, _ in format.operands for use in s.uses.get(name, ())]
    inputs = s.types["%*"]
    if len(every) != len(inputs):
        message = f"{len(every)} operands present, but expected {len(inputs)}"
        p.fail(message, "the types in parentheses are those of the operands", at=op.start)
    op.operands = p.resolve_all(every, inputs)
