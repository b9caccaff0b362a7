"""Layouts: which are strided says mlir-opt-22, and a buffer with one that is not is freed without asking for its
strides.
"""

import re
import subprocess

import pytest

import ownlog
from ownlog.frontend.forms.language.memrefs import of_memref
from ownlog.frontend.text.types import Type
from ownlog.frontend.text.typetext import canonical_text
from tests.shared import require_tool

METADATA = "memref.extract_strided_metadata"
LAYOUTS = (
    "affine_map<(d0, d1) -> (d0, d1)>",
    "affine_map<(d0, d1) -> (d1, d0)>",
    "affine_map<(i, j) -> (i * 8 + j + 3)>",
    "affine_map<(True, False)[s, t] -> (True * s + False * t - s * 2)>",
    "affine_map<(i, j) -> (i floordiv 2 + j)>",
    "affine_map<(i, j) -> (i mod 2, i floordiv 2, j)>",
    "affine_map<(i, j) -> ((i + j) * 4)>",
    "affine_map<(i, j)[s] -> (i + j * (s * 2))>",
    "strided<[8, 1], offset: ?>",
)
PROGRAM = """\
#split = affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>
func.func @own(%x: f32, %i: index) -> f32 {
  %a = memref.alloc() : memref<4xf32, #split>
  memref.store %x, %a[%i] : memref<4xf32, #split>
  %r = memref.load %a[%i] : memref<4xf32, #split>
  return %r : f32
}
func.func private @pass(%a: memref<4xf32, #split>) -> memref<4xf32, #split> {
  return %a : memref<4xf32, #split>
}
func.func @choose(%c: i1, %x: f32, %i: index) -> f32 {
  %a = memref.alloc() : memref<4xf32, #split>
  %b = memref.alloc() : memref<4xf32, #split>
  cf.cond_br %c, ^go(%a : memref<4xf32, #split>), ^go(%b : memref<4xf32, #split>)
^go(%d: memref<4xf32, #split>):
  memref.store %x, %d[%i] : memref<4xf32, #split>
  %e = func.call @pass(%d) : (memref<4xf32, #split>) -> memref<4xf32, #split>
  %r = memref.load %e[%i] : memref<4xf32, #split>
  return %r : f32
}
"""
PASS = "ownership-based-buffer-deallocation"
LOWERED = f"{PASS},canonicalize,buffer-deallocation-simplification,bufferization-lower-deallocations"
PIPELINES = ("buffer-deallocation-pipeline", PASS, LOWERED)


def accepted(text: str) -> bool:
    return (
        subprocess.run(
            [require_tool("mlir-opt-22")], input=text, text=True, capture_output=True, check=False
        ).returncode
        == 0
    )


@pytest.mark.peer
@pytest.mark.parametrize("layout", LAYOUTS)
def test_strided_is_what_has_strides(layout: str) -> None:
    type = f"memref<4x8xf32, {layout}>"
    results = ", ".join(["memref<f32>", *["index"] * 5])
    probe = f'func.func @f(%a: {type}) {{\n  %m:6 = "{METADATA}"(%a) : ({type}) -> ({results})\n  return\n}}\n'
    assert (of_memref(Type.get(canonical_text(type))).strided is not None) == accepted(probe)


@pytest.mark.peer
@pytest.mark.parametrize("pipeline", PIPELINES)
def test_what_is_not_strided_is_freed_as_it_is(pipeline: str) -> None:
    out = str(ownlog.run_pipeline(ownlog.parse(PROGRAM), pipeline))
    assert METADATA not in out
    assert re.search(r"memref\.dealloc %\w+ : memref<4xf32, #split>|bufferization\.dealloc \(%", out)
    assert accepted(out)


def test_a_buffer_that_is_not_strided_and_may_have_been_freed_by_hand_is_refused() -> None:
    text = """\
func.func @f(%c: i1, %n: index) {
  %b = memref.alloc() : memref<4xf32>
  %a = memref.alloc() : memref<4xf32, affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>>
  scf.if %c {
    memref.dealloc %a : memref<4xf32, affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>>
  }
  return
}
"""
    with pytest.raises(ownlog.InputError, match="not strided") as refused:
        ownlog.run_pipeline(ownlog.parse(text), PASS)
    assert refused.value.diagnostics[0].advice
