// A function returns a constant, and its caller writes to that.
func.func private @table() -> tensor<2xf32> {
  %constant = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %constant : tensor<2xf32>
}
func.func @main() {
  %i = arith.constant 1 : index
  %new = arith.constant 7.0 : f32
  %t = call @table() : () -> tensor<2xf32>
  %w = tensor.insert %new into %t[%i] : tensor<2xf32> // out of place: 1, in mlir-opt-22 in place
  %now = tensor.extract %w[%i] : tensor<2xf32>
  vector.print %now : f32
  return
}
