// The tensor of a view is used in another block.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func @main() {
  %z = arith.constant 0 : index
  %v = func.call @next_i32() : () -> i32
  %a = memref.alloc() : memref<4xi32>
  linalg.fill ins(%v : i32) outs(%a : memref<4xi32>)
  %w = memref.cast %a : memref<4xi32> to memref<?xi32>
  %t = bufferization.to_tensor %w restrict : memref<?xi32> to tensor<?xi32>
  cf.br ^b
^b:
  %junk = memref.alloc() : memref<4xi32>
  %jv = arith.constant 77 : i32
  linalg.fill ins(%jv : i32) outs(%junk : memref<4xi32>)
  %jl = memref.load %junk[%z] : memref<4xi32>
  func.call @observe_i32(%jl) : (i32) -> ()
  %e = tensor.extract %t[%z] : tensor<?xi32>
  func.call @observe_i32(%e) : (i32) -> ()
  return
}
