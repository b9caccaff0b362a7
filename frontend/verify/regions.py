"""Do the values that regions hand on fit what receives them?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ownlog.frontend.forms.language.attributes import DYNAMIC, array_numbers
from ownlog.frontend.forms.language.typerules import element
from ownlog.frontend.ir.ir import Op, Region, Value
from ownlog.frontend.text.literals import integer_elements
from ownlog.frontend.text.types import INDEX, Type
from ownlog.frontend.verify.refusal import bare, refuse
from ownlog.frontend.verify.shapes import check_dynamic, shape

_INTEGER_ADVICE = "bounds and step have one type: index, or an integer"


def _handed(op: Op, region: Region, word: str) -> list[Value] | None:
    """What the terminator `word` of a region hands on; None where the region ends in something else."""
    if not region.blocks or not region.blocks[-1].ops or region.blocks[-1].ops[-1].name != word:
        return None
    return region.blocks[-1].ops[-1].operands


def _check_edge(op: Op, word: str, to: str, given: Sequence[Value] | None, wanted: Sequence[Value]) -> None:
    if given is None:
        return
    edge = f"along control flow edge from Operation {word} to {to}:"
    if len(given) != len(wanted):
        message = f"region branch point has {len(given)} operands, but region successor needs {len(wanted)} inputs"
        refuse(op, f"{edge} {message}", f"hand on one value per result or loop-carried value in `{word}`")
    for number, (value, target) in enumerate(zip(given, wanted, strict=True)):
        if value.type is not target.type and value.type.canonical != target.type.canonical:
            types = f"'{value.type.canonical}' should match successor input type #{number} '{target.type.canonical}'"
            refuse(op, f"{edge} successor operand type #{number} {types}", f"{value.ref} in `{word}` has another type")


def _check_if(op: Op) -> None:
    if op.results and not op.regions[1].blocks:
        refuse(op, "must have an else block if defining values", "yield the results in `else { scf.yield ... }` too")
    for region in op.regions:
        _check_edge(op, "scf.yield", "parent", _handed(op, region, "scf.yield"), op.results)


def _check_for(op: Op) -> None:
    if len(op.operands) < 3:
        refuse(
            op,
            f"expected 3 or more operands, but found {len(op.operands)}",
            "lower bound, upper bound and step come first",
        )
    bound = op.operands[0].type
    if bound.canonical != "index" and not (bound.canonical.startswith("i") and bound.canonical[1:].isdigit()):
        refuse(op, f"operand #0 must be signless integer or index, but got '{bound.canonical}'", _INTEGER_ADVICE)
    if any(value.type.canonical != bound.canonical for value in op.operands[1:3]):
        refuse(op, "failed to verify that all of {lowerBound, upperBound, step} have same type", _INTEGER_ADVICE)
    yielded = _handed(op, op.regions[0], "scf.yield")
    carried = op.regions[0].blocks[0].arguments[1:] if op.regions[0].blocks else []
    for number, (argument, value) in enumerate(zip(carried, yielded or (), strict=False)):
        if argument.type.canonical != value.type.canonical:
            types = f"'{argument.type.canonical}' != '{value.type.canonical}'"
            message = f"{number}-th region iter_arg and {number}-th yielded value have different type: {types}"
            refuse(op, message, f"yield a {argument.type} there")
    _check_edge(op, "scf.yield", "Region #0", yielded, carried)
    if not len(carried) == len(op.results) == len(op.operands) - 3:
        refuse(op, "mismatch in number of loop-carried values and defined values", "each of `iter_args` has a result")
    for number, (argument, value, result) in enumerate(zip(carried, op.operands[3:], op.results, strict=True)):
        for other, word in ((value, "initial value"), (result, "loop result")):
            if argument.type.canonical != other.type.canonical:
                types = f"'{argument.type.canonical}' != '{other.type.canonical}'"
                message = f"{number}-th region iter_arg and {number}-th {word} have different type: {types}"
                refuse(op, message, f"all have one type, as {argument.ref}")


def _check_threads(op: Op) -> None:
    """An scf.parallel or scf.forall: matching bounds, steps and counters, and a result for each shared output."""
    if op.segments is None or len(op.segments) != 4 or not op.regions[0].blocks:
        return
    *bounds, others = op.groups()
    if any(value.type is not INDEX for group in bounds for value in group):
        refuse(op, "bounds and steps must be variadic of index", "write values of type index")
    arguments = op.regions[0].blocks[0].arguments
    if op.name == "scf.forall":
        names = ("staticLowerBound", "staticUpperBound", "staticStep")
        static = [array_numbers(op.attribute(name)) for name in names]
        if [len(group) for group in bounds] != [numbers.count(DYNAMIC) for numbers in static]:
            refuse(
                op,
                "has another number of bounds that are values than its static bounds leave open",
                f"{DYNAMIC} stands for a value",
            )
        counts = [len(numbers) for numbers in static]
    else:
        # As in MLIR: nothing compares the number of upper bounds.
        counts = [len(bounds[2])]
        if not bounds[0] or not bounds[1] or not bounds[2]:
            refuse(
                op, "needs at least one tuple element for lowerBound, upperBound and step", "write bounds and a step"
            )
    counters, shared = arguments[: counts[0]], arguments[counts[0] :]
    if len(set(counts)) > 1 or len(counters) < counts[0]:
        message = (
            f"expects the same number of induction variables: {len(arguments)} as bound and step values: {max(counts)}"
        )
        refuse(op, message, "each counter has two bounds and a step")
    if any(argument.type is not INDEX for argument in counters):
        refuse(op, "expects arguments for the induction variable to be of index type", "counters are of type index")
    if op.name == "scf.parallel":
        _check_reductions(op, shared)
        return
    wanted = others
    if [value.type.canonical for value in shared] != [value.type.canonical for value in wanted]:
        refuse(
            op,
            "type mismatch between outputs and corresponding block arguments",
            "each of `shared_outs` has an argument of its type",
        )
    if [value.type.canonical for value in others] != [value.type.canonical for value in op.results]:
        refuse(
            op,
            "expected types of outputs to match types of corresponding results",
            "each output has a result of its type",
        )


def _check_reductions(op: Op, more: Sequence[Value]) -> None:
    """An scf.parallel has a result for each value that it reduces, and a region for each tells how."""
    if more:
        refuse(
            op,
            "expects the same number of induction variables as bound and step values",
            "each counter has two bounds and a step",
        )
    last = op.regions[0].blocks[0].ops[-1] if op.regions[0].blocks[0].ops else None
    if last is None or last.name != "scf.reduce":
        return
    if len(last.operands) != len(op.results):
        counts = f"{len(op.results)} to be the same as number of reductions: {len(last.operands)}"
        refuse(op, f"expects number of results: {counts}", "each value that is reduced has a result")
    if op.segments is not None and op.segments[3] != len(op.results):
        counts = f"{len(op.results)} to be the same as number of initial values: {op.segments[3]}"
        refuse(op, f"expects number of results: {counts}", "each result begins with a value in `init`")
    for number, (value, result) in enumerate(zip(last.operands, op.results, strict=True)):
        if value.type.canonical != result.type.canonical:
            refuse(op, f"expects type of {number}-th reduction to be {result.type}", "it has the type of its result")


def _check_reduce(op: Op) -> None:
    if len(op.regions) != len(op.operands):
        refuse(
            op,
            f"expects number of operands to match number of reduction regions: {len(op.regions)}",
            "each value has a region",
        )
    for number, (region, value) in enumerate(zip(op.regions, op.operands, strict=True)):
        wanted = [value.type.canonical] * 2
        if not region.blocks or [argument.type.canonical for argument in region.blocks[0].arguments] != wanted:
            what = f"expected two block arguments with type {value.type} in the {number}-th reduction region"
            refuse(op, what, "two values are made one")
        given = _handed(op, region, "scf.reduce.return")
        if given is not None and [each.type.canonical for each in given] != wanted[:1]:
            refuse(op, f"expects the {number}-th region to return a {value.type}", "two values are made one")


def _check_scope(op: Op) -> None:
    for region in op.regions:
        _check_edge(
            op, "memref.alloca_scope.return", "parent", _handed(op, region, "memref.alloca_scope.return"), op.results
        )


def _check_while(op: Op) -> None:
    before, after = op.regions
    condition = _handed(op, before, "scf.condition")
    if condition is None:
        refuse(
            op,
            "expects the 'before' region to terminate with 'scf.condition'",
            "end it with `scf.condition(%c) %values : types`",
        )
    yielded = _handed(op, after, "scf.yield")
    if yielded is None:
        refuse(op, "expects the 'after' region to terminate with 'scf.yield'", "end it with `scf.yield`")
    _check_edge(op, "scf.condition", "parent", condition[1:], op.results)
    _check_edge(op, "scf.condition", "Region #1", condition[1:], after.blocks[0].arguments)
    _check_edge(op, "scf.yield", "Region #0", yielded, before.blocks[0].arguments)
    _check_edge(op, "scf.while", "Region #0", op.operands, before.blocks[0].arguments)


def _check_results(op: Op) -> None:
    for region in op.regions:
        _check_edge(op, "scf.yield", "parent", _handed(op, region, "scf.yield"), op.results)


def _check_switch(op: Op) -> None:
    cases = array_numbers(op.attribute("cases"))
    if len(op.regions) != len(cases) + 1:
        refuse(
            op,
            f"has {len(op.regions) - 1} case regions but {len(cases)} case values",
            "each case has a region, behind that of `default`",
        )
    seen = set[int]()
    for number in cases:
        if number in seen:
            refuse(op, f"has duplicate case value: {number}", "each number has one region")
        seen.add(number)
    _check_results(op)


def _check_branches(op: Op) -> None:
    """A cf.switch has a value for each case."""
    said = op.attribute("case_values")
    values = integer_elements(said)
    if values is None and said is not None:
        return  # Elements that lie elsewhere, as those of `dense_resource`.
    count = values.count if values is not None else 0
    if count != len(op.successors) - 1:
        destinations = f"should match number of case destinations ({len(op.successors) - 1})"
        refuse(op, f"number of case values ({count}) {destinations}", "each case has a value")


def _check_pad(op: Op) -> None:
    given, dims = shape(op.operands[0].type), shape(op.results[0].type)
    if given is None or dims is None or not op.regions or not op.regions[0].blocks:
        return
    if len(given) != len(dims):
        types = f"'{op.operands[0].type.canonical}', specified resultType is '{op.results[0].type.canonical}'"
        bare(op, f"failed to infer expectedType from sourceType {types}", "padding adds no dimensions")
    before, behind = (array_numbers(op.attribute(f"static_{side}")) for side in ("low", "high"))
    # As in MLIR, which does not look at more values than that, and reads what is not there where there are fewer.
    parts = zip((op.segments or ())[1:], (before, behind), strict=False)
    if any(values < part.count(DYNAMIC) for values, part in parts):
        refuse(op, "has fewer values than 'static_low' and 'static_high' leave open", f"{DYNAMIC} stands for a value")
    if len(given) == len(before) == len(behind):
        padded = [_padded(size, *more) for size, *more in zip(given, before, behind, strict=True)]
        if len(padded) != len(dims) or any(one not in ("?", other) for one, other in zip(padded, dims, strict=True)):
            wanted = f"tensor<{''.join(f'{size}x' for size in padded)}{element(op.results[0].type)}>"
            message = f"specified type '{op.results[0].type.canonical}' does not match the inferred type '{wanted}'"
            bare(op, message, "each dimension is as large as the source's and what comes before and behind")
    arguments = op.regions[0].blocks[0].arguments
    if len(arguments) != len(dims):
        bare(op, f"expected the block to have {len(dims)} arguments", "an index for each dimension")
    for number, argument in enumerate(arguments):
        if argument.type is not INDEX:
            refuse(
                op,
                f"expected block argument {number + 1} to be an index",
                f"{argument.ref} is one of the places of the padded tensor",
            )
    if not _yields(op, element(op.results[0].type)):
        refuse(op, "expected yield type to match shape element type", f"yield a {element(op.results[0].type)}")


def _padded(size: str, before: int, behind: int) -> str:
    return "?" if size == "?" or DYNAMIC in (before, behind) else str(int(size) + before + behind)


def _check_generate(op: Op) -> None:
    dims = shape(op.results[0].type)
    if dims is None or not op.regions or not op.regions[0].blocks:
        return
    check_dynamic(op, len(op.operands), op.results[0].type)
    arguments = op.regions[0].blocks[0].arguments
    if any(argument.type is not INDEX for argument in arguments):
        bare(op, "all body arguments must be index", "they are the place of the element")
    if len(arguments) != len(dims):
        bare(op, "must have one body argument per input dimension", "an index for each dimension")
    if not _yields(op, element(op.results[0].type)):
        message = "body must be terminated with a `yield` operation of the tensor element type"
        refuse(op, message, f"yield a {element(op.results[0].type)}")


def _yields(op: Op, wanted: Type) -> bool:
    """Does the region of an op of tensors yield one value, of a type?"""
    given = _handed(op, op.regions[0], "tensor.yield")
    return given is not None and [value.type.canonical for value in given] == [wanted.canonical]


CHECKS: dict[str, Callable[[Op], None]] = {
    "scf.execute_region": _check_results,
    "scf.for": _check_for,
    "scf.forall": _check_threads,
    "scf.if": _check_if,
    "scf.index_switch": _check_switch,
    "cf.switch": _check_branches,
    "memref.alloca_scope": _check_scope,
    "scf.parallel": _check_threads,
    "scf.reduce": _check_reduce,
    "scf.while": _check_while,
    "tensor.generate": _check_generate,
    "tensor.pad": _check_pad,
}
