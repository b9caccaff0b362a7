"""The language server: `Document`s over the Language Server Protocol, on standard input and output, by pygls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from ownlog.base.errors import Diagnostic, OwnlogError
from ownlog.base.version import __version__
from ownlog.editor.document import Document, Span

WHY = "ownlog.why"
"""The command of code lenses: from a document's URI and a buffer's name to the text of `ownlog why --value`."""

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "remark": types.DiagnosticSeverity.Information,
    "note": types.DiagnosticSeverity.Hint,
}
_Found = TypeVar("_Found")


def serve(models: Sequence[Path] = ()) -> None:
    """Serve an editor until it says goodbye. In: the user's model files."""
    _Server(tuple(models)).start_io()


class _Server(LanguageServer):
    """The server, with the last version of each open text."""

    def __init__(self, models: tuple[Path, ...]) -> None:
        super().__init__("ownlog", __version__)
        self._models = models
        self._open: dict[str, tuple[str, Document]] = {}
        self._add_features()

    def document(self, uri: str) -> Document:
        """What is known of the text of an open document as it is now."""
        opened = self.workspace.get_text_document(uri)
        known = self._open.get(uri)
        if known is None or known[0] != opened.source:
            known = opened.source, Document(opened.source, opened.filename or uri, self._models)
            self._open[uri] = known
        return known[1]

    def _add_features(self) -> None:
        handlers: dict[str, Callable[[Any], object]] = {
            types.TEXT_DOCUMENT_DID_OPEN: lambda params: self._publish(params.text_document.uri),
            types.TEXT_DOCUMENT_DID_CHANGE: lambda params: self._publish(params.text_document.uri),
            types.TEXT_DOCUMENT_DID_CLOSE: lambda params: self._close(params.text_document.uri),
            types.TEXT_DOCUMENT_HOVER: lambda params: self._hover(params),
            types.TEXT_DOCUMENT_DEFINITION: lambda params: self._definition(params),
            types.TEXT_DOCUMENT_IMPLEMENTATION: lambda params: self._releases(params),
            types.TEXT_DOCUMENT_REFERENCES: lambda params: self._references(params),
            types.TEXT_DOCUMENT_INLAY_HINT: lambda params: self._hints(params),
            types.TEXT_DOCUMENT_CODE_LENS: lambda params: self._lenses(params),
        }
        for name, handler in handlers.items():
            self.feature(name)(handler)
        self.command(WHY)(lambda uri, name: self._why(uri, name))

    def _publish(self, uri: str) -> None:
        document = self.document(uri)
        found = [self._diagnostic(document, message) for message in document.messages]
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found))

    def _close(self, uri: str) -> None:
        self._open.pop(uri, None)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def _diagnostic(self, document: Document, message: Diagnostic) -> types.Diagnostic:
        line, column = (
            (message.position.line - 1, message.position.column - 1) if message.position is not None else (0, 0)
        )
        line = min(max(line, 0), len(document.lines) - 1)
        end = max(column + 1, len(document.lines[line].rstrip()))
        text = f"{message.message}\n{message.advice}" if message.advice else message.message
        return types.Diagnostic(
            _range(document, Span(line, column, end)), text, _SEVERITIES.get(message.severity), source="ownlog"
        )

    def _hover(self, params: types.HoverParams) -> types.Hover | None:
        document = self.document(params.text_document.uri)
        found = _quietly(lambda: document.hover(*_place(document, params.position)), None)
        if found is None:
            return None
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, found.text), _range(document, found.span))

    def _definition(self, params: types.DefinitionParams) -> types.Location | None:
        document = self.document(params.text_document.uri)
        span = document.definition(*_place(document, params.position))
        return types.Location(params.text_document.uri, _range(document, span)) if span is not None else None

    def _releases(self, params: types.ImplementationParams) -> list[types.Location]:
        document = self.document(params.text_document.uri)
        nothing: list[Span] = []
        spans = _quietly(lambda: document.releases(*_place(document, params.position)), nothing)
        return [types.Location(params.text_document.uri, _range(document, span)) for span in spans]

    def _references(self, params: types.ReferenceParams) -> list[types.Location]:
        document = self.document(params.text_document.uri)
        spans = document.references(*_place(document, params.position))
        return [types.Location(params.text_document.uri, _range(document, span)) for span in spans]

    def _hints(self, params: types.InlayHintParams) -> list[types.InlayHint]:
        document = self.document(params.text_document.uri)
        wanted = range(params.range.start.line, params.range.end.line + 1)
        nothing: list[tuple[int, str]] = []
        return [
            types.InlayHint(
                _position(document, line, len(document.lines[line].rstrip())), f"  {text}", padding_left=True
            )
            for line, text in _quietly(lambda: document.hints, nothing)
            if line in wanted
        ]

    def _lenses(self, params: types.CodeLensParams) -> list[types.CodeLens]:
        uri = params.text_document.uri
        document = self.document(uri)
        nothing: list[tuple[int, str, str]] = []
        return [
            types.CodeLens(
                _range(document, Span(line, 0, 0)), types.Command(f"{text}: why?", WHY, arguments=[uri, name])
            )
            for line, text, name in _quietly(lambda: document.lenses, nothing)
        ]

    def _why(self, uri: str, name: str) -> str:
        try:
            text = self.document(uri).why(name)
        except OwnlogError as error:
            text = str(error)
        self.window_show_message(types.ShowMessageParams(types.MessageType.Info, text))
        return text


def _quietly(ask: Callable[[], _Found], otherwise: _Found) -> _Found:
    """An answer; `otherwise` where the program is refused, which the messages tell."""
    try:
        return ask()
    except OwnlogError:
        return otherwise


def _place(document: Document, position: types.Position) -> tuple[int, int]:
    """Line and column, in characters, of a position, which counts in UTF-16 units."""
    if position.line >= len(document.lines):
        return position.line, position.character
    units = document.lines[position.line].encode("utf-16-le", "surrogatepass")[: 2 * position.character]
    return position.line, len(units.decode("utf-16-le", "replace"))


def _position(document: Document, line: int, column: int) -> types.Position:
    return types.Position(line, len(document.lines[line][:column].encode("utf-16-le", "surrogatepass")) // 2)


def _range(document: Document, span: Span) -> types.Range:
    return types.Range(_position(document, span.line, span.start), _position(document, span.line, span.end))
