"""Relations, rules and texts as bytes in which files are called by what they are below the rules' folder."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Mapping
from typing import Any


class _Pickler(pickle.Pickler):
    """Writes the names of the rules' files as what they are below the rules' folder."""

    def __init__(self, out: io.BytesIO, names: Mapping[str, str]) -> None:
        super().__init__(out, pickle.HIGHEST_PROTOCOL)
        self._names = names

    def persistent_id(self, obj: Any) -> str | None:
        return self._names.get(obj) if isinstance(obj, str) else None


class _Unpickler(pickle.Unpickler):
    """Reads them as names that messages show: from the current directory, where they are below it."""

    def __init__(self, data: bytes, shown: Callable[[str], str]) -> None:
        super().__init__(io.BytesIO(data))
        self._shown = shown

    def persistent_load(self, pid: Any) -> str:
        return self._shown(pid)


def pickled(thing: object, names: Mapping[str, str]) -> bytes:
    """The bytes of a thing; `names` says for names of files in it what stands for them."""
    out = io.BytesIO()
    _Pickler(out, names).dump(thing)
    return out.getvalue()


def unpickled(data: bytes, shown: Callable[[str], str]) -> Any:
    """The thing whose bytes these are; `shown` says for what stands for a file how it is called."""
    return _Unpickler(data, shown).load()
