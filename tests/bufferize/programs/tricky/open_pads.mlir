// Tensors of sizes that show at run time only are padded and joined, and asked for and written to behind that.
func.func private @size(%n: index) -> index {
  return %n : index
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %f5 = arith.constant 5.0 : f32
  %f7 = arith.constant 7.0 : f32
  %n = func.call @size(%c2) : (index) -> index
  %e = tensor.empty(%n) : tensor<?xf32>
  %a = linalg.fill ins(%f1 : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %b = tensor.insert %f5 into %a[%c0] : tensor<?xf32>
  %p = tensor.pad %b low[%c1] high[1] {
  ^bb0(%i: index):
    tensor.yield %f2 : f32
  } : tensor<?xf32> to tensor<?xf32>
  %q = tensor.insert %f7 into %b[%c1] : tensor<?xf32>
  %x = tensor.extract %p[%c2] : tensor<?xf32>
  %r = tensor.insert %x into %p[%c1] : tensor<?xf32>
  %j = tensor.concat dim(0) %a, %q : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %s = tensor.pad %q low[0] high[%n] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<?xf32> to tensor<4xf32>
  // observe 2: %a, %b, %q : tensor<?xf32>
  // observe 4: %p, %r, %j : tensor<?xf32>
  // observe 4: %s : tensor<4xf32>
  return
}
