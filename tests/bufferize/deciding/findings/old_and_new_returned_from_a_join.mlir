// A function writes to its argument where two ways meet, and returns what it was and what it is.
func.func private @both(%t: tensor<2xf32>, %left: i1) -> (tensor<2xf32>, tensor<2xf32>) {
  %i = arith.constant 0 : index
  %new = arith.constant 9.0 : f32
  cf.cond_br %left, ^a, ^b
^a:
  cf.br ^join
^b:
  cf.br ^join
^join:
  %w = tensor.insert %new into %t[%i] : tensor<2xf32> // out of place: 1, in mlir-opt-22 in place
  return %w, %t : tensor<2xf32>, tensor<2xf32>
}
func.func @main() {
  %i = arith.constant 0 : index
  %left = arith.constant true
  %first = arith.constant 1.0 : f32
  %t = tensor.splat %first : tensor<2xf32>
  %r:2 = call @both(%t, %left) : (tensor<2xf32>, i1) -> (tensor<2xf32>, tensor<2xf32>)
  %now = tensor.extract %r#0[%i] : tensor<2xf32>
  vector.print %now : f32
  %old = tensor.extract %r#1[%i] : tensor<2xf32>
  vector.print %old : f32
  return
}
