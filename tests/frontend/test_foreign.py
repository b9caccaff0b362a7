"""What stands in types and attributes of foreign dialects stays to the letter, and what unknown ops say of their
operands.
"""

from random import Random

import pytest

import ownlog
from ownlog.frontend import parse
from ownlog.frontend.generic.generic import print_generic
from tests.peer import mlir_opt_each
from tests.tiers import spans

_WORDS = (
    "a", "b_c", "1", "-2", "3.5", "0x1F", "0xi32", "i32", "f32", "index", "x", "x 4", "4 x", "3x 4", "?", "*", "&", "|",
    "$",
    "%", ";", "'", "loc", "unit", "true", "https://x",
    "0 : i64", "1 : index", "1.0e5", "- 1", "memref<4xf32>", "memref<4xf32, affine_map<(d0) -> (d0)>>",
    "tensor<4x?xf32,1>",
    "memref<4x4xf32, strided<[4, 1]>, affine_map<(d0, d1) -> (d0, d1)>, 0>", "vector<[4]xf32>",
    "affine_map<(d0) -> (d0)>",
    "affine_map<(i, j)[s] -> (i + j + s, 2 * i)>", "strided<[1,2], offset: 0>", "dense<1> : tensor<2xi32>",
    "array<i64: 1,2>", '"str"',
    '"a b, > < [ "', '"q\\22\\41\\n"', "@sym", '@"s y"', "#x.y<z>", "#x.y<a  b>", "#x.y", "#undefined", "!z.w",
    "!z.w<1 x i8>", "!llvm.ptr<0>",
    "!llvm.struct<(ptr<0>, i32)>", ": :", "::", "->", "=", "==", "->  ()", "() -> i32", "(i32)->(f32)", "func<void()>",
    "http://a.b/c",
)  # fmt: skip
_BETWEEN = (" ", ", ", ",", "  ", " : ", ":", "=", " = ", "", " -> ", "->")


def _body(rng: Random, depth: int) -> str:
    pieces = []
    for _ in range(rng.randint(1, 4)):
        if depth and rng.random() < 0.4:
            opening, closing = rng.choice([("[", "]"), ("(", ")"), ("{", "}"), ("<", ">")])
            pieces.append(opening + _body(rng, depth - 1) + closing)
        else:
            pieces.append(rng.choice(_WORDS))
        pieces.append(rng.choice(_BETWEEN))
    return "".join(pieces).rstrip(", :=-")


def _program(seed: int) -> str:
    rng = Random(seed)
    one, other = _body(rng, 3), _body(rng, 2)
    type = rng.choice(
        [f"!foo.t<{other}>", f"tensor<4x!foo.t<{other}>>", f"tuple<!foo.t<{other}>, i32>", f"(!foo.t<{other}>) -> i1"]
    )
    entries = f"a = #foo.bar<{one}>, b = [#foo.bar<{other}>, 1], c = {{k = #foo.bar<{one}> : i32}}"
    return f'%0 = "t.op"() {{{entries}}} : () -> ({type})\n"t.use"(%0) : ({type}) -> ()\n'


@pytest.mark.peer
@pytest.mark.parametrize("seeds", spans(180, 60))
def test_random_bodies(seeds: range) -> None:
    assert faults(seeds) == []


def faults(seeds: range) -> list[tuple[str, str]]:
    """The programs that mean something else in generic form, with what mlir-opt-22 says."""
    texts = [_program(seed) for seed in seeds]
    theirs = mlir_opt_each(texts, "--allow-unregistered-dialect", "--mlir-print-op-generic")
    pairs = zip(texts, theirs, strict=True)
    return [
        (text, peer.out or peer.err)
        for text, peer in pairs
        if _generic(text) != (None if peer.status else peer.out.strip())
    ]


def _generic(text: str) -> str | None:
    """The program in generic form; nothing where it is refused."""
    try:
        module = parse(text)
    except ownlog.InputError:
        return None
    assert str(module) == text
    return print_generic(module).strip()


@pytest.mark.parametrize(
    ("one", "other"), [("a b", "a  b"), ("[#m, #m]", "[#m]"), ("1 : i64", "1:i64"), ('"\\41"', '"A"')]
)
def test_types_that_differ_in_a_letter_differ(one: str, other: str) -> None:
    text = f'func.func @f(%x: !foo.t<{one}>) {{\n  "t.use"(%x) : (!foo.t<{other}>) -> ()\n  return\n}}\n'
    with pytest.raises(ownlog.InputError, match="expects different type"):
        parse("#m = affine_map<(d0) -> (d0)>\n" + text)


def test_aliases_in_foreign_bodies_are_known() -> None:
    text = '#m = affine_map<(d0) -> (d0)>\n"t.op"() {a = #foo.bar<#m, #none>} : () -> ()\n'
    assert "#foo.bar<affine_map<(d0) -> (d0)>, #none>" in print_generic(parse(text))


def test_functions_keep_foreign_types() -> None:
    type = "!foo.t<<b, a>=1, (c) -> 1 x i8>"
    text = f"func.func @f(%x: {type}, %y: tensor<4x{type}>) -> {type} {{\n  return %x : {type}\n}}\n"
    out = str(ownlog.run_pipeline(parse(text), "one-shot-bufferize{bufferize-function-boundaries}"))
    assert f"(%x: {type}, %y: memref<4x{type}, strided<[?], offset: ?>>) -> {type}" in out


def test_a_bracket_that_closes_nothing_is_refused() -> None:
    with pytest.raises(ownlog.InputError, match="character in pretty dialect name"):
        parse('"t.op"() {a = #foo.bar<(a>b)>} : () -> ()\n')


GROUPS = """\
func.func @f(%a: i32, %m: memref<4xf32>, %i: index) {
  "t.op"(%a) {operandSegmentSizes = array<i32: 1, 0>, x = 1 : i32} : (i32) -> ()
  "t.op"(%a) <{operandSegmentSizes = array<i32: 1, 0>, x = 1 : i32}> : (i32) -> ()
  "t.op"(%a) {operandSegmentSizes = "none"} : (i32) -> ()
  %0 = "t.op"(%a) {resultSegmentSizes = array<i32: 1, 0>} : (i32) -> i32
  %1 = arith.addi %a, %a {operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = 3} : i32
  "memref.dealloc"(%m) {operandSegmentSizes = array<i32: 1>} : (memref<4xf32>) -> ()
  %2 = "memref.alloc"(%i) {operandSegmentSizes = array<i32: 1, 0>} : (index) -> memref<?xf32>
  return {operandSegmentSizes = array<i32: 0>}
}
"""


@pytest.mark.peer
def test_attributes_about_groups_stay_where_they_are() -> None:
    flags = ("--allow-unregistered-dialect", "--mlir-print-op-generic")
    theirs, ours = mlir_opt_each([GROUPS, print_generic(parse(GROUPS))], *flags)
    assert theirs.out == ours.out
    changed = str(ownlog.run_pipeline(parse(GROUPS), "cse"))
    assert "memref.dealloc" in changed
    assert "operandSegmentSizes = array<i32: 1>" in changed
