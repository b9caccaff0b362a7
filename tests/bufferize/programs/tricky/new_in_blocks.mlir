// Blocks make new tensors, one of which goes on, and what was there before is asked for in the end.
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
  %x0 = tensor.extract %t[%c0] : tensor<4xf32>
  cf.br ^bb1(%c0, %t, %t : index, tensor<4xf32>, tensor<4xf32>)
^bb1(%i: index, %x: tensor<4xf32>, %y: tensor<4xf32>):
  %c = arith.cmpi slt, %i, %c2 : index
  cf.cond_br %c, ^bb2, ^bb5
^bb2:
  %d = arith.cmpi eq, %i, %c0 : index
  %s = arith.select %d, %x, %y : tensor<4xf32>
  cf.cond_br %d, ^bb3(%y : tensor<4xf32>), ^bb4
^bb4:
  %n0 = tensor.empty() : tensor<4xf32>
  %n = linalg.fill ins(%f5 : f32) outs(%n0 : tensor<4xf32>) -> tensor<4xf32>
  %o = linalg.add ins(%x, %n : tensor<4xf32>, tensor<4xf32>) outs(%n0 : tensor<4xf32>) -> tensor<4xf32>
  cf.br ^bb3(%o : tensor<4xf32>)
^bb3(%z: tensor<4xf32>):
  %j = arith.addi %i, %c1 : index
  %w = tensor.insert %f2 into %z[%j] : tensor<4xf32>
  %v = tensor.extract %s[%c1] : tensor<4xf32>
  func.call @observe(%v) : (f32) -> ()
  cf.br ^bb1(%j, %w, %s : index, tensor<4xf32>, tensor<4xf32>)
^bb5:
  // observe 4: %x, %y, %t : tensor<4xf32>
  return
}
