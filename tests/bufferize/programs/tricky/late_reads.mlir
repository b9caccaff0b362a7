// What is read behind a write could be read before it, with what says where; what is read is written itself, and asked for later.
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
  %a = tensor.insert %f2 into %t[%c1] : tensor<4xf32>
  %b = tensor.insert %f5 into %a[%c0] : tensor<4xf32>
  %i = arith.addi %c0, %c1 : index
  %s = tensor.extract_slice %a[%i] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %x = tensor.extract %s[%c0] : tensor<2xf32>
  %w = tensor.insert %f7 into %s[%c1] : tensor<2xf32>
  %c = tensor.insert %x into %b[%c2] : tensor<4xf32>
  %y = tensor.extract %b[%c2] : tensor<4xf32>
  %d = tensor.insert %y into %a[%c0] : tensor<4xf32>
  // observe 4: %c, %d : tensor<4xf32>
  // observe 2: %s, %w : tensor<2xf32>
  return
}
