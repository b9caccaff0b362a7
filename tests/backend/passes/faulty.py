"""Engines that forget rows: what the passes make of them is as wrong as if rules were."""

from collections.abc import Callable, Collection, Iterable, Mapping

from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.program.engine import Row
from ownlog.rules.engine.program.program import Program


class Forgetful:
    """The embedded engine, but of the relations in `forgets` it gives only the rows that are to be kept, in the
    function `function`.
    """

    name = "forgetful"

    def __init__(self, forgets: Mapping[str, Callable[[Row], bool]]) -> None:
        self.engine = EmbeddedEngine()
        self.forgets = forgets

    def version(self) -> str:
        """That of the embedded engine."""
        return self.engine.version()

    def run(
        self, program: Program, facts: Mapping[str, Iterable[Row]], outputs: Collection[str] | None = None
    ) -> dict[str, set[Row]]:
        """All rows, but for those that are forgotten."""
        found = self.engine.run(program, facts, outputs)
        return {name: set(filter(self.forgets.get(name, bool), rows)) for name, rows in found.items()}


def outside_of(function: str) -> Callable[[Row], bool]:
    """Keeps what is not about `function`."""
    return lambda row: not str(row[0]).startswith(f"{function}/")
