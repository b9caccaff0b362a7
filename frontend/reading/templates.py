"""Which ops with regions have the text of one above, but for names of values and sizes of memrefs, and so need not be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.base.later import pattern
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.reading.sizes import WORDS, is_type, sizes_left_out
from ownlog.frontend.reading.template import Alike, Template, template_of

if TYPE_CHECKING:
    from ownlog.frontend.forms.parts.form import Form
    from ownlog.frontend.reading.scope import Scope

_LONGEST = 2_000  # characters of a text for which there may be a template
_PATIENCE = 64  # texts of a form for which there is none, until no more are looked at; each one for which there is makes up for four
_WAYS = 8  # in which the words of one text may be equal
_INDENT = pattern("[ ]*")


class Templates:
    """The templates of a file, by the text of their ops without words; an op that was read becomes one when another has its text."""

    def __init__(self) -> None:
        self._found: dict[str, list[Template | Op | None]] = {}
        self._rigid: set[str] = set()  # texts that say something else with other sizes
        self._patience: dict[str, int] = {}

    def cut(self, form: Form, text: str, start: int) -> tuple[list[str], int]:
        """The text of the op at `start`, cut at its words, and its end; nothing where it is not worth looking for a template."""
        if self._patience.get(form.name, _PATIENCE) <= 0:
            return [], start
        end = closing(text, start)
        return (WORDS.split(text[start:end]), end) if end > start else ([], start)

    def op(self, form: Form, parts: list[str], start: int, scope: Scope) -> Alike | None:
        """What the text that is cut into `parts` says, if there is a template that tells."""
        key = self._key(parts)
        known = self._found.get(key, [])
        left = self._patience.get(form.name, _PATIENCE)
        names = parts[1::2]
        for number, template in enumerate(known):
            if isinstance(template, Op):
                template = self._learn(key, number, template, form)
            if template is not None and (alike := template.op(form, names, parts, start, scope)) is not None:
                self._patience[form.name] = left + 4
                return alike
        self._patience[form.name] = left - 1
        return None

    def add(self, op: Op, parts: list[str]) -> None:
        """Keep an op that was read."""
        known = self._found.setdefault(self._key(parts), [])
        if len(known) < _WAYS:
            known.append(op)

    def _learn(self, key: str, number: int, op: Op, form: Form) -> Template | None:
        template = self._found[key][number] = template_of(op, form)
        if template is not None and not template.size_free and key not in self._rigid:
            self._rigid.add(key)
            self._found[key + template.types] = [template]
        return template

    def _key(self, parts: list[str]) -> str:
        key = "%0".join(parts[::2])
        types = [word for word in parts[1::2] if is_type(word)]
        if types:
            key = f"{key}\n{sizes_left_out(types)}\n"
            if key in self._rigid:
                key += " ".join(types)
        return key


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
