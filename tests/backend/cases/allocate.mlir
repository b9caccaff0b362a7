// In nested regions too.
// pipeline: empty-tensor-to-alloc-tensor
func.func @f(%c: i1) -> tensor<4xf32> {
  %r = scf.if %c -> tensor<4xf32> {
    %0 = tensor.empty() : tensor<4xf32> //-
    //+ %0 = bufferization.alloc_tensor() : tensor<4xf32>
    scf.yield %0 : tensor<4xf32>
  } else {
    %1 = tensor.empty() : tensor<4xf32> //-
    %2 = tensor.empty() : tensor<4xf32> //-
    //+ %2 = bufferization.alloc_tensor() : tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
