// Regions of an op behind a write read what it overwrites, and what was made in between.
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
  %z = tensor.extract %w[%c0] : tensor<4xf32>
  %g = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e : tensor<4xf32>) {
  ^bb0(%out: f32):
    %x = tensor.extract %t[%c1] : tensor<4xf32>
    %s = arith.addf %x, %z : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %h = tensor.generate {
  ^bb0(%i: index):
    %x = tensor.extract %t[%i] : tensor<4xf32>
    %y = tensor.extract %w[%i] : tensor<4xf32>
    %s = arith.addf %x, %y : f32
    tensor.yield %s : f32
  } : tensor<4xf32>
  // observe 4: %g, %h, %w : tensor<4xf32>
  return
}
