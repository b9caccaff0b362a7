// Vectors are read, and written over rows, columns and past the end.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %f0 = arith.constant 0.0 : f32
  %f1 = arith.constant 1.0 : f32
  %f5 = arith.constant 5.0 : f32
  %f9 = arith.constant 9.0 : f32
  %e = tensor.empty() : tensor<2x4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<2x4xf32>) -> tensor<2x4xf32>
  %i = tensor.insert %f5 into %t[%c0, %c2] : tensor<2x4xf32>
  %v = vector.transfer_read %i[%c0, %c1], %f0 {in_bounds = [true]} : tensor<2x4xf32>, vector<2xf32>
  %w = vector.transfer_write %v, %i[%c1, %c2] {in_bounds = [true]} : vector<2xf32>, tensor<2x4xf32>
  %x = vector.transfer_write %v, %i[%c0, %c3] : vector<2xf32>, tensor<2x4xf32>
  %s = tensor.extract_slice %x[0, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
  %z = vector.transfer_read %s[%c2], %f9 : tensor<4xf32>, vector<4xf32>
  %k = vector.transfer_write %z, %s[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %n = tensor.insert_slice %k into %x[1, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<2x4xf32>
  // observe 2x4: %t, %i, %w, %x, %n : tensor<2x4xf32>
  return
}
