"""Unused alias definitions (`#map = ...`, `!type = ...`), after passes rewrote or removed their users."""

from __future__ import annotations

import re
from collections import Counter

from ownlog.frontend.ir.module import Module
from ownlog.frontend.text import tokens as t

_REFERENCE = re.compile(rf"[#!]{t.SUFFIX_ID}")

Span = tuple[int, int]


def idle_definitions(module: Module, text: str) -> set[Span]:
    """The spans (of `module.fixed`) with aliases that only the source uses, not the printed `text`.

    A definition that was never used stays, and so does one with a comment before it.
    """
    read = module.source.text
    definitions = [(span, found) for span in module.fixed if (found := _defined(read[slice(*span)])) is not None]
    if not definitions or text == read:
        return set()
    # Mostly all are used by more than definitions, and the first uses tell so.
    defining = Counter(_REFERENCE.findall("".join([read[slice(*span)] for span, _ in definitions])))
    if all(_occurs(name, text, defining[name] + 1) for _, name in definitions):
        return set()
    before, after = (Counter(_REFERENCE.findall(some)) for some in (read, text))
    idle: set[Span] = set()
    # From the last one backwards: definitions may refer to those above them.
    for span, name in reversed(definitions):
        if before[name] > 1 and after[name] == 1:
            idle.add(span)
            after.subtract(_REFERENCE.findall(read[slice(*span)]))
    return idle


def _occurs(name: str, text: str, times: int) -> bool:
    """Whether `text` refers to the alias so often, or more often."""
    at = 0
    while times and (at := text.find(name, at)) >= 0:
        found = _REFERENCE.match(text, at)
        at += len(name)
        if found is not None and found[0] == name:
            times -= 1
    return not times


def _defined(text: str) -> str | None:
    """The alias that `text` defines; None if there is a comment before it."""
    found = t.ALIAS_DEFINITION.match(text.lstrip())
    return found[1] if found is not None and found.start(1) == 0 else None
