"""What is left to do at run time in IR that was deallocated: counts of ops, nothing is decided here."""

from __future__ import annotations

from dataclasses import dataclass

from ownlog.backend.rewriting import build
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.ir.traits import Traits
from ownlog.frontend.ir.walking import ops_in


@dataclass
class Left:
    """The `deallocations` of buffers, how many of them are `checks` at run time, and the `clones`."""

    deallocations: int = 0
    checks: int = 0
    clones: int = 0


def count_left(module: Module, traits: Traits) -> Left:
    """Counts in the functions of a module.

    A buffer of `bufferization.dealloc` is checked if its condition is no constant or if buffers are retained, a
    `memref.dealloc` if it is in an `scf.if`; a call of the library function is one deallocation with a check.
    """
    left = Left()
    for function in module.functions(traits):
        if _symbol(function).startswith("dealloc_helper"):
            continue
        for op in ops_in(function):
            if op.name == build.DEALLOC:
                buffers, conditions, retained = op.groups()
                left.deallocations += len(buffers)
                left.checks += (
                    len(buffers) if retained else sum(not _is_constant(condition) for condition in conditions)
                )
            elif op.name == build.FREE:
                left.deallocations += 1
                left.checks += _is_guarded(op)
            elif op.name == build.CALL and (op.attribute("callee") or "").startswith("@dealloc_helper"):
                left.deallocations += 1
                left.checks += 1
            elif op.name == build.CLONE:
                left.clones += 1
    return left


def _symbol(function: Op) -> str:
    return (function.attribute("sym_name") or "").strip('"')


def _is_constant(value: Value) -> bool:
    return isinstance(value.owner, Op) and value.owner.name == build.CONSTANT


def _is_guarded(op: Op) -> bool:
    region = op.parent.parent if op.parent is not None else None
    return region is not None and region.parent is not None and region.parent.name == build.IF
