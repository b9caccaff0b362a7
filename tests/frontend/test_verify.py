"""Ops that break a rule of their own are refused with upstream's words, at the op's name; what mlir-opt accepts is
accepted.
"""

import re
from pathlib import Path

import pytest

from ownlog.base.errors import InputError
from ownlog.frontend import parse, split_input
from tests.frontend.test_peers import examples, mlir_opt, needs_import, pieces
from tests.peer import mlir_opt_one
from tests.tiers import parts

_BAD = Path(__file__).with_name("refused.mlir")
CASES = [case.strip() for case in _BAD.read_text().split("// -----")]


def refusal(text: str) -> tuple[str, int, int]:
    with pytest.raises(InputError) as caught:
        parse(text)
    first = caught.value.diagnostics[0]
    assert first.position is not None
    assert first.advice
    return first.message, first.position.line, first.position.column


@pytest.mark.peer
@pytest.mark.parametrize("text", CASES)
def test_the_words_and_the_place_are_those_of_mlir_opt(text: str) -> None:
    said = mlir_opt_one(tuple(CASES), "--allow-unregistered-dialect")[text].err
    found = re.search(r"^<stdin>:(\d+):(\d+): error: (.*)$", said, re.MULTILINE)
    assert found is not None
    message, line, column = refusal(text)
    # mlir-opt shows the whole op where Ownlog shows its name.
    expected = re.sub(r"(block with no terminator, has ).*", r"\1", found[3])
    assert message.startswith(expected)
    assert (line, column) == (int(found[1]), int(found[2]))


@pytest.mark.peer
@pytest.mark.parametrize("part", parts(6))
def test_what_mlir_opt_accepts_is_accepted(part: int) -> None:
    texts = [text for _, text in pieces("corpus", "upstream")]
    texts += [
        chunk
        for flags, text in examples("ok")
        for chunk, _ in (split_input(text) if "--split" in flags else [(text, 1)])
    ]
    refused = [text for text in texts[part::6] if not accepted(text)]
    assert [text for text in refused if mlir_opt(text) is not None] == []


def accepted(text: str) -> bool:
    try:
        parse(text)
    except InputError as error:
        return needs_import(error)
    return True


def test_an_elementwise_op_that_mlir_opt_crashes_on_is_refused() -> None:
    kind = "linalg.elementwise kind=#linalg.elementwise_kind"
    for name, type in (("add", "index"), ("sub", "i1"), ("div_unsigned", "f32"), ("max_signed", "complex<f32>")):
        m = f"memref<4x{type}>"
        message, _, _ = refusal(
            f"func.func @f(%a: {m}) {{ {kind}<{name}> ins(%a, %a : {m}, {m}) outs(%a : {m}) return }}"
        )
        assert message.startswith("custom op 'linalg.elementwise' ")


def test_each_rule_has_a_case_that_is_close_and_right() -> None:
    parse(
        "func.func private @g(i32) -> i64\nmemref.global @k : memref<4xf32>\nfunc.func @f(%c: i1, %n: index, %i: i32,"
        " %m: memref<4x?xf32>, %t: tensor<?xf32>) -> (i64, i32) {\n  %a = memref.alloc(%n) : memref<4x?xf32>\n  %s ="
        " memref.alloc()[%n] : memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>\n  %e = tensor.empty(%n) :"
        " tensor<?xf32>\n  %b = bufferization.alloc_tensor() copy(%t) : tensor<?xf32>\n  %d ="
        " bufferization.alloc_tensor(%n) : tensor<?xf32>\n  %x = memref.load %m[%n, %n] : memref<4x?xf32>\n "
        " memref.store %x, %m[%n, %n] : memref<4x?xf32>\n  memref.copy %m, %a : memref<4x?xf32> to memref<4x?xf32>\n "
        " %u = memref.cast %m : memref<4x?xf32> to memref<?x8xf32>\n  %k = memref.get_global @k : memref<4xf32>\n  %r ="
        " scf.if %c -> i32 { scf.yield %i : i32 } else { scf.yield %i : i32 }\n  %l = scf.for %q = %n to %n step %n"
        " iter_args(%w = %i) -> i32 { scf.yield %w : i32 }\n  %v = scf.while (%w = %i) : (i32) -> i32 {"
        " scf.condition(%c) %w : i32 } do { ^bb0(%y: i32): scf.yield %y : i32 }\n  %z = func.call @g(%l) : (i32) ->"
        " i64\n  return %z, %v : i64, i32\n}\n"
    )


def test_a_wrong_type_shows_where_the_value_comes_from() -> None:
    with pytest.raises(InputError) as caught:
        parse("func.func @f(%m: i32) {\n  %0 = arith.index_cast %m : i64 to index\n  return\n}")
    error, note = caught.value.diagnostics
    assert (error.severity, note.severity, note.message) == ("error", "note", "prior use here")
    assert note.position is not None
    assert (note.position.line, note.position.column) == (1, 14)


def test_a_named_linalg_op_has_as_many_operands_as_its_region_has_arguments() -> None:
    copy = "linalg.copy ins(%m, %m : memref<4xf32>, memref<4xf32>) outs(%m : memref<4xf32>)"
    message, line, _ = refusal(f"func.func @f(%m: memref<4xf32>) {{\n  {copy}\n  return\n}}")
    assert (message, line) == ("custom op 'linalg.copy' generated region expects 2 args, got 3", 2)


def test_a_call_in_a_module_in_a_function_is_checked_against_the_functions_of_that_module() -> None:
    inner = (
        "    func.func private @make() -> i32\n    func.func @g() {\n      %x = func.call @make() : () -> i32\n     "
        " return\n    }\n"
    )
    parse(f"func.func private @make() -> i64\nfunc.func @f() {{\n  builtin.module {{\n{inner}  }}\n  return\n}}")


def test_a_region_argument_that_is_a_buffer_has_the_sizes_of_the_element() -> None:
    generic = """
  linalg.generic {{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}}
      ins(%a : memref<4xmemref<2xf32>>) outs(%b : memref<4xmemref<2xf32>>) {{
  ^bb0(%x: memref<{size}xf32>, %y: memref<2xf32>):
    linalg.yield %y : memref<2xf32>
  }}"""
    right, wrong = generic.format(size=2), generic.format(size=3)
    head, tail = "func.func @f(%a: memref<4xmemref<2xf32>>, %b: memref<4xmemref<2xf32>>) {", "\n  return\n}\n"
    assert accepted(head + right + right + tail)
    assert not accepted(head + right + wrong + tail)


_OPS = {
    "attribute": (
        "linalg.transpose ins(%a : memref<4x4xf32>) outs(%a : memref<4x4xf32>) permutation = [1, 0]",
        "linalg.transpose ins(%a : memref<4x4xf32>) outs(%a : memref<4x4xf32>) permutation = [1, 1]",
        "permutation is not valid",
    ),
    "size": (
        "linalg.transpose ins(%a : memref<4x4xf32>) outs(%a : memref<4x4xf32>) permutation = [0, 1]",
        "linalg.transpose ins(%a : memref<4x4xf32>) outs(%b : memref<4x8xf32>) permutation = [0, 1]",
        "dim(result, 1) = 8 doesn't match",
    ),
    "loop": (
        "linalg.copy ins(%a : memref<4x4xf32>) outs(%a : memref<4x4xf32>)",
        "linalg.copy ins(%b : memref<4x8xf32>) outs(%a : memref<4x4xf32>)",
        "has shape's dimension #1 to be 8, but found 4",
    ),
}


@pytest.mark.parametrize(("right", "wrong", "message"), _OPS.values(), ids=_OPS)
def test_a_linalg_op_is_looked_at_though_one_that_is_close_was_right(right: str, wrong: str, message: str) -> None:
    head = "func.func @f(%a: memref<4x4xf32>, %b: memref<4x8xf32>, %f: f32) {\n"
    parse(f"{head}{right}\nreturn\n}}\n")
    with pytest.raises(InputError, match=re.escape(message)):
        parse(f"{head}{right}\n{right}\n{wrong}\nreturn\n}}\n")
