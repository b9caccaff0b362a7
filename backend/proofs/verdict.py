"""What comes of an obligation."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Proved:
    """It is valid."""


@dataclass(frozen=True, slots=True)
class Refuted:
    """Not valid: a counterexample; buffers with the same number in `allocations` are the same."""

    conditions: Mapping[Hashable, bool]
    allocations: Mapping[Hashable, int]

    def __str__(self) -> str:
        conditions = ", ".join(f"{name} = {'true' if value else 'false'}" for name, value in self.conditions.items())
        groups: dict[int, list[str]] = {}
        for name, number in self.allocations.items():
            groups.setdefault(number, []).append(str(name))
        return "; ".join(
            filter(None, [conditions, *(" = ".join(group) for group in groups.values() if len(group) > 1)])
        )


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nobody knows; `reason` says why."""

    reason: str


Verdict: TypeAlias = Proved | Refuted | Unknown
