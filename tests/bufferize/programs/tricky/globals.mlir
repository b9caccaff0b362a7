// A global variable is loaded, stored to in a callee, and loaded again.
ml_program.global private mutable @g(dense<1.0> : tensor<4xf32>) : tensor<4xf32>
func.func private @set(%t: tensor<4xf32>, %i: index, %f: f32) -> tensor<4xf32> {
  %o = ml_program.global_load @g : tensor<4xf32>
  %w = tensor.insert %f into %t[%i] : tensor<4xf32>
  ml_program.global_store @g = %w : tensor<4xf32>
  %z = tensor.insert %f into %w[%i] : tensor<4xf32>
  %x = tensor.extract %o[%i] : tensor<4xf32>
  %c0 = arith.constant 0 : index
  %y = tensor.insert %x into %z[%c0] : tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %f5 = arith.constant 5.0 : f32
  %f7 = arith.constant 7.0 : f32
  %f9 = arith.constant 9.0 : f32
  %a = ml_program.global_load @g : tensor<4xf32>
  %r = call @set(%a, %c1, %f5) : (tensor<4xf32>, index, f32) -> tensor<4xf32>
  %b = ml_program.global_load @g : tensor<4xf32>
  %s = call @set(%b, %c2, %f7) : (tensor<4xf32>, index, f32) -> tensor<4xf32>
  %d = ml_program.global_load @g : tensor<4xf32>
  %w = tensor.insert %f9 into %d[%c3] : tensor<4xf32>
  ml_program.global_store @g = %d : tensor<4xf32>
  %h = ml_program.global_load @g : tensor<4xf32>
  // observe 4: %a, %b, %d, %r, %s, %w, %h : tensor<4xf32>
  return
}
