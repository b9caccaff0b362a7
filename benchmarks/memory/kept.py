"""Rows that are kept in a file, one a line, so that a run that was stopped goes on where it was."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.memory.measuring import Row
from benchmarks.memory.traced import Excess
from benchmarks.peaks import Peak


class Kept:
    """Rows by title and name, those of `path` at first; without a path nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        lines = path.read_text().splitlines() if path is not None and path.exists() else []
        self._rows = {(title, row["name"]): _row(row) for title, row in map(json.loads, lines)}

    def get(self, title: str, name: str) -> Row | None:
        """The row of a file, if it was measured."""
        return self._rows.get((title, name))

    def add(self, title: str, row: Row) -> None:
        """Keep another row."""
        self._rows[title, row.name] = row
        if self._path is not None:
            with self._path.open("a") as file:
                file.write(json.dumps([title, asdict(row)]) + "\n")


def _row(data: dict[str, Any]) -> Row:
    peaks = {name: Peak(**data[name]) if data[name] else None for name in ("plain", "placed", "peer", "peer_best")}
    return Row(
        data["name"],
        **peaks,
        least=data["least"],
        excess=Excess(*data["excess"]) if data["excess"] else None,
        arenas=[(size, bound) for size, bound in data["arenas"]],
        problem=data["problem"],
    )
