// Blocks in a loop of blocks in a loop of blocks, each with a version of its own.
func.func private @go(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  cf.br ^outer(%t, %t, %c0 : tensor<4xf32>, tensor<4xf32>, index)
^outer(%x: tensor<4xf32>, %k: tensor<4xf32>, %i: index):
  %go = arith.cmpi ult, %i, %c2 : index
  cf.cond_br %go, ^inner(%x, %c0 : tensor<4xf32>, index), ^end
^inner(%y: tensor<4xf32>, %j: index):
  %v = tensor.extract %k[%j] : tensor<4xf32>
  %s = arith.addf %v, %f : f32
  %w = tensor.insert %s into %y[%j] : tensor<4xf32>
  %n = arith.addi %j, %c1 : index
  %on = arith.cmpi ult, %n, %c2 : index
  cf.cond_br %on, ^inner(%w, %n : tensor<4xf32>, index), ^latch(%w : tensor<4xf32>)
^latch(%z: tensor<4xf32>):
  %m = arith.addi %i, %c1 : index
  cf.br ^outer(%z, %x, %m : tensor<4xf32>, tensor<4xf32>, index)
^end:
  return %x, %k : tensor<4xf32>, tensor<4xf32>
}
func.func @main() {
  %f1 = arith.constant 1.0 : f32
  %f5 = arith.constant 5.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r:2 = call @go(%t, %f5) : (tensor<4xf32>, f32) -> (tensor<4xf32>, tensor<4xf32>)
  // observe 4: %r#0, %r#1, %t : tensor<4xf32>
  return
}
