// A global variable is given a constant, which is read, and not written to.
ml_program.global private mutable @g(dense<0.0> : tensor<2xf32>) : tensor<2xf32>
func.func @main() {
  %i = arith.constant 1 : index
  %t = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  ml_program.global_store @g = %t : tensor<2xf32> // in place: 0, in mlir-opt-22 out of place
  %l = ml_program.global_load @g : tensor<2xf32>
  %x = tensor.extract %l[%i] : tensor<2xf32>
  vector.print %x : f32
  return
}
