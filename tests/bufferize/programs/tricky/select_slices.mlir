// One of two overlapping parts is chosen, written to and put back elsewhere.
// $CHOICE: false true
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f1 = arith.constant 1.0 : f32
  %f5 = arith.constant 5.0 : f32
  %f7 = arith.constant 7.0 : f32
  %true = arith.constant true
  %false = arith.constant false
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %u = tensor.insert %f7 into %t[%c1] : tensor<4xf32>
  %p = tensor.extract_slice %u[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %q = tensor.extract_slice %u[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %s = arith.select %$CHOICE, %p, %q : tensor<2xf32>
  %w = tensor.insert %f5 into %s[%c0] : tensor<2xf32>
  %x = tensor.insert_slice %w into %u[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %y = tensor.insert_slice %s into %x[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
  // observe 4: %u, %x, %y : tensor<4xf32>
  // observe 2: %p, %q, %s, %w : tensor<2xf32>
  return
}
