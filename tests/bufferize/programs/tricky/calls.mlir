// Functions return arguments, exchanged, written to, twice; one tensor is passed twice.
func.func private @mix(%a: tensor<4xf32>, %b: tensor<4xf32>, %i: index, %f: f32) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %w = tensor.insert %f into %a[%i] : tensor<4xf32>
  %x = tensor.extract %b[%i] : tensor<4xf32>
  %z = tensor.insert %x into %b[%i] : tensor<4xf32>
  return %b, %w, %z : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
func.func private @through(%a: tensor<4xf32>, %i: index, %f: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:3 = call @mix(%a, %a, %i, %f) : (tensor<4xf32>, tensor<4xf32>, index, f32) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %r#2, %r#1 : tensor<4xf32>, tensor<4xf32>
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %f5 = arith.constant 5.0 : f32
  %f7 = arith.constant 7.0 : f32
  %f9 = arith.constant 9.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r:3 = call @mix(%t, %t, %c1, %f5) : (tensor<4xf32>, tensor<4xf32>, index, f32) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  %u = tensor.insert %f7 into %r#0[%c2] : tensor<4xf32>
  %q:2 = call @through(%r#1, %c3, %f9) : (tensor<4xf32>, index, f32) -> (tensor<4xf32>, tensor<4xf32>)
  %v = tensor.insert %f2 into %q#0[%c0] : tensor<4xf32>
  // observe 4: %t, %r#0, %r#1, %r#2, %u, %q#0, %q#1, %v : tensor<4xf32>
  return
}
