// A select between the tensors of two buffers is used in another block.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func @main() {
  %z = arith.constant 0 : index
  %v = func.call @next_i32() : () -> i32
  %a = memref.alloc() : memref<4xi32>
  linalg.fill ins(%v : i32) outs(%a : memref<4xi32>)
  %k = arith.constant 0 : i32
  %c = arith.cmpi sgt, %v, %k : i32
  %b = memref.alloc() : memref<4xi32>
  linalg.fill ins(%v : i32) outs(%b : memref<4xi32>)
  %t = bufferization.to_tensor %a restrict : memref<4xi32> to tensor<4xi32>
  %t2 = bufferization.to_tensor %b restrict : memref<4xi32> to tensor<4xi32>
  %s = arith.select %c, %t, %t2 : tensor<4xi32>
  cf.br ^b
^b:
  %junk = memref.alloc() : memref<4xi32>
  %jv = arith.constant 77 : i32
  linalg.fill ins(%jv : i32) outs(%junk : memref<4xi32>)
  %jl = memref.load %junk[%z] : memref<4xi32>
  func.call @observe_i32(%jl) : (i32) -> ()
  %e = tensor.extract %s[%z] : tensor<4xi32>
  func.call @observe_i32(%e) : (i32) -> ()
  return
}
