// What is collapsed, expanded or cast is written to; the original is read.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %f5 = arith.constant 5.0 : f32
  %f7 = arith.constant 7.0 : f32
  %f9 = arith.constant 9.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %c = tensor.collapse_shape %t [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
  %w = tensor.insert %f5 into %c[%c1] : tensor<4xf32>
  %x = tensor.expand_shape %w [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %col = tensor.extract_slice %x[0, 1] [2, 1] [1, 1] : tensor<2x2xf32> to tensor<2xf32>
  %y = tensor.insert %f7 into %x[%c1, %c1] : tensor<2x2xf32>
  %d = tensor.cast %w : tensor<4xf32> to tensor<?xf32>
  %v = tensor.insert %f9 into %d[%c0] : tensor<?xf32>
  %k = tensor.extract_slice %y[0, 1] [2, 1] [1, 1] : tensor<2x2xf32> to tensor<2x1xf32>
  %f = tensor.collapse_shape %k [[0, 1]] : tensor<2x1xf32> into tensor<2xf32>
  %g = tensor.insert %f2 into %f[%c0] : tensor<2xf32>
  // observe 4: %c, %w : tensor<4xf32>
  // observe 4: %v : tensor<?xf32>
  // observe 2: %col, %f, %g : tensor<2xf32>
  // observe 2x2: %y, %t : tensor<2x2xf32>
  return
}
