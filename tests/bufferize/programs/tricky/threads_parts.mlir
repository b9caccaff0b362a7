// Threads put what they read of the old tensor into the part that others read.
func.func @main() {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %f1 = arith.constant 1.0 : f32
  %f5 = arith.constant 5.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %u = tensor.insert %f5 into %t[%c3] : tensor<4xf32>
  %r = scf.forall (%i) in (2) shared_outs(%x = %u) -> (tensor<4xf32>) {
    %at = arith.muli %i, %c2 : index
    %from = arith.subi %c2, %at : index
    %p = tensor.extract_slice %u[%from] [2] [1] : tensor<4xf32> to tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p into %x[%at] [2] [1] : tensor<2xf32> into tensor<4xf32>
    }
  }
  // observe 4: %u, %r : tensor<4xf32>
  return
}
