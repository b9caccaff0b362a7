// A function returns a tensor of its own as two results; a write to one would show in the other.
func.func private @twice(%f: f32) -> (tensor<2xf32>, tensor<2xf32>) {
  %t = tensor.splat %f : tensor<2xf32>
  return %t, %t : tensor<2xf32>, tensor<2xf32>
}
func.func @main() {
  %i = arith.constant 0 : index
  %first = arith.constant 5.0 : f32
  %new = arith.constant 7.0 : f32
  %r:2 = call @twice(%first) : (f32) -> (tensor<2xf32>, tensor<2xf32>)
  %w = tensor.insert %new into %r#0[%i] : tensor<2xf32> // out of place: 1, in mlir-opt-22 in place
  %now = tensor.extract %w[%i] : tensor<2xf32>
  vector.print %now : f32
  %other = tensor.extract %r#1[%i] : tensor<2xf32>
  vector.print %other : f32
  return
}
