// Refused: this call may free, or use later
// The callee frees the buffer that its tensor is, after a branch.
func.func private @drop(%t: tensor<4xi32>) {
  cf.br ^b(%t : tensor<4xi32>)
^b(%u: tensor<4xi32>):
  %m = bufferization.to_buffer %u : tensor<4xi32> to memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  return
}
func.func @make() {
  %a = memref.alloc() : memref<4xi32>
  %t = bufferization.to_tensor %a restrict writable : memref<4xi32> to tensor<4xi32>
  func.call @drop(%t) : (tensor<4xi32>) -> ()
  return
}
