// A while loop writes in its condition and hands over what it was.
// $N: 0 1 2 3
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %f1 = arith.constant 1.0 : f32
  %f5 = arith.constant 5.0 : f32
  %f7 = arith.constant 7.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %n = arith.constant $N : index
  %r:3 = scf.while (%i = %c0, %x = %t, %y = %t) : (index, tensor<4xf32>, tensor<4xf32>) -> (index, tensor<4xf32>, tensor<4xf32>) {
    %go = arith.cmpi ult, %i, %n : index
    %w = tensor.insert %f5 into %x[%i] : tensor<4xf32>
    scf.condition(%go) %i, %w, %x : index, tensor<4xf32>, tensor<4xf32>
  } do {
  ^bb0(%i: index, %p: tensor<4xf32>, %q: tensor<4xf32>):
    %v = tensor.extract %q[%i] : tensor<4xf32>
    %s = arith.addf %v, %f7 : f32
    %k = tensor.insert %s into %q[%c3] : tensor<4xf32>
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %k, %p : index, tensor<4xf32>, tensor<4xf32>
  }
  // observe 4: %r#1, %r#2, %t : tensor<4xf32>
  return
}
