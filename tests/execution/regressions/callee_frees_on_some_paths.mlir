func.func private @observe_i32(i32)
func.func private @maybe(%c: i1, %p: memref<4xi32>) {
  scf.if %c {
    memref.dealloc %p : memref<4xi32>
  }
  return
}
func.func private @twice(%c: i1, %p: memref<4xi32>) -> i32 {
  %v = arith.constant 7 : i32
  func.call @maybe(%c, %p) : (i1, memref<4xi32>) -> ()
  return %v : i32
}
func.func private @rec(%n: index, %c: i1, %p: memref<4xi32>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %more = arith.cmpi ne, %n, %i0 : index
  scf.if %more {
    %m = arith.subi %n, %i1 : index
    func.call @rec(%m, %c, %p) : (index, i1, memref<4xi32>) -> ()
  } else {
    func.call @maybe(%c, %p) : (i1, memref<4xi32>) -> ()
  }
  return
}
func.func private @test(%c: i1, %d: i1) {
  %i2 = arith.constant 2 : index
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  %e = memref.alloc() : memref<4xi32>
  %x = arith.select %d, %a, %b : memref<4xi32>
  %r = func.call @twice(%c, %x) : (i1, memref<4xi32>) -> i32
  func.call @observe_i32(%r) : (i32) -> ()
  func.call @rec(%i2, %c, %e) : (index, i1, memref<4xi32>) -> ()
  return
}
func.func @main() {
  %t = arith.constant true
  %f = arith.constant false
  func.call @test(%t, %t) : (i1, i1) -> ()
  func.call @test(%t, %f) : (i1, i1) -> ()
  func.call @test(%f, %t) : (i1, i1) -> ()
  func.call @test(%f, %f) : (i1, i1) -> ()
  return
}
