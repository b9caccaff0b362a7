"""Types as interned text, with the questions that buffer passes ask.

`Type.canonical` is the text with type aliases resolved, by which types are compared.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import ClassVar

_UNRANKED = r"memref<\s*\*"
_UNRANKED_SHAPE = r"^\s*\*\s*x\s*"
_DIMENSIONS = r"(?:(?:\d+|\?)\s*x\s*)*"
_DIMENSION = r"\d+|\?"
_TOKENS = r'"(?:[^"\\]|\\.)*"|->|[<(\[{]|[>)\]}]|,'
_LAYOUTS = ("strided<", "affine_map<")


class Type:
    """A type as written (`text`) and with aliases resolved (`canonical`). Make them with `Type.get`, which interns."""

    _interned: ClassVar[dict[tuple[str, str], Type]] = {}

    def __init__(self, text: str, canonical: str) -> None:
        self.text = text
        self.canonical = canonical

    @classmethod
    def get(cls, text: str, canonical: str | None = None) -> Type:
        key = (text, text if canonical is None else canonical)
        found = cls._interned.get(key)
        if found is None:
            found = cls._interned[key] = cls(*key)
        return found

    @cached_property
    def is_memref(self) -> bool:
        """Ranked or unranked memref."""
        return self.canonical.startswith("memref<")

    @cached_property
    def is_tensor(self) -> bool:
        """Ranked or unranked tensor."""
        return self.canonical.startswith("tensor<")

    @cached_property
    def is_unranked_memref(self) -> bool:
        return re.match(_UNRANKED, self.canonical) is not None

    @cached_property
    def memref_parts(self) -> tuple[list[str], str, list[str]]:
        """Dimensions ("4", "?"), element type, and the rest (layout, memory space) of a ranked memref.

        Raises ValueError for any other type.
        """
        if not self.is_memref or self.is_unranked_memref:
            raise ValueError(f"{self.canonical} is no ranked memref")
        parts = split_top_level(self.canonical[len("memref<") : self.canonical.rindex(">")])
        shape = parts[0].strip()
        dims = re.match(_DIMENSIONS, shape)
        assert dims is not None
        return re.findall(_DIMENSION, dims[0]), shape[dims.end() :], [part.strip() for part in parts[1:]]

    @property
    def rank(self) -> int:
        return len(self.memref_parts[0])

    @cached_property
    def unranked_parts(self) -> tuple[str, list[str]]:
        """Of an unranked memref: element type, and the memory space (if any) as a list of one."""
        parts = split_top_level(self.canonical[len("memref<") : self.canonical.rindex(">")])
        element = re.sub(_UNRANKED_SHAPE, "", parts[0]).strip()
        return element, [part.strip() for part in parts[1:]]

    @property
    def layout(self) -> str | None:
        """Of a ranked memref: its layout as written; None where it has none."""
        return next((part for part in self.memref_parts[2] if part.startswith(_LAYOUTS)), None)

    @property
    def memory_space(self) -> list[str]:
        """Of a memref: its memory space as written, as a list of one; empty where it has none."""
        behind = self.unranked_parts[1] if self.is_unranked_memref else self.memref_parts[2]
        return [part for part in behind if not part.startswith(_LAYOUTS)]

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Type({self.text!r})"


def split_top_level(text: str) -> list[str]:
    """`text` cut at the commas that no bracket encloses; `->` closes nothing."""
    if "," not in text:
        return [text]
    parts, depth, at = [], 0, 0
    for token in re.finditer(_TOKENS, text):
        c = token[0]
        if c in "<([{":
            depth += 1
        elif c in ">)]}":
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[at : token.start()])
            at = token.end()
    parts.append(text[at:])
    return parts


I1 = Type.get("i1")
INDEX = Type.get("index")
