// A loop yields a constant, which is not what goes round, and so a copy of it; the result may be written.
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 3 : index
  %first = arith.constant 5.0 : f32
  %new = arith.constant 7.0 : f32
  %t = tensor.splat %first : tensor<2xf32>
  %r = scf.for %i = %zero to %end step %one iter_args(%x = %t) -> (tensor<2xf32>) {
    %constant = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
    scf.yield %constant : tensor<2xf32> // copied: 0
  }
  %w = tensor.insert %new into %r[%zero] : tensor<2xf32>
  %now = tensor.extract %w[%zero] : tensor<2xf32>
  vector.print %now : f32
  return
}
