// Refused: the op may still use its buffers
// What runs asynchronously reads a tensor of the buffer.
func.func private @observe_i32(i32)
func.func @show(%zero: index, %v: i32) {
  %a = memref.alloc() : memref<4xi32>
  linalg.fill ins(%v : i32) outs(%a : memref<4xi32>)
  %t = bufferization.to_tensor %a restrict : memref<4xi32> to tensor<4xi32>
  %token = async.execute {
    %e = tensor.extract %t[%zero] : tensor<4xi32>
    func.call @observe_i32(%e) : (i32) -> ()
    async.yield
  }
  return
}
