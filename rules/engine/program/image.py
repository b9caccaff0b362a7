"""A compiled program as one run of bytes, of whose parts each is loaded when it is asked for: most runs need few of the rules."""

from __future__ import annotations

import marshal
from collections.abc import Iterable, Mapping
from types import CodeType
from typing import Any

from ownlog.base.later import NamedTuple

_SIZE = 8  # bytes for the length of the table of contents


class Entry(NamedTuple):
    """What the table of contents says of a stratum (see `embedded.shape`), and the numbers of the parts with its code and its plan: -1
    where the image has none.
    """

    name: str
    heads: tuple[str, ...]
    reads: tuple[str, ...]
    gates: tuple[tuple[str, ...], ...]
    indexes: tuple[str, ...]
    code: int
    plan: int


def pack(strata: list[tuple[Any, ...]], indexes: Mapping[str, Any], more: Mapping[str, Any], parts: Mapping[str, Any]) -> bytes:
    """The bytes of an image.

    In: each stratum as an `Entry` with its code and its plan (or None) in the last places; the code that builds each index; what else the
    table of contents is to say, and what else the image is to have. All of these can be marshalled.
    """
    sizes: list[tuple[int, int]] = []
    body = bytearray()

    def add(part: Any) -> int:
        if part is None:
            return -1
        start = len(body)
        body.extend(marshal.dumps(part))
        sizes.append((start, len(body)))
        return len(sizes) - 1

    contents = {
        "strata": [(*entry, add(code), add(plan)) for *entry, code, plan in strata],
        "indexes": {name: add(code) for name, code in indexes.items()},
        "parts": {name: add(part) for name, part in parts.items()},
        "more": dict(more),
        "sizes": sizes,
    }
    table = marshal.dumps(contents)
    return len(table).to_bytes(_SIZE, "little") + table + bytes(body)


class Image:
    """A compiled program; `more` is what its maker added to the table of contents. Raises ValueError for bytes that are none."""

    def __init__(self, data: bytes | memoryview) -> None:
        whole = memoryview(data)
        start = _SIZE + int.from_bytes(whole[:_SIZE], "little")
        try:
            contents = marshal.loads(whole[_SIZE:start])
            self.strata = [Entry(*entry) for entry in contents["strata"]]
            self.more: dict[str, Any] = contents["more"]
            self._indexes: dict[str, int] = contents["indexes"]
            self._named: dict[str, int] = contents["parts"]
            self._sizes: list[tuple[int, int]] = contents["sizes"]
        except (EOFError, KeyError, TypeError) as error:
            raise ValueError("no compiled program") from error
        self._body = whole[start:]

    def leading_to(self, wanted: Iterable[str]) -> tuple[set[str], list[Entry]]:
        """Some relations with all that they hang on, and the strata that derive them, in order."""
        needed, selected = set(wanted), []
        for entry in reversed(self.strata):
            if not needed.isdisjoint(entry.heads):
                needed.update(entry.heads, entry.reads)
                selected.append(entry)
        selected.reverse()
        return needed, selected

    def part(self, name: str) -> Any:
        """What the maker of the image added under this name."""
        return self._load(self._named[name])

    def has(self, name: str) -> bool:
        """Whether the maker of the image added something under this name."""
        return name in self._named

    def stratum(self, entry: Entry) -> CodeType:
        """The code that defines the function of a stratum."""
        return self._code(entry.code)

    def plan(self, entry: Entry) -> Any:
        """The plan of a stratum, for the native engine."""
        return self._load(entry.plan)

    def builds(self, name: str) -> bool:
        """Whether there is code that builds this index."""
        return name in self._indexes

    def index(self, name: str) -> CodeType:
        """The code that defines what builds an index."""
        return self._code(self._indexes[name])

    def _code(self, number: int) -> CodeType:
        code = self._load(number)
        assert isinstance(code, CodeType)
        return code

    def _load(self, number: int) -> Any:
        start, end = self._sizes[number]
        return marshal.loads(self._body[start:end])
