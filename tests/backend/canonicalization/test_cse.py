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
