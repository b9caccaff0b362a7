// A vector is written over a row of a tensor, which keeps its other row; what the tensor was is read then.
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %first = arith.constant 1.0 : f32
  %t = tensor.splat %first : tensor<2x2xf32>
  %v = arith.constant dense<9.0> : vector<2xf32>
  %w = vector.transfer_write %v, %t[%zero, %zero] {in_bounds = [true]} : vector<2xf32>, tensor<2x2xf32> // out of place: 1
  %kept = tensor.extract %w[%one, %one] : tensor<2x2xf32>
  vector.print %kept : f32
  %old = tensor.extract %t[%zero, %zero] : tensor<2x2xf32>
  vector.print %old : f32
  return
}
