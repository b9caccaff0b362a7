// What is padded or joined is one of two empty tensors of other sizes, or comes out of a loop that makes a new one.
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
  %m = func.call @size(%c1) : (index) -> index
  %c = arith.cmpi eq, %n, %m : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %g = tensor.empty(%m) : tensor<?xf32>
  %h = scf.if %c -> tensor<?xf32> {
    scf.yield %e : tensor<?xf32>
  } else {
    scf.yield %g : tensor<?xf32>
  }
  %a = linalg.fill ins(%f1 : f32) outs(%h : tensor<?xf32>) -> tensor<?xf32>
  %p = tensor.pad %a low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %f5 : f32
  } : tensor<?xf32> to tensor<?xf32>
  %o = arith.select %c, %g, %e : tensor<?xf32>
  %b = linalg.fill ins(%f7 : f32) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  %j = tensor.concat dim(0) %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %l = scf.for %k = %c0 to %c2 step %c1 iter_args(%x = %e) -> tensor<?xf32> {
    %z = arith.addi %k, %c1 : index
    %y = tensor.empty(%z) : tensor<?xf32>
    %w = linalg.fill ins(%f2 : f32) outs(%y : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %w : tensor<?xf32>
  }
  %q = tensor.pad %l low[1] high[%m] {
  ^bb0(%i: index):
    tensor.yield %f1 : f32
  } : tensor<?xf32> to tensor<?xf32>
  // observe 2: %p : tensor<?xf32>
  // observe 3: %j : tensor<?xf32>
  // observe 4: %q : tensor<?xf32>
  return
}
