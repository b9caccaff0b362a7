"""Mutants by seed: the same seed gives the same ones, whichever process makes them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from ownlog.base.errors import InputError
from ownlog.frontend import parse
from tests.fuzz import bytewise, opwise, tokenwise
from tests.fuzz.seeds import files, pieces

FILES_IN_A_BATCH = 24
_KINDS = ("bytes", "tokens", "ops", "ops and tokens")
_WEIGHTS = (15, 35, 30, 20)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A mutant: its number in its batch, the kind of mutation that made it, and what a file that holds it would
    hold.
    """

    number: int
    kind: str
    data: bytes


class Batch:
    """The mutants of some pieces, which give tokens to each other. `pieces` is not empty."""

    def __init__(self, name: str, texts: Sequence[str]) -> None:
        self.name = name
        self._texts = texts
        self._donors = tokenwise.donors(list(texts))

    def mutant(self, number: int) -> Mutant:
        """The mutant of this number."""
        chance = Random(f"{self.name}/{number}")
        text = chance.choice(self._texts)
        kind = chance.choices(_KINDS, _WEIGHTS)[0]
        times = chance.choice((1, 1, 1, 2, 3))
        if kind == "bytes":
            other = _encoded(chance.choice(self._texts))
            data = _encoded(text)
            for _ in range(times):
                data = chance.choice(bytewise.MUTATIONS)(chance, data, other) if data else b"x"
            return Mutant(number, kind, data)
        if kind != "tokens":
            for _ in range(times):
                text = _mutated(chance, text)
        if kind != "ops":
            parts = tokenwise.tokens(text)
            for _ in range(times):
                parts = chance.choice(tokenwise.MUTATIONS)(chance, parts, self._donors) or [("word", "x")]
            text = tokenwise.joined(parts)
        return Mutant(number, kind, _encoded(text))


def _mutated(chance: Random, text: str) -> str:
    try:
        mutant = chance.choice(opwise.MUTATIONS)(chance, parse(text))
    except InputError:
        return text
    except Exception:
        # What breaks the printer here breaks it under --mlir-print-op-generic, too, where it counts.
        return text
    return text if mutant is None else mutant


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


class Nursery:
    """Batches by seed and number. Pieces are cut when a batch first asks for their file."""

    def __init__(self) -> None:
        self._files = files()
        self._pieces: dict[Path, list[str]] = {}

    def batch(self, seed: int, number: int) -> Batch:
        """The batch of this number in the campaign of this seed."""
        name = f"{seed}/{number}"
        chance = Random(name)
        chosen = chance.sample(self._files, min(FILES_IN_A_BATCH, len(self._files)))
        return Batch(name, [piece for path in chosen for piece in self._of(path)] or [""])

    def _of(self, path: Path) -> list[str]:
        if path not in self._pieces:
            self._pieces[path] = pieces(path)
        return self._pieces[path]
