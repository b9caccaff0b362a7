// One empty tensor serves several that are joined, alive at a time, with an assert between.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %f5 = arith.constant 5.0 : f32
  %f7 = arith.constant 7.0 : f32
  %e = tensor.empty() : tensor<2xf32>
  %a = linalg.fill ins(%f1 : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %b = tensor.insert %f5 into %a[%c0] : tensor<2xf32>
  %x = tensor.extract %b[%c0] : tensor<2xf32>
  %c = arith.cmpf ogt, %x, %f1 : f32
  cf.assert %c, "more"
  %d = tensor.insert %f7 into %a[%c1] : tensor<2xf32>
  %g = linalg.fill ins(%f2 : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %j = tensor.concat dim(0) %b, %d : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %k = tensor.concat dim(0) %d, %g : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %l = tensor.insert %x into %j[%c2] : tensor<4xf32>
  // observe 2: %a, %b, %d, %g : tensor<2xf32>
  // observe 4: %j, %k, %l : tensor<4xf32>
  return
}
