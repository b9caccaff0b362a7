"""Bytes that are no UTF-8: they stay in strings and comments, and are refused at their place everywhere else."""

import random
from pathlib import Path

import pytest

import ownlog
from ownlog.base.errors import Diagnostic, InputError, Position
from tests.frame.programs import GOOD, PASS, assert_refused, opt
from tests.tools import OwnlogFork

SOURCE = GOOD.encode()
ELSEWHERE = {
    "in a value's name": (SOURCE.replace(b"%buffer", b"%b\xe9", 1), 3),
    "in a type": (SOURCE.replace(b"4xf32", b"\xe9xf32", 1), 2),
    "behind a string with such bytes": (SOURCE.replace(b"return", b'"my.\xff\xff"() \xe9'), 5),
    "behind a string with an escaped quote": (SOURCE.replace(b"return", b'"my.\\"\xff"() \xe9'), 5),
    "behind what only looks like a comment": (SOURCE.replace(b"return", b'"my.//\xff"() \xe9'), 5),
}


@pytest.mark.parametrize("name", ELSEWHERE)
def test_a_byte_elsewhere_is_refused_at_its_place(name: str, tmp_path: Path) -> None:
    data, line = ELSEWHERE[name]
    column = data.splitlines()[line - 1].index(0xE9) + 1
    path = tmp_path / "in.mlir"
    path.write_bytes(data)
    run = opt([PASS, str(path)])
    assert_refused(run)
    first, shown, caret, *_ = run.err.splitlines()
    assert first == f"{path}:{line}:{column}: error: the byte 0xE9 is not valid UTF-8"
    # One column for each byte, so that the caret points at the right one.
    assert shown == data.splitlines()[line - 1].decode("ascii", "surrogateescape").translate(
        dict.fromkeys(range(0xDC80, 0xDD00), "\ufffd")
    )
    assert caret == " " * (column - 1) + "^"


def test_bytes_in_strings_and_comments_stay(tmp_path: Path) -> None:
    path = tmp_path / "in.mlir"
    path.write_bytes(
        SOURCE.replace(b"comment", b"\xff").replace(b"return", b'"my.x"() {a = "\xe9"} : () -> ()\n  return')
    )
    out = tmp_path / "out.mlir"
    assert opt([PASS, str(path), "-o", str(out)]).status == 0
    assert b"// A \xff that stays." in out.read_bytes()
    assert b'{a = "\xe9"}' in out.read_bytes()


@pytest.mark.parametrize(
    ("data", "said", "advice"),
    [
        ("\ufeff".encode() + SOURCE, "begins with a byte order mark", "without a byte order mark"),
        (GOOD.encode("utf-16"), "is UTF-16, and not UTF-8", "iconv -f UTF-16 -t UTF-8"),
        (b"\xfe\xff" + GOOD.encode("utf-16-be"), "is UTF-16, and not UTF-8", "iconv -f UTF-16 -t UTF-8"),
    ],
)
def test_a_byte_order_mark_is_named(data: bytes, said: str, advice: str, tmp_path: Path) -> None:
    path = tmp_path / "in.mlir"
    path.write_bytes(data)
    run = opt([PASS, str(path)])
    assert_refused(run)
    assert f"{path}:1:1: error: the text {said}" in run.err
    assert advice in run.err


BINARY = {
    "bytecode": (
        b"ML\xefR\x0dMLIR22\x00" + bytes(range(256)),
        1,
        "this is MLIR bytecode, and not text",
        "mlir-opt IN -o OUT.mlir",
    ),
    "a program": (b"\x7fELF" + bytes(range(8)) * 30 + b"\xff", 245, "this is not text", "read as text"),
    "random bytes": (random.Random(1).randbytes(600), 1, "this is not text", "read as text"),
}


@pytest.mark.parametrize("name", BINARY)
def test_what_is_no_text_is_refused_and_not_shown(name: str, tmp_path: Path) -> None:
    data, column, said, advice = BINARY[name]
    path = tmp_path / "in.mlir"
    path.write_bytes(data)
    run = opt([PASS, str(path)])
    assert (run.status, run.out) == (1, "")
    first, second = run.err.splitlines()
    assert first == f"{path}:1:{column}: error: {said}"
    assert second.startswith("  help: ")
    assert advice in second


def test_a_diagnostic_shows_no_line_of_what_is_no_text() -> None:
    position = Position("a.dl", 1, 1)
    assert str(Diagnostic("no", position, "\udce9\0\x01" * 50)) == "a.dl:1:1: error: no"
    assert str(Diagnostic("no", position, "\udce9\0\x01" * 2)).count("\ufffd") == 6
    assert str(Diagnostic("no", position, "\udce9" * 20 + "a" * 100)).count("\ufffd") == 20


def test_a_diagnostic_shows_what_cannot_be_shown_in_one_column() -> None:
    line = "\t\x1b[31m\udce9 é x"
    shown = str(Diagnostic("no \udce9 \x1b", Position("\udcff.mlir", 1, 10), line, advice="\x07"))
    assert shown == f"\\xff.mlir:1:10: error: no \\xe9 \\x1b\n\t\ufffd[31m\ufffd é x\n\t{' ' * 8}^\n  help: \\x07"


def test_a_model_file_is_utf8(tmp_path: Path) -> None:
    model = tmp_path / "my.dl"
    model.write_bytes('// ä\nallocates("my.'.encode() + b'\xe9", 0).\n')
    run = OwnlogFork()([PASS, "--model", str(model), "-"], GOOD)
    assert_refused(run)
    assert f'{model}:2:15: error: the byte 0xE9 is not valid UTF-8\nallocates("my.\ufffd", 0).\n{" " * 14}^' in run.err


def test_a_query_to_a_data_set_is_utf8(tmp_path: Path) -> None:
    for module in ("duckdb", "pyarrow.parquet", "rich"):
        pytest.importorskip(module, reason=f"{module} is not installed (ownlog[corpus])")
    run = OwnlogFork(("corpus", "sql"))([str(tmp_path), "SELECT '\udce9'"])
    assert_refused(run)
    assert run.err.startswith("<query>:1:9: error: the byte 0xE9 is not valid UTF-8\nSELECT '\ufffd'\n")


def test_the_api_raises_an_input_error() -> None:
    with pytest.raises(InputError) as caught:
        ownlog.parse("func.func @f\udce9() {\n  return\n}\n", "here.mlir")
    assert caught.value.diagnostics[0].position == Position("here.mlir", 1, 13)
