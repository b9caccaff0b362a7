// An allocation leaves a region that its buffer comes out of.
// pipeline: buffer-hoisting
func.func @f(%c: i1, %v: i64, %n: index, %x: memref<4xi64>, %d: memref<?xi64>) {
  //+ %a = memref.alloc() : memref<4xi64>
  %r = scf.if %c -> memref<4xi64> {
    %a = memref.alloc() : memref<4xi64> //-
    memref.store %v, %a[%n] : memref<4xi64>
    scf.yield %a : memref<4xi64>
  } else {
    scf.yield %x : memref<4xi64>
  }
  memref.store %v, %r[%n] : memref<4xi64>
  return
}
// -----
// An irreducible loop keeps its allocation.
// pipeline: buffer-hoisting
func.func @f(%c: i1, %v: i64, %n: index, %x: memref<4xi64>, %d: memref<?xi64>) {
  cf.cond_br %c, ^left(%x : memref<4xi64>), ^right(%x : memref<4xi64>)
^left(%k: memref<4xi64>):
  %a = memref.alloc() : memref<4xi64>
  cf.cond_br %c, ^right(%a : memref<4xi64>), ^join(%k : memref<4xi64>)
^right(%m: memref<4xi64>):
  cf.cond_br %c, ^left(%m : memref<4xi64>), ^join(%m : memref<4xi64>)
^join(%y: memref<4xi64>):
  memref.store %v, %y[%n] : memref<4xi64>
  return
}
// -----
// Unreachable blocks stay.
// pipeline: buffer-hoisting,buffer-loop-hoisting
func.func @f() {
  return
^dead:
  %a = memref.alloc() : memref<4xi64>
  return
}
