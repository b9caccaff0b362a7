// The program frees the buffer on one of two ways, and the tensor is used on both.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func @main() {
  %z = arith.constant 0 : index
  %v = func.call @next_i32() : () -> i32
  %a = memref.alloc() : memref<4xi32>
  linalg.fill ins(%v : i32) outs(%a : memref<4xi32>)
  %k = arith.constant 0 : i32
  %c = arith.cmpi sgt, %v, %k : i32
  %t = bufferization.to_tensor %a restrict : memref<4xi32> to tensor<4xi32>
  cf.cond_br %c, ^b, ^c
^b:
  %e = tensor.extract %t[%z] : tensor<4xi32>
  func.call @observe_i32(%e) : (i32) -> ()
  memref.dealloc %a : memref<4xi32>
  cf.br ^d
^c:
  %e2 = tensor.extract %t[%z] : tensor<4xi32>
  func.call @observe_i32(%e2) : (i32) -> ()
  cf.br ^d
^d:
  %junk = memref.alloc() : memref<4xi32>
  %jv = arith.constant 77 : i32
  linalg.fill ins(%jv : i32) outs(%junk : memref<4xi32>)
  %jl = memref.load %junk[%z] : memref<4xi32>
  func.call @observe_i32(%jl) : (i32) -> ()
  return
}
