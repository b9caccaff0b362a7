"""Answers that outlive a run, by the content of the script; damaged ones count as absent."""

from __future__ import annotations

from ownlog.backend.proofs.solver import Answer
from ownlog.base.cache import Cache, digest

_PROVED, _REFUTED = "proved", "refuted"
"""The first byte of an entry; after the second, conditions (0 or 1) and allocations, with commas.

Not JSON: its import takes longer than all proofs of a small file.
"""


class Store:
    """Answers in a cache folder. Unknown is never kept: the next run may have more time, or a solver."""

    def __init__(self, cache: Cache) -> None:
        self.cache = cache

    def read(self, script: str) -> Answer | None:
        """The answer to a script; None where there is none."""
        content = self.cache.read(_entry(script))
        if content is None:
            return None
        head, _, stored = content.decode("utf-8", "replace").partition("\n")
        return _answer(head) if stored == script else None

    def write(self, script: str, answer: Answer) -> None:
        match answer:
            case True:
                head = _PROVED
            case (conditions, allocations):
                head = f"{_REFUTED} {','.join(str(int(c)) for c in conditions)} {','.join(map(str, allocations))}"
            case _:
                return
        self.cache.write(_entry(script), f"{head}\n{script}".encode())


def _answer(head: str) -> Answer | None:
    match head.split(" "):
        case [word] if word == _PROVED:
            return True
        case [word, conditions, allocations] if word == _REFUTED:
            try:
                return [bool(int(c)) for c in conditions.split(",") if c], [int(a) for a in allocations.split(",") if a]
            except ValueError:
                return None
    return None


def _entry(script: str) -> str:
    return f"proof-{digest(script.encode())}"
