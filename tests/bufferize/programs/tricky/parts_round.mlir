// A loop carries parts of tensors, of other layouts in each round.
// $N: 0 1 2 3
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %f5 = arith.constant 5.0 : f32
  %f7 = arith.constant 7.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %n = arith.constant $N : index
  %b = tensor.empty() : tensor<2x4xf32>
  %m = linalg.fill ins(%f2 : f32) outs(%b : tensor<2x4xf32>) -> tensor<2x4xf32>
  %a = tensor.extract_slice %m[0, 0] [2, 1] [1, 1] : tensor<2x4xf32> to tensor<2xf32>
  %z = tensor.extract_slice %t[0] [2] [2] : tensor<4xf32> to tensor<2xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %z) -> (tensor<2xf32>, tensor<2xf32>) {
    %w = tensor.insert %f5 into %x[%c0] : tensor<2xf32>
    %v = tensor.extract %y[%c0] : tensor<2xf32>
    %g = arith.addf %v, %f7 : f32
    %h = tensor.insert %g into %y[%c1] : tensor<2xf32>
    scf.yield %h, %w : tensor<2xf32>, tensor<2xf32>
  }
  %o = tensor.insert_slice %r#0 into %m[1, 1] [1, 2] [1, 1] : tensor<2xf32> into tensor<2x4xf32>
  %row = tensor.extract_slice %o[1, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
  %col = tensor.extract_slice %m[0, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
  // observe 4: %row, %col, %t : tensor<4xf32>
  // observe 2: %r#0, %r#1, %a, %z : tensor<2xf32>
  return
}
