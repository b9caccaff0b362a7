"""buffer-results-to-out-params: callers allocate what functions return, and pass it.

Source: MLIR's `-buffer-results-to-out-params`; `rules/placement/out_params.dl` has the results, and the allocations
that move to callers so that nothing is copied.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from ownlog.backend.actions.rows import Rows
from ownlog.backend.boundaries.signatures import drop_call_results, drop_results, returns
from ownlog.backend.canonicalization.buffer_casts import use_what_was_cast
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Options, Pass, option, spelled
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.backend.rewriting.rewriters import Rewriters
from ownlog.base.errors import Diagnostic, InputError
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.forms.dialects.func import split_list
from ownlog.frontend.forms.language.memrefs import of_memref
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.text.types import Type
from ownlog.rules.relations import Callee, HoistedResult, OutParam, SharedResult
from ownlog.rules.typed_rows import relation_names

RESULT = "bufferize.result"
"""The attribute that marks a parameter which was a result."""
_CAUSES = {
    "argument": "may be an argument, so that what is written to the one is seen in the other",
    "global": "may be a global buffer",
    "unknown": "may be anybody's: no model says where it comes from",
    "another result": "may be the same buffer as another result",
    "escaped": "may be known to others by then",
}


@dataclass
class _Out:
    """A function with results `positions` that become parameters of `types`; callers make the allocations `hoisted`."""

    positions: list[int]
    hoisted: dict[int, list[Op]] = field(default_factory=dict)
    types: dict[int, Type] = field(default_factory=dict)


@dataclass(frozen=True)
class OutParamOptions(Options):
    """Which results become parameters, and how."""

    add_result_attr: bool = option(False, "Mark the new parameters with bufferize.result.")
    hoist_dynamic_allocs: bool = option(
        False, "Write to the parameter instead of an allocation whose sizes are parameters."
    )
    hoist_static_allocs: bool = option(False, "Write to the parameter instead of an allocation of static size.")
    modify_public_functions: bool = option(False, "Change public functions, too.")


def results_to_out_params(module: Module, options: OutParamOptions, context: Context) -> None:
    """Turn results of functions of `module` into parameters, in place; remarks say which ones stay.

    Raises InputError, before any change, for results that callers cannot allocate.
    """
    effects = context.effects(module)
    naming = Naming(module, effects)
    told = {name: text for name, text in spelled(options).items() if text == "true"}
    rows = Rows(
        context.about(module, naming, relation_names(Callee, HoistedResult, OutParam, SharedResult), told), naming
    )
    ops = naming.ops
    outs = {ops[name]: _Out(found) for name, found in _positions(rows).items()}
    for row in rows.of(HoistedResult):
        outs[ops[row.function]].hoisted.setdefault(row.position, []).append(ops[row.op])
    for function, out in outs.items():
        end = next(returns(function, effects))
        out.types = {k: end.operands[k].type for k in out.positions}
    calls = [(ops[row.op], ops[row.function]) for row in rows.of(Callee) if ops[row.function] in outs]
    _check(outs, calls)
    rewriters = Rewriters(effects)
    for call, function in calls:
        _pass_buffers(call, outs[function], function, rewriters.around(call))
    for function, out in outs.items():
        _take_buffers(function, out, rewriters.of(function), options.add_result_attr)
    rewriters.flush()
    _remark(rows, naming, context.remarks)


def _positions(rows: Rows) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for row in rows.of(OutParam):
        found.setdefault(row.function, []).append(row.position)
    return found


def _check(outs: Mapping[Op, _Out], calls: Collection[tuple[Op, Op]]) -> None:
    """Raises InputError for types that callers cannot allocate, in mlir-opt's words."""
    refused = [
        function.diagnostic(
            "cannot create out param for result with unsupported layout",
            f"result #{k} is {type}: return {_plain(type)}",
        )
        for function, out in outs.items()
        for k, type in out.types.items()
        if not _is_allocatable(type)
    ]
    for call, function in calls:
        for k, type in outs[function].types.items():
            if "?" in type.memref_parts[0] and k not in outs[function].hoisted:
                advice = (
                    f"result #{k} is {type}: with hoist-dynamic-allocs, sizes may be parameters of the callee, where it"
                    " comes to the allocation in any case"
                )
                refused.append(call.diagnostic("cannot create out param for dynamically shaped result", advice))
    if refused:
        raise InputError(*refused)


def _is_allocatable(type: Type) -> bool:
    """Can an allocation without a layout be cast to the type: has it none, or one that says nothing?"""
    buffer = of_memref(type)
    return buffer.layout is None or (buffer.strided is not None and {*buffer.strided[0], buffer.strided[1]} == {None})


def _plain(type: Type) -> Type:
    """The type of a buffer without a layout."""
    return of_memref(type).plain().type


# Callers


def _pass_buffers(call: Op, out: _Out, function: Op, rewriter: Rewriter) -> None:
    """Allocate what `call`, a call of `function`, returned, and pass that."""
    passed: list[Value] = []
    for k in out.positions:
        made = _allocated(call, out, k, function, rewriter)
        rewriter.insert_before(call, made)
        passed.append(made[-1].results[0])
        users = rewriter.users(call.results[k])
        rewriter.replace(call.results[k], passed[-1])
        for user in users:
            use_what_was_cast(user, rewriter)
    rewriter.set_operands(call, [*call.operands, *passed])
    drop_call_results(call, out.positions, rewriter)


def _allocated(call: Op, out: _Out, position: int, function: Op, rewriter: Rewriter) -> list[Op]:
    type = out.types[position]
    own = next(iter(out.hoisted.get(position, ())), None)
    if own is not None:
        given = dict(zip(function.regions[0].blocks[0].arguments, call.operands, strict=False))
        op = build.again(own, [given[size] for size in own.operands])
        op.add_result(rewriter.names.fresh("alloc"), own.results[0].type)
        made = [op]
    else:
        made = [build.alloc(_plain(type), [], {}, rewriter.names)]
    if made[-1].results[0].type.canonical != type.canonical:
        made.append(build.cast(made[-1].results[0], type, rewriter.names))
    for op in made:
        op.because = (("out_param", (function, position)),)
    return made


# Functions


def _take_buffers(function: Op, out: _Out, rewriter: Rewriter, marked: bool) -> None:
    """Let `function` write to what it is given, in place of what it returned."""
    entry = function.regions[0].blocks[0]
    attributes = split_list(function.attribute("res_attrs") or "[]")
    casts: list[Op] = []
    for k in out.positions:
        parameter = entry.add_argument(rewriter.names.fresh("out"), out.types[k])
        kept = attributes[k].strip()[1:-1].strip() if k < len(attributes) else ""
        entries = [text for text in (kept, RESULT if marked else "") if text]
        parameter.attrs = f"{{{', '.join(entries)}}}" if entries else None
        own = out.hoisted.get(k, [])
        for op in own:
            rewriter.replace_op(op, [parameter])
        for end in returns(function, rewriter.effects):
            if end.operands[k] is not parameter:
                copy = build.copy(end.operands[k], parameter)
                copy.because = (("out_param", (function, k)),)
                rewriter.insert_before(end, [copy])
                copied = end.operands[k].owner
                if use_what_was_cast(copy, rewriter) and isinstance(copied, Op):
                    casts.append(copied)
    drop_results(function, out.positions, rewriter)
    for cast in dict.fromkeys(casts):
        if not rewriter.is_used(cast.results[0]):
            rewriter.erase(cast)


def _remark(rows: Rows, naming: Naming, remarks: list[Diagnostic]) -> None:
    """Tell of each result that stays why it does."""
    causes: dict[tuple[str, int], str] = {}
    for row in sorted(rows.unordered(SharedResult), key=lambda row: list(_CAUSES).index(row.cause)):
        causes.setdefault((row.function, row.position), row.cause)
    for (function, position), cause in sorted(
        causes.items(), key=lambda item: (naming.ops[item[0][0]].start, item[0][1])
    ):
        problem = f"result #{position} of {function} stays: it {_CAUSES[cause]}"
        remarks.append(
            naming.ops[function].diagnostic(problem, "return a copy (bufferization.clone)", severity="remark")
        )


PASSES = (
    Pass(
        "buffer-results-to-out-params",
        "let callers allocate what functions return",
        results_to_out_params,
        OutParamOptions,
    ),
)
