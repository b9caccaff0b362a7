// Both versions go on to the next round, in turn.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %f5 = arith.constant 5.0 : f32
  %f7 = arith.constant 7.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %c3 = arith.constant 3 : index
  %u = tensor.insert %f7 into %t[%c0] : tensor<4xf32>
  %r:2 = scf.for %k = %c0 to %c3 step %c1 iter_args(%x = %t, %y = %u) -> (tensor<4xf32>, tensor<4xf32>) {
    %a = tensor.insert %f5 into %x[%k] : tensor<4xf32>
    %b = tensor.insert %f2 into %x[%c2] : tensor<4xf32>
    %v = tensor.extract %y[%k] : tensor<4xf32>
    %c = tensor.insert %v into %b[%c1] : tensor<4xf32>
    scf.yield %c, %a : tensor<4xf32>, tensor<4xf32>
  }
  // observe 4: %r#0, %r#1 : tensor<4xf32>
  return
}
