"""The shared corpus and upstream's tests: lossless round trips, and the same meaning as mlir-opt sees."""

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from ownlog.base.errors import InputError
from ownlog.base.version import LLVM
from ownlog.frontend import parse, split_input
from ownlog.frontend.forms.registry import all_dialects
from ownlog.frontend.generic.generic import print_generic
from ownlog.frontend.printing.printer import print_module
from tests.effort import counted
from tests.frontend.upstream.judge import forget_text, generic_forms
from tests.shared import require_shared
from tests.tiers import parts


def mlir_opt(text: str) -> str | None:
    """What mlir-opt prints in generic form, None where it rejects the text."""
    (form,) = generic_forms([text])
    return form


def pieces(*folders: str) -> Iterator[tuple[Path, str]]:
    for folder in folders:
        for path in sorted(require_shared(folder).rglob("*.mlir")):
            for text, _ in split_input(path.read_text()):
                yield path, text


@pytest.mark.parametrize("part", parts(8))
def test_the_corpus_round_trips(part: int) -> None:
    for path, text in islice(pieces("corpus", "corpus-large"), part, None, 8):
        module = parse(text, str(path))
        assert print_module(module) == text, path
        for op in module.walk():
            op.touched = True
        assert print_module(module) == text, path


def needs_import(error: InputError) -> bool:
    """Is text refused for an op of a dialect that Ownlog has no forms of? It is read where the dialect is imported."""
    op = error.diagnostics[0].unsupported
    return op is not None and op.partition(".")[0] not in all_dialects()


@pytest.mark.peer
def test_upstream_is_read_where_mlir_opt_reads_it() -> None:
    refused = []
    for path, text in pieces("upstream"):
        try:
            assert print_module(parse(text, str(path))) == text
        except InputError as error:
            if not needs_import(error):
                refused.append((path, text))
    forms = generic_forms([text for _, text in refused])
    assert [path for (path, _), form in zip(refused, forms, strict=True) if form is not None] == []


@pytest.mark.peer
@pytest.mark.parametrize("part", parts(6))
@pytest.mark.parametrize(
    "folders", [("upstream",), ("corpus/mlp", "corpus/control_flow", "corpus/tiled"), ("corpus/sparse", "corpus/cfg")]
)
def test_what_is_written_anew_means_the_same_to_mlir_opt(folders: tuple[str, ...], part: int) -> None:
    chosen = list(islice(pieces(*folders), 8 * part, None, 48))
    forms = generic_forms([text for _, text in chosen])
    read = [(path, text, form) for (path, text), form in zip(chosen, forms, strict=True) if form is not None]
    written: list[str] = []
    for path, text, _ in read:
        module = parse(text, str(path))
        written.append(print_generic(module))
        forget_text(module)
        written.append(print_module(module))
    again = generic_forms(written)
    for (path, _, expected), generic, custom in zip(read, again[::2], again[1::2], strict=True):
        assert generic in (expected, None), path
        assert custom == expected, path


@pytest.mark.peer
def test_the_structure_is_that_of_mlir_opts_generic_form() -> None:
    chosen = list(islice(pieces("corpus"), 0, None, 20))
    for (path, text), expected in zip(chosen, generic_forms([text for _, text in chosen]), strict=True):
        assert expected is not None, path
        again = parse(expected)
        ours = parse(text, str(path))
        if not (len(ours.ops) == 1 and ours.ops[0].name == "builtin.module"):
            continue
        hidden = {id(op) for op in again.walk() if op.name.startswith("linalg.") for op in list(op.walk())[1:]}
        shown = {id(op) for op in ours.walk() if op.name.startswith("linalg.") for op in list(op.walk())[1:]}
        rows = [(op.name, len(op.operands), len(op.results), op.segments) for op in ours.walk() if id(op) not in shown]
        theirs = [
            (op.name, len(op.operands), len(op.results), op.segments) for op in again.walk() if id(op) not in hidden
        ]
        assert [row[:3] for row in rows] == [row[:3] for row in theirs], path
        grouped = [(a, b) for a, b in zip(rows, theirs, strict=True) if b[3] is not None]
        assert all(a == b for a, b in grouped), path


def examples(kind: str) -> list[tuple[str, str]]:
    text = require_shared("MLIR-TEXT.md").read_text()
    return [(found[1], found[2]) for found in re.finditer(rf"```mlir {kind}([^\n]*)\n(.*?)```", text, re.DOTALL)]


def test_documented_examples() -> None:
    for flags, text in examples("ok"):
        for chunk, line in split_input(text) if "--split-input-file" in flags else [(text, 1)]:
            assert print_module(parse(chunk, first_line=line)) == chunk
    for _, text in examples("rejected"):
        for line_text in text.splitlines():
            try:
                module = parse(line_text)
            except InputError:
                continue
            # mlir-opt-22 refuses what older versions write.
            assert (module.llvm or LLVM) < LLVM, line_text


@pytest.mark.slow
def test_a_character_takes_few_calls() -> None:
    text = require_shared("corpus-large", "transformer_5k.mlir").read_text()
    _, calls = counted(lambda: parse(text))
    assert calls < 3 * len(text)
