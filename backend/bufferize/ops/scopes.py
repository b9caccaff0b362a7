"""The names that are free in each function."""

from __future__ import annotations

from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module
from ownlog.frontend.ir.traits import Traits
from ownlog.frontend.printing.fresh_names import Names


class Scopes:
    """Fresh names, for each function on its own: those around it are in use there, too."""

    def __init__(self, module: Module, traits: Traits) -> None:
        self._module, self._traits = module, traits
        self._names: dict[Op | None, Names] = {}

    def names(self, op: Op) -> Names:
        """The names for what is put beside `op`, or into it if it is a function."""
        around = self._traits.function_around(op)
        if around not in self._names:
            self._names[around] = Names(around if around is not None else self._module)
        return self._names[around]
