// What a loop of blocks carries is written behind the loop, and what it was is read then.
func.func @main() {
  %i = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 2 : index
  %first = arith.constant 1.0 : f32
  %new = arith.constant 9.0 : f32
  %t = tensor.splat %first : tensor<2xf32>
  cf.br ^head(%i, %t : index, tensor<2xf32>)
^head(%k: index, %x: tensor<2xf32>):
  %more = arith.cmpi ult, %k, %end : index
  cf.cond_br %more, ^body, ^exit
^body:
  %next = arith.addi %k, %one : index
  cf.br ^head(%next, %x : index, tensor<2xf32>)
^exit:
  %w = tensor.insert %new into %x[%i] : tensor<2xf32> // out of place: 1, in mlir-opt-22 in place
  %now = tensor.extract %w[%i] : tensor<2xf32>
  vector.print %now : f32
  %old = tensor.extract %x[%i] : tensor<2xf32>
  vector.print %old : f32
  return
}
