"""What the regions of a terminator use is used by the terminator: nothing that stands before it may free that."""

from __future__ import annotations

from pathlib import Path

import pytest

import ownlog
from ownlog.base.errors import InputError
from tests.execution.soundness import PIPELINES, WHOLE_PIPELINES

EVERY = [*PIPELINES, *WHOLE_PIPELINES]
MESSAGE = "the terminator's regions use a buffer that the end of the block frees"


def _reduction(before: str, inside: str) -> str:
    return f"""
func.func @main(%n: index, %x: f32, %c: i1) -> f32 {{
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%0) to (%n) step (%1) init (%x) -> f32 {{
    %b = memref.alloc() : memref<2xf32>
    memref.store %x, %b[%0] : memref<2xf32>
    {before}
    scf.reduce(%x : f32) {{
    ^bb0(%left: f32, %right: f32):
      {inside}
      scf.reduce.return %left : f32
    }}
  }}
  return %r : f32
}}
"""


CASES = {
    "itself": ("", "memref.store %left, %b[%0] : memref<2xf32>"),
    "a view": (
        "%w = memref.subview %b[1] [1] [1] : memref<2xf32> to memref<1xf32, strided<[1], offset: 1>>",
        "memref.store %left, %w[%0] : memref<1xf32, strided<[1], offset: 1>>",
    ),
    "deep in a region": ("", "scf.if %c {\n memref.store %left, %b[%0] : memref<2xf32>\n }"),
    "what a choice may be": (
        "%o = memref.alloc() : memref<2xf32>\n %s = arith.select %c, %b, %o : memref<2xf32>",
        "memref.store %left, %s[%0] : memref<2xf32>",
    ),
    "what a region may give": (
        "%s = scf.if %c -> memref<2xf32> {\n scf.yield %b : memref<2xf32>\n } else {\n"
        " %o = memref.alloc() : memref<2xf32>\n scf.yield %o : memref<2xf32>\n }",
        "memref.store %left, %s[%0] : memref<2xf32>",
    ),
    "freed there": ("", "scf.if %c {\n memref.dealloc %b : memref<2xf32>\n }"),
}


@pytest.mark.parametrize("pipeline", EVERY)
@pytest.mark.parametrize("case", CASES)
def test_what_the_block_would_free_too_early_is_refused(case: str, pipeline: str) -> None:
    text = _reduction(*CASES[case])
    with pytest.raises(InputError) as caught:
        ownlog.run_pipeline(ownlog.parse(text), pipeline)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message == MESSAGE
    assert diagnostic.source_line is not None
    assert diagnostic.source_line.strip().startswith("scf.reduce(")


@pytest.mark.parametrize("pipeline", EVERY)
def test_a_terminator_of_a_dialect_of_ones_own(pipeline: str, tmp_path: Path) -> None:
    model = tmp_path / "my.dl"
    facts = (
        'dialect_effects_known("my")',
        'region_branch("my.run")',
        'alternative_regions("my.run")',
        'return_like("my.finish", 0)',
    )
    model.write_text("".join(f"{fact}.\n" for fact in facts))
    text = """
func.func @main() {
  "my.run"() ({
    %b = memref.alloc() : memref<2xf32>
    "my.finish"() ({
      "my.use"(%b) : (memref<2xf32>) -> ()
    }) : () -> ()
  }) : () -> ()
  return
}
"""
    with pytest.raises(InputError, match=MESSAGE):
        ownlog.run_pipeline(ownlog.parse(text), pipeline, models=[model])


@pytest.mark.parametrize("pipeline", EVERY)
def test_what_outlives_the_block_may_be_used(pipeline: str) -> None:
    text = _reduction("%g = memref.alloca() : memref<2xf32>", "memref.store %left, %g[%0] : memref<2xf32>")
    assert "dealloc" in str(ownlog.run_pipeline(ownlog.parse(text), pipeline))


TENSOR = """
func.func @main(%n: index, %x: tensor<8xf32>) -> tensor<8xf32> {
  %r = scf.forall (%i) in (8) shared_outs(%o = %x) -> tensor<8xf32> {
    %b = memref.alloc() : memref<1xf32>
    %t = bufferization.to_tensor %b : memref<1xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %o[%i][1][1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}
"""


@pytest.mark.parametrize("pipeline", EVERY)
def test_a_tensor_that_a_terminator_inserts_is_refused_until_it_is_copied_as_the_advice_says(pipeline: str) -> None:
    with pytest.raises(InputError, match=MESSAGE) as caught:
        ownlog.run_pipeline(ownlog.parse(TENSOR), pipeline)
    (diagnostic,) = caught.value.diagnostics
    copied = "bufferization.alloc_tensor() copy("
    assert diagnostic.advice is not None
    assert copied in diagnostic.advice
    text = TENSOR.replace("slice %t", "slice %u").replace(
        "    scf.forall.in", f"    %u = {copied}%t) : tensor<1xf32>\n    scf.forall.in"
    )
    assert "dealloc" in str(ownlog.run_pipeline(ownlog.parse(text), pipeline))
