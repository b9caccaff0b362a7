"""What ops on tensors become: kept comments, names and locations, types of buffers, what stays on tensors, memory
spaces, options.
"""

from functools import partial

import pytest

from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.registry import run_passes
from ownlog.base.errors import InputError
from ownlog.frontend import parse
from tests.bufferize.running.bufferized import WHOLE, bufferized
from tests.effort import counted
from tests.shared import require_tool
from tests.tools import Program

BOUNDARIES = "bufferize-function-boundaries"


def lines(text: str, options: str = BOUNDARIES) -> list[str]:
    """The lines that come out, without indentation."""
    return [line.strip() for line in bufferized(text, options).splitlines() if line.strip()]


def test_what_is_unknown_goes_on_with_tensors_as_they_are_when_all_is_written() -> None:
    text = """func.func @f(%t: tensor<2xf32>, %x: f32) -> tensor<2xf32> {
  %a = tensor.from_elements %x, %x : tensor<2xf32>
  %b = "some.op"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %b : tensor<2xf32>
}
"""
    found = lines(text, f"{BOUNDARIES} allow-unknown-ops")
    stores = [number for number, line in enumerate(found) if line.startswith("memref.store")]
    tensor = next(number for number, line in enumerate(found) if "bufferization.to_tensor %a" in line)
    assert len(stores) == 2
    assert max(stores) < tensor
    with pytest.raises(InputError) as refused:
        bufferized(text, BOUNDARIES)
    assert [found.message for found in refused.value.diagnostics] == ["'some.op' op was not bufferized"]


def test_buffers_of_two_memory_spaces_cannot_be_one() -> None:
    text = """func.func @f(%c: i1) -> tensor<2xf32> {
  %a = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<2xf32>
  %b = bufferization.alloc_tensor() {memory_space = 2 : i64} : tensor<2xf32>
  %s = arith.select %c, %a, %b : tensor<2xf32>
  return %s : tensor<2xf32>
}
"""
    with pytest.raises(InputError) as refused:
        bufferized(text)
    problems = [found.message for found in refused.value.diagnostics]
    assert problems == ["inconsistent memory space on true/false operands", "failed to bufferize op"]


def test_a_copy_of_a_tensor_of_unknown_rank_is_refused() -> None:
    text = """func.func @f(%t: tensor<*xf32>) -> tensor<*xf32> {
  %0 = bufferization.alloc_tensor() copy(%t) : tensor<*xf32>
  return %0 : tensor<*xf32>
}
"""
    with pytest.raises(InputError, match="a copy of a buffer of unknown rank"):
        bufferized(text)


def test_a_padding_of_negative_size_is_refused_once() -> None:
    text = """func.func @f(%t: tensor<4xf32>, %x: f32) -> tensor<2xf32> {
  %0 = tensor.pad %t low[-1] high[-1] { ^bb0(%i: index): tensor.yield %x : f32 } : tensor<4xf32> to tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
    with pytest.raises(InputError) as refused:
        bufferized(text)
    assert [found.message for found in refused.value.diagnostics] == ["a padding of negative size has no buffer"]


def test_types_of_nested_loops_take_linear_time() -> None:
    """mlir-opt 22 takes twice as long for each loop more around a tensor."""

    def program(depth: int) -> str:
        type = "tensor<4xf32>"
        head = [f"func.func @f(%a0: {type}, %n: index, %x: f32) -> {type} {{"]
        head += ["%c0 = arith.constant 0 : index", "%c1 = arith.constant 1 : index"]
        for i in range(depth):
            head.append(f"%r{i} = scf.for %i{i} = %c0 to %n step %c1 iter_args(%a{i + 1} = %a{i}) -> ({type}) {{")
        head.append(f"%w = tensor.insert %x into %a{depth}[%c0] : {type}")
        for i in reversed(range(depth)):
            head += [f"scf.yield {'%w' if i == depth - 1 else f'%r{i + 1}'} : {type}", "}"]
        return "\n".join([*head, f"return %r0 : {type}", "}"])

    bufferized(program(2), BOUNDARIES)
    few, many = (counted(partial(bufferized, program(depth), BOUNDARIES))[1] for depth in (20, 80))
    assert many < 8 * few


@pytest.mark.peer
def test_copies_of_tensors_are_written_as_mlir_opt_writes_them() -> None:
    text = """func.func @f(%t: tensor<?xf32>, %i: index, %x: f32) -> (tensor<?xf32>, tensor<?xf32>) {
  %new = tensor.insert %x into %t[%i] : tensor<?xf32>
  return %t, %new : tensor<?xf32>, tensor<?xf32>
}
"""
    mlir_opt = Program((require_tool("mlir-opt-22"),))
    option = "--test-tensor-copy-insertion=bufferize-function-boundaries"
    module = parse(text, "in.mlir")
    run_passes(module, [Step("test-tensor-copy-insertion", ((BOUNDARIES, "true"),))])
    assert "bufferization.alloc_tensor() copy(%t)" in str(module)
    assert mlir_opt(["-"], str(module)).out == mlir_opt(["-", option], text).out


def test_what_is_masked_must_write_in_place() -> None:
    types = "vector<16xf32>, tensor<?xf32>"
    text = f"""func.func @f(%t: tensor<?xf32>, %v: vector<16xf32>, %i: index, %m: vector<16xi1>) -> (tensor<?xf32>, \
tensor<?xf32>) {{
  %0 = vector.mask %m {{ vector.transfer_write %v, %t[%i] : {types} }} : vector<16xi1> -> tensor<?xf32>
  return %0, %t : tensor<?xf32>, tensor<?xf32>
}}
"""
    with pytest.raises(InputError, match=r"'vector\.mask' op body must bufferize in-place") as caught:
        bufferized(text, BOUNDARIES)
    first = caught.value.diagnostics[0]
    assert first.position is not None
    assert (first.position.line, bool(first.advice)) == (2, True)
    out = bufferized(text.replace("return %0, %t", "return %0, %0"), BOUNDARIES)
    assert "vector.transfer_write %v, %t[%i] : vector<16xf32>, memref<" in out


FILLED = """\
func.func @f(%n: index, %x: f32, %y: f32, %i: index) -> (tensor<?xf32>, tensor<?xf32>{2}) {{
  %e = tensor.empty(%n) : tensor<?xf32>
  %z = linalg.fill ins(%x : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %a = tensor.insert %y into %z[%i] : tensor<?xf32>
  %b = tensor.insert {0} into %z[%i] : tensor<?xf32>
  {1}return %a, %b{3} : tensor<?xf32>, tensor<?xf32>{2}
}}
"""


def test_what_is_filled_is_filled_again_and_not_copied() -> None:
    """Each of two ops that write to it has a buffer of its own; the first may have the one that was filled."""
    text = FILLED.format("%x", "", "", "")
    fewest = bufferized(text, f"{WHOLE} analysis-heuristic=fewest-copies")
    assert "memref.copy" not in fewest
    assert fewest.count("linalg.fill ins(%x : f32)") == fewest.count("memref.alloc(") == 2
    assert bufferized(text).count("memref.copy") == 1


def test_what_is_filled_is_kept_where_it_is_read() -> None:
    read = "%r = tensor.extract %z[%i] : tensor<?xf32>\n  "
    fewest = bufferized(FILLED.format("%x", read, ", f32", ", %r"), f"{WHOLE} analysis-heuristic=fewest-copies")
    assert "memref.copy" not in fewest
    assert fewest.count("linalg.fill ins(%x : f32)") == 3
