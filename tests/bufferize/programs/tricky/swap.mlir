// A loop exchanges two tensors and writes to one of them.
// $N: 0 1 2 3
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %f5 = arith.constant 5.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %u = tensor.insert %f5 into %t[%c0] : tensor<4xf32>
  %n = arith.constant $N : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t, %y = %u) -> (tensor<4xf32>, tensor<4xf32>) {
    %v = tensor.extract %y[%c0] : tensor<4xf32>
    %w = arith.addf %v, %f2 : f32
    %z = tensor.insert %w into %x[%i] : tensor<4xf32>
    scf.yield %y, %z : tensor<4xf32>, tensor<4xf32>
  }
  // observe 4: %r#0, %r#1, %t, %u : tensor<4xf32>
  return
}
