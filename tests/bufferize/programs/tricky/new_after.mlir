// What is written to is made after a tensor that may be the same behind a loop, or was the same before.
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
  %r:2 = scf.for %k = %c0 to %c2 step %c1 iter_args(%x = %t, %y = %t) -> (tensor<4xf32>, tensor<4xf32>) {
    %n0 = tensor.empty() : tensor<4xf32>
    %n = linalg.fill ins(%f5 : f32) outs(%n0 : tensor<4xf32>) -> tensor<4xf32>
    %c = arith.cmpi eq, %k, %c1 : index
    %s = arith.select %c, %x, %n : tensor<4xf32>
    %w = tensor.insert %f7 into %n[%k] : tensor<4xf32>
    %v = tensor.extract %s[%c0] : tensor<4xf32>
    func.call @observe(%v) : (f32) -> ()
    scf.yield %w, %x : tensor<4xf32>, tensor<4xf32>
  }
  %z = linalg.fill ins(%f2 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  // observe 4: %r#0, %r#1, %z, %t : tensor<4xf32>
  return
}
