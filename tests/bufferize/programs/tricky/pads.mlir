// Parts are joined and padded, what they are of is overwritten before and after.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %f5 = arith.constant 5.0 : f32
  %f7 = arith.constant 7.0 : f32
  %f9 = arith.constant 9.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %u = tensor.insert %f5 into %t[%c0] : tensor<4xf32>
  %a = tensor.extract_slice %u[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %b = tensor.extract_slice %u[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %w = tensor.insert %f7 into %u[%c1] : tensor<4xf32>
  %j = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %p = tensor.pad %a low[1] high[1] {
  ^bb0(%i: index):
    %x = tensor.extract %b[%c0] : tensor<2xf32>
    tensor.yield %x : f32
  } : tensor<2xf32> to tensor<4xf32>
  %q = tensor.insert %f9 into %p[%c1] : tensor<4xf32>
  %g = tensor.generate {
  ^bb0(%i: index):
    %x = tensor.extract %q[%i] : tensor<4xf32>
    %y = tensor.extract %p[%i] : tensor<4xf32>
    %s = arith.addf %x, %y : f32
    tensor.yield %s : f32
  } : tensor<4xf32>
  %h = tensor.insert %f2 into %j[%c3] : tensor<4xf32>
  // observe 4: %u, %w, %j, %p, %q, %g, %h : tensor<4xf32>
  return
}
