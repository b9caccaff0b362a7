"""Tables of formats, a file for each dialect.

    op other: format ; rules
        more of the format

says the format of the ops `dialect.op` and `dialect.other`; lines that start with white space go on. `NAME = text`
names a text that later lines write as `{NAME}`. Comments start with `//`.
"""

from __future__ import annotations

import os
import re
from functools import cache

_USE = re.compile(r"\{([A-Z_]+)\}")
_NAME = re.compile(r"(?s)([A-Z_]+) = (.*)\Z")


@cache
def table_of(dialect: str) -> dict[str, str]:
    """The formats of a dialect's ops, by full name. ValueError for a table that is not well formed."""
    with open(f"{os.path.dirname(__file__)}/{dialect}.forms", encoding="utf-8") as file:
        return formats_in(file.read(), dialect)


def formats_in(text: str, dialect: str) -> dict[str, str]:
    """The formats in the text of a dialect's table, by the ops' full names.

    ValueError for a text that is not well formed.
    """
    named: dict[str, str] = {}
    formats: dict[str, str] = {}
    for entry in entries_in(text):
        entry = _USE.sub(lambda found: named[found[1]], entry)
        found = _NAME.match(entry)
        if found is not None:
            named[found[1]] = found[2]
            continue
        names, colon, format = entry.partition(":")
        if not colon or "`" in names:
            raise ValueError(f"{dialect}.forms: expected 'ops: format' in {entry!r}")
        for name in names.split():
            if f"{dialect}.{name}" in formats:
                raise ValueError(f"{dialect}.forms: '{name}' has a format already")
            formats[f"{dialect}.{name}"] = format.strip()
    return formats


def entries_in(text: str) -> list[str]:
    """The entries of a table, each in one line."""
    entries: list[str] = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("//"):
            continue
        if line[0] in " \t" and entries:
            entries[-1] += " " + line.strip()
        else:
            entries.append(line)
    return entries


TABLES = frozenset(
    """
    affine amdgpu amx arith arm_sme async bufferization cf complex func gpu index linalg llvm math memref
    ml_program nvgpu omp scf shape sparse_tensor tensor tosa ub vector x86vector
    """.split()
)
"""The dialects that have a table."""
