// Threads in a loop write to what goes round; what it was is used in each.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %f1 = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r:2 = scf.for %k = %c0 to %c3 step %c1 iter_args(%g = %t, %h = %t) -> (tensor<4xf32>, tensor<4xf32>) {
    %o = scf.forall (%i) in (4) shared_outs(%x = %g) -> (tensor<4xf32>) {
      %v = tensor.extract %h[%i] : tensor<4xf32>
      %n = tensor.extract %g[%k] : tensor<4xf32>
      %a = arith.addf %v, %n : f32
      %w = tensor.from_elements %a : tensor<1xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %w into %x[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
      }
    }
    scf.yield %o, %g : tensor<4xf32>, tensor<4xf32>
  }
  // observe 4: %r#0, %r#1, %t : tensor<4xf32>
  return
}
