// The callee frees its parameter by the name of a buffer that the parameter's tensor became, on one of two ways; so does what it calls.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @drop(%p: memref<4xi32>) {
  %t = bufferization.to_tensor %p restrict writable : memref<4xi32> to tensor<4xi32>
  %m = bufferization.to_buffer %t : tensor<4xi32> to memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  return
}
func.func private @pass_on(%p: memref<4xi32>, %c: i1) {
  cf.cond_br %c, ^drop, ^keep
^drop:
  func.call @drop(%p) : (memref<4xi32>) -> ()
  return
^keep:
  return
}
func.func @main() {
  %k = arith.constant 0 : i32
  %v = func.call @next_i32() : () -> i32
  %c = arith.cmpi sgt, %v, %k : i32
  %a = memref.alloc() : memref<4xi32>
  linalg.fill ins(%v : i32) outs(%a : memref<4xi32>)
  func.call @drop(%a) : (memref<4xi32>) -> ()
  %b = memref.alloc() : memref<4xi32>
  linalg.fill ins(%v : i32) outs(%b : memref<4xi32>)
  func.call @pass_on(%b, %c) : (memref<4xi32>, i1) -> ()
  func.call @observe_i32(%v) : (i32) -> ()
  return
}
