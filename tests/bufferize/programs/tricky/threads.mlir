// Threads read what others overwrite, and write to two tensors.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %f5 = arith.constant 5.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %u = tensor.insert %f5 into %t[%c0] : tensor<4xf32>
  %r:2 = scf.forall (%i) in (4) shared_outs(%x = %u, %y = %t) -> (tensor<4xf32>, tensor<4xf32>) {
    %j = arith.subi %c3, %i : index
    %v = tensor.extract %u[%j] : tensor<4xf32>
    %a = arith.addf %v, %f2 : f32
    %s = tensor.extract_slice %x[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %w = tensor.insert %a into %s[%c0] : tensor<1xf32>
    %b = tensor.extract %s[%c0] : tensor<1xf32>
    %p = tensor.from_elements %b : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %w into %x[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
      tensor.parallel_insert_slice %p into %y[%j] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  // observe 4: %t, %u, %r#0, %r#1 : tensor<4xf32>
  return
}
