// The copy of what a callee wrote is needed only because of a read behind two loops.
func.func private @add(%t: tensor<4xf32>, %f: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %t) -> (tensor<4xf32>) {
    %v = tensor.extract %x[%i] : tensor<4xf32>
    %s = arith.addf %v, %f : f32
    %w = tensor.insert %s into %x[%i] : tensor<4xf32>
    scf.yield %w : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %f5 = arith.constant 5.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %a = scf.for %i = %c0 to %c2 step %c1 iter_args(%x = %t) -> (tensor<4xf32>) {
    %y = func.call @add(%x, %f2) : (tensor<4xf32>, f32) -> tensor<4xf32>
    scf.yield %y : tensor<4xf32>
  }
  %b = scf.for %i = %c0 to %c2 step %c1 iter_args(%x = %a) -> (tensor<4xf32>) {
    %y = func.call @add(%t, %f5) : (tensor<4xf32>, f32) -> tensor<4xf32>
    %v = tensor.extract %y[%i] : tensor<4xf32>
    %z = tensor.insert %v into %x[%i] : tensor<4xf32>
    scf.yield %z : tensor<4xf32>
  }
  // observe 4: %t, %a, %b : tensor<4xf32>
  return
}
