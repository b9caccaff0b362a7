// The program frees the buffer by the name of one that its tensor became.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func @main() {
  %z = arith.constant 0 : index
  %v = func.call @next_i32() : () -> i32
  %a = memref.alloc() : memref<4xi32>
  linalg.fill ins(%v : i32) outs(%a : memref<4xi32>)
  %t = bufferization.to_tensor %a restrict writable : memref<4xi32> to tensor<4xi32>
  %m = bufferization.to_buffer %t : tensor<4xi32> to memref<4xi32>
  %e = memref.load %m[%z] : memref<4xi32>
  func.call @observe_i32(%e) : (i32) -> ()
  memref.dealloc %m : memref<4xi32>
  return
}
