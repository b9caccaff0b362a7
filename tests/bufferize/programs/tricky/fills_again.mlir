// What is filled is written to in several places, in a loop, and under a condition; nothing else needs it, or something does.
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
  %u0 = tensor.empty() : tensor<4xf32>
  %u = linalg.fill ins(%f7 : f32) outs(%u0 : tensor<4xf32>) -> tensor<4xf32>
  %a = tensor.insert %f2 into %t[%c1] : tensor<4xf32>
  %r = scf.for %k = %c0 to %c2 step %c1 iter_args(%x = %a) -> tensor<4xf32> {
    %b = tensor.insert %f5 into %t[%k] : tensor<4xf32>
    %s = linalg.add ins(%b, %x : tensor<4xf32>, tensor<4xf32>) outs(%u : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  %x = tensor.extract %r[%c0] : tensor<4xf32>
  %c = arith.cmpf ogt, %x, %f2 : f32
  %d = scf.if %c -> tensor<4xf32> {
    %g = tensor.insert %x into %u[%c2] : tensor<4xf32>
    scf.yield %g : tensor<4xf32>
  } else {
    scf.yield %u : tensor<4xf32>
  }
  // observe 4: %a, %r, %d : tensor<4xf32>
  return
}
