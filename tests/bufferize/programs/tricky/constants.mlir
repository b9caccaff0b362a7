// Constants are chosen, passed, carried and written to.
// $CHOICE: false true
func.func private @pick(%c: i1) -> tensor<4xf32> {
  %k = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %o = arith.constant dense<1.0> : tensor<4xf32>
  %r = scf.if %c -> (tensor<4xf32>) {
    scf.yield %k : tensor<4xf32>
  } else {
    scf.yield %o : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %f7 = arith.constant 7.0 : f32
  %f9 = arith.constant 9.0 : f32
  %true = arith.constant true
  %false = arith.constant false
  %k = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %o = arith.constant dense<1.0> : tensor<4xf32>
  %p = call @pick(%$CHOICE) : (i1) -> tensor<4xf32>
  %s = arith.select %$CHOICE, %k, %p : tensor<4xf32>
  %w = tensor.insert %f9 into %s[%c0] : tensor<4xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %k) -> (tensor<4xf32>) {
    %v = tensor.extract %k[%i] : tensor<4xf32>
    %q = tensor.insert %v into %x[%c0] : tensor<4xf32>
    %z = arith.select %$CHOICE, %q, %o : tensor<4xf32>
    scf.yield %z : tensor<4xf32>
  }
  %y = tensor.insert %f7 into %r[%c1] : tensor<4xf32>
  // observe 4: %k, %o, %p, %s, %w, %r, %y : tensor<4xf32>
  return
}
