"""What the clauses of the acc dialect share: lists of attributes, and the device type behind a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.text.tokens import split_top_level

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader

NONE = "#acc.device_type<none>"


def entries(text: str | None) -> list[str]:
    """The entries of an attribute list."""
    return split_top_level((text or "[]").strip()[1:-1])


def listed(texts: list[str]) -> str:
    """An attribute list of these entries."""
    return f"[{', '.join(texts)}]"


def device_type(p: OpReader) -> str:
    """`[#acc.device_type<..>]` where it is written, else the type for no device."""
    if not p.accept("["):
        return NONE
    text = p.attribute()
    p.expect("]")
    return text


def shown_device(text: str) -> str:
    """What `device_type` reads."""
    return "" if text == NONE else f" [{text}]"
