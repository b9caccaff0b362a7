// Refused: this call frees a buffer on some paths
// Others may call the callee, so that it cannot tell whether it has freed its parameter.
func.func @drop(%p: memref<4xi32>) {
  %t = bufferization.to_tensor %p restrict writable : memref<4xi32> to tensor<4xi32>
  %m = bufferization.to_buffer %t : tensor<4xi32> to memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  return
}
func.func @make() {
  %a = memref.alloc() : memref<4xi32>
  func.call @drop(%a) : (memref<4xi32>) -> ()
  return
}
