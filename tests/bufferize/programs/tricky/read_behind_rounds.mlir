// The name of a part that is read behind a loop of blocks said other parts in the rounds before, in which it was said that others are written.
// $AT: %n %low %double
func.func @main() {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  %new = arith.constant 9.0 : f32
  %t = tensor.from_elements %zero, %one, %two, %three, %zero, %one, %two, %three : tensor<8xf32>
  cf.br ^head(%at3 : index)
^head(%n: index):
  %low = arith.minsi %n, %at2 : index
  %double = arith.muli %n, %at2 : index
  %goes = arith.cmpi ne, %n, %at1 : index
  cf.cond_br %goes, ^round, ^behind
^round:
  %before = arith.subi %n, %at1 : index
  %beside = arith.addi $AT, %at1 : index
  %s = tensor.extract_slice %t[%beside] [1] [1] : tensor<8xf32> to tensor<1xf32>
  %f = linalg.fill ins(%new : f32) outs(%s : tensor<1xf32>) -> tensor<1xf32>
  %e = tensor.extract %f[%at0] : tensor<1xf32>
  func.call @observe(%e) : (f32) -> ()
  cf.br ^head(%before : index)
^behind:
  %r = tensor.extract %t[$AT] : tensor<8xf32>
  func.call @observe(%r) : (f32) -> ()
  %next = arith.addi $AT, %at2 : index
  %x = tensor.extract_slice %t[%next] [2] [1] : tensor<8xf32> to tensor<2xf32>
  // observe 2: %x : tensor<2xf32>
  return
}
