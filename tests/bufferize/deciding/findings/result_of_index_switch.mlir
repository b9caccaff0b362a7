// The result of a switch is written, and one of the tensors that it may be is read then.
func.func @main() {
  %i = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %new = arith.constant 7.0 : f32
  %t = tensor.splat %zero : tensor<3xf32>
  %u = tensor.splat %one : tensor<3xf32>
  %r = scf.index_switch %i -> tensor<3xf32>
  case 1 {
    scf.yield %t : tensor<3xf32>
  }
  default {
    scf.yield %u : tensor<3xf32>
  }
  %w = tensor.insert %new into %r[%i] : tensor<3xf32> // out of place: 1, in mlir-opt-22 in place
  %old = tensor.extract %t[%i] : tensor<3xf32>
  vector.print %old : f32
  %now = tensor.extract %w[%i] : tensor<3xf32>
  vector.print %now : f32
  return
}
