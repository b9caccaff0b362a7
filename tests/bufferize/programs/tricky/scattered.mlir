// Three tensors of one buffer: a destination of one is the source of another.
func.func @main() {
  %c0 = arith.constant 0 : index
  %f1 = arith.constant 1.0 : f32
  %f5 = arith.constant 5.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %a = linalg.copy ins(%t : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = tensor.insert %f5 into %a[%c0] : tensor<4xf32>
  %d = linalg.copy ins(%b : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %g = linalg.sub ins(%d, %t : tensor<4xf32>, tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %h = linalg.add ins(%g, %b : tensor<4xf32>, tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  // observe 4: %a, %d, %g, %h : tensor<4xf32>
  return
}
