// Slices are taken behind writes that overwrite them in part, at places worked out between, and put back.
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
  %a = tensor.insert %f2 into %t[%c2] : tensor<4xf32>
  %b = tensor.insert_slice %a into %t[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
  %x = tensor.extract %b[%c2] : tensor<4xf32>
  %s = tensor.extract_slice %t[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %i = arith.addi %c1, %c1 : index
  %u = tensor.extract_slice %a[%i] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %v = tensor.insert %x into %u[%c1] : tensor<2xf32>
  %d = tensor.insert_slice %v into %a[%i] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %g = tensor.insert_slice %s into %d[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  // observe 4: %b, %d, %g : tensor<4xf32>
  // observe 2: %s, %u, %v : tensor<2xf32>
  return
}
