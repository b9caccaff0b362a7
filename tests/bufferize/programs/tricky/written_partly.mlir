// $OUT: (d0*2) (d0+1) (d0*3)
// What an op does not write of its output stays: elements that the map skips, and all where nothing is reduced.
func.func @main() {
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %f3 = arith.constant 3.0 : f32
  %f5 = arith.constant 5.0 : f32
  %a = tensor.from_elements %f2, %f5 : tensor<2xf32>
  %t = tensor.from_elements %f1, %f1, %f3, %f3 : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> $OUT>], iterator_types = ["parallel"]}
      ins(%a : tensor<2xf32>) outs(%t : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  %none = tensor.empty() : tensor<2x0xf32>
  %open = tensor.cast %none : tensor<2x0xf32> to tensor<2x?xf32>
  %u = linalg.reduce ins(%open : tensor<2x?xf32>) outs(%a : tensor<2xf32>) dimensions = [1]
    (%x: f32, %y: f32) {
      linalg.yield %x : f32
    }
  %v = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%none : tensor<2x0xf32>) outs(%u : tensor<2xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<2xf32>
  // observe 4: %t, %r : tensor<4xf32>
  // observe 2: %a, %u, %v : tensor<2xf32>
  return
}
