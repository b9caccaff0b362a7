// A function returns a buffer, another name for it, and the tensor of that name, which is copied.
func.func @mk() -> (memref<4xi32>, memref<?xi32>, tensor<?xi32>) {
  %a = memref.alloc() : memref<4xi32>
  %c = memref.cast %a : memref<4xi32> to memref<?xi32>
  %t = bufferization.to_tensor %c restrict : memref<?xi32> to tensor<?xi32>
  return %a, %c, %t : memref<4xi32>, memref<?xi32>, tensor<?xi32>
}
