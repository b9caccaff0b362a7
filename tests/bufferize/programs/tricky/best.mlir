// A loop keeps the best version of what it goes on writing to.
// $N: 0 1 2 3
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f1 = arith.constant 1.0 : f32
  %f5 = arith.constant 5.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %n = arith.constant $N : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t, %best = %t) -> (tensor<4xf32>, tensor<4xf32>) {
    %w = tensor.insert %f5 into %x[%i] : tensor<4xf32>
    %first = arith.cmpi eq, %i, %c1 : index
    %b = scf.if %first -> (tensor<4xf32>) {
      scf.yield %w : tensor<4xf32>
    } else {
      scf.yield %best : tensor<4xf32>
    }
    scf.yield %w, %b : tensor<4xf32>, tensor<4xf32>
  }
  // observe 4: %r#0, %r#1, %t : tensor<4xf32>
  return
}
