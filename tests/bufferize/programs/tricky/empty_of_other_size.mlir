// An empty tensor that may be inserted, or is inserted on one way only, is of another size than the part where it is not.
// $SIZE: %at2 %at3
func.func @main() {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %false = arith.constant false
  %t = tensor.from_elements %zero, %one, %two, %zero : tensor<4xf32>
  %y = tensor.extract_slice %t[1] [%at2] [1] : tensor<4xf32> to tensor<?xf32>
  %e = tensor.empty($SIZE) : tensor<?xf32>
  %f = linalg.fill ins(%two : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %size = tensor.dim %f, %at0 : tensor<?xf32>
  %x = arith.select %false, %f, %y : tensor<?xf32>
  %s = tensor.insert_slice %x into %t[0] [%at2] [1] : tensor<?xf32> into tensor<4xf32>
  // observe 4: %s : tensor<4xf32>
  %last = arith.subi %size, %at1 : index
  %l = tensor.extract %f[%last] : tensor<?xf32>
  func.call @observe(%l) : (f32) -> ()
  %g = tensor.empty($SIZE) : tensor<?xf32>
  %h = linalg.fill ins(%one : f32) outs(%g : tensor<?xf32>) -> tensor<?xf32>
  %other = tensor.dim %h, %at0 : tensor<?xf32>
  %three = arith.cmpi eq, %other, %at2 : index
  %r = scf.if %three -> tensor<4xf32> {
    %c = tensor.cast %h : tensor<?xf32> to tensor<2xf32>
    %i = tensor.insert_slice %c into %s[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
    scf.yield %i : tensor<4xf32>
  } else {
    scf.yield %s : tensor<4xf32>
  }
  // observe 4: %r : tensor<4xf32>
  return
}
