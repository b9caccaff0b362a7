"""What ops do to handles, to flag cells, and to the allocation that is followed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(slots=True, eq=False)
class Guarded:
    """A deallocation that decides at run time: handles with their conditions, and retained handles."""

    entries: list[tuple[int, str, str]] = field(default_factory=list)
    """Numbers, handles and conditions."""
    retained: list[tuple[int, str]] = field(default_factory=list)
    owned: list[tuple[int, str]] = field(default_factory=list)
    """Which i1 says afterwards, for the number of a retained handle, whether it was to be freed."""
    answers: dict[int, str] = field(default_factory=dict)
    """Of a library call: the i1 that says, by an entry's number, whether it is to be freed. The call frees nothing."""
    library: bool = False
    joins: bool = False
    """Whether the conditions of an allocation that is listed several times are added up in its first entry."""


@dataclass(slots=True, eq=False)
class Effects:
    """What one op does to handles but for using what they lead to."""

    ends: Sequence[str] = ()
    lost: Sequence[tuple[str, str]] = ()
    leads: Sequence[tuple[str, str]] = ()
    picks: Sequence[tuple[str, str, str, str]] = ()
    compares: Sequence[tuple[str, str, str, str]] = ()
    guarded: Guarded | None = None
    sets: Sequence[tuple[str, str]] = ()
    reads: Sequence[tuple[str, str]] = ()
    spoils: Sequence[str] = ()
