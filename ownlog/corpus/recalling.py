"""An engine that remembers its last answer, for pipelines that ask about a file which no pass has changed yet."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ownlog.rules.engine.program.engine import Engine, Facts, Rows
    from ownlog.rules.engine.program.program import Program


@dataclass(frozen=True)
class _Answer:
    program: str
    facts: Facts
    rows: Rows


class RecallingEngine:
    """Runs programs with another engine."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._last: _Answer | None = None
        self._read: dict[tuple[str, tuple[str, ...]], set[str]] = {}

    @property
    def name(self) -> str:
        return self._engine.name

    def version(self) -> str:
        return self._engine.version()

    def learn(self, program: Program, facts: Facts, outputs: Collection[str]) -> Rows:
        """As `run`; the answer is what is known from now on. Neither it nor the facts may be changed by anybody."""
        self._last = None
        self._last = _Answer(program.key, facts, self._engine.run(program, facts, outputs))
        return self._last.rows

    def run(self, program: Program, facts: Facts, outputs: Collection[str] | None = None) -> Rows:
        """As for any engine; a question about known facts is answered from memory."""
        wanted = program.outputs if outputs is None else tuple(outputs)
        last = self._last
        if last is None or last.program != program.key or not last.rows.keys() >= set(wanted):
            return self._engine.run(program, facts, outputs)
        for name in self._reads(program, wanted):
            if facts.get(name) is not last.facts.get(name) and _rows(last.facts, name) != _rows(facts, name):
                return self._engine.run(program, facts, outputs)
        return {name: last.rows[name] for name in wanted}

    def _reads(self, program: Program, wanted: tuple[str, ...]) -> Iterable[str]:
        """The relations that what is wanted hangs on: all of them may be given as facts."""
        known = self._read.get((program.key, wanted))
        if known is None:
            image = program.image
            found = image.leading_to(wanted)[0] if image is not None else program.leading_to(wanted)
            known = self._read[program.key, wanted] = found
        return known


def _rows(facts: Facts, name: str) -> Iterable[object]:
    rows = facts.get(name, ())
    return rows if isinstance(rows, list) else list(rows)
