// A part is put back into its own tensor one place further.
func.func @main() {
  %c0 = arith.constant 0 : index
  %f1 = arith.constant 1.0 : f32
  %f5 = arith.constant 5.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %u = tensor.insert %f5 into %t[%c0] : tensor<4xf32>
  %a = tensor.extract_slice %u[0] [3] [1] : tensor<4xf32> to tensor<3xf32>
  %w = tensor.insert_slice %a into %u[1] [3] [1] : tensor<3xf32> into tensor<4xf32>
  %b = tensor.extract_slice %w[1] [3] [1] : tensor<4xf32> to tensor<3xf32>
  %x = tensor.insert_slice %b into %w[0] [3] [1] : tensor<3xf32> into tensor<4xf32>
  %p = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %q = tensor.extract_slice %x[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %s = tensor.insert_slice %p into %x[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %z = tensor.insert_slice %q into %s[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  // observe 4: %z, %u : tensor<4xf32>
  return
}
