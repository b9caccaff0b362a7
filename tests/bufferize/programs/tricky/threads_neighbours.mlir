// $AT: %next %back %far
// Each thread adds to its own part what another one has, as it was before all.
func.func @main() {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %f3 = arith.constant 3.0 : f32
  %f5 = arith.constant 5.0 : f32
  %t = tensor.from_elements %f1, %f2, %f3, %f5 : tensor<4xf32>
  %r = scf.forall (%i) in (4) shared_outs(%x = %t) -> (tensor<4xf32>) {
    %following = arith.addi %i, %c1 : index
    %next = arith.remui %following, %c4 : index
    %back = arith.subi %c3, %i : index
    %far = arith.remui %c3, %c4 : index
    %p = tensor.extract_slice %x[$AT] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %own = tensor.extract_slice %x[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %sum = linalg.add ins(%p, %own : tensor<1xf32>, tensor<1xf32>) outs(%own : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %sum into %x[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  // observe 4: %r : tensor<4xf32>
  return
}
