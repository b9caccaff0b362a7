"""static-memory-planner: the buffers of a function that have a fixed size become parts of one arena.

Source: the static memory planner of LLVM after 22 (`-static-memory-planner-analysis`), with its options, and
`rules/placement/arena.dl`. Beyond it: buffers in regions and behind branches, exact times of use, the optimum, and the
arena is freed.
"""

from __future__ import annotations

from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Pass
from ownlog.backend.placement.arena.arenas import Arena, ArenaOptions, UpstreamOptions, find_arenas
from ownlog.backend.placement.arena.emission import emit
from ownlog.base.errors import InputError
from ownlog.frontend.facts.extract import ABOUT_PLACES, extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.rules.relations import ArenaPart, LeftOut, PartTakenFrom, SeenAs
from ownlog.rules.typed_rows import TypedRows, relation_names

_REASONS = {
    "size": "its size is not fixed, or not known, or it is in another memory space",
    "empty": "it takes no bytes",
    "beside": "it is allocated where ops may run at a time",
    "kept": "nothing frees it",
    "elsewhere": (
        "it is not freed once, in the block that allocates it, by an op that does nothing else, or may be in use out of"
        " sight"
    ),
    "aligned": "a use of it counts on an alignment",
    "special": "what allocates or frees it is no ordinary op",
}
"""Why an allocation is left out: the reasons of the relation `left_out`, for persons."""
_STRICT = {
    "kept": "no dealloc found; run the deallocation pipeline before this pass",
    "elsewhere": "dealloc is in a different block than the alloc; run the deallocation pipeline before this pass",
}
"""What LLVM's pass refuses, in its words."""


def plan_memory(module: Module, options: ArenaOptions, context: Context) -> bool:
    """Give the functions of `module` arenas, in place; whether there are any.

    Raises InputError if the first argument is no sufficient arena, and with `strict` where LLVM's pass refuses.
    """
    naming = Naming(module, context.effects(module))
    facts = extract_facts(module, naming, wanted=ABOUT_PLACES)
    rows = TypedRows(context.derive(facts, relation_names(ArenaPart, LeftOut, PartTakenFrom, SeenAs)))
    left_out = sorted(((naming.ops[row.op], row.reason) for row in rows(LeftOut)), key=_place)
    arenas = find_arenas(rows, facts["op_order"], naming, options)
    if options.strict:
        _refuse(arenas, left_out)
    givens = [_given(arena) if options.arena_mode == "arg" else None for arena in arenas]
    for op, reason in left_out:
        context.remarks.append(op.diagnostic(f"not in the arena: {_REASONS[reason]}", severity="remark"))
    for arena, given in zip(arenas, givens, strict=True):
        context.remarks.append(arena.function.diagnostic(_told(arena), severity="remark"))
        emit(arena, given)
    return bool(arenas)


def _told(arena: Arena) -> str:
    plan = arena.plan
    how = "no arena is smaller" if plan.optimal else f"no arena has fewer than {plan.bound} bytes"
    return (
        f"{len(arena.allocations)} buffers of {sum(part.size for part in plan.parts)} bytes are in an arena of"
        f" {plan.size} bytes; {how}"
    )


def _given(arena: Arena) -> Value:
    """The first argument of a function that is to be its arena. Raises InputError."""
    function = arena.function
    arguments = function.regions[0].blocks[0].arguments
    if not arguments:
        raise InputError(function.diagnostic("arena-mode=arg requires at least one function argument"))
    type = arguments[0].type
    if (
        not type.is_memref
        or type.is_unranked_memref
        or len(type.memref_parts[0]) != 1
        or type.memref_parts[1:] != ("i8", [])
    ):
        raise InputError(function.diagnostic("arena-mode=arg requires first argument to be memref<...xi8>"))
    size = type.memref_parts[0][0]
    if size != "?" and int(size) < arena.plan.size:
        advice = f"make it a memref<{arena.plan.size}xi8>"
        raise InputError(
            function.diagnostic(f"the first argument has {size} bytes, and the arena takes {arena.plan.size}", advice)
        )
    if any(arguments[0] in op.operands for op in function.walk()):
        advice = "add an argument for the arena"
        raise InputError(function.diagnostic("arena-mode=arg requires a first argument that nothing else uses", advice))
    return arguments[0]


def _refuse(arenas: list[Arena], left_out: list[tuple[Op, str]]) -> None:
    for arena in arenas:
        ends = [block.terminator for block in arena.function.regions[0].blocks]
        if any(
            value.type.is_memref for end in ends if end is not None and not end.successors for value in end.operands
        ):
            raise InputError(
                arena.function.diagnostic("static-memory-planner does not support functions with memref return types")
            )
    for op, reason in left_out:
        if reason in _STRICT:
            raise InputError(op.diagnostic(_STRICT[reason]))


def _place(member: tuple[Op, str]) -> tuple[int, str]:
    op, reason = member
    return op.start, reason


PASSES = (
    Pass(
        "static-memory-planner",
        "let buffers of fixed sizes be parts of one allocation",
        plan_memory,
        ArenaOptions,
        careful=True,
    ),
    Pass(
        "static-memory-planner-analysis",
        "the same, as the pass of this name in newer versions of mlir-opt: what is not freed in its block is refused",
        plan_memory,
        UpstreamOptions,
        careful=True,
    ),
)
