// Which tensors share a buffer. `ownlog why examples/tensors/update.mlir:12` says why one-shot-bufferize makes %set in a
// copy of %given, line 11 why it makes %first in a copy of %zeros. --tensors-to-buffers moves the reads and copies neither.

func.func @refill(%row: tensor<4xf32>, %value: f32) -> tensor<4xf32> {
  %filled = linalg.fill ins(%value : f32) outs(%row : tensor<4xf32>) -> tensor<4xf32>
  return %filled : tensor<4xf32>
}

func.func @update(%given: tensor<4xf32>, %i: index, %f: f32) -> (tensor<4xf32>, f32) {
  %zeros = arith.constant dense<0.0> : tensor<4xf32>
  %first = tensor.insert %f into %zeros[%i] : tensor<4xf32>
  %set = tensor.insert %f into %given[%i] : tensor<4xf32>
  %old = tensor.extract %given[%i] : tensor<4xf32>
  %new = tensor.extract %first[%i] : tensor<4xf32>
  %refilled = func.call @refill(%set, %new) : (tensor<4xf32>, f32) -> tensor<4xf32>
  return %refilled, %old : tensor<4xf32>, f32
}
