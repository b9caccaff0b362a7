// A loop of blocks with two entries carries two tensors, one of which it writes in each block.
// $CHOICE: false true
func.func private @go(%t: tensor<4xf32>, %u: tensor<4xf32>, %c: i1, %f: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  cf.cond_br %c, ^a(%t, %u, %c0 : tensor<4xf32>, tensor<4xf32>, index), ^b(%u, %t, %c0 : tensor<4xf32>, tensor<4xf32>, index)
^a(%x: tensor<4xf32>, %y: tensor<4xf32>, %i: index):
  %w = tensor.insert %f into %x[%i] : tensor<4xf32>
  %n = arith.addi %i, %c1 : index
  %more = arith.cmpi ult, %n, %c3 : index
  cf.cond_br %more, ^b(%x, %w, %n : tensor<4xf32>, tensor<4xf32>, index), ^d(%w, %y : tensor<4xf32>, tensor<4xf32>)
^b(%p: tensor<4xf32>, %q: tensor<4xf32>, %j: index):
  %v = tensor.extract %p[%j] : tensor<4xf32>
  %s = arith.addf %v, %f : f32
  %z = tensor.insert %s into %q[%j] : tensor<4xf32>
  %m = arith.addi %j, %c1 : index
  %on = arith.cmpi ult, %m, %c3 : index
  cf.cond_br %on, ^a(%z, %q, %m : tensor<4xf32>, tensor<4xf32>, index), ^d(%p, %z : tensor<4xf32>, tensor<4xf32>)
^d(%g: tensor<4xf32>, %h: tensor<4xf32>):
  %k = tensor.insert %f into %g[%c3] : tensor<4xf32>
  return %k, %h : tensor<4xf32>, tensor<4xf32>
}
func.func @main() {
  %c2 = arith.constant 2 : index
  %f1 = arith.constant 1.0 : f32
  %f5 = arith.constant 5.0 : f32
  %f7 = arith.constant 7.0 : f32
  %true = arith.constant true
  %false = arith.constant false
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %u = tensor.insert %f7 into %t[%c2] : tensor<4xf32>
  %r:2 = call @go(%t, %u, %$CHOICE, %f5) : (tensor<4xf32>, tensor<4xf32>, i1, f32) -> (tensor<4xf32>, tensor<4xf32>)
  // observe 4: %t, %u, %r#0, %r#1 : tensor<4xf32>
  return
}
