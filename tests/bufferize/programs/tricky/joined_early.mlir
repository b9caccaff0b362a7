// Tensors are joined again and again, with asserts between; parts are asked for and written to when they lie in the whole.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %f5 = arith.constant 5.0 : f32
  %f7 = arith.constant 7.0 : f32
  %ea = tensor.empty() : tensor<1xf32>
  %a = linalg.fill ins(%f1 : f32) outs(%ea : tensor<1xf32>) -> tensor<1xf32>
  %eb = tensor.empty() : tensor<1xf32>
  %b = linalg.fill ins(%f2 : f32) outs(%eb : tensor<1xf32>) -> tensor<1xf32>
  %j = tensor.concat dim(0) %a, %b : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %x = tensor.extract %j[%c1] : tensor<2xf32>
  %c = arith.cmpf ogt, %x, %f1 : f32
  cf.assert %c, "more"
  %n = tensor.insert %f7 into %j[%c0] : tensor<2xf32>
  %ed = tensor.empty() : tensor<1xf32>
  %d = linalg.fill ins(%x : f32) outs(%ed : tensor<1xf32>) -> tensor<1xf32>
  %k = tensor.concat dim(0) %j, %d : (tensor<2xf32>, tensor<1xf32>) -> tensor<3xf32>
  cf.assert %c, "still more"
  %m = tensor.insert %f5 into %k[%c0] : tensor<3xf32>
  %eg = tensor.empty() : tensor<1xf32>
  %g = linalg.fill ins(%f5 : f32) outs(%eg : tensor<1xf32>) -> tensor<1xf32>
  %l = tensor.concat dim(0) %k, %g : (tensor<3xf32>, tensor<1xf32>) -> tensor<4xf32>
  %o = tensor.concat dim(0) %j, %j : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %p = tensor.insert %f2 into %l[%c2] : tensor<4xf32>
  // observe 1: %a, %b, %d : tensor<1xf32>
  // observe 2: %j, %n : tensor<2xf32>
  // observe 3: %k, %m : tensor<3xf32>
  // observe 4: %l, %o, %p : tensor<4xf32>
  return
}
