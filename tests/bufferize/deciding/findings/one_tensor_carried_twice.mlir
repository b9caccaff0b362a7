// A loop carries one tensor under two numbers, and writes both: what was written under the one must not show under the other.
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 2 : index
  %first = arith.constant 5.0 : f32
  %new = arith.constant 7.0 : f32
  %t = tensor.splat %first : tensor<2xf32>
  %r:2 = scf.for %i = %zero to %end step %one iter_args(%x = %t, %y = %t) -> (tensor<2xf32>, tensor<2xf32>) { // out of place: 4, in mlir-opt-22 in place
    %a = linalg.fill ins(%first : f32) outs(%x : tensor<2xf32>) -> tensor<2xf32>
    %b = linalg.fill ins(%new : f32) outs(%y : tensor<2xf32>) -> tensor<2xf32>
    %e = tensor.extract %a[%zero] : tensor<2xf32>
    vector.print %e : f32
    scf.yield %a, %b : tensor<2xf32>, tensor<2xf32>
  }
  return
}
