// Of a tensor that each round has written to, one round's part is put back behind the loop, which may have two entries.
// $ENTRY: ^other ^round
func.func @main() {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  %new = arith.constant 9.0 : f32
  %true = arith.constant true
  %t = tensor.from_elements %zero, %one, %two, %three : tensor<4xf32>
  cf.cond_br %true, ^round(%at0 : index), $ENTRY(%at0 : index)
^other(%k: index):
  cf.br ^round(%k : index)
^round(%n: index):
  %s = tensor.extract_slice %t[%n] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %f = linalg.fill ins(%new : f32) outs(%s : tensor<1xf32>) -> tensor<1xf32>
  %next = arith.addi %n, %at1 : index
  %last = arith.cmpi eq, %next, %at3 : index
  cf.cond_br %last, ^behind, ^other(%next : index)
^behind:
  %p = tensor.insert_slice %f into %t[%n] [1] [1] : tensor<1xf32> into tensor<4xf32>
  // observe 4: %p : tensor<4xf32>
  return
}
