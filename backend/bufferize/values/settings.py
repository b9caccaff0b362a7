"""The options of the pass that say what buffers look like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ownlog.frontend.forms.parts.memrefs import Buffer, encoding, of_tensor, space_text
from ownlog.frontend.text.types import Type

IDENTITY = "identity-layout-map"
INFER = "infer-layout-map"
LOOSE = "fully-dynamic-layout-map"


class NoSpace(Exception):
    """The memory space of a buffer is not known, and none is to be assumed."""


@dataclass(frozen=True)
class Settings:
    """`alignment` of allocations (0: none); layouts of what comes from unknown ops and over the boundaries of functions; how memory spaces
    are known; the dialects whose ops become ops on buffers (none: all)."""

    alignment: int = 64
    unknown: str = INFER
    boundary: str = INFER
    infer_space: bool = False
    encoded_space: bool = False
    dialects: frozenset[str] = frozenset()

    @classmethod
    def of(cls, options: Mapping[str, str]) -> Settings:
        """The settings that options of the pass say."""
        return cls(
            int(options.get("buffer-alignment", "64")),
            options.get("unknown-type-conversion") or INFER,
            options.get("function-boundary-type-conversion") or INFER,
            options.get("must-infer-memory-space") == "true",
            options.get("use-encoding-for-memory-space") == "true",
            frozenset(name for name in options.get("dialect-filter", "").split(",") if name),
        )

    def takes(self, name: str) -> bool:
        """Do ops called `name` become ops on buffers?"""
        return not self.dialects or name.partition(".")[0] in self.dialects

    def fresh(self, type: Type) -> Buffer:
        """The buffer of a tensor that is allocated for it. Raises NoSpace."""
        return self.placed(type, self.space(type))

    def placed(self, type: Type, space: str | None) -> Buffer:
        """The buffer of a tensor that is allocated for it in a memory space."""
        made = of_tensor(type)
        return Buffer(made.sizes, made.element, None, space)

    def given(self, type: Type, layouts: str) -> Buffer:
        """The buffer of a tensor that comes from elsewhere, with layouts as `layouts` says."""
        made = self.fresh(type)
        return made if layouts == IDENTITY else made.loose()

    def space(self, type: Type) -> str | None:
        """The memory space of a buffer of which nothing else says it; None for the one that types do not write. Raises NoSpace."""
        if self.encoded_space:
            found = encoding(type)
            return space_text(found) if found is not None else None
        if self.infer_space:
            raise NoSpace
        return None
