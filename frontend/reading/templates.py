"""Which ops with regions have the text of one above, but for names of values and symbols and sizes of memrefs, and so need not be read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ownlog.frontend.ir.ir import Op
from ownlog.frontend.reading.sizes import NAMED, WORDS, is_type, sizes_left_out
from ownlog.frontend.reading.template import Alike, Template, template_of

if TYPE_CHECKING:
    from ownlog.frontend.forms.parts.form import Form
    from ownlog.frontend.reading.scope import Scope

_LONGEST = 2_000  # characters of a text for which there may be a template
_PATIENCE = 64  # texts of a form for which there is none, until no more are looked at; each one for which there is makes up for four
_WAYS = 8  # in which the words of one text may be equal
READ = 2
"""So many ops of one text are read before one is made a template, which takes longer than to read one."""
_INDENT = re.compile("[ ]*")


class Templates:
    """The templates of a file, by texts of ops; an op that was read becomes one when more have its text."""

    def __init__(self) -> None:
        self._found: dict[str, list[Template | Op | None]] = {}
        self.patience: dict[str, int] = {}
        self.plans: dict[str, list[tuple[object, ...]]] = {}
        """The templates as the native reader takes them."""

    def cut(self, form: Form, text: str, start: int) -> tuple[list[str], int]:
        """The text of the op at `start`, cut at its words, and its end; nothing where it is not worth looking for a template."""
        if self.patience.get(form.name, _PATIENCE) <= 0:
            return [], start
        end = closing(text, start)
        return (WORDS.split(text[start:end]), end) if end > start else ([], start)

    def op(self, form: Form, parts: list[str], start: int, scope: Scope) -> Alike | None:
        """What the text that is cut into `parts` says, if there is a template that tells."""
        key = _key(parts)
        alike, awaited = self._alike(key, parts, form, start, scope), self._awaits(key)
        if alike is None and len(names := NAMED.split("".join(parts))) < len(parts):
            key = _key(names)
            alike, awaited = self._alike(key, names, form, start, scope), awaited or self._awaits(key)
        self.patience[form.name] = self.patience.get(form.name, _PATIENCE) + (4 if alike is not None else 0 if awaited else -1)
        return alike

    def _awaits(self, key: str) -> bool:
        """Whether ops of this text were read, but not yet enough of them to tell whether a template pays."""
        return 0 < len(self._found.get(key, ())) < READ

    def _alike(self, key: str, parts: list[str], form: Form, start: int, scope: Scope) -> Alike | None:
        known, names = self._found.get(key, ()), parts[1::2]
        if len(known) < READ:
            return None
        for number, template in enumerate(known):
            if isinstance(template, Op):
                template = self._found[key][number] = template_of(template, form, parts)
                if template is not None:
                    self.plans.setdefault(key, []).append(template.plan())
            if template is not None and (alike := template.op(form, names, parts, start, scope)) is not None:
                return alike
        return None

    def add(self, op: Op, parts: list[str]) -> None:
        """Keep an op that was read: for those with other names and sizes, and for those with other names."""
        for pieces in (parts, NAMED.split("".join(parts))):
            known = self._found.setdefault(_key(pieces), [])
            if len(known) < _WAYS and op not in known:
                known.append(op)


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
