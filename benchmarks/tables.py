"""Tables as Markdown, and the places in pages where they go."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table whose columns but the first are aligned to the right where they hold numbers only."""
    lines = [list(row) for row in rows]
    rules = ["---:" if k and all(_is_number(line[k]) for line in lines) else "---" for k in range(len(head))]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [head, rules, *lines]) + "\n"


def cells(text: str) -> list[list[str]]:
    """The cells of the lines of the tables in `text`."""
    lines = (line.strip() for line in text.splitlines() if line.startswith("| "))
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def merged(old: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The table in `old` with `rows`, those about the same in the places of those before, the others behind them."""
    lines = {line[0]: line for line in cells(old)[2:]} | {row[0]: [*row] for row in rows}
    return markdown(head, lines.values())


def _is_number(text: str) -> bool:
    return text == "-" or re.fullmatch(r"[<>]? ?[-\d.,]+( \w{1,3})?", text) is not None


def between(path: Path, name: str) -> str:
    """What stands between `<!-- measured:

    NAME -->` and `<!-- end -->` in a page; nothing where it has no such marks.
    """
    found = _marks(name).search(path.read_text()) if path.exists() else None
    return found[2] if found is not None else ""


def write_between(path: Path, name: str, text: str) -> None:
    """Replace what stands between these marks in a page, where it has them."""
    page = path.read_text() if path.exists() else ""
    if _marks(name).search(page):
        path.write_text(_marks(name).sub(lambda marks: f"{marks[1]}{text}{marks[3]}", page))


def _marks(name: str) -> re.Pattern[str]:
    return re.compile(rf"(<!-- measured: {name} -->\n)(.*?)(<!-- end -->)", re.DOTALL)
