// A loop yields one tensor as two results: each is a copy of it, and so a write to one does not show in the other.
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 3 : index
  %first = arith.constant 5.0 : f32
  %new = arith.constant 7.0 : f32
  %t = tensor.splat %first : tensor<2xf32>
  %r:2 = scf.for %i = %zero to %end step %one iter_args(%x = %t, %y = %t) -> (tensor<2xf32>, tensor<2xf32>) {
    %made = tensor.splat %new : tensor<2xf32>
    scf.yield %made, %made : tensor<2xf32>, tensor<2xf32> // copied: 0 1
  }
  %w = tensor.insert %first into %r#0[%zero] : tensor<2xf32>
  %now = tensor.extract %w[%zero] : tensor<2xf32>
  vector.print %now : f32
  %other = tensor.extract %r#1[%zero] : tensor<2xf32>
  vector.print %other : f32
  return
}
