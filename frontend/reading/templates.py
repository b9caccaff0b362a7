"""Finds ops with regions that equal an earlier one up to names, symbols and sizes of memrefs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from ownlog.frontend.ir.ir import Op
from ownlog.frontend.reading.sizes import NAMED, WORDS, is_type, sizes_left_out
from ownlog.frontend.reading.template import template_of

if TYPE_CHECKING:
    from ownlog.frontend.forms.language.form import Form

_LONGEST = 2_000  # characters of a text for which there may be a template
# texts of a form for which there is none, until no more are looked at; each one for which there is makes up for four
_PATIENCE = 64
_WAYS = 8  # in which the words of one text may be equal
READ = 2
"""So many ops of one text are read before one is made a template, which takes longer than to read one."""
_INDENT = re.compile("[ ]*")

Cuts: TypeAlias = "list[tuple[str, list[str]]]"
"""The keys of a text, and how it is cut for each."""


class Templates:
    """The templates of a file, by texts of ops: some of the ops that were read, for the native reader."""

    def __init__(self) -> None:
        self._read: dict[str, list[Op]] = {}
        self._tried: dict[str, int] = {}  # how many of those were made templates, or cannot be
        self.patience: dict[str, int] = {}
        self.plans: dict[str, list[tuple[object, ...]]] = {}
        """The templates as the native reader takes them, which counts in `patience` those that fit."""

    def cut(self, form: Form, text: str, start: int) -> tuple[Cuts, int]:
        """The text of the op at `start`, cut at its words, and its end; nothing if a template is not worth while."""
        if self.patience.setdefault(form.name, _PATIENCE) <= 0:
            return [], start
        end = closing(text, start)
        return (_cuts(text[start:end]), end) if end > start else ([], start)

    def grow(self, form: Form, cuts: Cuts) -> bool:
        """Make a template of an op of the text with these `cuts`; whether there is another one now."""
        for key, pieces in cuts:
            known = self._read.get(key, ())
            for number in range(self._tried.get(key, 0), len(known) if len(known) >= READ else 0):
                self._tried[key] = number + 1
                template = template_of(known[number], form, pieces)
                if template is not None:
                    self.plans.setdefault(key, []).append(template.plan())
                    return True
        return False

    def add(self, op: Op, cuts: Cuts) -> None:
        """Keep an op that was read, as there is no template for it."""
        if not any(0 < len(self._read.get(key, ())) < READ for key, _ in cuts):
            self.patience[op.name] -= 1
        for key, _ in cuts:
            known = self._read.setdefault(key, [])
            if len(known) < _WAYS:
                known.append(op)


def _cuts(text: str) -> Cuts:
    """For those with other names and sizes, and for those with other names."""
    parts, names = WORDS.split(text), NAMED.split(text)
    return [(_key(pieces), pieces) for pieces in ((parts, names) if len(names) < len(parts) else (parts,))]


def _key(parts: list[str]) -> str:
    """A text without its words, but with what the types among them are like."""
    key, types = "%0".join(parts[::2]), [word for word in parts[1::2] if is_type(word)]
    return f"{key}\n{sizes_left_out(types)}" if types else key


def closing(text: str, start: int) -> int:
    """Where the line ends that closes the op at `start`, if its text is set as mlir-opt sets it; else `start`."""
    limit = start + _LONGEST
    at = text.find("{\n", start, limit)
    line = text.rfind("\n", 0, at) + 1
    indent = _INDENT.match(text, line)
    assert indent is not None
    brace = f"\n{indent[0]}}}"
    while (at := text.find(brace, at, limit) if at >= 0 else -1) >= 0:
        end = text.find("\n", at + 1)
        if end < 0:
            return start
        if text[end - 1] != "{":
            return end
        at = end - 1
    return start
