// A function may not write to what it is given, another may.
func.func private @read(%t: tensor<4xf32> {bufferization.writable = false}, %i: index, %f: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %w = tensor.insert %f into %t[%i] : tensor<4xf32>
  return %w, %t : tensor<4xf32>, tensor<4xf32>
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f1 = arith.constant 1.0 : f32
  %f5 = arith.constant 5.0 : f32
  %f7 = arith.constant 7.0 : f32
  %f9 = arith.constant 9.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r:2 = call @read(%t, %c1, %f5) : (tensor<4xf32>, index, f32) -> (tensor<4xf32>, tensor<4xf32>)
  %w = tensor.insert %f7 into %r#1[%c0] : tensor<4xf32>
  %x = tensor.insert %f9 into %r#0[%c0] : tensor<4xf32>
  // observe 4: %r#0, %w, %x, %t : tensor<4xf32>
  return
}
