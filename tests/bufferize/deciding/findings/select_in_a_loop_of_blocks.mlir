// A loop of blocks carries what a select gives (mlir-opt-22 recurses without end).
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 2 : index
  %first = arith.constant 1.0 : f32
  %t = tensor.splat %first : tensor<2xf32>
  cf.br ^head(%zero, %t : index, tensor<2xf32>)
^head(%k: index, %x: tensor<2xf32>):
  %more = arith.cmpi ult, %k, %end : index
  cf.cond_br %more, ^body, ^exit
^body:
  %next = arith.addi %k, %one : index
  %either = arith.select %more, %x, %t : tensor<2xf32>
  cf.br ^head(%next, %either : index, tensor<2xf32>)
^exit:
  %e = tensor.extract %x[%zero] : tensor<2xf32>
  vector.print %e : f32
  return
}
