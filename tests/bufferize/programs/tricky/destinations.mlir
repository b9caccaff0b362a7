// What is made goes to memory and to parts of tensors, and was there before.
func.func @main() {
  %c1 = arith.constant 1 : index
  %f1 = arith.constant 1.0 : f32
  %f5 = arith.constant 5.0 : f32
  %f7 = arith.constant 7.0 : f32
  %f9 = arith.constant 9.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %m = memref.alloc() : memref<4xf32>
  linalg.fill ins(%f7 : f32) outs(%m : memref<4xf32>)
  %old = memref.load %m[%c1] : memref<4xf32>
  %u = tensor.insert %f5 into %t[%c1] : tensor<4xf32>
  bufferization.materialize_in_destination %u in restrict writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  %new = memref.load %m[%c1] : memref<4xf32>
  memref.store %f9, %m[%c1] : memref<4xf32>
  %z = memref.load %m[%c1] : memref<4xf32>
  func.call @observe(%old) : (f32) -> ()
  func.call @observe(%new) : (f32) -> ()
  func.call @observe(%z) : (f32) -> ()
  %s = tensor.extract_slice %t[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %d = tensor.extract_slice %u[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %q = bufferization.materialize_in_destination %s in %d : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %x = tensor.insert_slice %q into %u[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
  memref.dealloc %m : memref<4xf32>
  // observe 4: %x, %t : tensor<4xf32>
  return
}
