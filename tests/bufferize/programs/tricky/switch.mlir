// Several successors get one tensor, old or new.
// $N: 0 1 2
func.func private @go(%t: tensor<4xf32>, %k: i32, %f: f32, %i: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %w = tensor.insert %f into %t[%i] : tensor<4xf32>
  cf.switch %k : i32, [
    default: ^a(%t, %t : tensor<4xf32>, tensor<4xf32>),
    0: ^b(%t : tensor<4xf32>),
    1: ^d(%w, %t : tensor<4xf32>, tensor<4xf32>)
  ]
^a(%x: tensor<4xf32>, %y: tensor<4xf32>):
  %z = tensor.insert %f into %x[%c0] : tensor<4xf32>
  cf.br ^d(%z, %y : tensor<4xf32>, tensor<4xf32>)
^b(%u: tensor<4xf32>):
  %v = tensor.insert %f into %u[%c0] : tensor<4xf32>
  cf.br ^d(%v, %w : tensor<4xf32>, tensor<4xf32>)
^d(%p: tensor<4xf32>, %q: tensor<4xf32>):
  %o = tensor.insert %f into %q[%i] : tensor<4xf32>
  return %p, %o : tensor<4xf32>, tensor<4xf32>
}
func.func @main() {
  %c2 = arith.constant 2 : index
  %f1 = arith.constant 1.0 : f32
  %f5 = arith.constant 5.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %k = arith.constant $N : i32
  %r:2 = call @go(%t, %k, %f5, %c2) : (tensor<4xf32>, i32, f32, index) -> (tensor<4xf32>, tensor<4xf32>)
  // observe 4: %t, %r#0, %r#1 : tensor<4xf32>
  return
}
