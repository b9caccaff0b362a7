"""`ownlog annotate`: the source with comments on buffers and tensors at the ends of lines.

Lines keep their numbers, and annotations of earlier runs are replaced.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from ownlog.derived.results import Results
from ownlog.derived.tensors import Decisions, has_tensors
from ownlog.frontend.text.tokens import STRING
from ownlog.query.reports.lives import Life, Lives
from ownlog.rules.engine.program.engine import Row
from ownlog.rules.explain.names import short_name

MARK = "// ownlog: "
_COMMENT = re.compile(rf"{STRING}|//[^\r\n]*")
_TENSORS = ("tensor_use", "writes", "in_place", "out_of_place")


def annotated(results: Results, lives: Lives, decided: Decisions) -> str:
    """The text of a module with a comment on each line that defines buffers or writes to tensors."""
    source = results.module.source
    said: dict[int, list[str]] = defaultdict(list)
    for life in lives.all():
        if life.line is not None and (text := _about(life)):
            said[life.line].append(f"{short_name(life.value)}: {text}")
    if has_tensors(results.module):
        for line, text in _in_place(decided):
            said[line].append(text)
    return _with_comments(plain(source.text), source.first_line, said)


def plain(text: str) -> str:
    """A text without annotations."""
    pieces, at = [], 0
    for found in _COMMENT.finditer(text):
        if found[0].startswith("//") and MARK in found[0]:
            start = found.start() + found[0].index(MARK)
            pieces.append(text[at:start].rstrip(" \t"))
            at = found.end()
    return "".join([*pieces, text[at:]])


def _about(life: Life) -> str:
    return "; ".join(
        part for part in (life.owner, "" if life.since.startswith("allocated") else life.since, life.until) if part
    )


def _in_place(decided: Decisions) -> Iterable[tuple[int, str]]:
    """For each op that writes to tensor operands, or copies them, its line, and which of them are in place."""
    found = {name: decided.explanations.explainer.store.rows(name) for name in _TENSORS}
    in_place, written = set(found["in_place"]), set(found["writes"])
    copied: dict[Row, list[str]] = defaultdict(list)
    for op, number, reason in found["out_of_place"]:
        copied[op, number].append(str(reason))
    told: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for op, number, value in found["tensor_use"]:
        if (op, number) in copied:
            told[str(op)].append(
                (int(number), f"{short_name(str(value))}: copied ({', '.join(sorted(copied[op, number]))})")
            )
        elif (op, number) in written & in_place:
            told[str(op)].append((int(number), f"{short_name(str(value))}: in place"))
    for op, texts in told.items():
        line = decided.naming.line(op)
        if line is not None:
            yield line, ", ".join(text for _, text in sorted(texts))


def _with_comments(text: str, first_line: int, said: dict[int, list[str]]) -> str:
    lines = text.split("\n")
    for number, texts in said.items():
        index = number - first_line
        line = lines[index].rstrip("\r")
        ending = lines[index][len(line) :]
        lines[index] = f"{line}  {MARK}{' | '.join(texts)}{ending}"
    return "\n".join(lines)
