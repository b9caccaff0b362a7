func.func private @observe_i32(i32)
func.func private @newest(%c: i1, %p: memref<2xi32>) -> memref<2xi32> attributes {llvm.emit_c_interface} {
  %i0 = arith.constant 0 : index
  %v = arith.constant 4 : i32
  %r = scf.if %c -> memref<2xi32> {
    %n = memref.alloc() : memref<2xi32>
    memref.store %v, %n[%i0] : memref<2xi32>
    scf.yield %n : memref<2xi32>
  } else {
    scf.yield %p : memref<2xi32>
  }
  return %r : memref<2xi32>
}
func.func private @test(%c: i1) {
  %i0 = arith.constant 0 : index
  %v = arith.constant 1 : i32
  %a = memref.alloc() : memref<2xi32>
  memref.store %v, %a[%i0] : memref<2xi32>
  %x = func.call @newest(%c, %a) : (i1, memref<2xi32>) -> memref<2xi32>
  %y = func.call @newest(%c, %x) : (i1, memref<2xi32>) -> memref<2xi32>
  %seen = memref.load %y[%i0] : memref<2xi32>
  func.call @observe_i32(%seen) : (i32) -> ()
  return
}
func.func @main() {
  %true = arith.constant true
  %false = arith.constant false
  func.call @test(%true) : (i1) -> ()
  func.call @test(%false) : (i1) -> ()
  return
}
