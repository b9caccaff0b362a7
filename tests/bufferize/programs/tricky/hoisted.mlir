// A part in front of the loop is filled in each round and put at another place.
// $N: 0 1 2 3
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f1 = arith.constant 1.0 : f32
  %f5 = arith.constant 5.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %n = arith.constant $N : index
  %p = tensor.extract_slice %t[0] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t) -> (tensor<4xf32>) {
    %v = tensor.extract %x[%i] : tensor<4xf32>
    %u = arith.addf %v, %f5 : f32
    %a = linalg.fill ins(%u : f32) outs(%p : tensor<1xf32>) -> tensor<1xf32>
    %j = arith.addi %i, %c1 : index
    %y = tensor.insert_slice %a into %x[%j] [1] [1] : tensor<1xf32> into tensor<4xf32>
    scf.yield %y : tensor<4xf32>
  }
  // observe 4: %r, %t : tensor<4xf32>
  return
}
