// Threads that differ in a number of which no offset depends insert the same; others insert nothing of what they change.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %t = tensor.from_elements %f1, %f2 : tensor<2xf32>
  %r = scf.forall (%i, %j) in (2, 3) shared_outs(%x = %t) -> (tensor<2xf32>) {
    %own = tensor.extract_slice %x[%i] [1] [1] : tensor<2xf32> to tensor<1xf32>
    %sum = linalg.add ins(%own, %own : tensor<1xf32>, tensor<1xf32>) outs(%own : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %sum into %x[%i] [1] [1] : tensor<1xf32> into tensor<2xf32>
    }
  }
  %s:2 = scf.forall (%i) in (2) shared_outs(%x = %r, %y = %t) -> (tensor<2xf32>, tensor<2xf32>) {
    %own = tensor.extract_slice %x[%i] [1] [1] : tensor<2xf32> to tensor<1xf32>
    %full = linalg.fill ins(%f1 : f32) outs(%own : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %full into %y[%i] [1] [1] : tensor<1xf32> into tensor<2xf32>
    }
  }
  // observe 2: %t, %r, %s#0, %s#1 : tensor<2xf32>
  return
}
