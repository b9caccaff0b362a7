"""The files of a Datalog program: includes, found without parsing, and comments above declarations."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ownlog.base.errors import Diagnostic, RuleError, limit_to_raise
from ownlog.base.source import Source

# Comments and strings come first, so that an `.include` inside one of them is passed over.
_INCLUDE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|\.include\s+"((?:\\.|[^"\\])*)"', re.DOTALL)
_STRING = re.compile(r'"(?:\\.|[^"\\])*"', re.DOTALL)
_NUMBER = re.compile(r"([A-Z][A-Za-z]*\d+[a-z]?):\s*(.*)")


@dataclass
class SourceFile:
    """One file of a program, with its `.include`s by offset; `base` is the directory of a text without a path."""

    source: Source
    path: Path | None
    includes: dict[int, Path] = field(default_factory=dict)
    base: Path | None = None


def collect(roots: Sequence[SourceFile]) -> dict[Path | None, SourceFile]:
    """All files reachable from `roots`, in the order in which Soufflé first meets them.

    Raises RuleError, at the `.include`, for a file that cannot be read.
    """
    files: dict[Path | None, SourceFile] = {}

    def visit(file: SourceFile) -> None:
        files[file.path] = file
        for match in _INCLUDE.finditer(file.source.text):
            if match.group(1) is None:
                continue
            target = _included(file, match.group(1))
            file.includes[match.start(1) - 1] = target
            if target not in files:
                visit(read_source(target, file.source, match.start(1) - 1))

    for root in roots:
        if root.path not in files:
            visit(root)
    return files


def concatenated(files: Mapping[Path | None, SourceFile], roots: Sequence[SourceFile]) -> str:
    """All files as one text, each at its first `.include`, with line markers for positions in Soufflé's messages."""
    seen: set[Path | None] = set()
    parts: list[str] = []

    def add(file: SourceFile) -> None:
        seen.add(file.path)
        text, start = file.source.text, 0
        parts.append(_marker(file.source, 0))
        for at, target in file.includes.items():
            parts.append(text[start : text.rindex(".include", 0, at)])
            start = at + len(_STRING.match(text, at)[0])  # type: ignore[index]
            if target not in seen:
                add(files[target])
                parts.append(_marker(file.source, start))
        parts.append(text[start:])

    for root in roots:
        if root.path not in seen:
            add(root)
    return "".join(parts)


def _marker(source: Source, at: int) -> str:
    # The marker names the line after its own; what follows the include on its line keeps that line's number.
    return f'\n# {source.position(at).line} "{source.name}"\n'


def _included(file: SourceFile, name: str) -> Path:
    directory = file.path.parent if file.path is not None else file.base or Path.cwd()
    return (directory / name).resolve()


def read_source(path: Path, includer: Source | None = None, at: int = 0) -> SourceFile:
    """Reads one file as UTF-8. Raises RuleError, at offset `at` of the includer if there is one."""
    try:
        data = path.read_bytes()
    except OSError as error:
        message, advice = f"cannot read {path}: {error.strerror}", limit_to_raise(error.errno, "check the path")
        raise RuleError(
            includer.diagnostic(at, message, advice) if includer else Diagnostic(message, advice=advice)
        ) from error
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        shown = Source(data.decode("utf-8", "surrogateescape"), _display_name(path))
        offset = len(data[: error.start].decode("utf-8"))
        message, advice = f"the byte 0x{data[error.start]:02X} is not valid UTF-8", "save the file as UTF-8"
        raise RuleError(shown.diagnostic(offset, message, advice)) from error
    return SourceFile(Source(text, _display_name(path)), path)


def _display_name(path: Path) -> str:
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def comment_above(text: str, offset: int) -> list[str]:
    """The comment that ends on the line above the one of `offset`: `//` lines or one `/* */`; else empty."""
    line_start = text.rfind("\n", 0, offset) + 1
    above = text[:line_start].rstrip("\n") if text[max(0, line_start - 2) : line_start] != "\n\n" else ""
    if not above or line_start == 0:
        return []
    if above.endswith("*/"):
        start = above.rfind("/*")
        lines = above[start + 2 : -2].split("\n") if start >= 0 else []
        return _trim([line.strip().lstrip("*").strip() for line in lines])
    block: list[str] = []
    for line in reversed(above.split("\n")):
        stripped = line.strip()
        if not stripped.startswith("//"):
            break
        block.append(stripped.lstrip("/").strip())
    return _trim(block[::-1])


def _trim(lines: list[str]) -> list[str]:
    while lines and not lines[0]:
        lines = lines[1:]
    while lines and not lines[-1]:
        lines = lines[:-1]
    return lines


def rule_number(comment: list[str]) -> tuple[str, str]:
    """The number and text of a rule from the comment above it (`O4: text`), else ("", "")."""
    for index in range(len(comment) - 1, -1, -1):
        match = _NUMBER.fullmatch(comment[index])
        if match:
            return match.group(1), " ".join([match.group(2), *comment[index + 1 :]]).strip()
    return "", ""
