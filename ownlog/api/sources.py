"""What the API takes for a module: a path, an open file, text, an object of another library, or a module."""

from __future__ import annotations

import os
from typing import IO, TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

from ownlog.base.bindings import text_of
from ownlog.base.errors import Diagnostic, InputError
from ownlog.base.files import read_text

if TYPE_CHECKING:
    from ownlog.frontend.ir.module import Module

Source: TypeAlias = "str | bytes | os.PathLike[str] | IO[str] | IO[bytes] | HasOperation | HasAsm | IsOp"
"""MLIR text, or where it is; a module or operation of MLIR's Python bindings, or of xDSL."""


@runtime_checkable
class _Readable(Protocol):
    """As open files are."""

    def read(self) -> str | bytes: ...


class HasOperation(Protocol):
    """As modules of MLIR's Python bindings are."""

    @property
    def operation(self) -> Any: ...


class HasAsm(Protocol):
    """As operations of MLIR's Python bindings are."""

    def get_asm(self) -> Any: ...


class IsOp(Protocol):
    """As operations of xDSL are."""

    def is_structurally_equivalent(self, other: Any) -> bool: ...


_OF_TEXT = frozenset('\n{}()"%@!#=')
"""Each text of a module has one of these; a path may have them, too."""


def read(source: Source, name: str | None) -> tuple[str, str]:
    """The text of a source, and its name in diagnostics.

    A string is a path if a file has that name, or if no text of a module looks like it. Raises InputError for a file
    that cannot be read, and for other types.
    """
    if isinstance(source, os.PathLike):
        path = os.fspath(source)
        return read_text(path), name or path
    if isinstance(source, str):
        if _is_path(source):
            return _file(source), name or source
        return source, name or "<string>"
    if isinstance(source, bytes):
        return source.decode("utf-8", "surrogateescape"), name or "<bytes>"
    if not isinstance(source, _Readable):
        if (text := text_of(source)) is not None:
            return text, name or f"<{type(source).__name__}>"
        advice = "pass MLIR text, a path, an open file, or an object of MLIR's Python bindings"
        raise InputError(Diagnostic(f"a {type(source).__name__} cannot be read as MLIR", advice=advice))
    content = source.read()
    text = content.decode("utf-8", "surrogateescape") if isinstance(content, bytes) else content
    called = getattr(source, "name", None)
    return text, name or (called if isinstance(called, str) else "<file>")


def _is_path(text: str) -> bool:
    if not text.strip() or "\n" in text or "\0" in text:
        return False
    return _OF_TEXT.isdisjoint(text) or os.path.isfile(text)


def _file(path: str) -> str:
    try:
        return read_text(path)
    except InputError as error:
        (found,) = error.diagnostics
        advice = f"{found.advice}; it was taken for a path, because no MLIR text looks so"
        raise InputError(Diagnostic(found.message, advice=advice)) from None


def module_of(source: Module | Source) -> Module:
    """A module, which is read if it is not one yet."""
    from ownlog.frontend import parse
    from ownlog.frontend.ir.module import Module

    return source if isinstance(source, Module) else parse(*read(source, None))
