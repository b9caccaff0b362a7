// A switch yields a constant in one case, and the result is written.
func.func @main() {
  %i = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %new = arith.constant 7.0 : f32
  %t = tensor.splat %zero : tensor<2xf32>
  %r = scf.index_switch %i -> tensor<2xf32>
  case 1 {
    %constant = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
    scf.yield %constant : tensor<2xf32>
  }
  default {
    scf.yield %t : tensor<2xf32>
  }
  %w = tensor.insert %new into %r[%i] : tensor<2xf32> // out of place: 1, in mlir-opt-22 in place
  %now = tensor.extract %w[%i] : tensor<2xf32>
  vector.print %now : f32
  return
}
