"""The language server, spoken to by a real client over standard input and output."""

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

pytest_lsp = pytest.importorskip("pytest_lsp", reason="pytest-lsp is not installed (dependency group dev)")
types = pytest.importorskip("lsprotocol.types", reason="pygls is not installed (extra lsp)")

T = "memref<4xf32>"
TEXT = f"""\
func.func @f(%c: i1, %x: {T}, %out: {T}) -> {T} {{
  %a = memref.alloc() : {T} // Übergröße
  memref.copy %x, %a : {T} to {T}
  %r = scf.if %c -> ({T}) {{
    %n = memref.alloc() : {T}
    memref.copy %a, %n : {T} to {T}
    scf.yield %n : {T}
  }} else {{
    scf.yield %x : {T}
  }}
  return %r : {T}
}}
"""


@pytest_lsp.fixture(
    config=pytest_lsp.ClientServerConfig(server_command=[sys.executable, "-m", "ownlog", "lsp", "--stdio"])
)  # type: ignore[untyped-decorator]
async def client(lsp_client: pytest_lsp.LanguageClient) -> AsyncIterator[None]:  # type: ignore[name-defined]
    await lsp_client.initialize_session(
        types.InitializeParams(capabilities=pytest_lsp.client_capabilities("visual-studio-code"))
    )
    yield
    await lsp_client.shutdown_session()


async def opened(client: Any, text: str, path: Path) -> str:
    """The address of an open document; its messages have come."""
    uri = path.as_uri()
    document = types.TextDocumentItem(uri=uri, language_id="mlir", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(document))
    await asyncio.wait_for(client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS), 60)
    return uri


def at(uri: str, text: str, what: str, number: int = 0) -> dict[str, object]:
    """The parameters of a request about the occurrence of a text with that number."""
    offset = -1
    for _ in range(number + 1):
        offset = text.index(what, offset + 1)
    before = text[: offset + 1]
    position = types.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)
    return {"text_document": types.TextDocumentIdentifier(uri), "position": position}


def lines(locations: object) -> list[int]:
    """The lines of locations, from 1 on."""
    assert isinstance(locations, (list, tuple))
    return [location.range.start.line + 1 for location in locations]


@pytest.mark.asyncio
async def test_what_is_under_the_cursor(client: Any, tmp_path: Path) -> None:
    uri = await opened(client, TEXT, tmp_path / "in.mlir")
    hover = await client.text_document_hover_async(types.HoverParams(**at(uri, TEXT, "%r", 1)))
    assert "owned on some ways: an i1 tells, or holds %x, which nobody here owns" in hover.contents.value
    assert "MAY alias" in hover.contents.value
    assert (hover.range.start.line, hover.range.start.character) == (10, 9)
    assert await client.text_document_hover_async(types.HoverParams(**at(uri, TEXT, "func.func"))) is None
    assert await client.text_document_hover_async(types.HoverParams(**at(uri, TEXT, "%c"))) is None


@pytest.mark.asyncio
async def test_to_the_release_and_back(client: Any, tmp_path: Path) -> None:
    uri = await opened(client, TEXT, tmp_path / "in.mlir")
    released = await client.text_document_implementation_async(types.ImplementationParams(**at(uri, TEXT, "%a")))
    assert lines(released) == [10]
    defined = await client.text_document_definition_async(types.DefinitionParams(**at(uri, TEXT, "%a", 1)))
    assert defined.range.start.line == 1
    context = types.ReferenceContext(include_declaration=True)
    used = await client.text_document_references_async(types.ReferenceParams(context=context, **at(uri, TEXT, "%a", 1)))
    assert lines(used) == [2, 3, 6]


@pytest.mark.asyncio
async def test_frees_beside_the_lines_and_why(client: Any, tmp_path: Path) -> None:
    uri = await opened(client, TEXT, tmp_path / "in.mlir")
    document = types.TextDocumentIdentifier(uri)
    whole = types.Range(types.Position(0, 0), types.Position(TEXT.count("\n"), 0))
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(document, whole))
    assert [(hint.position.line + 1, str(hint.label).strip()) for hint in hints] == [(10, "dealloc %a")]
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(document))
    assert [(lens.range.start.line + 1, lens.command.title) for lens in lenses] == [
        (2, "%a: freed after lines 4 to 10: why?"),
        (5, "%n: moves to %r, line 7: why?"),
    ]
    told = await client.workspace_execute_command_async(
        types.ExecuteCommandParams(lenses[0].command.command, arguments=lenses[0].command.arguments)
    )
    assert "it is used on lines 4 to 10" in told
    assert any("it is used on lines 4 to 10" in message.message for message in client.messages)


@pytest.mark.asyncio
async def test_messages_come_and_go(client: Any, tmp_path: Path) -> None:
    uri = await opened(client, TEXT, tmp_path / "in.mlir")
    assert [message.severity for message in client.diagnostics[uri]] == [types.DiagnosticSeverity.Information]
    assert "copied where it is returned" in client.diagnostics[uri][0].message
    identifier = types.VersionedTextDocumentIdentifier(version=2, uri=uri)
    broken = types.TextDocumentContentChangeWholeDocument(TEXT.replace("%x, %a", "%x, %nobody"))
    client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [broken]))
    await asyncio.wait_for(client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS), 60)
    [error] = client.diagnostics[uri]
    assert (error.severity, error.range.start.line) == (types.DiagnosticSeverity.Error, 2)
    assert "use of undeclared SSA value name '%nobody'" in error.message
    hover = await client.text_document_hover_async(types.HoverParams(**at(uri, TEXT, "%r", 1)))
    assert hover is None
    client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
    await asyncio.wait_for(client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS), 60)
    assert list(client.diagnostics[uri]) == []
