"""Which ops that no model calls functions have the form of one."""

from __future__ import annotations

from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module
from ownlog.frontend.ir.traits import Traits


def shaped_like_functions(module: Module, traits: Traits) -> list[str]:
    """Ops, other than functions, in a symbol table with a symbol, a function type and one region."""
    found: set[str] = set()
    work = [module.top]
    while work:
        for op in work.pop().ops:
            if traits.is_function(op):
                continue
            if _is_shaped(op):
                found.add(op.name)
            else:
                work += [block for region in op.regions for block in region.blocks]
    return sorted(found)


def _is_shaped(op: Op) -> bool:
    return len(op.regions) == 1 and op.attribute("sym_name") is not None and op.attribute("function_type") is not None
