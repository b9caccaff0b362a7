"""What Ownlog and mlir-opt-22 say of texts with slips in them, and of single ops."""

import re
from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random

from ownlog.base.errors import InputError
from ownlog.frontend import parse
from tests.frontend.mistakes.slips import mistakes
from tests.fuzz.seeds import pieces
from tests.peer import mlir_opt_each
from tests.shared import require_shared

FOLDERS = ("corpus", "corpus-tensor")
STRICT = frozenset({"type", "shape", "layout", "constant", "slice", "cast"})
"""The kinds of slips of which Ownlog takes none that mlir-opt-22 refuses."""


@dataclass(frozen=True)
class Verdict:
    """What both say of a text with a slip: an error, or "" where they take it."""

    kind: str
    text: str
    ours: str
    theirs: str

    @property
    def same(self) -> bool:
        return bool(self.ours) == bool(self.theirs)


def verdicts(count: int, seed: int) -> list[Verdict]:
    """Both verdicts about `count` texts with a slip."""
    return judged(list(islice(mistakes(_seeds(), seed), count)))


def judged(made: list[tuple[str, str]], *flags: str) -> list[Verdict]:
    """Both verdicts about texts, each with what kind it is of; `flags` are for mlir-opt-22."""
    theirs = mlir_opt_each([text for _, text in made], *flags)
    return [
        Verdict(kind, text, _ours(text), _first(outcome.err) if outcome.status else "")
        for (kind, text), outcome in zip(made, theirs, strict=True)
    ]


def _ours(text: str) -> str:
    try:
        parse(text)
    except InputError as error:
        return error.diagnostics[0].message
    return ""


def _first(err: str) -> str:
    found = re.search(r"error: (.*)", err)
    return found[1] if found else "crashed"


@cache
def _seeds() -> list[str]:
    """Pieces of the corpora that both take: some of each folder's files."""
    files = [path for folder in FOLDERS for path in sorted(require_shared(folder).rglob("*.mlir"))]
    chosen = Random("files").sample(files, min(200, len(files)))
    texts = [text for path in sorted(chosen) for text in pieces(path)]
    taken = zip(texts, mlir_opt_each(texts), strict=True)
    return [text for text, outcome in taken if not outcome.status and not _ours(text)]
