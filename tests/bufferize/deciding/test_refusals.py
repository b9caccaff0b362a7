"""What is refused, in the words of mlir-opt-22, and what is not: odd modules, and options that do not fit."""

import re

import pytest

import ownlog
from tests.frame.programs import opt
from tests.shared import require_tool
from tests.tools import Program

ANALYSE = "test-analysis-only bufferize-function-boundaries"
WITHOUT_RESTRICT = """func.func @f(%m: memref<4xf32>) -> f32 {
  %c = arith.constant 0 : index
  %t = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  %x = tensor.extract %t[%c] : tensor<4xf32>
  return %x : f32
}
"""
SEVERAL_ENDS = """func.func @f(%c: i1, %t: tensor<4xf32>, %u: tensor<4xf32>) -> tensor<4xf32> {
  %r = scf.execute_region -> tensor<4xf32> {
    cf.cond_br %c, ^a, ^b
  ^a:
    scf.yield %t : tensor<4xf32>
  ^b:
    scf.yield %u : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
"""
FRESH_YIELD = """func.func @f(%t: tensor<4xf32>, %n: index, %x: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (tensor<4xf32>) {
    %s = tensor.splat %x : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
"""
FRESH_CONDITION = """func.func @f(%t: tensor<4xf32>, %c: i1, %x: f32) -> tensor<4xf32> {
  %r = scf.while (%a = %t) : (tensor<4xf32>) -> tensor<4xf32> {
    %s = tensor.splat %x : tensor<4xf32>
    scf.condition(%c) %s : tensor<4xf32>
  } do {
  ^bb0(%b: tensor<4xf32>):
    scf.yield %b : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
"""
CONSTANT_DESTINATION = """func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {
  %d = arith.constant dense<1.0> : tensor<4xf32>
  %r = bufferization.materialize_in_destination %t in %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
"""
OLD_DESTINATION = """func.func @f(%t: tensor<4xf32>, %d: tensor<4xf32>, %i: index) -> (tensor<4xf32>, f32) {
  %r = bufferization.materialize_in_destination %t in %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %x = tensor.extract %d[%i] : tensor<4xf32>
  return %r, %x : tensor<4xf32>, f32
}
"""
REFUSED = {
    "to_tensor without restrict": (
        WITHOUT_RESTRICT,
        r"'bufferization.to_tensor' op to_tensor ops without `restrict` are not supported by .*",
    ),
    "two ends": (SEVERAL_ENDS, r"'scf.execute_region' op op without unique scf.yield is not supported"),
    "a yield of another buffer": (FRESH_YIELD, r"Yield operand #0 is not equivalent to the corresponding iter bbArg"),
    "a condition with another buffer": (
        FRESH_CONDITION,
        r"Condition arg #0 is not equivalent to the corresponding iter bbArg",
    ),
    "a constant as destination": (
        CONSTANT_DESTINATION,
        (
            r"'bufferization.materialize_in_destination' op not bufferizable under the given constraints: would write"
            r" to read-only buffer"
        ),
    ),
    "a destination that is read": (
        OLD_DESTINATION,
        (
            r"'bufferization.materialize_in_destination' op not bufferizable under the given constraints: cannot avoid"
            r" RaW conflict"
        ),
    ),
}
TAKEN = {
    "nothing": "",
    "a module in a module": (
        "module { module { func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> { return %t : tensor<4xf32> } } }"
    ),
    "a function without a body": "func.func private @f(tensor<4xf32>) -> tensor<*xf32>",
    "unranked": (
        """func.func @f(%t: tensor<*xf32>) -> tensor<4xf32> {
  %r = tensor.cast %t : tensor<*xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}"""
    ),
    "recursion": (
        """func.func @f(%t: tensor<4xf32>, %x: f32, %i: index) -> tensor<4xf32> {
  %w = tensor.insert %x into %t[%i] : tensor<4xf32>
  %r = call @f(%w, %x, %i) : (tensor<4xf32>, f32, index) -> tensor<4xf32>
  return %r : tensor<4xf32>
}"""
    ),
    "complex elements": (
        """func.func @f(%t: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  return %t : tensor<4xcomplex<f32>>
}"""
    ),
    "no block that ends": (
        """func.func @f(%t: tensor<4xf32>) {
  cf.br ^a(%t : tensor<4xf32>)
^a(%u: tensor<4xf32>):
  cf.br ^a(%u : tensor<4xf32>)
}"""
    ),
}


def analysed(text: str, options: str) -> tuple[int, str, str]:
    """How the pass ends, what it prints, and what it says."""
    run = opt([f"--one-shot-bufferize={options}"], text)
    return run.status, run.out, run.err


def message(text: str) -> str:
    """The first error, without its place."""
    found = re.search(r"error: (.*)", text)
    assert found, text
    return found[1]


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_bufferized(name: str) -> None:
    text, words = REFUSED[name]
    code, out, said = analysed(text, ANALYSE)
    assert (code, out) == (1, "")
    assert re.fullmatch(words, message(said))
    assert re.search(r"^<stdin>:\d+:\d+: error:", said, re.MULTILINE)
    assert "help: " in said


@pytest.mark.peer
@pytest.mark.parametrize("name", REFUSED)
def test_mlir_opt_says_the_same(name: str) -> None:
    text, _ = REFUSED[name]
    run = Program((require_tool("mlir-opt-22"),))(["-", f"-one-shot-bufferize={ANALYSE}"], text)
    assert run.status != 0
    ours = message(analysed(text, ANALYSE)[2])
    # It may name another op of those that share the buffer.
    assert message(run.err).partition("op ")[2] == ours.partition("op ")[2]


@pytest.mark.parametrize("text", [FRESH_YIELD, FRESH_CONDITION])
def test_loops_may_return_new_buffers_if_the_user_says_so(text: str) -> None:
    assert analysed(text, f"{ANALYSE} allow-return-allocs-from-loops")[0] == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("buffer-alignment=x", "invalid value 'x' for the option buffer-alignment of one-shot-bufferize"),
        ("buffer-alignment=3", "invalid value '3' for the option buffer-alignment of one-shot-bufferize"),
        ("print-conflicts", "the option print-conflicts of one-shot-bufferize needs test-analysis-only"),
        (
            "copy-before-write test-analysis-only",
            "the option copy-before-write of one-shot-bufferize cannot be used with test-analysis-only",
        ),
        (
            "must-infer-memory-space use-encoding-for-memory-space",
            "only one of must-infer-memory-space and use-encoding-for-memory-space is allowed in one-shot-bufferize",
        ),
        ("unknown-type-conversion=x", "invalid value 'x' for the option unknown-type-conversion of one-shot-bufferize"),
        (
            "test-analysis-only analysis-fuzzer-seed=x",
            "invalid value 'x' for the option analysis-fuzzer-seed of one-shot-bufferize",
        ),
        (
            "test-analysis-only no-analysis-func-filter=f",
            "the option no-analysis-func-filter of one-shot-bufferize needs bufferize-function-boundaries",
        ),
        (
            "test-analysis-only analysis-heuristic=x",
            "invalid value 'x' for the option analysis-heuristic of one-shot-bufferize",
        ),
        ("test-analysis-only nonsense", "<Pass-Options-Parser>: no such option nonsense"),
    ],
)
def test_options_that_do_not_fit(options: str, words: str) -> None:
    code, out, said = analysed(TAKEN["unranked"], options)
    # What no option can have is wrong usage; what does not go together shows when the pass runs.
    usage = words.startswith(("invalid value 'x'", "<Pass-Options-Parser>"))
    assert (code, out, message(said)) == (2 if usage else 1, "", words)


@pytest.mark.parametrize("name", TAKEN)
@pytest.mark.parametrize(
    "options", ["test-analysis-only", ANALYSE, f"{ANALYSE} dump-alias-sets print-conflicts analysis-heuristic=top-down"]
)
def test_odd_modules_are_analysed(name: str, options: str) -> None:
    code, _, said = analysed(TAKEN[name], options)
    assert (code, said) == (0, "")


def test_many_loops_in_each_other() -> None:
    depth, type = 200, "tensor<4xf32>"
    lines = [
        f"func.func @f(%a0: {type}, %n: index, %x: f32) -> {type} {{",
        "%c0 = arith.constant 0 : index",
        "%c1 = arith.constant 1 : index",
    ]
    for i in range(depth):
        lines.append(f"%r{i} = scf.for %i{i} = %c0 to %n step %c1 iter_args(%a{i + 1} = %a{i}) -> ({type}) {{")
    lines.append(f"%w = tensor.insert %x into %a{depth}[%c0] : {type}")
    for i in reversed(range(depth)):
        lines += [f"scf.yield {'%w' if i == depth - 1 else f'%r{i + 1}'} : {type}", "}"]
    code, out, _ = analysed("\n".join([*lines, f"return %r0 : {type}", "}"]), ANALYSE)
    assert code == 0
    assert out.count('"true"') == 2 * depth + 2
    assert '"false"' not in out


def test_options_that_change_what_is_decided() -> None:
    """A write in a parallel region races, unless that is of no concern; what is left out is not analysed."""
    race = """func.func @f(%t: tensor<4xf32>, %u: tensor<4xf32>, %x: f32) -> tensor<4xf32> {
  %r = scf.forall (%i) in (4) shared_outs(%o = %u) -> (tensor<4xf32>) {
    %w = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
    %s = tensor.extract_slice %w[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}
"""
    checked, unchecked = (analysed(race, f"{ANALYSE} check-parallel-regions={said}")[1] for said in ("true", "false"))
    assert (checked.count('"false"'), unchecked.count('"false"')) == (1, 0)
    assert "__inplace" not in analysed(race, f"{ANALYSE} no-analysis-func-filter=f")[1]


SPARSE = "#csr = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>\n"


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("func.func @f(%t: tensor<4x4xf32, #csr>) {\n  return\n}\n", 2),
        ("func.func private @f(tensor<4x4xf32, #csr>)\n", 2),
        ("func.func @f() {\n  %t = tensor.empty() : tensor<4x4xf32, #csr>\n  return\n}\n", 3),
        (
            (
                "func.func @f() {\n  %t = bufferization.alloc_tensor() : tensor<4x4xf32, #csr>\n  "
                "bufferization.dealloc_tensor %t : tensor<4x4xf32, #csr>\n  return\n}\n"
            ),
            3,
        ),
    ],
)
def test_sparse_tensors_have_no_buffer(body: str, line: int) -> None:
    with pytest.raises(ownlog.InputError, match="a sparse tensor has no single buffer") as refused:
        ownlog.run_pipeline(ownlog.parse(SPARSE + body, "in.mlir"), "one-shot-bufferize{bufferize-function-boundaries}")
    assert f"in.mlir:{line}:" in str(refused.value)


def test_sparse_tensors_that_nothing_wants_a_buffer_of_stay() -> None:
    text = (
        SPARSE
        + "func.func @f(%t: tensor<4x4xf32, #csr>) -> tensor<4x4xf32, #csr> {\n  return %t : tensor<4x4xf32, #csr>\n}\n"
    )
    assert str(ownlog.run_pipeline(ownlog.parse(text), "one-shot-bufferize")) == text
