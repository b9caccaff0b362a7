// A loop takes a part that moves, writes it, and reads the part before.
// $N: 0 1 2 3
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f0 = arith.constant 0.0 : f32
  %f1 = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %n = arith.constant $N : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t, %s = %f0) -> (tensor<4xf32>, f32) {
    %p = tensor.extract_slice %x[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %j = arith.addi %i, %c1 : index
    %q = tensor.extract_slice %x[%j] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %a = linalg.add ins(%p, %q : tensor<1xf32>, tensor<1xf32>) outs(%q : tensor<1xf32>) -> tensor<1xf32>
    %y = tensor.insert_slice %a into %x[%j] [1] [1] : tensor<1xf32> into tensor<4xf32>
    %v = tensor.extract %q[%c0] : tensor<1xf32>
    %w = arith.addf %s, %v : f32
    scf.yield %y, %w : tensor<4xf32>, f32
  }
  func.call @observe(%r#1) : (f32) -> ()
  // observe 4: %r#0 : tensor<4xf32>
  return
}
