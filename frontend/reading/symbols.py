"""Texts that differ only in symbols: which attributes the text names, and whether the rest is equal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.spelling import written

_DEFINED = "sym_name"
"""The attribute that is the name of what an op defines."""


class Symbol(NamedTuple):
    """An attribute (a property if `inherent`) that is a symbol, or its name if `quoted`, and its word in the text."""

    inherent: bool
    key: str
    slot: int
    quoted: bool


def free_symbols(op: Op, words: Sequence[str], text: str) -> tuple[dict[Op, list[Symbol]], list[int]]:
    """The symbols that may differ, by op, and the slots of words that must be the same.

    A symbol may differ if each of its occurrences is a whole attribute, and the op has it nowhere else: not in another
    attribute, a type or a location. Defined symbols are quoted. Aliases hide symbols, and strings may contain them: a
    text with one has no free symbol.
    """
    slots = {word: slot for slot, word in reversed(list(enumerate(words))) if _is_symbol(word)}
    if not slots:
        return {}, []
    found: dict[Op, list[Symbol]] = {}
    count: Counter[str] = Counter()
    others: set[str] = set()
    for nested in op.walk():
        for inherent, table in ((False, nested.attrs), (True, nested.properties)):
            for key, told in table.items():
                if not told:
                    continue
                quoted = key == _DEFINED and told[0] == '"'
                word = told[1:-1] if quoted else told[1:]
                if word in slots and (quoted or told[0] == "@"):
                    found.setdefault(nested, []).append(Symbol(inherent, key, slots[word], quoted))
                    count[word] += 1
                else:
                    others |= {told, written(told)}
        others.update(_told_beside(nested))
    hidden = any(sign in text for sign in '#!"')
    fixed = {
        word
        for word in slots
        if hidden or count[word] != words.count(word) or any(_has(other, word) for other in others)
    }
    free = {nested: [one for one in told if words[one.slot] not in fixed] for nested, told in found.items()}
    return {nested: told for nested, told in free.items() if told}, [
        slot for slot, word in enumerate(words) if word in fixed
    ]


def _is_symbol(word: str) -> bool:
    """Is it the name of a symbol, neither that of a value nor a type?"""
    return word[0] != "%" and word[-1] != ">"


def _told_beside(op: Op) -> Iterator[str]:
    """The parts of an op besides its attributes: types, attributes and locations of values, its location."""
    values: list[Value] = [*op.operands, *op.results]
    values += [value for region in op.regions for block in region.blocks for value in block.arguments]
    yield op.location or ""
    for value in values:
        yield from (value.type.text, value.type.canonical, value.attrs or "", value.location or "")


def _has(text: str, word: str) -> bool:
    return re.search(rf"(?<![\w$.]){re.escape(word)}(?![\w$.])", text) is not None
