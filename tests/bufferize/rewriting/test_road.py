"""From tensors to buffers that are freed: programs run as if tensors were values, nothing leaks, nothing is used after
it is freed.
"""

from __future__ import annotations

import pytest

from ownlog.backend.bufferize.aliasing.order import is_tensor
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.registry import run_passes
from ownlog.frontend import parse
from tests.bufferize.programs.generator import program
from tests.bufferize.rewriting.test_rewritten_corpus import BYTES
from tests.bufferize.running.bufferized import TENSORS, agree, bufferized, observed, runnable
from tests.bufferize.running.soundness import by_value
from tests.execution.executor import Executor
from tests.frame.programs import assert_refused
from tests.shared import REPOSITORY, require_shared, require_tool, shared_programs
from tests.tiers import every
from tests.tools import OwnlogFork, Program

PASS = "tensors-to-buffers"
IDENTITY = (("function-boundary-type-conversion", "identity-layout-map"),)

ownlog = OwnlogFork(("opt",))


def freed(text: str, *options: tuple[str, str]) -> str:
    """The program with buffers in place of tensors, each freed."""
    module = parse(text, "in.mlir")
    run_passes(module, [Step(PASS, options)])
    return str(module)


@pytest.mark.peer
@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [IDENTITY, (("private-function-dynamic-ownership", "true"),)], ids=["identity", "dynamic"]
)
def test_random_programs_with_options(executor: Executor, options: tuple[tuple[str, str], ...]) -> None:
    texts = [program(seed) for seed in range(40)]
    reports = executor.run([runnable(freed(text, ("allow-unknown-ops", "true"), *options)) for text in texts], TENSORS)
    for text, report in zip(texts, reports, strict=True):
        assert report.clean, (text, report)
        assert agree(by_value(text), observed(report)), text


@pytest.mark.peer
@pytest.mark.parametrize("file", every(25, shared_programs("corpus-tensor", largest=BYTES), name=str, slow=3))
def test_programs_of_compilers(file: str) -> None:
    """They come out without tensors, as mlir-opt-22 reads them; the gate of the pipeline has looked at each."""
    out = freed(require_shared("corpus-tensor", file).read_text())
    printed = Program((require_tool("mlir-opt-22"),))(["-"], out)
    assert printed.status == 0, printed.complaint
    assert not any(is_tensor(value) for op in parse(out).walk() for value in (*op.operands, *op.results))


def test_the_example() -> None:
    text = (REPOSITORY / "examples" / "tensors" / "update.mlir").read_text()
    out = freed(text, *IDENTITY, ("analysis-heuristic", "bottom-up"))
    assert out.count("memref.alloc(") == out.count("memref.dealloc") == 2
    assert "strided" not in out
    # What is read of a constant that is changed is what was put there: no copy is needed.
    assert "memref.alloc(" not in freed(text, *IDENTITY)
    assert "strided" in freed(text)


def test_what_cannot_be_bufferized_is_refused() -> None:
    text = (
        "func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = arith.addf %a, %a : tensor<2xf32>\n  return %0 :"
        " tensor<2xf32>\n}\n"
    )
    refused = ownlog([f"--{PASS}"], text)
    assert_refused(refused)
    assert "<stdin>:2:3: error: " in refused.err


def test_a_loop_has_the_layout_of_what_comes_round() -> None:
    """Also where nobody uses what goes round: mlir-opt reads what comes out, and so does Ownlog."""
    text = """\
func.func private @same(%t: tensor<4xf32>) -> tensor<4xf32> {
  return %t : tensor<4xf32>
}
func.func @f(%n: index, %x: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %first = tensor.splat %x : tensor<4xf32>
  %last = scf.for %i = %zero to %n step %one iter_args(%unused = %first) -> (tensor<4xf32>) {
    %made = tensor.splat %x : tensor<4xf32>
    %same = func.call @same(%made) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %same : tensor<4xf32>
  }
  return
}
"""
    out = bufferized(text)
    assert "-> (memref<4xf32, strided<[?], offset: ?>>) {" in out
    parse(out)
