"""What directives read and write again and again: operands with their types, and pieces with a number of operands
each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from ownlog.frontend.forms.language.state import State
from ownlog.frontend.ir.ir import Value
from ownlog.frontend.text.tokens import split_top_level

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader

T = TypeVar("T")


def comma_separated(p: OpReader, read: Callable[[], T], closing: str | None = None) -> list[T]:
    """What `read` reads, once or more; up to `closing` (then maybe not at all)."""
    found: list[T] = []
    if closing is not None and p.accept(closing):
        return found
    found.append(read())
    while p.accept(","):
        found.append(read())
    if closing is not None:
        p.expect(closing)
    return found


def bracketed(p: OpReader, read: Callable[[], T], opening: str = "(", closing: str = ")") -> list[T]:
    """What stands between brackets, separated by commas."""
    p.expect(opening)
    return comma_separated(p, read, closing)


def typed_operands(p: OpReader, s: State, name: str) -> None:
    """`%a, %b : t, t`."""
    s.uses[name] = p.operands()
    if s.uses[name]:
        p.expect(":")
        s.types[name] = p.types()


def typed_operand(p: OpReader, s: State, name: str) -> None:
    """`%a : t`, added to the operands of a group."""
    s.uses.setdefault(name, []).append(p.operand())
    p.expect(":")
    s.types.setdefault(name, []).append(p.type())


def shown_typed(values: list[Value]) -> str:
    """`%a, %b : t, t`; nothing without values."""
    return (
        f"{', '.join(value.ref for value in values)} : {', '.join(value.type.text for value in values)}"
        if values
        else ""
    )


def each_typed(values: list[Value]) -> list[str]:
    """`%a : t` for each."""
    return [f"{value.ref} : {value.type.text}" for value in values]


def entries(text: str | None) -> list[str]:
    """The entries of an attribute list."""
    return split_top_level((text or "[]").strip()[1:-1])


def listed(texts: list[str]) -> str:
    """An attribute list of these entries."""
    return f"[{', '.join(texts)}]"
