// Calls and asserts stand between a write and what could be read before it.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %f5 = arith.constant 5.0 : f32
  %f7 = arith.constant 7.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %w = tensor.insert %f2 into %t[%c1] : tensor<4xf32>
  %o = tensor.extract %w[%c1] : tensor<4xf32>
  func.call @observe(%o) : (f32) -> ()
  %s = tensor.extract_slice %t[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %c = arith.cmpf ogt, %o, %f1 : f32
  cf.assert %c, "more"
  %p = tensor.extract_slice %t[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %m = tensor.insert %o into %p[%c0] : tensor<2xf32>
  // observe 4: %w : tensor<4xf32>
  // observe 2: %s, %p, %m : tensor<2xf32>
  return
}
