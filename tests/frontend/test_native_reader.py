"""The reader in C: it reads what the parser reads, and gives the rest back to it."""

from __future__ import annotations

import random
import re
import signal
from collections.abc import Callable, Iterator
from types import FrameType

import pytest

from ownlog.base.errors import InputError
from ownlog.base.source import Source
from ownlog.frontend import parse
from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.reading import native
from ownlog.frontend.reading.native import CLASSES, native_reader
from ownlog.frontend.reading.templates import Templates
from tests.frontend.test_templates import tree
from tests.shared import REPOSITORY, require_shared, shared_programs

pytestmark = pytest.mark.skipif(native_reader() is None, reason="the native reader was not built")

_HEADER = REPOSITORY / "frontend" / "reading" / "native" / "source" / "reader.h"
_HEAD = "func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %n: index, %c: i1) {\n"
_TAIL = "  func.return\n}\n"


def _said(text: str) -> object:
    try:
        return list(tree(parse(text, "in.mlir")))
    except InputError as error:
        return str(error)


@pytest.fixture
def with_python(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], object]:
    """What the parser says of a text without templates and without the reader."""

    def read(text: str) -> object:
        with monkeypatch.context() as patch:
            patch.setattr("ownlog.frontend.reading.parser.native_reader", lambda: None)
            patch.setattr("ownlog.frontend.reading.alike.kind_of", lambda *_: None)
            patch.setattr(Templates, "cut", lambda self, form, text, start: ([], start))
            return _said(text)

    return read


def test_an_extension_that_takes_other_plans_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    found = re.search(r"FORMAT = (\d+)", _HEADER.read_text())
    assert found is not None
    assert int(found[1]) == native.FORMAT
    monkeypatch.setattr(native, "FORMAT", native.FORMAT + 1)
    assert native.native_reader.__wrapped__() is None


def test_the_environment_can_forbid_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OWNLOG_NATIVE", "0")
    assert native.native_reader.__wrapped__() is None


def _changes(text: str, rng: random.Random) -> Iterator[str]:
    """The text, and the text with a line, a name, a size or a word that belongs elsewhere."""
    yield text
    lines = text.split("\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    yield "\n".join([*lines[:at], lines[other], *lines[at:]])
    yield "\n".join([*lines[:at], *lines[at + 1 :]])
    for words in (r"%[\w#]+", r"(?<=[<x])\d+(?=x)", r"\b(?:f32|f64|index|i32|i1|memref|\d+)\b"):
        found = list(re.finditer(words, text))
        if len(found) > 1:
            one, two = rng.sample(found, 2)
            yield text[: one.start()] + two[0] + text[one.end() :]


@pytest.mark.parametrize("program", shared_programs("corpus", largest=30_000)[::12])
def test_programs_are_read_as_by_the_parser(program: str, with_python: Callable[[str], object]) -> None:
    text = (require_shared("corpus") / program).read_text()
    for changed in _changes(text, random.Random(program)):
        assert _said(changed) == with_python(changed)


def _sums(*lines: str) -> str:
    """A sum in each line: a line of `%2` is `%2 = ...`, others stand as they are."""
    return "".join(f"  {line} = arith.addi %n, %n : index\n" if re.fullmatch(r"%\w+", line) else line for line in lines)


_LINES = [
    "".join(f"  %{n} = memref.load {buffer}[%n] : memref<4xf32>\n" for n, buffer in enumerate(("%a", "%b", "%a"))),
    "  // a line\n".join(["  memref.copy %a, %b : memref<4xf32> to memref<4xf32>\n" * 2] * 2),
    _sums("%0", "%1", "  %2=arith.addi %n, %n : index\n", "  %3  =  arith.addi %n, %n : index\n"),
    _sums("%0", "%1", "\r\n", "%2", "\n\n\n", "  %3 = arith.addi %0, %2 : index\n", "%4"),
    _sums("%0", "%1", '  %2 = arith.addi %n, %n {t = "é"} : index\n', '  %3 = arith.addi %n, %n {t = "é"} : index\n', "%4"),
    _sums("%0", "%1", "%1"),
    _sums("%0", "%1", *["  arith.addi %n, %n : index\n"] * 4),
    _sums("%0", "%1", "  %2 = arith.addi %n, %m : index\n"),
    _sums("%0", "%1", "  %2 = arith.addi %n, %n : index : index\n"),
    _sums("%0", "%1", "  %2 = arith.addi %n, %n : index"),
    _sums("%0", "%1", "  %2 = arith.addi %"),
]


@pytest.mark.parametrize("lines", _LINES)
def test_lines_are_read_as_by_the_parser(lines: str, with_python: Callable[[str], object]) -> None:
    for text in (_HEAD + lines + _TAIL, _HEAD + lines):
        assert _said(text) == with_python(text)


def test_most_ops_come_from_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    copy = "memref.copy %a, %b : memref<4xf32> to memref<4xf32>"
    lines = "".join(f"  %x{n} = memref.load %a[%n] : memref<4xf32>\n  scf.if %c {{\n    {copy}\n  }}\n" for n in range(40))
    read = 0
    finish = Op.__init__

    def counted(op: Op, *arguments: object, **words: object) -> None:
        nonlocal read
        read += 1
        finish(op, *arguments, **words)  # type: ignore[arg-type]

    monkeypatch.setattr(Op, "__init__", counted)
    module = parse(_HEAD + lines + _TAIL)
    assert sum(1 for _ in module.walk()) > 120
    assert read < 30


def test_what_is_no_ir_is_refused() -> None:
    make = native_reader()
    assert make is not None

    class Loose:
        __slots__ = ("ops",)

    tables: list[object] = [{}, [], set(), {}, {}, {}, set()]
    with pytest.raises(TypeError, match="other fields"):
        make((Loose, Value, Region, Block), Source(""), "", *tables)  # type: ignore[arg-type]
    for number in range(len(tables)):
        wrong = [None if at == number else table for at, table in enumerate(tables)]
        with pytest.raises(TypeError, match="is needed"):
            make(CLASSES, Source(""), "", *wrong)  # type: ignore[arg-type]
    one = make(CLASSES, Source(""), "", *tables)  # type: ignore[arg-type]
    for arguments in ((0,), (0, None), ("0", Block())):
        with pytest.raises(TypeError):
            one.read(*arguments)
    assert one.read(0, Block()) == 0


def test_reading_can_be_interrupted() -> None:
    class Stopped(Exception):
        pass

    def stop(signum: int, frame: FrameType | None) -> None:
        raise Stopped

    text = _HEAD + "".join(f"  %x{n} = memref.load %a[%n] : memref<4xf32>\n" for n in range(200_000)) + _TAIL
    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(Stopped):
            parse(text)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
