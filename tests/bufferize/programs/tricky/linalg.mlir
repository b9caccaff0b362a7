// Ops read a tensor turned, shifted or broadcast that they write to, or write to one twice.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %f5 = arith.constant 5.0 : f32
  %f7 = arith.constant 7.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %t0 = linalg.fill ins(%f1 : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %t1 = tensor.insert %f5 into %t0[%c0, %c1] : tensor<2x2xf32>
  %t = tensor.insert %f7 into %t1[%c1, %c1] : tensor<2x2xf32>
  %a = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : tensor<2x2xf32>) outs(%t : tensor<2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<2x2xf32>
  %b:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%a, %a : tensor<2x2xf32>, tensor<2x2xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %f1 : f32
    %r = arith.addf %y, %f2 : f32
    linalg.yield %s, %r : f32, f32
  } -> (tensor<2x2xf32>, tensor<2x2xf32>)
  %row = tensor.extract_slice %b#0[0, 0] [1, 2] [1, 1] : tensor<2x2xf32> to tensor<2xf32>
  %c = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%row : tensor<2xf32>) outs(%b#0 : tensor<2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<2x2xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%c : tensor<2x2xf32>) outs(%row : tensor<2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<2xf32>
  %m = linalg.matmul ins(%t, %c : tensor<2x2xf32>, tensor<2x2xf32>) outs(%c : tensor<2x2xf32>) -> tensor<2x2xf32>
  // observe 2x2: %t, %a, %b#0, %b#1, %c, %m : tensor<2x2xf32>
  // observe 2: %row, %d : tensor<2xf32>
  return
}
