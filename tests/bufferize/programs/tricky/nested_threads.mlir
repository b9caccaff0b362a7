// Threads in threads fill squares of one tensor from the rows of another.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f1 = arith.constant 1.0 : f32
  %f5 = arith.constant 5.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %u = tensor.insert %f5 into %t[%c0, %c1] : tensor<2x2xf32>
  %r = scf.forall (%i) in (2) shared_outs(%x = %u) -> (tensor<2x2xf32>) {
    %row = tensor.extract_slice %x[%i, 0] [1, 2] [1, 1] : tensor<2x2xf32> to tensor<2xf32>
    %in = scf.forall (%j) in (2) shared_outs(%y = %row) -> (tensor<2xf32>) {
      %v = tensor.extract %u[%j, %i] : tensor<2x2xf32>
      %o = tensor.extract %row[%j] : tensor<2xf32>
      %s = arith.addf %v, %o : f32
      %k = tensor.from_elements %s : tensor<1xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %k into %y[%j] [1] [1] : tensor<1xf32> into tensor<2xf32>
      }
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %in into %x[%i, 0] [1, 2] [1, 1] : tensor<2xf32> into tensor<2x2xf32>
    }
  }
  // observe 2x2: %t, %u, %r : tensor<2x2xf32>
  return
}
