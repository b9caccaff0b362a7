"""Forms of the scf dialect: structured control flow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.language.attributes import array_numbers, array_text, read_mixed, write_mixed
from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.ir.ir import Op, Region, Value
from ownlog.frontend.text.tokens import Use
from ownlog.frontend.text.types import I1, INDEX, Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_FORALL = frozenset({"staticLowerBound", "staticUpperBound", "staticStep", "mapping"})
_BOUNDS = ("staticLowerBound", "staticUpperBound", "staticStep")


def arrow(types: list[Type]) -> str:
    """`-> (t, t)`."""
    return f"-> ({', '.join(map(str, types))})"


def result_types(op: Op) -> list[Type]:
    """The types of an op's results."""
    return [result.type for result in op.results]


def pairs(arguments: list[Value], values: list[Value]) -> str:
    """`(%argument = %value, ...)`."""
    return (
        "("
        + ", ".join(f"{argument.name} = {value.ref}" for argument, value in zip(arguments, values, strict=True))
        + ")"
    )


def loop_range(p: OpReader) -> tuple[Use, Use, Use, Use]:
    """`%i = %low to %high step %step`."""
    variable = p.operand()
    p.expect("=")
    low = p.operand()
    p.expect("to")
    high = p.operand()
    p.expect("step")
    return variable, low, high, p.operand()


def _parse_for(p: OpReader, op: Op) -> list[Type]:
    if p.accept("unsigned"):
        op.properties["unsignedCmp"] = None
    variable, *bounds = loop_range(p)
    names: list[Use] = []
    inits: list[Use] = []
    types: list[Type] = []
    if p.accept("iter_args"):
        names, inits = p.assignments()
        p.expect("->", "iter_args are followed by the result types: `iter_args(%a = %b) -> (t)`")
        types = p.result_types()
        if len(types) != len(inits):
            p.fail(
                f"mismatch in number of loop-carried values and defined values: {len(inits)} and {len(types)}",
                at=op.start,
            )
    index = p.type() if p.accept(":") else INDEX
    op.operands = [p.resolve(use, index) for use in bounds] + p.resolve_all(inits, types)
    p.region(op, p.arguments([variable, *names], [index, *types]), terminator="scf.yield")
    p.attr_dict(op)
    return types


def _write_for(w: Writer, op: Op) -> None:
    if "unsignedCmp" in op.properties:
        w.word("unsigned")
    variable, *carried = op.regions[0].blocks[0].arguments
    lower, upper, step, *inits = op.operands
    w.piece(f"{variable.name} = {lower.ref} to {upper.ref} step {step.ref}")
    if carried:
        w.piece(f"iter_args{pairs(carried, inits)} {arrow(result_types(op))}")
    if variable.type is not INDEX:
        w.piece(f" : {variable.type}" if carried else f": {variable.type}")
    w.region(op.regions[0])
    w.attr_dict(op, {"unsignedCmp"})


def _parse_if(p: OpReader, op: Op) -> list[Type]:
    op.operands = [p.resolve(p.operand(), I1)]
    types = p.result_types() if p.accept("->") else []
    parse_branches(p, op, "scf.yield")
    return types


def parse_branches(p: OpReader, op: Op, terminator: str, defaults: str | None = None) -> None:
    """`{...} else {...} attr-dict`, the second region empty where it is not there."""
    p.region(op, [], terminator=terminator, defaults=defaults)
    if p.accept("else"):
        p.region(op, [], terminator=terminator, defaults=defaults)
    else:
        op.add_region(Region())
    p.attr_dict(op)


def write_if(w: Writer, op: Op) -> None:
    """`-> (t) {...} else {...} attr-dict`, what follows the condition of an if."""
    if op.results:
        w.piece(arrow(result_types(op)))
    w.region(op.regions[0])
    if len(op.regions) > 1 and op.regions[1].blocks:
        w.word("else")
        w.region(op.regions[1])
    w.attr_dict(op, {"condition"})


def _write_if(w: Writer, op: Op) -> None:
    w.operands(op.operands)
    write_if(w, op)


def _parse_while(p: OpReader, op: Op) -> list[Type]:
    names, inits = p.assignments() if p.peek("(") else ([], [])
    p.expect(":")
    inputs, results = p.function_type()
    if len(inputs) != len(inits):
        p.fail(f"expected as many input types as operands (expected {len(inits)} got {len(inputs)})", at=op.start)
    op.operands = p.resolve_all(inits, inputs)
    p.region(op, p.arguments(names, inputs))
    p.expect("do")
    p.region(op)
    p.attr_dict(op, keyword=True)
    return results


def _write_while(w: Writer, op: Op) -> None:
    before, after = op.regions
    if op.operands:
        w.piece(pairs(before.blocks[0].arguments, op.operands))
    w.word(":")
    w.functional_type(op)
    w.region(before)
    w.word("do")
    w.region(after, labelled=True)
    w.attr_dict(op, keyword=True)


def _parse_parallel(p: OpReader, op: Op) -> list[Type]:
    names = p.names()
    p.expect("=")
    lower = p.names()
    p.expect("to")
    upper = p.names()
    p.expect("step")
    step = p.names()
    inits = p.names() if p.accept("init") else []
    types = p.result_types() if p.accept("->") else []
    op.operands = [p.resolve(use, INDEX) for use in (*lower, *upper, *step)] + p.resolve_all(inits, types)
    op.segments = [len(lower), len(upper), len(step), len(inits)]
    p.region(op, p.arguments(names, [INDEX] * len(names)), terminator="scf.reduce")
    p.attr_dict(op)
    return types


def _write_parallel(w: Writer, op: Op) -> None:
    lower, upper, step, inits = (", ".join(value.ref for value in group) for group in op.groups())
    names = ", ".join(argument.name for argument in op.regions[0].blocks[0].arguments)
    w.piece(f"({names}) = ({lower}) to ({upper}) step ({step})")
    if inits:
        w.piece(f"init ({inits}) {arrow(result_types(op))}")
    w.region(op.regions[0])
    w.attr_dict(op)


def _parse_reduce(p: OpReader, op: Op) -> list[Type]:
    if p.accept("("):
        op.operands = p.typed_operands(op)
        p.expect(")")
    for i in range(len(op.operands)):
        if i:
            p.expect(",")
        p.region(op)
    p.attr_dict(op)
    return []


def _write_reduce(w: Writer, op: Op) -> None:
    if op.operands:
        w.raw(f"({', '.join(v.ref for v in op.operands)} : {', '.join(str(v.type) for v in op.operands)})")
    for i, region in enumerate(op.regions):
        if i:
            w.raw(",")
        w.region(region, labelled=True)
    w.attr_dict(op)


def _parse_forall(p: OpReader, op: Op) -> list[Type]:
    names = p.names()
    if p.accept("in"):
        upper, static = read_mixed(p, "(", ")")
        groups = [[], upper, []]
        texts = [array_text(["0"] * len(names)), static, array_text(["1"] * len(names))]
    else:
        groups, texts = [], []
        for word in ("=", "to", "step"):
            p.expect(word)
            uses, static = read_mixed(p, "(", ")")
            groups.append(uses)
            texts.append(static)
    op.properties.update(zip(_BOUNDS, texts, strict=True))
    outs_names: list[Use] = []
    outs: list[Use] = []
    types: list[Type] = []
    if p.accept("shared_outs"):
        outs_names, outs = p.assignments()
        p.expect("->")
        types = p.result_types()
    op.operands = [p.resolve(use, INDEX) for group in groups for use in group] + p.resolve_all(outs, types)
    op.segments = [*map(len, groups), len(outs)]
    p.region(op, p.arguments([*names, *outs_names], [INDEX] * len(names) + types), terminator="scf.forall.in_parallel")
    p.attr_dict(op, _FORALL)
    return types


def _write_forall(w: Writer, op: Op) -> None:
    lower, upper, step, outs = op.groups()
    arguments = op.regions[0].blocks[0].arguments
    count = len(array_numbers(op.properties["staticUpperBound"]))
    w.piece(f"({', '.join(argument.name for argument in arguments[:count])})")
    low, high, by = (op.properties[name] for name in _BOUNDS)
    if set(array_numbers(low)) <= {0} and set(array_numbers(by)) <= {1}:
        w.word("in")
        write_mixed(w, upper, high, "(", ")")
    else:
        for word, values, static in (("=", lower, low), ("to", upper, high), ("step", step, by)):
            w.word(word)
            write_mixed(w, values, static, "(", ")")
    if outs:
        w.piece(f"shared_outs{pairs(arguments[count:], outs)} {arrow(result_types(op))}")
    w.region(op.regions[0])
    w.attr_dict(op, set(_BOUNDS))


def _parse_in_parallel(p: OpReader, op: Op) -> list[Type]:
    p.region(op, [])
    p.attr_dict(op)
    return []


def _write_in_parallel(w: Writer, op: Op) -> None:
    w.region(op.regions[0])
    w.attr_dict(op)


def _parse_execute_region(p: OpReader, op: Op) -> list[Type]:
    types = p.result_types() if p.accept("->") else []
    if p.accept("no_inline"):
        op.properties["no_inline"] = None
    p.region(op)
    p.attr_dict(op)
    return types


def _write_execute_region(w: Writer, op: Op) -> None:
    if op.results:
        types = result_types(op)
        w.piece(f"-> {types[0]}" if len(types) == 1 else arrow(types))
    if "no_inline" in op.properties:
        w.word("no_inline")
    w.region(op.regions[0])
    w.attr_dict(op, {"no_inline"})


def _parse_index_switch(p: OpReader, op: Op) -> list[Type]:
    op.operands = [p.resolve(p.operand(), INDEX)]
    p.attr_dict(op)
    types = p.types() if p.accept("->") else []
    # mlir-opt does not let the text leave out the terminator of a case.
    op.properties["cases"], _, _ = parse_cases(p, op, None, "scf.yield")
    # The generic form has the default region first.
    op.regions.insert(0, op.regions.pop())
    return types


def parse_cases(
    p: OpReader, op: Op, terminator: str | None, default_terminator: str, defaults: str | None = None
) -> tuple[str, list[Region], Region]:
    """`case 1 {...} case 2 {...} default {...}`: the numbers as an attribute, the regions of the cases, the other
    one.
    """
    numbers: list[str] = []
    regions: list[Region] = []
    while p.accept("case"):
        numbers.append(str(p.integer()))
        regions.append(p.region(op, [], terminator=terminator, defaults=defaults))
    p.expect("default")
    return array_text(numbers), regions, p.region(op, [], terminator=default_terminator, defaults=defaults)


def _write_index_switch(w: Writer, op: Op) -> None:
    w.operands(op.operands)
    w.attr_dict(op, {"cases"})
    if op.results:
        w.word("->")
        w.types(result_types(op))
    write_cases(w, op.properties["cases"], op.regions[1:], op.regions[0])


def write_cases(w: Writer, numbers: str | None, regions: list[Region], default: Region) -> None:
    """What `parse_cases` reads."""
    for value, region in zip(array_numbers(numbers), regions, strict=True):
        w.line(0, f"case {value}")
        w.region(region)
    w.line(0, "default")
    w.region(default)


WHILE = Form(_parse_while, _write_while, closed=True)

FORMS: dict[str, Form | str] = {
    "scf.execute_region": Form(_parse_execute_region, _write_execute_region, frozenset({"no_inline"})),
    "scf.for": Form(_parse_for, _write_for, frozenset({"unsignedCmp"}), terminator="scf.yield", closed=True),
    "scf.forall": Form(_parse_forall, _write_forall, _FORALL, terminator="scf.forall.in_parallel"),
    "scf.forall.in_parallel": Form(_parse_in_parallel, _write_in_parallel),
    "scf.if": Form(_parse_if, _write_if, terminator="scf.yield", closed=True),
    "scf.index_switch": Form(_parse_index_switch, _write_index_switch, frozenset({"cases"})),
    "scf.parallel": Form(_parse_parallel, _write_parallel, terminator="scf.reduce"),
    "scf.reduce": Form(_parse_reduce, _write_reduce),
    "scf.while": WHILE,
}
