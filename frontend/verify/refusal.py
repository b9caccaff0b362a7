"""How a rule that is broken is reported."""

from __future__ import annotations

import re
from typing import NoReturn

from ownlog.base.errors import InputError
from ownlog.base.source import Source
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.tokens import SPACE

_RESULTS = re.compile(rf"(?:%[^=\n]*+={SPACE})?")


def refuse(op: Op, message: str, advice: str) -> NoReturn:
    """Raise an InputError with `'name' op message` at the op's name (if omitted: at the op around it)."""
    bare(op, f"'{op.name}' op {message}", advice)


def bare(op: Op, message: str, advice: str) -> NoReturn:
    """Raise an InputError with just this message at the op's name."""
    shown: Op | None = op
    while shown is not None and shown.source is None:
        shown = shown.parent_op
    if shown is None or shown.source is None:
        raise InputError(op.diagnostic(message, advice))
    raise InputError(shown.source.diagnostic(name_offset(shown.source, shown.start), message, advice))


def name_offset(source: Source, start: int) -> int:
    """Where the name of the op stands whose text starts at `start`, behind its results."""
    found = _RESULTS.match(source.text, start)
    return start if found is None else found.end()
