// In a loop what is handed on is written first, and another version read and written behind that.
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
  %c4 = arith.constant 4 : index
  %r:2 = scf.for %k = %c0 to %c4 step %c1 iter_args(%x = %t, %p = %f1) -> (tensor<4xf32>, f32) {
    %g = arith.addf %p, %f2 : f32
    %y = tensor.insert %g into %x[%k] : tensor<4xf32>
    %z = tensor.insert %f5 into %x[%c0] : tensor<4xf32>
    %v = tensor.extract %z[%k] : tensor<4xf32>
    %n = tensor.insert %v into %z[%c2] : tensor<4xf32>
    %l = tensor.extract %n[%c2] : tensor<4xf32>
    %o = tensor.extract %x[%c1] : tensor<4xf32>
    %h = arith.addf %l, %o : f32
    func.call @observe(%h) : (f32) -> ()
    scf.yield %y, %h : tensor<4xf32>, f32
  }
  // observe 4: %r#0 : tensor<4xf32>
  return
}
