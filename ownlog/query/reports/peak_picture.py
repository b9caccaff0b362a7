"""The memory of a function as a picture: time to the right, bytes upwards, the parts of an arena as boxes.

A picture is a list of SVG elements, so that a page can make them itself; `svg` writes a file.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from ownlog.base.words import counted
from ownlog.query.reports.peak_plans import Planned, Story

WIDTH, HEIGHT = 720, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 74, 14, 48, 34
_COLOURS = 8
_DRAWN = 2000
"""Boxes in one picture: of more parts the largest are drawn."""
_LETTER = 6.2
_TICKS = 9

STYLE = """
svg { color-scheme: light dark; background: light-dark(#ffffff, #1b1e24); }
text { fill: light-dark(#1d2129, #e3e6eb); font: 11px system-ui, "DejaVu Sans", sans-serif; }
.head { font-size: 13px; font-weight: 600; }
.axis { fill: light-dark(#59606d, #a2aab8); }
.grid { stroke: light-dark(#dcdfe4, #343942); }
.part { fill: color-mix(in srgb, var(--k) 26%, light-dark(#ffffff, #1b1e24)); stroke: var(--k); }
.taken { fill: none; stroke: light-dark(#1d2129, #e3e6eb); stroke-width: 1.6; }
.under { fill: light-dark(#dfe4ec, #303744); }
.bound { stroke: light-dark(#a3260f, #ff9a86); stroke-dasharray: 5 3; }
.k0 { --k: light-dark(#0a55a3, #74b3ff); } .k1 { --k: light-dark(#a8440a, #ff9d5c); }
.k2 { --k: light-dark(#006b57, #46d6ab); } .k3 { --k: light-dark(#8a2a86, #eb9de8); }
.k4 { --k: light-dark(#6a5a00, #e3cd4e); } .k5 { --k: light-dark(#00677f, #5fd3ee); }
.k6 { --k: light-dark(#a3123a, #ff90a8); } .k7 { --k: light-dark(#474d59, #c0c7d3); }
"""


class Shape(NamedTuple):
    """An SVG element: its tag, attributes, text, and what is told of it where somebody points at it."""

    tag: str
    attributes: dict[str, str]
    text: str = ""
    title: str = ""


def picture(story: Story) -> list[Shape]:
    """The elements of a drawing of `WIDTH` by `HEIGHT`; none where no memory is taken."""
    top = max([story.size, *(taken for _, taken in story.curve)], default=0)
    if not top:
        return []
    axes = _Axes(story, top)
    parts = sorted(story.parts, key=lambda part: -part.bytes)
    shapes = [*_head(story, len(parts) - _DRAWN), *axes.bytes(), *axes.lines(story.lines)]
    if not parts:
        shapes.append(Shape("path", {"class": "under", "d": axes.path(story.curve, closed=True)}))
    for number, part in enumerate(sorted(parts[:_DRAWN], key=lambda part: (part.first, part.offset))):
        shapes += _box(axes, part, number)
    if story.size:
        level = f"{axes.y(story.size):.1f}"
        bound = {"class": "bound", "x1": str(_LEFT), "x2": str(WIDTH - _RIGHT), "y1": level, "y2": level}
        shapes.append(Shape("line", bound, "", f"the arena: {story.size:,} bytes"))
    shapes.append(Shape("path", {"class": "taken", "d": axes.path(story.curve)}, "", "bytes that are taken"))
    return shapes


def svg(stories: Iterable[Story]) -> str:
    """One SVG with a picture for each function that takes memory, one below the other."""
    drawn = [shapes for story in stories if (shapes := picture(story))]
    size = f"{WIDTH} {max(len(drawn), 1) * HEIGHT}"
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img">', f"<style>{STYLE}</style>"]
    for number, shapes in enumerate(drawn):
        lines.append(f'<g transform="translate(0 {number * HEIGHT})">')
        lines += map(_element, shapes)
        lines.append("</g>")
    if not drawn:
        lines.append(_element(Shape("text", {"x": "20", "y": "30"}, "no function takes memory of the heap")))
    return "\n".join([*lines, "</svg>", ""])


def _element(shape: Shape) -> str:
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in shape.attributes.items())
    title = f"<title>{escape(shape.title)}</title>" if shape.title else ""
    return f"<{shape.tag}{attributes}>{title}{escape(shape.text)}</{shape.tag}>"


def _head(story: Story, left_out: int) -> list[Shape]:
    taken = max((taken for _, taken in story.curve), default=0)
    told = f"peak {taken:,} bytes"
    if story.parts:
        how = "no arena is smaller" if story.size == story.bound else f"none has fewer than {story.bound:,}"
        told += f"; {counted(len(story.parts), 'part')} in an arena of {story.size:,} bytes, {how}"
    if left_out > 0:
        told += f"; the {left_out:,} smallest are not drawn"
    meaning = "line: bytes that are taken" + ("; boxes: parts of the arena; dashes: its size" if story.parts else "")
    return [
        Shape("text", {"class": "head", "x": str(_LEFT), "y": "18"}, story.function),
        Shape("text", {"class": "axis", "x": str(WIDTH - _RIGHT), "y": "18", "text-anchor": "end"}, told),
        Shape("text", {"class": "axis", "x": str(_LEFT), "y": "36"}, meaning),
    ]


def _box(axes: _Axes, part: Planned, number: int) -> list[Shape]:
    left, right = axes.x(part.first), axes.x(part.last + 1)
    low, high = axes.y(part.offset + part.bytes), axes.y(part.offset)
    place = {
        "x": f"{left:.1f}",
        "y": f"{low:.1f}",
        "width": f"{max(right - left, 1):.1f}",
        "height": f"{max(high - low, 1):.1f}",
    }
    where = f", line {part.line}" if part.line else ""
    title = f"{part.name}{where}: {part.bytes:,} bytes from {part.offset:,} on"
    shapes = [Shape("rect", {"class": f"part k{number % _COLOURS}", **place}, "", title)]
    if high - low >= 13 and right - left >= _LETTER * len(part.name) + 8:
        shapes.append(Shape("text", {"x": f"{left + 4:.1f}", "y": f"{(low + high) / 2 + 4:.1f}"}, part.name))
    return shapes


class _Axes:
    """Times to the right, one step for each at which something changes; bytes upwards, to `top`."""

    def __init__(self, story: Story, top: int) -> None:
        self.top = top
        changes = {time for time, _ in story.curve} | {
            time for part in story.parts for time in (part.first, part.last + 1)
        }
        self.times = sorted(changes)
        # A step more than there are times: what is taken to the end has to be seen.
        self.step = (WIDTH - _LEFT - _RIGHT) / max(len(self.times), 1)

    def x(self, time: int) -> float:
        return _LEFT + bisect_left(self.times, time) * self.step

    def y(self, taken: int) -> float:
        return HEIGHT - _BOTTOM - taken / self.top * (HEIGHT - _TOP - _BOTTOM)

    def path(self, curve: Sequence[tuple[int, int]], closed: bool = False) -> str:
        """The steps of a curve; closed, with the ground."""
        pieces = [f"M{_LEFT} {self.y(0):.1f}"]
        for time, taken in curve:
            pieces.append(f"H{self.x(time):.1f}V{self.y(taken):.1f}")
        return "".join([*pieces, f"H{WIDTH - _RIGHT}", *([f"V{self.y(0):.1f}Z"] if closed else [])])

    def bytes(self) -> list[Shape]:
        """Lines across at round numbers of bytes."""
        step = 10 ** (len(str(self.top)) - 1)
        step = next(part for part in (step // 5, step // 2, step, 2 * step, 5 * step) if part and self.top / part <= 6)
        shapes = []
        for taken in range(0, self.top + 1, step):
            y = f"{self.y(taken):.1f}"
            shapes.append(
                Shape("line", {"class": "grid", "x1": str(_LEFT), "x2": str(WIDTH - _RIGHT), "y1": y, "y2": y})
            )
            label = {"class": "axis", "x": str(_LEFT - 6), "y": f"{self.y(taken) + 4:.1f}", "text-anchor": "end"}
            shapes.append(Shape("text", label, f"{taken:,}"))
        return shapes

    def lines(self, lines: Sequence[tuple[int, int]]) -> list[Shape]:
        """Some lines of the input below the times at which they begin."""
        shapes = [
            Shape("text", {"class": "axis", "x": str(_LEFT - 6), "y": str(HEIGHT - 12), "text-anchor": "end"}, "line")
        ]
        wanted = [round(number * len(self.times) / _TICKS) for number in range(_TICKS)]
        known = [time for time, _ in lines]
        told = 0
        for at in dict.fromkeys(min(number, len(self.times) - 1) for number in wanted):
            found = bisect_right(known, self.times[at]) - 1
            if found >= 0 and lines[found][1] != told:
                told = lines[found][1]
                shapes.append(
                    Shape(
                        "text",
                        {"class": "axis", "x": f"{self.x(self.times[at]):.1f}", "y": str(HEIGHT - 12)},
                        str(told),
                    )
                )
        return shapes
