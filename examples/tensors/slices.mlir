func.func @slices(%t: tensor<4xf32>, %f: f32, %i: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = tensor.extract_slice %t[0] [4] [1] : tensor<4xf32> to tensor<4xf32>
  %b = tensor.extract_slice %t[0] [4] [1] : tensor<4xf32> to tensor<4xf32>
  %a1 = tensor.insert %f into %a[%i] : tensor<4xf32>
  %b1 = tensor.insert %f into %b[%i] : tensor<4xf32>
  return %a1, %b1 : tensor<4xf32>, tensor<4xf32>
}
