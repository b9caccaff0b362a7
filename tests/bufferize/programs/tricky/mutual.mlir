// Two functions call each other, exchange what they return, and write on the way down and up.
func.func private @down(%a: tensor<4xf32>, %b: tensor<4xf32>, %n: index, %f: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.cmpi eq, %n, %c0 : index
  %r:2 = scf.if %end -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %b, %a : tensor<4xf32>, tensor<4xf32>
  } else {
    %m = arith.subi %n, %c1 : index
    %w = tensor.insert %f into %a[%m] : tensor<4xf32>
    %u:2 = func.call @up(%w, %a, %m, %f) : (tensor<4xf32>, tensor<4xf32>, index, f32) -> (tensor<4xf32>, tensor<4xf32>)
    %z = tensor.insert %f into %u#0[%n] : tensor<4xf32>
    scf.yield %z, %u#1 : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
func.func private @up(%a: tensor<4xf32>, %b: tensor<4xf32>, %n: index, %f: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %u:2 = func.call @down(%b, %a, %n, %f) : (tensor<4xf32>, tensor<4xf32>, index, f32) -> (tensor<4xf32>, tensor<4xf32>)
  %x = tensor.extract %a[%n] : tensor<4xf32>
  %g = arith.addf %x, %f : f32
  %w = tensor.insert %g into %u#1[%n] : tensor<4xf32>
  return %w, %u#0 : tensor<4xf32>, tensor<4xf32>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %f1 = arith.constant 1.0 : f32
  %f5 = arith.constant 5.0 : f32
  %f9 = arith.constant 9.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f1 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r:2 = call @down(%t, %t, %c3, %f5) : (tensor<4xf32>, tensor<4xf32>, index, f32) -> (tensor<4xf32>, tensor<4xf32>)
  %w = tensor.insert %f9 into %r#0[%c1] : tensor<4xf32>
  // observe 4: %t, %r#0, %r#1, %w : tensor<4xf32>
  return
}
