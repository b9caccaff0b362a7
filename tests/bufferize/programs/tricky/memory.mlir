// Memory is a tensor and written as such; loads of it stand around.
// $N: 0 1 2 3
func.func @main() {
  %c0 = arith.constant 0 : index
  %f5 = arith.constant 5.0 : f32
  %f7 = arith.constant 7.0 : f32
  %f9 = arith.constant 9.0 : f32
  %m = memref.alloc() : memref<4xf32>
  linalg.fill ins(%f7 : f32) outs(%m : memref<4xf32>)
  %t = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
  %i = arith.constant $N : index
  %w = tensor.insert %f5 into %t[%i] : tensor<4xf32>
  %u = tensor.insert %f9 into %w[%c0] : tensor<4xf32>
  %b = bufferization.to_buffer %u read_only : tensor<4xf32> to memref<4xf32>
  %x = memref.load %b[%i] : memref<4xf32>
  %y = memref.load %m[%i] : memref<4xf32>
  func.call @observe(%x) : (f32) -> ()
  func.call @observe(%y) : (f32) -> ()
  // observe 4: %t, %w, %u : tensor<4xf32>
  return
}
