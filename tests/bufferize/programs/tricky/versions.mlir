// Several versions of a tensor are alive; parts of one go into another.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %f5 = arith.constant 5.0 : f32
  %f7 = arith.constant 7.0 : f32
  %f9 = arith.constant 9.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %a = tensor.insert %f2 into %t[%c0] : tensor<4xf32>
  %b = tensor.insert %f5 into %t[%c1] : tensor<4xf32>
  %s = tensor.extract_slice %a[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %c = tensor.insert_slice %s into %b[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %d = tensor.insert %f9 into %c[%c0] : tensor<4xf32>
  %w = tensor.insert %f7 into %s[%c0] : tensor<2xf32>
  %g = tensor.insert_slice %w into %c[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  // observe 4: %t, %a, %b, %c, %d, %g : tensor<4xf32>
  // observe 2: %s : tensor<2xf32>
  return
}
