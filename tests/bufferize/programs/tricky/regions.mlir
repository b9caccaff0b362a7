// Regions of several blocks and switches choose what is written on.
// $N: 0 1 2
func.func private @go(%t: tensor<4xf32>, %k: index, %c: i1, %f: f32, %i: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %r = scf.execute_region -> tensor<4xf32> {
    %w = tensor.insert %f into %t[%i] : tensor<4xf32>
    cf.cond_br %c, ^a(%t : tensor<4xf32>), ^b
  ^a(%x: tensor<4xf32>):
    %z = tensor.insert %f into %x[%k] : tensor<4xf32>
    cf.br ^d(%z : tensor<4xf32>)
  ^b:
    cf.br ^d(%w : tensor<4xf32>)
  ^d(%y: tensor<4xf32>):
    scf.yield %y : tensor<4xf32>
  }
  %s:2 = scf.index_switch %k -> tensor<4xf32>, tensor<4xf32>
  case 0 {
    scf.yield %t, %r : tensor<4xf32>, tensor<4xf32>
  }
  case 1 {
    %w = tensor.insert %f into %r[%i] : tensor<4xf32>
    scf.yield %w, %w : tensor<4xf32>, tensor<4xf32>
  }
  default {
    scf.yield %r, %t : tensor<4xf32>, tensor<4xf32>
  }
  %q = tensor.insert %f into %s#0[%k] : tensor<4xf32>
  return %q, %s#1 : tensor<4xf32>, tensor<4xf32>
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %f1 = arith.constant 1.0 : f32
  %f5 = arith.constant 5.0 : f32
  %f7 = arith.constant 7.0 : f32
  %true = arith.constant true
  %false = arith.constant false
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r:2 = call @go(%t, %c$N, %true, %f5, %c3) : (tensor<4xf32>, index, i1, f32, index) -> (tensor<4xf32>, tensor<4xf32>)
  %p:2 = call @go(%t, %c$N, %false, %f7, %c3) : (tensor<4xf32>, index, i1, f32, index) -> (tensor<4xf32>, tensor<4xf32>)
  // observe 4: %t, %r#0, %r#1, %p#0, %p#1 : tensor<4xf32>
  return
}
