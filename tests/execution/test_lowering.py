"""Programs that went through simplification and lowering keep their meaning and free every buffer once."""

import pytest

import ownlog
from tests.execution.checking import check
from tests.execution.executor import Executor
from tests.tiers import spans

EVERY_RUN = 40
_SIMPLIFIED = "canonicalize,buffer-deallocation-simplification,bufferization-lower-deallocations,cse,canonicalize"
_FIRST = "expand-realloc{emit-deallocs=false},canonicalize,ownership-based-buffer-deallocation"
PIPELINES = (
    f"{_FIRST},{_SIMPLIFIED}",
    f"{_FIRST}{{private-function-dynamic-ownership=true}},{_SIMPLIFIED}",
    "ownership-based-buffer-deallocation,bufferization-lower-deallocations",
)


@pytest.mark.parametrize("seeds", spans(EVERY_RUN, EVERY_RUN // 8))
def test_random_programs_stay_sound(executor: Executor, seeds: range) -> None:
    check(executor, seeds, PIPELINES)


def test_the_library_function_does_what_the_op_means(executor: Executor) -> None:
    """All conditions of two buffers that are the same, or not, and one that is retained."""
    body = ""
    for number in range(32):
        first, second, same, kept_first, kept = (bool(number >> bit & 1) for bit in range(5))
        body += f"""
  %a{number} = memref.alloc() : memref<2xi32>
  %b{number} = memref.alloc() : memref<2xi32>
  %x{number} = memref.cast {f"%a{number}" if same else f"%b{number}"} : memref<2xi32> to memref<?xi32>
  %r{number} = memref.cast {f"%a{number}" if kept_first else f"%b{number}"} : memref<2xi32> to memref<?xi32>
  %k{number} = bufferization.dealloc (%a{number}, %x{number} : memref<2xi32>, memref<?xi32>) if (%{first}, %{second})
      retain ({f"%r{number}" if kept else "%other"} : memref<?xi32>)
  func.call @observe_i1(%k{number}) : (i1) -> ()"""
        # What the op left is freed here, so that nothing leaks if it did what it should.
        owned_a, owned_b = first or (same and second), second and not same
        freed_a = owned_a and not (kept and kept_first)
        freed_b = owned_b and not (kept and not kept_first)
        body += "" if freed_a else f"\n  memref.dealloc %a{number} : memref<2xi32>"
        body += "" if freed_b else f"\n  memref.dealloc %b{number} : memref<2xi32>"
    text = f"""\
func.func private @observe_i32(i32)
func.func @observe_i1(%k: i1) {{
  %x = arith.extui %k : i1 to i32
  func.call @observe_i32(%x) : (i32) -> ()
  return
}}
func.func @main() {{
  %True = arith.constant true
  %False = arith.constant false
  %z = memref.alloc() : memref<2xi32>
  %other = memref.cast %z : memref<2xi32> to memref<?xi32>{body}
  memref.dealloc %z : memref<2xi32>
  return
}}
"""
    (report,) = executor.run([str(ownlog.run_pipeline(ownlog.parse(text), "bufferization-lower-deallocations"))])
    assert report.clean, report
    expected = []
    for number in range(32):
        first, second, same, kept_first, kept = (bool(number >> bit & 1) for bit in range(5))
        owned_a, owned_b = first or (same and second), second and not same
        expected.append(f"i32 0x{int(kept and (owned_a if kept_first else owned_b))}")
    assert list(report.observed) == expected
