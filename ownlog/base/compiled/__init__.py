"""Modules and regular expressions as they were compiled when the package was built (`ownlog/compiling.py`): one file, where Python looks
for 200 and compiles 50 patterns.

A module comes from there while its source is as it was, which size and time tell, as they tell Python whether its own `.pyc` are up to
date; else it is imported as ever. No run depends on the file.
"""

from __future__ import annotations

import _imp
import marshal
import mmap
import os
import sys
from contextlib import suppress
from functools import cached_property
from importlib.machinery import ModuleSpec, SourceFileLoader

TYPE_CHECKING = False  # all imports here are made before any module comes from the file
if TYPE_CHECKING:
    import re
    from collections.abc import Mapping, Sequence
    from types import CodeType, ModuleType
    from typing import Any

HERE = os.path.dirname(__file__)
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
"""The folder that sources are called by names from."""
IMAGE = f"{HERE}/compiled.{sys.implementation.cache_tag}.image"
SIZE = 8  # bytes for the length of the table of contents
SETTLED = 60 * 10**9
"""Nanoseconds in which an installation writes all files."""

_Module = tuple[str, bool, int, int | None, int, int]
"""Of a module: its source, below `ROOT`; whether it is a package; the source's size and time; where its code begins and ends."""


class _Image:
    """What the file has; nothing where there is none for this Python."""

    def __init__(self) -> None:
        self.modules: Mapping[str, _Module] = {}
        self._more: tuple[int, int] | None = None
        with suppress(OSError, ValueError, EOFError, TypeError, KeyError), open(IMAGE, "rb") as file:
            self._newest = os.fstat(file.fileno()).st_mtime_ns + SETTLED
            whole = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
            start = SIZE + int.from_bytes(whole[:SIZE], "little")
            contents = marshal.loads(whole[SIZE:start])
            self._body = whole[start:]
            if contents["python"] == sys.version and not sys.flags.optimize:
                self.modules, self._more = contents["modules"], contents["more"]

    def is_fresh(self, path: str, size: int, time: int | None) -> bool:
        """Whether a source is as it was. An installation gives all files times of its own, none of which is much later than the image's."""
        try:
            state = os.stat(path)
        except OSError:
            return False
        return state.st_size == size and (state.st_mtime_ns == time if time is not None else state.st_mtime_ns <= self._newest)

    def load(self, start: int, end: int) -> Any:
        """What is between two places of the file."""
        return marshal.loads(self._body[start:end])

    @cached_property
    def patterns(self) -> Mapping[Any, tuple[Any, ...]]:
        """What the engine of regular expressions is given, by text and flags."""
        return self._rest[0]

    @cached_property
    def codes(self) -> Mapping[tuple[str, str], bytes]:
        """The code of what is defined by a text, by text and mode."""
        return self._rest[1]

    @cached_property
    def _rest(self) -> tuple[Mapping[Any, tuple[Any, ...]], Mapping[tuple[str, str], bytes]]:
        return self.load(*self._more) if self._more is not None else ({}, {})

    def pattern(self, text: str, flags: int) -> re.Pattern[str] | None:
        """A compiled pattern, None where there is none."""
        found = self.patterns.get((text, flags))
        if found is None:
            return None
        all_flags, code, *groups = found
        import _sre  # type: ignore[import-not-found]

        made: re.Pattern[str] = _sre.compile(text, all_flags, memoryview(code).cast("I").tolist(), *groups)
        return made


class _Loader(SourceFileLoader):
    """As of any source file, but that the code is there."""

    def get_code(self, fullname: str) -> CodeType | None:
        *_, start, end = _image.modules[fullname]
        code: CodeType = _image.load(start, end)
        # As Python does it with what it reads out of a `.pyc`: the sources may have been elsewhere.
        _imp._fix_co_filename(code, self.path)  # type: ignore[attr-defined]
        return code


class _Finder:
    """Finds the modules that are in the image."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """As `importlib.abc.MetaPathFinder` says."""
        known = _image.modules.get(name)
        if known is None:
            return None
        below, is_package, size, time, _, _ = known
        source = f"{ROOT}/{below}"
        if not _image.is_fresh(source, size, time):
            return None
        spec = ModuleSpec(name, _Loader(name, source), origin=source)
        spec.has_location = True
        folder, _, file = source.rpartition("/")
        if sys.pycache_prefix is None:
            spec.cached = f"{folder}/__pycache__/{file[:-3]}.{sys.implementation.cache_tag}.pyc"
        if is_package:
            spec.submodule_search_locations = [folder]
        return spec


def expression(text: str, flags: int) -> re.Pattern[str]:
    """What `re.compile` gives."""
    found = _image.pattern(text, flags)
    if found is not None:
        return found
    import re

    return re.compile(text, flags)


def code_of(text: str, mode: str) -> CodeType:
    """What `compile` gives for a text that a class has its methods from."""
    found = _image.codes.get((text, mode))
    return marshal.loads(found) if found is not None else compile(text, "<string>", mode)


_image = _Image()
if _image.modules:
    sys.meta_path.insert(0, _Finder)
