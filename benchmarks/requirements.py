"""What is required of the pipeline's speed, and whether what was measured meets it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.growth import exponent

if TYPE_CHECKING:
    from benchmarks.process import Cost
    from benchmarks.shapes import Shape

_DOUBLING = 4.0
_FASTER = {
    ("diamonds", 24): 1.0,
    ("live through", 100): 1.0,
    ("fors", 3_200): 1.0,
    ("straight", 5_000): 1.0,
    ("transformer", 20_000): 0.5,
}
"""What Ownlog's time may be of mlir-opt's, by shape and size."""
_RATIO = 2.0
_SECONDS, _GIBIBYTES = 240, 6

Costs = Mapping[int, "Cost"]


@dataclass(frozen=True)
class Requirement:
    """One line of the table."""

    what: str
    required: str
    measured: str
    met: bool


def of_growth(name: str, shape: Shape, own: Costs) -> Iterator[Requirement]:
    """That a shape grows as it should."""
    grown = exponent([(size, cost.cpu) for size, cost in own.items()])
    if shape.exponent is not None:
        shown = "-" if grown is None else f"{grown:.2f}"
        yield Requirement(
            f"{name}: exponent", f"at most {shape.exponent}", shown, grown is not None and grown <= shape.exponent
        )


def of_ratio(name: str, own: Costs, peer: Costs) -> Iterator[Requirement]:
    """That Ownlog takes no more than so much of mlir-opt's CPU at any size that both do."""
    ratios = {size: own[size].cpu / peer[size].cpu for size in own if size in peer}
    if ratios:
        worst = max(ratios, key=lambda size: ratios[size])
        shown = f"{ratios[worst]:.2f} (at {worst:,})"
        yield Requirement(
            f"{name}: CPU at each size that both did", f"at most {_RATIO:g} of mlir-opt", shown, ratios[worst] <= _RATIO
        )


def of_doubling(found: Mapping[str, float]) -> Requirement:
    """That no shape takes too much longer when its size is doubled:

    `found` are the worst of the factors that were measured, by shape.
    """
    worst = max(found, key=lambda name: found[name])
    met = found[worst] <= _DOUBLING
    return Requirement(
        "every shape here: a doubling of n",
        f"at most {_DOUBLING:g} times as long",
        f"{found[worst]:.2f} ({worst})",
        met,
    )


def of_peer(name: str, own: Costs, peer: Costs, limit: float) -> Iterator[Requirement]:
    """That Ownlog is faster than mlir-opt from some sizes on; mlir-opt takes at least `limit` where it did not come to
    an end.
    """
    for (shape, size), part in _FASTER.items():
        if shape == name and size in own:
            theirs = peer[size].cpu if size in peer else limit
            shown = f"{own[size].cpu:.2f} s to {'' if size in peer else 'more than '}{theirs:.2f} s"
            required = "less than mlir-opt" if part == 1 else f"at most {part:g} of mlir-opt"
            yield Requirement(f"{name} {size:,}: seconds of CPU", required, shown, own[size].cpu <= part * theirs)
    if name == "transformer" and 100_000 in own:
        cost = own[100_000]
        shown = f"{cost.wall:.0f} s, {cost.memory / 1024:.1f} GiB"
        met = cost.wall < _SECONDS and cost.memory / 1024 <= _GIBIBYTES
        yield Requirement(f"{name} 100,000", f"under {_SECONDS} s and {_GIBIBYTES} GiB", shown, met)
