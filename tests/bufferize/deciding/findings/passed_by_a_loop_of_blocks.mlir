// The argument of a block is written in the next block of its loop, and read there then.
func.func @main() {
  %i = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %new = arith.constant 7.0 : f32
  %t = tensor.splat %zero : tensor<3xf32>
  cf.br ^head(%t : tensor<3xf32>)
^head(%x: tensor<3xf32>):
  cf.br ^next
^next:
  %w = tensor.insert %new into %x[%i] : tensor<3xf32> // out of place: 1, in mlir-opt-22 in place
  %old = tensor.extract %x[%i] : tensor<3xf32>
  vector.print %old : f32
  %now = tensor.extract %w[%i] : tensor<3xf32>
  vector.print %now : f32
  return
}
