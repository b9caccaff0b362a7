func.func @f(%a: tensor<2x3xf32>, %c: tensor<i1>, %v: tensor<1xi32>, %v8: tensor<1xi8>) -> tensor<2x3xf32> {
  %0 = tosa.argmax %a {axis = 0 : i32} : (tensor<2x3xf32>) -> tensor<3xi32>
  %1 = tosa.maximum %a, %a {nan_mode = IGNORE} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = tosa.clamp %1 {max_val = 1.0 : f32, min_val = 0.0 : f32, nan_mode = PROPAGATE, test.note = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = tosa.apply_scale %v, %v, %v8 {rounding_mode = SINGLE_ROUND} : (tensor<1xi32>, tensor<1xi32>, tensor<1xi8>) -> tensor<1xi32>
  %4 = tosa.cond_if %c (%x = %a) : tensor<i1> (tensor<2x3xf32>) -> tensor<2x3xf32> {
  ^bb0(%y: tensor<2x3xf32>):
    tosa.yield %y : tensor<2x3xf32>
  } else {
  ^bb0(%y: tensor<2x3xf32>):
    tosa.yield %y : tensor<2x3xf32>
  }
  %5 = tosa.cond_if %c : tensor<i1> -> tensor<2x3xf32> {
    tosa.yield %4 : tensor<2x3xf32>
  } else {
    tosa.yield %2 : tensor<2x3xf32>
  }
  %6 = tosa.while_loop (%i = %5) : (tensor<2x3xf32>) -> tensor<2x3xf32> {
    tosa.yield %c : tensor<i1>
  } do {
  ^bb0(%y: tensor<2x3xf32>):
    tosa.yield %y : tensor<2x3xf32>
  }
  return %6 : tensor<2x3xf32>
}
tosa.variable @x = dense<1> : tensor<2xi8>
tosa.variable @y : tensor<2x?xi8>
tosa.variable @z : tensor<f32>
