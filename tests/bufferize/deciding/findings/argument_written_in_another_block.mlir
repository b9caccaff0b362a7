// The argument of a function is read behind a write that stands in another block than the first one.
func.func private @put(%t: tensor<3xf32>, %i: index) -> (f32, f32) {
  %new = arith.constant 7.0 : f32
  cf.br ^next
^next:
  %w = tensor.insert %new into %t[%i] : tensor<3xf32> // out of place: 1, in mlir-opt-22 in place
  %old = tensor.extract %t[%i] : tensor<3xf32>
  %now = tensor.extract %w[%i] : tensor<3xf32>
  return %old, %now : f32, f32
}
func.func @main() {
  %i = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %t = tensor.splat %zero : tensor<3xf32>
  %r:2 = call @put(%t, %i) : (tensor<3xf32>, index) -> (f32, f32)
  vector.print %r#0 : f32
  vector.print %r#1 : f32
  return
}
