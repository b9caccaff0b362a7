"""Decisions as attributes on ops, as mlir-opt writes them under `test-analysis-only`."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from ownlog.backend.bufferize.aliasing.order import is_tensor
from ownlog.backend.bufferize.analysis.result import Analysis
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.forms.dialects.func import split_function_type
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.text.tokens import split_top_level

IN_PLACE = "__inplace_operands_attr__"
EQUIVALENT = "__equivalent_func_args__"
ACCESS = "bufferization.access"
RESULT_SETS = "__opresult_alias_set_attr__"
ARGUMENT_SETS = "__bbarg_alias_set_attr__"


def annotate(module: Module, naming: Naming, analysis: Analysis, *, alias_sets: bool, conflicts: bool) -> None:
    """Writes onto ops which operands are in place, and onto functions how they use their arguments.

    With `alias_sets` also tensors that share memory, with `conflicts` what keeps operands from being in place.
    """
    skipped = {op for name in analysis.left_out for op in naming.ops[name].walk()}
    for op in module.walk():
        if op in skipped:
            continue
        name = naming.op(op)
        if any(map(is_tensor, op.operands)):
            _set(op, IN_PLACE, _texts(_mark(analysis, name, i, value) for i, value in enumerate(op.operands)))
        if alias_sets:
            _alias_sets(op, naming, analysis)
    if conflicts:
        _conflicts(naming, analysis)
    for name in analysis.external:
        _external(naming.ops[name])
    for function, summary in analysis.functions.items():
        _accesses(naming.ops[function], analysis, function)
        if any(argument is not None for argument in summary.equivalent.values()):
            for region in naming.ops[function].regions:
                for block in region.blocks:
                    end = block.terminator
                    if end is not None and any(map(is_tensor, end.operands)):
                        found = [summary.equivalent.get(i) for i, _ in enumerate(end.operands)]
                        _set(end, EQUIVALENT, f"[{', '.join(str(-1 if k is None else k) for k in found)}]")


def _mark(analysis: Analysis, op: str, operand: int, value: Value) -> str:
    if not is_tensor(value):
        return "none"
    return "true" if (op, operand) in analysis.in_place or (op, operand) in analysis.would_be else "false"


def _texts(items: Iterable[object]) -> str:
    return "[" + ", ".join(f'"{item}"' for item in items) + "]"


def _set(op: Op, name: str, text: str | None = None) -> None:
    """Gives the op an attribute, a unit without `text`; attributes stand in the order of their names."""
    op.attrs[name] = text
    for key in sorted(op.attrs):
        op.attrs[key] = op.attrs.pop(key)
    op.mark_changed()


def _accesses(function: Op, analysis: Analysis, name: str) -> None:
    """`bufferization.access` on the tensors among a function's arguments."""
    arguments = function.regions[0].blocks[0].arguments
    if not any(map(is_tensor, arguments)):
        return
    summary = analysis.functions[name]
    given = split_top_level((function.attribute("arg_attrs") or "").strip()[1:-1]) or ["{}"] * len(arguments)
    for number, value in enumerate(arguments):
        if is_tensor(value):
            words = [word for word, found in (("read", summary.reads), ("write", summary.writes)) if number in found]
            kept = [
                entry
                for entry in split_top_level(given[number].strip()[1:-1])
                if entry.partition("=")[0].strip() != ACCESS
            ]
            given[number] = value.attrs = "{" + ", ".join([*kept, f'{ACCESS} = "{"-".join(words) or "none"}"']) + "}"
    function.properties["arg_attrs"] = f"[{', '.join(given)}]"
    function.mark_changed()


def _external(function: Op) -> None:
    """`bufferization.access` on the tensors that a function without a body takes: what it says, or all."""
    inputs, _ = split_function_type(function.attribute("function_type") or "() -> ()")
    given = split_top_level((function.attribute("arg_attrs") or "").strip()[1:-1]) or ["{}"] * len(inputs)
    for number, type in enumerate(inputs):
        if type.startswith("tensor<") and ACCESS not in given[number]:
            entries = split_top_level(given[number].strip()[1:-1])
            given[number] = "{" + ", ".join([*entries, f'{ACCESS} = "read-write"']) + "}"
    if any(entry != "{}" for entry in given):
        function.properties["arg_attrs"] = f"[{', '.join(given)}]"
        function.mark_changed()


def _alias_sets(op: Op, naming: Naming, analysis: Analysis) -> None:
    results = [value for value in op.results if is_tensor(value)]
    if results:
        _set(op, RESULT_SETS, "[" + ", ".join(_members(value, naming, analysis) for value in results) + "]")
    arguments = [[[v for v in block.arguments if is_tensor(v)] for block in region.blocks] for region in op.regions]
    if any(values for region in arguments for values in region):
        regions = [
            "["
            + ", ".join("[" + ", ".join(_members(value, naming, analysis) for value in block) + "]" for block in region)
            + "]"
            for region in arguments
        ]
        _set(op, ARGUMENT_SETS, f"[{', '.join(regions)}]")
        for region in op.regions:
            for block in region.blocks:
                # What the attribute names is written as mlir-opt does, so that the names are found again.
                block.changed = True


def _members(value: Value, naming: Naming, analysis: Analysis) -> str:
    return _texts(naming.values[name].ref for name in analysis.alias_set(naming.value(value)))


def _conflicts(naming: Naming, analysis: Analysis) -> None:
    """Marks conflicts, and writes to read-only tensors, by numbers. Races have no mark, as in mlir-opt."""
    conflicts, written = count(), count()
    for clash, fixed in analysis.told_why:
        for value in fixed:
            _mark_value(naming.values[value], f"W_{next(written)}[NOT-WRITABLE:")
        if clash.read is None or clash.write is None or clash.races:
            continue
        name = f"C_{next(conflicts)}"
        _set(naming.ops[clash.read[0]], f"{name}[READ: {clash.read[1]}]")
        _set(naming.ops[clash.write[0]], f"{name}[CONFL-WRITE: {clash.write[1]}]")
        defined = analysis.definitions.get(clash.read)
        if defined is not None:
            _mark_value(naming.values[defined], f"{name}[DEF:")


def _mark_value(value: Value, mark: str) -> None:
    """Marks the op that has a value as a result, or as an argument of a block."""
    owner = value.owner if isinstance(value.owner, Op) else value.block.parent_op
    if owner is not None:
        _set(owner, f"{mark} {'bbArg' if value.is_block_argument else 'result'} {value.index}]")
