// The read of four elements comes late: it is moved in front of the write, so that nothing else has to be copied.
func.func @late(%t: tensor<4096xf32>, %f: f32, %i: index) -> (tensor<4096xf32>, tensor<4xf32>) {
  %w = tensor.insert %f into %t[%i] : tensor<4096xf32>
  %s = tensor.extract_slice %t[0] [4] [1] : tensor<4096xf32> to tensor<4xf32>
  return %w, %s : tensor<4096xf32>, tensor<4xf32>
}
