"""Answers that outlive a run, by the content of the script. What is damaged or says something else than an answer counts as absent."""

from __future__ import annotations

from ownlog.backend.proofs.solver import Answer
from ownlog.base.cache import Cache, digest

_PROVED = b"proved\n"
"""What an entry begins with that has a script with the answer True."""


class Store:
    """Answers in a cache folder. Unknown is never kept: the next run may have more time, or a solver."""

    def __init__(self, cache: Cache) -> None:
        self.cache = cache

    def read(self, script: str) -> Answer | None:
        """The answer to a script; None where there is none."""
        content = self.cache.read(_entry(script))
        if content is None:
            return None
        if content.startswith(_PROVED):
            return True if content == _PROVED + script.encode() else None
        import json

        try:
            match json.loads(content):
                case {"script": stored, "answer": True} if stored == script:
                    return True
                case {"script": stored, "answer": [[*conditions], [*allocations]]} if stored == script:
                    return [bool(c) for c in conditions], [int(a) for a in allocations]
        except (ValueError, TypeError):
            pass
        return None

    def write(self, script: str, answer: Answer) -> None:
        if answer is True:
            # By far the most: read without the standard library's json, whose import takes longer than all proofs of a small file.
            self.cache.write(_entry(script), _PROVED + script.encode())
        elif not isinstance(answer, str):
            import json

            self.cache.write(_entry(script), json.dumps({"script": script, "answer": answer}).encode())


def _entry(script: str) -> str:
    return f"proof-{digest(script.encode())}"
