#dispatch = [@select_or_new]
func.func private @observe_i32(i32)
func.func private @select_or_new(%c: i1, %p: memref<3xi32>) -> memref<3xi32> {
  %fresh = memref.alloc() : memref<3xi32>
  %i0 = arith.constant 0 : index
  %v = arith.constant 5 : i32
  memref.store %v, %fresh[%i0] : memref<3xi32>
  %r = arith.select %c, %p, %fresh : memref<3xi32>
  return %r : memref<3xi32>
}
func.func private @test(%c: i1) attributes {runtime.entries = #dispatch} {
  %i0 = arith.constant 0 : index
  %v = arith.constant 9 : i32
  %a = memref.alloc() : memref<3xi32>
  memref.store %v, %a[%i0] : memref<3xi32>
  %x = func.call @select_or_new(%c, %a) : (i1, memref<3xi32>) -> memref<3xi32>
  %seen = memref.load %x[%i0] : memref<3xi32>
  func.call @observe_i32(%seen) : (i32) -> ()
  %own = memref.load %a[%i0] : memref<3xi32>
  func.call @observe_i32(%own) : (i32) -> ()
  return
}
func.func @main() {
  %true = arith.constant true
  %false = arith.constant false
  func.call @test(%true) : (i1) -> ()
  func.call @test(%false) : (i1) -> ()
  return
}
