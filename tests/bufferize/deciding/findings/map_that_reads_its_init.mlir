// The body of a map uses what its output held; it may not be written to, and its copy must have its contents.
func.func private @add(%a: tensor<1xf32>, %sum: tensor<1xf32> {bufferization.writable = false}) -> f32 {
  %i = arith.constant 0 : index
  %m = linalg.map ins(%a : tensor<1xf32>) outs(%sum : tensor<1xf32>) (%in: f32, %out: f32) { // out of place: 1
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  }
  %x = tensor.extract %m[%i] : tensor<1xf32>
  return %x : f32
}
func.func @main() {
  %a = arith.constant dense<2.0> : tensor<1xf32>
  %sum = arith.constant dense<11.0> : tensor<1xf32>
  %x = call @add(%a, %sum) : (tensor<1xf32>, tensor<1xf32>) -> f32
  vector.print %x : f32
  return
}
