"""The tree in C: the reader reads what the parser reads, and gives the rest back to it; walks find what those in Python
find.
"""

import gc
import random
import re
import signal
from collections.abc import Callable, Iterator
from types import FrameType

import pytest

from ownlog.base.errors import InputError
from ownlog.base.source import Source
from ownlog.frontend import native, parse
from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.ir.walking import ops_in
from ownlog.frontend.native import native_tree
from tests.frontend.test_templates import tree
from tests.shared import REPOSITORY, require_shared, shared_programs

pytestmark = [
    pytest.mark.skipif(native_tree() is None, reason="the native reader was not built"),
    pytest.mark.usefixtures("made_at_once"),
]

_HEADER = REPOSITORY / "frontend" / "native" / "tree.h"
_HEAD = "func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %n: index, %c: i1) {\n"
_TAIL = "  func.return\n}\n"


def _said(text: str) -> object:
    try:
        return list(tree(parse(text, "in.mlir")))
    except InputError as error:
        return str(error)


@pytest.fixture
def with_python(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], object]:
    """What the parser says of a text without the reader."""

    def read(text: str) -> object:
        with monkeypatch.context() as patch:
            patch.setattr("ownlog.frontend.reading.parser.native_tree", lambda: None)
            return _said(text)

    return read


def test_an_extension_that_takes_other_plans_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    found = re.search(r"FORMAT = (\d+)", _HEADER.read_text())
    assert found is not None
    assert int(found[1]) == native.FORMAT
    monkeypatch.setattr(native, "FORMAT", native.FORMAT + 1)
    assert native.native_tree.__wrapped__() is None


def test_the_environment_can_forbid_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OWNLOG_NATIVE", "0")
    assert native.native_tree.__wrapped__() is None


def _changes(text: str, rng: random.Random) -> Iterator[str]:
    """The text, the text with a line, a name, a symbol, a size or a word that belongs elsewhere, and with copies of a
    function.
    """
    yield text
    lines = text.split("\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    yield "\n".join([*lines[:at], lines[other], *lines[at:]])
    yield "\n".join([*lines[:at], *lines[at + 1 :]])
    yield (copied := _with_copies(text, rng))
    for words in (
        r"%[\w#]+",
        r"@\w+",
        r"(?<=@)\w+|%\w+",
        r"(?<=[<x])\d+(?=x)",
        r"\b(?:f32|f64|index|i32|i1|memref|\d+)\b",
    ):
        found = list(re.finditer(words, text))
        if len(found) > 1:
            one, two = rng.sample(found, 2)
            yield text[: one.start()] + two[0] + text[one.end() :]
        of_copies = list(re.finditer(words, copied[len(text) :]))
        if len(of_copies) > 1:
            one, two = rng.sample(of_copies, 2)
            yield copied[: len(text) + one.start()] + two[0] + copied[len(text) + one.end() :]


def _with_copies(text: str, rng: random.Random) -> str:
    """The text with a function at its end three more times, each time under another name, perhaps with another symbol
    in it too.
    """
    functions = re.findall(r"^func\.func [^@\n]*@\w+\(.*\{\n(?:.*\n)*?\}\n", text, re.MULTILINE)
    if not functions:
        return text
    function = rng.choice(functions)
    symbols = sorted(set(re.findall(r"@\w+", function)))
    for number in range(3):
        names = {symbol: f"{symbol}_{number}" for symbol in symbols[: rng.randrange(1, len(symbols) + 1)]}
        text += re.sub(r"@\w+", lambda found, names=names: names.get(found[0], found[0]), function)  # type: ignore[misc]
    return f"{text}func.func private @last()\n"


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
    _sums(
        "%0", "%1", '  %2 = arith.addi %n, %n {t = "é"} : index\n', '  %3 = arith.addi %n, %n {t = "é"} : index\n', "%4"
    ),
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
    lines = "".join(
        f"  %x{n} = memref.load %a[%n] : memref<4xf32>\n  scf.if %c {{\n    {copy}\n  }}\n" for n in range(40)
    )
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


class _Loose:
    __slots__ = ("ops",)


class _Dashed:
    __slots__ = ("arguments", "begin", "changed", "head_end", "label", "lead_start", "named", "ops", "parent")


def test_what_is_no_ir_is_refused() -> None:
    tree = native_tree()
    assert tree is not None
    for classes in (
        (_Loose, Value, Region, Block),
        (Op, Value, Region, _Dashed),
        (Op, Value, Region, None),
        (Op, Value, Region),
        None,
    ):
        with pytest.raises((TypeError, AttributeError)):
            tree.know(classes)
    tree.know((Op, Value, Region, Block))
    tables: list[object] = [{}, [], set(), {}, {}, {}, set(), {}]
    for number in range(len(tables)):
        wrong = [None if at == number else table for at, table in enumerate(tables)]
        with pytest.raises(TypeError, match="is needed"):
            tree.Reader(Source(""), "", *wrong)
    reader = tree.Reader(Source(""), "", *tables)
    for arguments in ((0,), (0, Block()), (0, None, None), ("0", Block(), None)):
        with pytest.raises(TypeError):
            reader.read(*arguments)
    assert reader.read(0, Block(), None) == 0


def test_what_says_which_ops_are_closed_may_fail() -> None:
    def fail(name: str) -> bool:
        raise ValueError(name)

    [function] = parse(_HEAD + "  scf.if %c {\n  }\n" + _TAIL).functions()
    with pytest.raises(ValueError, match=r"scf\.if"):
        ops_in(function, fail)


def test_regions_may_nest_deeper_than_the_stack_is() -> None:
    op = top = Op("a.b")
    for _ in range(100_000):
        inner = Op("a.b")
        op.add_region(Region([Block()]))
        op.regions[0].blocks[0].ops.append(inner)
        op = inner
    assert len(ops_in(top)) == 100_001
    # Taken apart from within, as Python would take it apart in a recursion.
    for found in reversed(ops_in(top)):
        found.regions.clear()


def test_reading_can_be_interrupted() -> None:
    class Stopped(Exception):
        pass

    def stop(signum: int, frame: FrameType | None) -> None:
        raise Stopped

    text = _HEAD + "".join(f"  %x{n} = memref.load %a[%n] : memref<4xf32>\n" for n in range(200_000)) + _TAIL
    before = signal.signal(signal.SIGALRM, stop)
    # What a callback of the collector raises is lost, and hypothesis has such a callback.
    gc.disable()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(Stopped):
            parse(text)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        gc.enable()
