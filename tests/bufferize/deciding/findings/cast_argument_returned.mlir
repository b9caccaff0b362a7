// A function returns its argument under another type; the caller writes to that, and reads what it was.
func.func private @cast(%t: tensor<?xf32>) -> tensor<2xf32> {
  %r = tensor.cast %t : tensor<?xf32> to tensor<2xf32>
  return %r : tensor<2xf32>
}
func.func @main() {
  %i = arith.constant 0 : index
  %size = arith.constant 2 : index
  %first = arith.constant 1.0 : f32
  %new = arith.constant 9.0 : f32
  %e = tensor.empty(%size) : tensor<?xf32>
  %t = linalg.fill ins(%first : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = call @cast(%t) : (tensor<?xf32>) -> tensor<2xf32>
  %w = tensor.insert %new into %r[%i] : tensor<2xf32> // out of place: 1
  %now = tensor.extract %w[%i] : tensor<2xf32>
  vector.print %now : f32
  %old = tensor.extract %r[%i] : tensor<2xf32>
  vector.print %old : f32
  return
}
