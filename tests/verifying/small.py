"""Small programs to compare: a function around a few lines, and what is said of two of them."""

from ownlog.backend.verifying import Outcome, compare
from ownlog.frontend import parse

DECLARED = "func.func private @see(memref<4xi32>)\nfunc.func private @tell(i32)\n"


def compared(before: str, after: str) -> list[Outcome]:
    """What is said of each function of two modules, beside the declarations."""
    return compare(parse(DECLARED + before), parse(DECLARED + after), again=lambda: parse(DECLARED + before)).outcomes


def status(before: str, after: str) -> str:
    """What is said of the function that is least alike."""
    found = {outcome.status for outcome in compared(before, after)}
    return next(word for word in ("different", "unknown", "same") if word in found)


def body(
    text: str,
    arguments: str = "%a: memref<4xi32>, %b: memref<4xi32>, %c: i1, %d: i1, %x: i32, %y: i32, %i: index, %j: index",
) -> str:
    """A function of these lines."""
    return f"func.func @f({arguments}) {{\n{text.strip()}\nreturn\n}}\n"
