// A callee of a callee stores an address in a global.
memref.global "private" @kept : memref<2xi64> = dense<0>
func.func private @put(%n: i64, %m: memref<2xi64>) {
  %zero = arith.constant 0 : index
  linalg.fill ins(%n : i64) outs(%m : memref<2xi64>)
  return
}
func.func private @keep(%n: i64) {
  %m = memref.get_global @kept : memref<2xi64>
  func.call @put(%n, %m) : (i64, memref<2xi64>) -> ()
  return
}
func.func @f() {
  %a = memref.alloc() : memref<4xi32>
  %i = memref.extract_aligned_pointer_as_index %a : memref<4xi32> -> index
  %n = arith.index_cast %i : index to i64
  func.call @keep(%n) : (i64) -> ()
  return
}
