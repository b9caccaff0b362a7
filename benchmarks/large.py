"""The large programs of the shared material, and ones made of them."""

from __future__ import annotations

import lzma
import re
from functools import cache
from pathlib import Path

_VALUE = re.compile(r"%(?!arg\d)([\w$.-]+)")


@cache
def _source(folder: Path, allocations: int) -> str:
    if allocations == 20_000:
        return lzma.decompress((folder / "transformer_20k.mlir.xz").read_bytes()).decode()
    return (folder / "transformer_5k.mlir").read_text()


def transformer(folder: Path, allocations: int) -> str:
    """A transformer with 5,000 or 20,000 allocations as it came from a compiler, or as many copies of these layers as
    it takes.

    Each copy takes what the last layer before it made in place of the first argument, so the layers form one longer
    chain.
    """
    base = 20_000 if allocations % 20_000 == 0 else 5_000
    text = _source(folder, base)
    copies = allocations // base
    if copies == 1:
        return text
    lines = text.splitlines()
    head = next(number for number, line in enumerate(lines) if "func.func" in line)
    end = next(number for number in range(len(lines) - 1, 0, -1) if lines[number].lstrip().startswith("return "))
    body = "\n".join(lines[head + 1 : end])
    made = re.search(r"return (%[\w$.-]+)", lines[end])
    assert made is not None
    out = lines[: head + 1]
    given = "%arg0"
    for number in range(copies):
        copy = _VALUE.sub(rf"%s{number}_\1", body)
        out.append(re.sub(r"%arg0\b", given, copy))
        given = _VALUE.sub(rf"%s{number}_\1", made[1])
    out.append(_VALUE.sub(rf"%s{copies - 1}_\1", lines[end]))
    return "\n".join([*out, *lines[end + 1 :], ""])
