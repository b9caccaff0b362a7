// The inner loop starts from what the outer one was given, not from what goes round.
// $N: 0 1 2 3
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %n = arith.constant $N : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t) -> (tensor<4xf32>) {
    %v = tensor.extract %x[%c0] : tensor<4xf32>
    %in = scf.for %j = %c0 to %n step %c1 iter_args(%y = %t) -> (tensor<4xf32>) {
      %o = tensor.extract %y[%c0] : tensor<4xf32>
      %s0 = arith.addf %o, %v : f32
      %w = tensor.insert %s0 into %y[%c0] : tensor<4xf32>
      scf.yield %w : tensor<4xf32>
    }
    %old = tensor.extract %x[%c1] : tensor<4xf32>
    %s1 = arith.addf %old, %f2 : f32
    %z = tensor.insert %s1 into %in[%c1] : tensor<4xf32>
    scf.yield %z : tensor<4xf32>
  }
  // observe 4: %r, %t : tensor<4xf32>
  return
}
