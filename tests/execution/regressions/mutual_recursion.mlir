// Functions that call each other and themselves: what comes back may be the parameter, a new buffer, or the same buffer twice.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @restart(i32)
func.func private @even(%n: index, %p: memref<4xi32>) -> memref<4xi32> {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %done = arith.cmpi eq, %n, %i0 : index
  cf.cond_br %done, ^give(%p : memref<4xi32>), ^more
^more:
  %m = arith.subi %n, %i1 : index
  %r = func.call @odd(%m, %p) : (index, memref<4xi32>) -> memref<4xi32>
  cf.br ^give(%r : memref<4xi32>)
^give(%g: memref<4xi32>):
  return %g : memref<4xi32>
}
func.func private @odd(%n: index, %p: memref<4xi32>) -> memref<4xi32> {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %done = arith.cmpi eq, %n, %i0 : index
  %r = scf.if %done -> (memref<4xi32>) {
    %a = memref.alloc() : memref<4xi32>
    %x = func.call @next_i32() : () -> i32
    memref.store %x, %a[%i0] : memref<4xi32>
    scf.yield %a : memref<4xi32>
  } else {
    %m = arith.subi %n, %i1 : index
    %s = func.call @even(%m, %p) : (index, memref<4xi32>) -> memref<4xi32>
    scf.yield %s : memref<4xi32>
  }
  return %r : memref<4xi32>
}
func.func private @both(%n: index) -> (memref<4xi32>, memref<4xi32>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xi32>
  %x = func.call @next_i32() : () -> i32
  memref.store %x, %a[%i0] : memref<4xi32>
  %done = arith.cmpi eq, %n, %i0 : index
  cf.cond_br %done, ^twice, ^more
^twice:
  return %a, %a : memref<4xi32>, memref<4xi32>
^more:
  %m = arith.subi %n, %i1 : index
  %r:2 = func.call @both(%m) : (index) -> (memref<4xi32>, memref<4xi32>)
  return %a, %r#1 : memref<4xi32>, memref<4xi32>
}
// Frees its parameter at the bottom of the recursion, always.
func.func private @sink(%n: index, %p: memref<4xi32>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %done = arith.cmpi eq, %n, %i0 : index
  cf.cond_br %done, ^free, ^more
^free:
  memref.dealloc %p : memref<4xi32>
  return
^more:
  %m = arith.subi %n, %i1 : index
  func.call @sink(%m, %p) : (index, memref<4xi32>) -> ()
  return
}
func.func private @try(%n: index) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  %x = func.call @next_i32() : () -> i32
  memref.store %x, %a[%i0] : memref<4xi32>
  %r = func.call @even(%n, %a) : (index, memref<4xi32>) -> memref<4xi32>
  %y = memref.load %r[%i0] : memref<4xi32>
  func.call @observe_i32(%y) : (i32) -> ()
  %s:2 = func.call @both(%n) : (index) -> (memref<4xi32>, memref<4xi32>)
  %u = memref.load %s#0[%i0] : memref<4xi32>
  func.call @observe_i32(%u) : (i32) -> ()
  %v = memref.load %s#1[%i0] : memref<4xi32>
  func.call @observe_i32(%v) : (i32) -> ()
  func.call @sink(%n, %b) : (index, memref<4xi32>) -> ()
  return
}
func.func @main() {
  %seed = arith.constant 1 : i32
  func.call @restart(%seed) : (i32) -> ()
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i3 = arith.constant 3 : index
  func.call @try(%i0) : (index) -> ()
  func.call @try(%i1) : (index) -> ()
  func.call @try(%i2) : (index) -> ()
  func.call @try(%i3) : (index) -> ()
  return
}
