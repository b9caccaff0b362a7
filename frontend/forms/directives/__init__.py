"""Directives: the syntax of formats that the format language cannot say, as functions, by dialect.

A format names a directive and what it reads: `mixed(%offsets... $static_offsets)`. In the parentheses `%a`, `%a?`,
`%a...` are operands, `:a` types, `$a` properties, `{a}` regions, `^a` successors. A directive gets the names, in this
order and without the signs; what it reads goes into the op's properties and into the `State`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from ownlog.frontend.forms.language.state import Parts, State
from ownlog.frontend.ir.ir import Op

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

Names = tuple[str, ...]

# The modules of this package that dialects have, by dialect.
MODULES = {
    "amdgpu": "shapes",
    "async": "tokens",
    "gpu": "tokens",
    "llvm": "llvm",
    "ml_program": "tokens",
    "omp": "omp",
    "sparse_tensor": "shapes",
    "tosa": "shapes",
    "vector": "vector",
}


class Directive(NamedTuple):
    """`read` and `write` get the names in the parentheses; `peek` says whether its text comes next, where that decides
    on a group.
    """

    read: Callable[[OpReader, Op, State, Names], None]
    write: Callable[[Writer, Op, Parts, Names], None]
    peek: Callable[[OpReader], bool] | None = None


def directive(dialect: str, name: str) -> Directive:
    """The directive that formats of a dialect call `name`; ValueError where there is none."""
    for module in (MODULES.get(dialect), "shared"):
        if module is not None and name in (table := _table(module)):
            return table[name]
    raise ValueError(f"{name!r} is no directive of the formats of {dialect}")


@cache
def _table(module: str) -> dict[str, Directive]:
    table: dict[str, Directive] = import_module(f"{__name__}.{module}").DIRECTIVES
    return table
