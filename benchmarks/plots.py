"""Plots of what a shape takes, by its size: SVG with two logarithmic axes, one line a tool."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

Points = Sequence[tuple[int, float]]
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 640, 400, 70, 20, 40, 50
_COLOURS = ("#0b6e4f", "#c8553d", "#2f4b7c", "#8a6d3b")


def plot(title: str, lines: Mapping[str, Points]) -> str:
    """The text of an SVG: seconds of CPU by size, for each tool its points (of which there is at least one)."""
    sizes = [size for points in lines.values() for size, _ in points]
    seconds = [taken for points in lines.values() for _, taken in points]
    across = _Axis(min(sizes), max(sizes), _LEFT, _WIDTH - _RIGHT)
    up = _Axis(min(seconds), max(seconds), _HEIGHT - _BOTTOM, _TOP)
    out = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif"'
            ' font-size="12">'
        ),
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
        f'<text x="{_LEFT}" y="22" font-size="15">{escape(title)}: seconds of CPU by size</text>',
    ]
    for value in across.ticks():
        x = across.place(value)
        out.append(f'<path d="M{x:.1f} {_TOP}V{_HEIGHT - _BOTTOM}" stroke="#ddd"/>')
        out.append(f'<text x="{x:.1f}" y="{_HEIGHT - _BOTTOM + 18}" text-anchor="middle">{value:,.0f}</text>')
    for value in up.ticks():
        y = up.place(value)
        out.append(f'<path d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}" stroke="#ddd"/>')
        out.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:g} s</text>')
    for number, (name, points) in enumerate(lines.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        places = [(across.place(size), up.place(taken)) for size, taken in points]
        out.append(
            f'<path d="M{"L".join(f"{x:.1f} {y:.1f}" for x, y in places)}" fill="none" stroke="{colour}"'
            ' stroke-width="2"/>'
        )
        out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in places]
        out.append(f'<text x="{_LEFT + 150 * number}" y="{_HEIGHT - 10}" fill="{colour}">{escape(name)}</text>')
    return "\n".join([*out, "</svg>", ""])


class _Axis:
    """From the values `low` to `high` (positive, logarithmic) to places between `start` and `end`."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self.low, self.high = math.log10(low) - 0.05, math.log10(high) + 0.05
        self.start, self.end = start, end

    def place(self, value: float) -> float:
        part = (math.log10(value) - self.low) / (self.high - self.low)
        return self.start + part * (self.end - self.start)

    def ticks(self) -> list[float]:
        """1, 2 and 5 times the powers of ten that lie on the axis."""
        powers = range(math.floor(self.low), math.ceil(self.high) + 1)
        found = [digit * 10.0**power for power in powers for digit in (1, 2, 5)]
        return [value for value in found if self.low <= math.log10(value) <= self.high]
