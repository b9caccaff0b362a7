// What was loaded from a global variable is read after the variable was given something else.
ml_program.global private mutable @g(dense<0.0> : tensor<f32>) : tensor<f32>
func.func @main() {
  %new = arith.constant 1.0 : f32
  %t = ml_program.global_load @g : tensor<f32>
  %w = tensor.insert %new into %t[] : tensor<f32> // out of place: 1
  ml_program.global_store @g = %w : tensor<f32>
  %old = tensor.extract %t[] : tensor<f32>
  vector.print %old : f32
  return
}
