// A function returns a constant or its argument, and its caller writes to that.
func.func private @either(%t: tensor<2xf32>, %table: i1) -> tensor<2xf32> {
  %r = scf.if %table -> (tensor<2xf32>) {
    %constant = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
    scf.yield %constant : tensor<2xf32>
  } else {
    scf.yield %t : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}
func.func @main() {
  %i = arith.constant 1 : index
  %table = arith.constant true
  %zero = arith.constant 0.0 : f32
  %new = arith.constant 7.0 : f32
  %t = tensor.splat %zero : tensor<2xf32>
  %r = call @either(%t, %table) : (tensor<2xf32>, i1) -> tensor<2xf32>
  %w = tensor.insert %new into %r[%i] : tensor<2xf32> // out of place: 1, in mlir-opt-22 in place
  %now = tensor.extract %w[%i] : tensor<2xf32>
  vector.print %now : f32
  return
}
