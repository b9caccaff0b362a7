"""Is what a program lets others observe the same with what was decided as by value?"""

from typing import NamedTuple

from ownlog.frontend import parse
from tests.bufferize.deciding.marking import Analysed
from tests.bufferize.running.interpreter import ByValue, Decided, Interpreter, Lost
from tests.bufferize.running.memory import Element, WritesToReadOnly


class Wrong(NamedTuple):
    """What a program should let others observe, and what it does instead."""

    expected: list[Element]
    found: list[Element] | str


def by_value(text: str) -> list[Element]:
    """What a program should let others observe; None stands for what nobody wrote."""
    return Interpreter(parse(text, "in.mlir"), ByValue()).run()


def wrong(text: str, found: Analysed) -> Wrong | None:
    """What goes wrong with what was decided about a program; None if nothing does."""
    expected = by_value(text)
    for backwards in (False, True) if "scf.forall" in text else (False,):
        try:
            observed = Interpreter(found.module, Decided(found), backwards=backwards).run()
        except (WritesToReadOnly, Lost) as error:
            return Wrong(expected, type(error).__name__)
        if len(expected) != len(observed) or any(
            a is not None and a != b for a, b in zip(expected, observed, strict=True)
        ):
            return Wrong(expected, observed)
    return None
