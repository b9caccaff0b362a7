// A function returns a new buffer, or one that is made of the tensor of its parameter.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @again(%p: memref<4xi32>, %c: i1) -> memref<4xi32> {
  %t = bufferization.to_tensor %p restrict writable : memref<4xi32> to tensor<4xi32>
  %m = bufferization.to_buffer %t : tensor<4xi32> to memref<4xi32>
  %n = memref.alloc() : memref<4xi32>
  memref.copy %p, %n : memref<4xi32> to memref<4xi32>
  %s = arith.select %c, %m, %n : memref<4xi32>
  return %s : memref<4xi32>
}
func.func @main() {
  %z = arith.constant 0 : index
  %v = func.call @next_i32() : () -> i32
  %a = memref.alloc() : memref<4xi32>
  linalg.fill ins(%v : i32) outs(%a : memref<4xi32>)
  %k = arith.constant 0 : i32
  %c = arith.cmpi sgt, %v, %k : i32
  %m = func.call @again(%a, %c) : (memref<4xi32>, i1) -> memref<4xi32>
  cf.br ^b
^b:
  %junk = memref.alloc() : memref<4xi32>
  %jv = arith.constant 77 : i32
  linalg.fill ins(%jv : i32) outs(%junk : memref<4xi32>)
  %jl = memref.load %junk[%z] : memref<4xi32>
  func.call @observe_i32(%jl) : (i32) -> ()
  %e = memref.load %m[%z] : memref<4xi32>
  func.call @observe_i32(%e) : (i32) -> ()
  return
}
