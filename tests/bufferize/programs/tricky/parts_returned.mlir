// Functions return parts and casts of what they are given; both are written to.
func.func private @part(%t: tensor<4xf32>, %i: index) -> (tensor<2xf32>, tensor<?xf32>) {
  %p = tensor.extract_slice %t[%i] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %q = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  return %p, %q : tensor<2xf32>, tensor<?xf32>
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f1 = arith.constant 1.0 : f32
  %f5 = arith.constant 5.0 : f32
  %f7 = arith.constant 7.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r:2 = call @part(%t, %c1) : (tensor<4xf32>, index) -> (tensor<2xf32>, tensor<?xf32>)
  %a = tensor.insert %f5 into %r#0[%c0] : tensor<2xf32>
  %b = tensor.insert %f7 into %r#1[%c1] : tensor<?xf32>
  %s:2 = call @part(%t, %c2) : (tensor<4xf32>, index) -> (tensor<2xf32>, tensor<?xf32>)
  %d = tensor.insert_slice %a into %s#1[0] [2] [1] : tensor<2xf32> into tensor<?xf32>
  // observe 4: %t : tensor<4xf32>
  // observe 2: %r#0, %a, %s#0 : tensor<2xf32>
  // observe 4: %r#1, %b, %s#1, %d : tensor<?xf32>
  return
}
