"""Lines of a kind that was read before: ops are the same as if each line were parsed, and so is what is wrong with
them.
"""

import pytest

from ownlog.base.errors import InputError
from ownlog.frontend import parse
from ownlog.frontend.generic.generic import print_generic
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.native import native_tree
from ownlog.frontend.reading.parser import Parser
from ownlog.frontend.text.types import Type

_HEAD = """#a = @one
func.func @f(%a: index, %b: index, %m: memref<?xf32>, %i: i32, %p: memref<4xf32>, %q: memref<8xf32>, \
%g: memref<8xf64>) {
  %0 = arith.subi %a, %b : index
  %1 = arith.subi %b, %a : index
  %2:2 = scf.if %c -> (index, index) { scf.yield %a, %b : index, index } else { scf.yield %b, %a : index, index }
"""
_HEAD = _HEAD.replace("%i: i32", "%i: i32, %c: i1")
_LOADS = "%3 = memref.load %p[%a] : memref<4xf32>\n%4 = memref.load %q[%a] : memref<8xf32>\n"
_CALLS = "%3 = func.call @one(%i) : (i32) -> i32\n%4 = func.call @two(%3) : (i32) -> i32\n"
_GLOBALS = "%3 = memref.get_global @four : memref<4xf32>\n%4 = memref.get_global @more : memref<4xf32>\n"
_TAIL = """  return
}
func.func private @one(i32) -> i32
func.func private @two(i32) -> i32
func.func private @memref(f32) -> f32
memref.global "private" @four : memref<4xf32>
memref.global "private" @more : memref<4xf32>
memref.global "private" @eight : memref<8xf32>
"""

_LINES = [
    "%3 = arith.subi %a, %a : index\n%4 = arith.subi %a, %b : index\n%5 = arith.subi %b, %a : index",
    "%3 = arith.subi %2#0, %a : index\n%4 = arith.subi %2#1, %a : index",
    (
        "%3 = memref.alloc(%a) : memref<?xf32>\n%4 = memref.alloc(%b) : memref<?xf32>\nmemref.copy %3, %4 :"
        " memref<?xf32> to memref<?xf32>\nmemref.copy %4, %3 : memref<?xf32> to memref<?xf32>"
    ),
    (
        '%3 = arith.subi %a, %b {t = "%a"} : index\n%4 = arith.subi %a, %b {t = "%b"} : index\n%5 = arith.subi %b, %a'
        ' {t = "100%"} : index'
    ),
    "%3 = arith.subi %a, %b : index // %a\n%4 = arith.subi %b, %a : index // %a",
    "%3 = arith.addi %a, %b : index\n%4 = arith.addi %b, %a : index\n  loc(unknown)\n%5 = arith.addi %a, %b : index",
    "%3 = arith.addi %a, %b : index loc(unknown)\n%4 = arith.addi %b, %a : index loc(unknown)",
    f"{_LOADS}%5 = memref.load %q[%b] : memref<8xf32>\n%6 = memref.load %p[%b] : memref<4xf32>",
    (
        "memref.copy %p, %p : memref<4xf32> to memref<4xf32>\nmemref.copy %q, %q : memref<8xf32> to memref<8xf32>\n"
        "%3 = memref.cast %q : memref<8xf32> to memref<?xf32>\n%4 = memref.cast %p : memref<4xf32> to memref<?xf32>"
    ),
    "%3 = memref.alloc() {t = memref<4xf32>} : memref<4xf32>\n%4 = memref.alloc() {t = memref<8xf32>} : memref<8xf32>",
    _CALLS,
    f"{_GLOBALS}%5 = memref.get_global @eight : memref<8xf32>\n%6 = memref.get_global @more : memref<4xf32>",
    '%3 = func.call @one(%i) {t = "one"} : (i32) -> i32\n%4 = func.call @two(%i) {t = "one"} : (i32) -> i32',
    "%3 = func.call @one(%i) {t = @one} : (i32) -> i32\n%4 = func.call @two(%i) {t = @one} : (i32) -> i32",
    "%3 = func.call @one(%i) {one} : (i32) -> i32\n%4 = func.call @two(%i) {one} : (i32) -> i32",
    "%3 = func.call @one(%i) : (i32) -> i32 // one\n%4 = func.call @two(%3) : (i32) -> i32 // one",
    '%3 = func.call @"one"(%i) : (i32) -> i32\n%4 = func.call @"two"(%i) : (i32) -> i32',
    "%3 = arith.subi %a, %b {t = @one::@two} : index\n%4 = arith.subi %a, %b {t = @two::@one} : index",
    "%3 = memref.alloc() {t = #a} : memref<4x!d.t<@one>>\n%4 = memref.alloc() {t = #a} : memref<4x!d.t<@two>>",
    "%3 = memref.alloc() {t = #a} : memref<4xf32, @one>\n%4 = memref.alloc() {t = #a} : memref<4xf32, @two>",
    "%3 = ub.poison {t = #a} : !d.t<@one>\n%4 = ub.poison {t = #a} : !d.t<@two>",
    "%3 = arith.subi %a, %b {t = [@one]} : index\n%4 = arith.subi %a, %b {t = [@two]} : index",
    (
        "cf.br ^x\n^x:\n%3 = arith.subi %0, %1 : index\n%4 = arith.subi %1, %0 : index\ncf.br ^y\n^y:\n%5 = arith.subi"
        " %3, %4 : index"
    ),
]

_WRONG = [
    "%3 = arith.subi %a, %i : index",
    "%3 = arith.subi %a, %none : index",
    "%3 = arith.subi %a, %2#2 : index",
    "%3 = arith.subi %a, %b#1 : index",
    "%0 = arith.subi %a, %b : index",
    "%3 = arith.subi %a, %b, %a : index",
    "arith.subi %a, %b : index %a",
    _LOADS + "%5 = memref.load %q[%a] : memref<4xf32>",
    _CALLS + "%5 = func.call @none(%i) : (i32) -> i32",
    _CALLS + "%5 = func.call @memref(%i) : (i32) -> i32",
    _CALLS + "%5 = func.call @four(%i) : (i32) -> i32",
    _CALLS + "%5 = func.call @(%i) : (i32) -> i32",
    _CALLS + "%5 = func.call @2(%i) : (i32) -> i32",
    _CALLS + "%5 = func.call @ one(%i) : (i32) -> i32",
    _GLOBALS + "%5 = memref.get_global @eight : memref<4xf32>",
    _GLOBALS + "%5 = memref.get_global @one : memref<4xf32>",
    _LOADS + "%5 = memref.load %q[%i] : memref<8xf32>",
    _LOADS + "%5 = memref.load %g[%a] : memref<8xf64>\n%6 = arith.addf %4, %5 : f32",
    _LOADS + "%5 = memref.load %g[%a] : memref<99999999999999999999xf32>",
    "%3 = memref.cast %p : memref<4xf32> to memref<4xf32>\n%4 = memref.cast %q : memref<8xf32> to memref<4xf32>",
    "cf.cond_br %c, ^x, ^y\n^x:\n%3 = arith.subi %a, %b : index\ncf.br ^y\n^y:\n%4 = arith.subi %3, %a : index",
]


pytestmark = pytest.mark.skipif(native_tree() is None, reason="the native reader was not built")


@pytest.fixture
def each_line_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ownlog.frontend.reading.parser.native_tree", lambda: None)


def _program(lines: str) -> str:
    return _HEAD + "".join(f"  {line}\n" for line in lines.split("\n")) + _TAIL


def _said(text: str) -> tuple[str, str]:
    with pytest.raises(InputError) as caught:
        parse(text, "in.mlir")
    return str(caught.value), text


@pytest.mark.parametrize("lines", _LINES)
def test_ops_are_the_same(lines: str, request: pytest.FixtureRequest) -> None:
    text = _program(lines)
    module = parse(text)
    alike = print_generic(module), [(op.name, op.start, op.end, op.lead_start, op.location) for op in module.walk()]
    request.getfixturevalue("each_line_parsed")
    module = parse(text)
    assert alike == (
        print_generic(module),
        [(op.name, op.start, op.end, op.lead_start, op.location) for op in module.walk()],
    )


@pytest.mark.parametrize("lines", _WRONG)
def test_what_is_wrong_is_said_in_the_same_words(lines: str, request: pytest.FixtureRequest) -> None:
    text = _program(lines)
    alike = _said(text)
    request.getfixturevalue("each_line_parsed")
    assert alike == _said(text)


Parsed = list[tuple[str, list[Type]]]


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> Parsed:
    """The name of each op that is parsed from now on, and the types of its results."""
    found: Parsed = []
    finish = Parser._finish

    def noted(parser: Parser, op: Op, results: list[tuple[str, int, int]], types: list[Type]) -> None:
        found.append((op.name, types))
        finish(parser, op, results, types)

    monkeypatch.setattr(Parser, "_finish", noted)
    return found


def test_most_lines_of_a_kind_are_not_parsed(parsed: Parsed) -> None:
    parse(
        _program(
            "\n".join(
                f"%{n} = arith.addi %a, %b : index\n%{n + 1} = arith.addi %b, %a : index" for n in range(3, 40, 2)
            )
        )
    )
    assert [name for name, _ in parsed].count("arith.addi") <= 2


def test_lines_that_differ_in_sizes_are_parsed_once(parsed: Parsed) -> None:
    parse(_program("\n".join(f"%{n} = memref.alloc() : memref<{n}x{n}xf{16 << n % 2}>" for n in range(3, 40))))
    read = sorted(types[0].canonical for name, types in parsed if name == "memref.alloc")
    # The last one is left to the parser: `return` behind it, without its dialect, may be no op.
    assert read == ["memref<39x39xf32>", "memref<3x3xf32>", "memref<4x4xf16>"]


def test_lines_that_differ_in_the_symbol_are_parsed_once(parsed: Parsed) -> None:
    calls = "\n".join(f"func.call @g{n}(%a) : (index) -> ()" for n in range(9))
    module = parse(_program(calls) + "".join(f"func.func private @g{n}(index)\n" for n in range(9)))
    assert [name for name, _ in parsed].count("func.call") == 2
    assert [op.attribute("callee") for op in module.walk() if op.name == "func.call"] == [f"@g{n}" for n in range(9)]


def test_ops_of_a_kind_have_attributes_of_their_own() -> None:
    module = parse(_program("%3 = arith.subi %a, %b {t} : index\n%4 = arith.subi %b, %a {t} : index"))
    first, second = [op for op in module.walk() if "t" in op.attrs]
    first.attrs["u"] = None
    first.operands.clear()
    assert ("u" in second.attrs, len(second.operands)) == (False, 2)


_HEAD_SIZES = (
    "!t = memref<4xf32>\nfunc.func @f(%a: !t, %b: memref<4xf32>, %c: memref<8xf32>, %d: memref<8xf32>,"
    " %s: memref<4xf32, strided<[2], offset: 0>>, %u: memref<4xf32, strided<[2]>>, %v: memref<8xf32, strided<[2]>>,"
    " %w: memref<7xf32>, %p: i1) {\n"
)
_NEST = "scf.if %p {{\n  %m = memref.alloc() : memref<4xmemref<{}xf32>>\n}}"
_ALLOC = 'memref.alloc() : memref<{}xf32> loc("memref<{}xf32>")'
_KEY = 'memref.alloc() {{"memref<{1}xf32>"}} : memref<{0}xf32>'
_CAST = "builtin.unrealized_conversion_cast {} to memref<4xmemref<{}xf32>>"
_SPELLED = [
    "memref.dealloc %a : memref<4xf32>\nmemref.dealloc %a : memref<8xf32>",
    "memref.copy %a, %b : !t to memref<4xf32>\nmemref.copy %c, %d : !t to memref<8xf32>",
    (
        "memref.copy %s, %u : memref<4xf32, strided<[2], offset: 0>> to memref<4xf32, strided<[2]>>\n"
        "memref.copy %v, %v : memref<4xf32, strided<[2], offset: 0>> to memref<8xf32, strided<[2]>>"
    ),
    "memref.copy %b, %b : memref<4 x f32> to memref<4xf32>\nmemref.copy %c, %d : memref<4 x f32> to memref<8xf32>",
    "scf.if %p {\n  memref.dealloc %a : memref<4xf32>\n}\n" * 2 + "scf.if %p {\n  memref.dealloc %a : memref<8xf32>\n}",
    "\n".join(_NEST.format(size) for size in (8, 8, 16, 16)),
    (
        f"%0 = {_CAST.format('%b : memref<4xf32>', 8)}\n%1 = {_CAST.format('%w : memref<7xf32>', 8)}\n"
        f"%2 = {_CAST.format('%w : memref<7xf32>', 16)}"
    ),
    f"%0 = {_ALLOC.format(4, 5)}\n%1 = {_ALLOC.format(8, 6)}\n%2 = {_ALLOC.format(9, 7)}",
    f"%0 = {_KEY.format(4, 5)}\n%1 = {_KEY.format(8, 6)}\n%2 = {_KEY.format(9, 7)}",
]


@pytest.mark.parametrize("lines", _SPELLED)
def test_sizes_change_just_where_the_text_says_so(
    lines: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = _HEAD_SIZES + "".join(f"  {line}\n" for line in lines.split("\n")) + "  func.return\n}\n"

    def said() -> object:
        try:
            module = parse(text, "in.mlir")
        except InputError as error:
            return str(error)
        return print_generic(module), [op.location for op in module.walk()]

    alike = said()
    request.getfixturevalue("each_line_parsed")
    assert alike == said()


def test_one_text_in_two_default_dialects_is_two_ops() -> None:
    call = "  %0 = call @h(%x) : (i32) -> i32\n  return\n}\n"
    text = f"async.func @g(%x: i32) {{\n{call}func.func private @h(f32) -> i32\nfunc.func @f(%x: i32) {{\n{call}"
    with pytest.raises(InputError, match="operand type mismatch"):
        parse(text)
