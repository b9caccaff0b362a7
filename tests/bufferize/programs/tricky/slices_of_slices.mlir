// Slices of slices overlap; one is written through another.
func.func @main() {
  %c0 = arith.constant 0 : index
  %f1 = arith.constant 1.0 : f32
  %f5 = arith.constant 5.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %a = tensor.extract_slice %t[0, 0] [2, 4] [1, 1] : tensor<4x4xf32> to tensor<2x4xf32>
  %b = tensor.extract_slice %a[1, 1] [1, 3] [1, 1] : tensor<2x4xf32> to tensor<3xf32>
  %w = tensor.insert %f5 into %b[%c0] : tensor<3xf32>
  %x = tensor.insert_slice %w into %a[0, 0] [1, 3] [1, 1] : tensor<3xf32> into tensor<2x4xf32>
  %y = tensor.insert_slice %w into %x[1, 1] [1, 3] [1, 1] : tensor<3xf32> into tensor<2x4xf32>
  %z = tensor.insert_slice %y into %t[2, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<4x4xf32>
  %q = tensor.insert_slice %x into %z[0, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<4x4xf32>
  // observe 4x4: %t, %z, %q : tensor<4x4xf32>
  return
}
