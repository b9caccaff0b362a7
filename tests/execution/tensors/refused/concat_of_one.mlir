// What is put together of one tensor is that tensor, and leaves the region of its buffer.
func.func private @observe_i32(i32)
func.func @either(%c: i1, %v: i32, %other: tensor<3xi32>) {
  %z = arith.constant 0 : index
  %r = scf.if %c -> tensor<3xi32> {
    %a = memref.alloc() : memref<3xi32>
    linalg.fill ins(%v : i32) outs(%a : memref<3xi32>)
    %t = bufferization.to_tensor %a restrict : memref<3xi32> to tensor<3xi32>
    %u = tensor.concat dim(0) %t : (tensor<3xi32>) -> tensor<3xi32>
    scf.yield %u : tensor<3xi32>
  } else {
    scf.yield %other : tensor<3xi32>
  }
  %e = tensor.extract %r[%z] : tensor<3xi32>
  func.call @observe_i32(%e) : (i32) -> ()
  return
}
