// A part of one tensor could be made in it although it is asked for behind another write there, and a loop and a call stand between.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %f5 = arith.constant 5.0 : f32
  %f7 = arith.constant 7.0 : f32
  %e = tensor.empty() : tensor<2xf32>
  %a = linalg.fill ins(%f5 : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %r = scf.for %k = %c0 to %c2 step %c1 iter_args(%x = %f1) -> f32 {
    func.call @observe(%x) : (f32) -> ()
    %y = arith.addf %x, %f1 : f32
    scf.yield %y : f32
  }
  %b = tensor.insert %r into %a[%c1] : tensor<2xf32>
  %w = tensor.empty() : tensor<4xf32>
  %g = linalg.fill ins(%f7 : f32) outs(%w : tensor<4xf32>) -> tensor<4xf32>
  %j = tensor.insert_slice %b into %g[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %k = tensor.insert_slice %a into %g[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %l = tensor.insert %f2 into %j[%c1] : tensor<4xf32>
  // observe 2: %a, %b : tensor<2xf32>
  // observe 4: %g, %j, %k, %l : tensor<4xf32>
  return
}
