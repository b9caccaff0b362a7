"""One rewriter for each function of a module that is changed."""

from __future__ import annotations

from ownlog.backend.rewriting.effects import Effects
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.frontend.ir.ir import Op


class Rewriters:
    """The rewriters of functions, each made when it is first asked for."""

    def __init__(self, effects: Effects) -> None:
        self.effects = effects
        self._made: dict[Op, Rewriter] = {}

    def of(self, function: Op) -> Rewriter:
        if function not in self._made:
            self._made[function] = Rewriter(function, self.effects)
        return self._made[function]

    def around(self, op: Op) -> Rewriter:
        """The rewriter of the innermost function around `op`."""
        function = self.effects.function_around(op)
        assert function is not None
        return self.of(function)

    def flush(self) -> None:
        """Let all blocks show what was changed."""
        for rewriter in self._made.values():
            rewriter.flush()
