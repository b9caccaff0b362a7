// An op that reads behind a write writes to another tensor, of which something is read in between.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %f5 = arith.constant 5.0 : f32
  %f7 = arith.constant 7.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %u0 = tensor.empty() : tensor<4xf32>
  %u = linalg.fill ins(%f5 : f32) outs(%u0 : tensor<4xf32>) -> tensor<4xf32>
  %w = tensor.insert %f2 into %t[%c1] : tensor<4xf32>
  %k = tensor.extract %u[%c1] : tensor<4xf32>
  %v = tensor.insert %k into %u[%c2] : tensor<4xf32>
  %r = linalg.add ins(%t, %u : tensor<4xf32>, tensor<4xf32>) outs(%u : tensor<4xf32>) -> tensor<4xf32>
  %q = linalg.add ins(%r, %t : tensor<4xf32>, tensor<4xf32>) outs(%v : tensor<4xf32>) -> tensor<4xf32>
  // observe 4: %w, %r, %q : tensor<4xf32>
  return
}
