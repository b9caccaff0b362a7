// A scope gives the tensor of its own buffer.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func @main() {
  %z = arith.constant 0 : index
  %v = func.call @next_i32() : () -> i32
  %a = memref.alloc() : memref<4xi32>
  linalg.fill ins(%v : i32) outs(%a : memref<4xi32>)
  %r = memref.alloca_scope -> (tensor<4xi32>) {
    %b = memref.alloc() : memref<4xi32>
    linalg.fill ins(%v : i32) outs(%b : memref<4xi32>)
    %t3 = bufferization.to_tensor %b restrict : memref<4xi32> to tensor<4xi32>
    memref.alloca_scope.return %t3 : tensor<4xi32>
  }
  %junk = memref.alloc() : memref<4xi32>
  %jv = arith.constant 77 : i32
  linalg.fill ins(%jv : i32) outs(%junk : memref<4xi32>)
  %jl = memref.load %junk[%z] : memref<4xi32>
  func.call @observe_i32(%jl) : (i32) -> ()
  %e = tensor.extract %r[%z] : tensor<4xi32>
  func.call @observe_i32(%e) : (i32) -> ()
  return
}
