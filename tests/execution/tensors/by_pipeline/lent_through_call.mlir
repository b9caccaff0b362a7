// A function returns the tensor of what another one gives back.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @id(%p: memref<4xi32>) -> memref<4xi32> {
  return %p : memref<4xi32>
}
func.func private @f(%p: memref<4xi32>) -> tensor<4xi32> {
  %q = func.call @id(%p) : (memref<4xi32>) -> memref<4xi32>
  %t = bufferization.to_tensor %q restrict : memref<4xi32> to tensor<4xi32>
  return %t : tensor<4xi32>
}
func.func @main() {
  %z = arith.constant 0 : index
  %v = func.call @next_i32() : () -> i32
  %a = memref.alloc() : memref<4xi32>
  linalg.fill ins(%v : i32) outs(%a : memref<4xi32>)
  %t = func.call @f(%a) : (memref<4xi32>) -> tensor<4xi32>
  cf.br ^b
^b:
  %junk = memref.alloc() : memref<4xi32>
  %jv = arith.constant 77 : i32
  linalg.fill ins(%jv : i32) outs(%junk : memref<4xi32>)
  %jl = memref.load %junk[%z] : memref<4xi32>
  func.call @observe_i32(%jl) : (i32) -> ()
  %e = tensor.extract %t[%z] : tensor<4xi32>
  func.call @observe_i32(%e) : (i32) -> ()
  return
}
