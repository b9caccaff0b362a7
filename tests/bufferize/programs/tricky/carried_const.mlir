// A loop starts from a constant and from an empty tensor, and runs no time.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f2 = arith.constant 2.0 : f32
  %f5 = arith.constant 5.0 : f32
  %f7 = arith.constant 7.0 : f32
  %f9 = arith.constant 9.0 : f32
  %k = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %n = arith.constant 0 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %k, %y = %k) -> (tensor<4xf32>, tensor<4xf32>) {
    %w = tensor.insert %f5 into %x[%i] : tensor<4xf32>
    scf.yield %y, %w : tensor<4xf32>, tensor<4xf32>
  }
  %u = tensor.insert %f7 into %r#0[%c0] : tensor<4xf32>
  %s = scf.while (%x = %k) : (tensor<4xf32>) -> (tensor<4xf32>) {
    %v = tensor.extract %x[%c0] : tensor<4xf32>
    %go = arith.cmpf olt, %v, %f2 : f32
    scf.condition(%go) %x : tensor<4xf32>
  } do {
  ^bb0(%x: tensor<4xf32>):
    %w = tensor.insert %f9 into %x[%c0] : tensor<4xf32>
    scf.yield %w : tensor<4xf32>
  }
  // observe 4: %k, %r#0, %r#1, %u, %s : tensor<4xf32>
  return
}
