"""`python -m tests.fuzz.shrink FILE [OPTION...]`: a smaller text that goes wrong in the same way."""

import argparse
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.fuzz.attempt import attempt, prepared
from tests.fuzz.judge import Judge, signature
from tests.shared import find_tool


def shrink(text: str, still: Callable[[str], bool]) -> str:
    """`text` without what it does not take for `still`: lines, then tokens, in ever smaller groups."""
    for pattern in (r"[^\n]*\n?", r"\s*(?:[\w.%@^#!$-]+|\S)"):
        parts = [part for part in re.findall(pattern, text) if part]
        size = len(parts) // 2
        while size:
            at = 0
            while at < len(parts):
                fewer = parts[:at] + parts[at + size :]
                if still("".join(fewer)):
                    parts = fewer
                else:
                    at += size
            size //= 2
        text = "".join(parts)
    return text


def fault_of(text: str, command: Sequence[str], judge: Judge | None) -> tuple[str, str] | None:
    """The kind and the detail of what goes wrong with a text, None where nothing does."""
    result = attempt(command, text.encode("utf-8", "surrogateescape"))
    if result.fault:
        return result.fault, result.detail
    out = result.out.decode("utf-8", "surrogateescape")
    if judge is None or result.status or out == text:
        return None
    refused = judge.refused([out])
    return ("invalid", signature(refused[0])) if refused and not judge.refused([text]) else None


def main() -> None:
    """Shrink a file, print what remains."""
    options = argparse.ArgumentParser(
        prog="python -m tests.fuzz.shrink",
        usage="%(prog)s [-h] FILE [OPTION...]",
        description="Print a smaller text that goes wrong in the same way with these options of `ownlog opt`.",
    )
    options.add_argument("file", type=Path, metavar="FILE", help="the text")
    given, command = options.parse_known_args()
    command = command or ["--buffer-deallocation-pipeline"]
    tool = find_tool("mlir-opt-22")
    judge = Judge(tool) if tool else None
    try:
        data = given.file.read_bytes()
    except OSError as error:
        options.error(f"cannot read {given.file}: {error.strerror}")
    text = data.decode("utf-8", "surrogateescape")
    with prepared([command]):
        first = fault_of(text, command, judge)
        print(f"// {first}")
        if first is not None:
            print(shrink(text, lambda smaller: fault_of(smaller, command, judge) == first))


if __name__ == "__main__":
    main()
