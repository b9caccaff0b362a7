// Nested conditionals hand on old and new, parts and wholes.
// $CHOICE: false true
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %f5 = arith.constant 5.0 : f32
  %f7 = arith.constant 7.0 : f32
  %f9 = arith.constant 9.0 : f32
  %true = arith.constant true
  %false = arith.constant false
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %u = tensor.insert %f5 into %t[%c1] : tensor<4xf32>
  %r:2 = scf.if %$CHOICE -> (tensor<2xf32>, tensor<4xf32>) {
    %p = tensor.extract_slice %u[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %w = tensor.insert %f7 into %u[%c0] : tensor<4xf32>
    scf.yield %p, %w : tensor<2xf32>, tensor<4xf32>
  } else {
    %q:2 = scf.if %true -> (tensor<2xf32>, tensor<4xf32>) {
      %w = tensor.insert %f7 into %u[%c1] : tensor<4xf32>
      %p = tensor.extract_slice %u[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
      scf.yield %p, %w : tensor<2xf32>, tensor<4xf32>
    } else {
      %p = tensor.extract_slice %t[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
      scf.yield %p, %t : tensor<2xf32>, tensor<4xf32>
    }
    %o = tensor.insert %f9 into %q#0[%c0] : tensor<2xf32>
    %x = tensor.insert_slice %q#0 into %q#1[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
    scf.yield %o, %x : tensor<2xf32>, tensor<4xf32>
  }
  %z = tensor.insert %f2 into %r#1[%c3] : tensor<4xf32>
  // observe 4: %t, %u, %r#1, %z : tensor<4xf32>
  // observe 2: %r#0 : tensor<2xf32>
  return
}
