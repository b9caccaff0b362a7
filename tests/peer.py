"""What mlir-opt-22 says of many texts, with one process for all: its start takes longer than most texts do."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from tests.shared import require_tool
from tests.tools import Outcome, Program

MARKER = "// -----"
_PLACE = re.compile(r"<stdin>:(\d+):(?=\d+: )")
_MESSAGE = re.compile(r"^(?=<stdin>:\d+:\d+: )", re.MULTILINE)


def mlir_opt_each(texts: Sequence[str], *flags: str) -> list[Outcome]:
    """For each text what `mlir-opt-22 FLAGS` gives for it alone.

    Skips the calling test where there is no mlir-opt-22.
    """
    tool = require_tool("mlir-opt-22")
    return [*_each(tool, flags, tuple(texts))] if texts else []


@cache
def mlir_opt_one(texts: tuple[str, ...], *flags: str) -> dict[str, Outcome]:
    """As `mlir_opt_each`, by text, for tests that ask about one of them each: the first asks about all."""
    return dict(zip(texts, mlir_opt_each(texts, *flags), strict=True))


def _each(tool: str, flags: tuple[str, ...], texts: tuple[str, ...]) -> Iterator[Outcome]:
    run = Program((tool, *flags, "--split-input-file"))([], f"\n{MARKER}\n".join(texts))
    pieces = run.out.split(f"{MARKER}\n")
    if any(MARKER in text for text in texts) or run.crashed or len(pieces) != len(texts):
        # One of them ended it, or is several.
        if len(texts) == 1:
            yield Program((tool, *flags))([], texts[0])
            return
        half = len(texts) // 2
        yield from _each(tool, flags, texts[:half])
        yield from _each(tool, flags, texts[half:])
        return
    said = _said(run.err, texts)
    for text, out, err in zip(texts, pieces, said, strict=True):
        if out and "error: " not in err:
            yield Outcome(0, out, err)
        elif "error: " in err and not out:
            yield Outcome(1, "", err)
        else:
            # An error without a place.
            yield Program((tool, *flags))([], text)


def _said(err: str, texts: Sequence[str]) -> list[str]:
    """The part of the messages that is about each text, with its own lines.

    What has no place goes with the message before it.
    """
    firsts, line = [], 1
    for text in texts:
        firsts.append(line)
        line += text.count("\n") + 2
    said = [""] * len(texts)
    for message in _MESSAGE.split(err):
        place = _PLACE.match(message)
        if place is not None:
            number = max(i for i, first in enumerate(firsts) if first <= int(place[1]))
            said[number] += _PLACE.sub(
                lambda found, number=number: f"<stdin>:{int(found[1]) - firsts[number] + 1}:", message
            )
    return said
