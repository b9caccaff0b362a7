"""What stands in a region that is isolated from above is no part of the function around it: it is simplified by itself,
or not at all.
"""

import re
import subprocess

import pytest

import ownlog
from ownlog.backend.checking import check
from tests.shared import require_tool

NESTED = """\
func.func @outer(%x: i1, %n: index) -> i1 {
  %yes = arith.constant true
  scf.if %x {
    builtin.module {
      func.func @inner(%y: i1) -> i1 {
        %also = arith.constant true
        %again = arith.constant true
        %both = arith.andi %y, %again : i1
        %kept = scf.if %both -> i1 {
          %not = arith.xori %both, %also : i1
          scf.yield %not : i1
        } else {
          scf.yield %also : i1
        }
        cf.cond_br %y, ^one(%y : i1), ^two(%also : i1)
      ^one(%a: i1):
        %z = arith.ori %a, %y : i1
        return %z : i1
      ^two(%b: i1):
        %last = arith.andi %b, %kept : i1
        return %last : i1
      }
      func.func @frees(%p: memref<4xf32>, %q: memref<4xf32>, %y: i1) {
        %f, %o, %s, %t = memref.extract_strided_metadata %p : memref<4xf32> -> memref<f32>, index, index, index
        %g, %u, %v, %w = memref.extract_strided_metadata %q : memref<4xf32> -> memref<f32>, index, index, index
        bufferization.dealloc (%f, %g : memref<f32>, memref<f32>) if (%y, %y)
        return
      }
    }
  }
  %r = arith.andi %yes, %x : i1
  return %r : i1
}
"""
PIPELINES = (
    "canonicalize",
    "cse",
    "buffer-deallocation-simplification",
    "bufferization-lower-deallocations",
    "canonicalize,cse",
)


@pytest.mark.peer
@pytest.mark.parametrize("pipeline", PIPELINES)
def test_mlir_opt_accepts_a_module_in_a_function(pipeline: str) -> None:
    out = str(ownlog.run_pipeline(ownlog.parse(NESTED), pipeline))
    subprocess.run([require_tool("mlir-opt-22")], input=out, text=True, capture_output=True, check=True)


def test_each_function_has_its_own_constants() -> None:
    out = str(ownlog.run_pipeline(ownlog.parse(NESTED), "canonicalize"))
    assert out.count("arith.constant true") == 1  # The outer function needs none any more.
    inner = out[out.index("@inner") : out.index("@frees")]
    assert "arith.constant true" in inner
    assert "%yes" not in out


def test_the_library_function_stands_where_it_is_called() -> None:
    out = str(ownlog.run_pipeline(ownlog.parse(NESTED), "bufferization-lower-deallocations"))
    assert out.index("builtin.module") < out.index("func.func private @dealloc_helper") < out.index("%r = arith.andi")


AROUND = """\
%true = arith.constant true
%base_buffer = arith.constant false
func.func @outer() -> memref<4xi32> {
  %a = memref.alloc() : memref<4xi32>
  %kept = memref.alloc() : memref<4xi32>
  builtin.module {
    func.func private @use(memref<4xi32>)
    func.func @inner() {
      %b = memref.alloc() : memref<4xi32>
      call @use(%b) : (memref<4xi32>) -> ()
      return
    }
  }
  return %kept : memref<4xi32>
}
"""


@pytest.mark.peer
@pytest.mark.parametrize("pipeline", ["ownership-based-buffer-deallocation", "buffer-deallocation-pipeline"])
def test_what_is_added_to_a_function_has_no_name_that_is_visible_around_it(pipeline: str) -> None:
    out = str(ownlog.run_pipeline(ownlog.parse(AROUND), pipeline))
    assert "dealloc" in out
    subprocess.run([require_tool("mlir-opt-22")], input=out, text=True, capture_output=True, check=True)


HOLDS_BACK = """\
func.func @main() {
  %a = memref.alloc() : memref<f64>
  %r = test.isolated_one_region_with_recursive_memory_effects %a {
  ^bb0(%given: memref<f64>):
    %x = memref.load %given[] : memref<f64>
    %zero = arith.constant 0.0 : f64
    %c = arith.cmpf oeq, %x, %zero : f64
    %kept = scf.if %c -> memref<f64> {
      %b = memref.alloc() : memref<f64>
      scf.yield %b : memref<f64>
    } else {
      scf.yield %given : memref<f64>
    }
    test.region_yield %kept : memref<f64>
  } : (memref<f64>) -> memref<f64>
  %y = memref.load %r[] : memref<f64>
  func.call @use(%y) : (f64) -> ()
  return
}
func.func private @use(f64)
"""


@pytest.mark.parametrize("pipeline", ["ownership-based-buffer-deallocation", "buffer-deallocation-pipeline"])
def test_a_region_that_sees_nothing_has_constants_of_its_own(pipeline: str) -> None:
    module = ownlog.parse(HOLDS_BACK)
    out = str(ownlog.run_pipeline(module, pipeline))
    inside = out[out.index("^bb0") : out.index("test.region_yield")]
    for constant in re.findall(r"yield .*(%(?:true|false)\w*)", inside):
        assert f"{constant} = arith.constant" in inside
    # Both operands are printed, so that what is read is what was made.
    assert re.search(r"test\.region_yield %\S+, %\S+ : memref<f64>, i1", out)
    assert check(ownlog.parse(out)).status == "clean"
