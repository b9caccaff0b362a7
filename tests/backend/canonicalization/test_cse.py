"""cse: one of several pure ops that compute the same stays, if it dominates the others."""

from __future__ import annotations

import ownlog


def eliminated(text: str) -> str:
    out = str(ownlog.run_pipeline(ownlog.parse(text), "cse"))
    ownlog.parse(out)
    return out


def test_repeated_ops_go_and_the_rest_keeps_its_text() -> None:
    out = eliminated("""\
func.func @f(%m: memref<?xf32>, %c: i1, %d: i1) -> (index, index, i1, i1) {
  %c0 = arith.constant   0 : index
  %x = memref.dim %m, %c0 : memref<?xf32>
  %z = arith.constant 0 : index
  %y = memref.dim %m, %z : memref<?xf32>
  %a = arith.andi %c, %d : i1
  %b = arith.andi %d, %c : i1
  return %x, %y, %a, %b : index, index, i1, i1
}
""")
    assert out.count("arith.constant") == out.count("memref.dim") == out.count("arith.andi") == 1
    assert "%c0 = arith.constant   0 : index" in out
    assert "return %x, %x, %a, %a" in out


def test_attributes_and_types_tell_ops_apart() -> None:
    text = """\
func.func @f(%n: index, %k: index, %m: memref<4xf32>) {
  %0 = arith.cmpi eq, %n, %k : index
  %1 = arith.cmpi ne, %n, %k : index
  %2 = arith.constant 0 : index
  %3 = arith.constant 0 : i32
  %4 = memref.cast %m : memref<4xf32> to memref<?xf32>
  %5 = memref.cast %m : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
  "test.use"(%0, %1, %2, %3, %4, %5) : (i1, i1, index, i32, memref<?xf32>, memref<4xf32, strided<[?], offset: ?>>) -> ()
  return
}
"""
    assert eliminated(text) == text


def test_only_what_dominates_is_used() -> None:
    out = eliminated("""\
func.func @f(%n: index, %c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = arith.addi %n, %n : index
  "test.a"(%0) : (index) -> ()
  cf.br ^c
^b:
  %1 = arith.addi %n, %n : index
  "test.b"(%1) : (index) -> ()
  scf.if %c {
    %2 = arith.addi %n, %n : index
    "test.if"(%2) : (index) -> ()
  }
  cf.br ^c
^c:
  %3 = arith.addi %n, %n : index
  "test.c"(%3) : (index) -> ()
  return
}
""")
    assert out.count("arith.addi") == 3
    assert '"test.if"(%1)' in out
    assert '"test.c"(%3)' in out


def test_reads_and_allocations_are_not_merged() -> None:
    text = """\
func.func @f(%m: memref<4xf32>, %n: index) {
  %0 = memref.load %m[%n] : memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  memref.store %0, %m[%n] : memref<4xf32>
  %2 = memref.load %m[%n] : memref<4xf32>
  %3 = memref.alloc() : memref<4xf32>
  "test.use"(%2, %1, %3) : (f32, memref<4xf32>, memref<4xf32>) -> ()
  return
}
"""
    assert eliminated(text) == text


def test_what_is_read_twice_without_a_write_is_read_once() -> None:
    read = "memref.load %m[%i] : memref<4xf32>"
    text = f"""\
func.func @f(%m: memref<4xf32>, %n: memref<4xf32>, %i: index, %c: i1) {{
  %0 = {read}
  %a = memref.alloc() : memref<4xf32>
  %1 = {read}
  memref.copy %n, %a : memref<4xf32> to memref<4xf32>
  %2 = {read}
  scf.if %c {{
    %3 = {read}
    "test.use"(%0, %1, %2, %3, %a) : (f32, f32, f32, f32, memref<4xf32>) -> ()
  }}
  %4 = {read}
  "test.use"(%4) : (f32) -> ()
  return
}}
"""
    out = eliminated(text)
    assert out.count("memref.load") == 4
    assert '"test.use"(%0, %0, %2, %3, %a)' in out


def test_what_depends_on_the_op_around_is_the_same_only_under_that_one() -> None:
    out = eliminated("""\
#id = affine_map<(d0) -> (d0)>
func.func @f(%m: memref<4xindex>, %n: memref<3xindex>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%m : memref<4xindex>) {
  ^bb0(%o: index):
    %i = linalg.index 0 : index
    %again = linalg.index 0 : index
    linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%n : memref<3xindex>) {
    ^bb0(%p: index):
      %j = linalg.index 0 : index
      %s = arith.addi %j, %again : index
      linalg.yield %s : index
    }
    linalg.yield %again : index
  }
  return
}
""")
    assert out.count("linalg.index") == 2
    assert "arith.addi %j, %i" in out


def test_the_number_of_a_thread_is_another_one_in_a_launch() -> None:
    out = eliminated("""\
func.func @f(%n: index, %m: memref<?xindex>) {
  %c1 = arith.constant 1 : index
  %a = gpu.thread_id x
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, \
%sz = %c1) {
    %b = gpu.thread_id x
    scf.for %i = %b to %n step %c1 {
      %c = gpu.thread_id x
      memref.store %c, %m[%i] : memref<?xindex>
    }
    gpu.terminator
  }
  memref.store %a, %m[%a] : memref<?xindex>
  return
}
""")
    assert out.count("gpu.thread_id") == 2
    assert "memref.store %b, %m[%i]" in out


def test_what_is_masked_is_not_what_stands_outside_of_the_mask() -> None:
    out = eliminated("""\
func.func @f(%v: vector<4xf32>, %m: vector<4xi1>) -> (f32, f32) {
  %a = vector.reduction <add>, %v : vector<4xf32> into f32
  %b = vector.mask %m { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %a, %b : f32, f32
}
""")
    assert out.count("vector.reduction") == 2
