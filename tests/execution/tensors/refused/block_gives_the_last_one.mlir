// A block hands the tensor of its argument back, and another buffer.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func @main() {
  %z = arith.constant 0 : index
  %v = func.call @next_i32() : () -> i32
  %a = memref.alloc() : memref<4xi32>
  linalg.fill ins(%v : i32) outs(%a : memref<4xi32>)
  %t = bufferization.to_tensor %a restrict : memref<4xi32> to tensor<4xi32>
  %one = arith.constant 1 : index
  %n = arith.constant 4 : index
  cf.br ^h(%z, %a, %t : index, memref<4xi32>, tensor<4xi32>)
^h(%i: index, %y: memref<4xi32>, %x: tensor<4xi32>):
  %c = arith.cmpi slt, %i, %n : index
  cf.cond_br %c, ^b, ^e
^b:
  %b = memref.alloc() : memref<4xi32>
  linalg.fill ins(%v : i32) outs(%b : memref<4xi32>)
  %e = tensor.extract %x[%z] : tensor<4xi32>
  func.call @observe_i32(%e) : (i32) -> ()
  %t4 = bufferization.to_tensor %y restrict : memref<4xi32> to tensor<4xi32>
  %i2 = arith.addi %i, %one : index
  cf.br ^h(%i2, %b, %t4 : index, memref<4xi32>, tensor<4xi32>)
^e:
  %junk = memref.alloc() : memref<4xi32>
  %jv = arith.constant 77 : i32
  linalg.fill ins(%jv : i32) outs(%junk : memref<4xi32>)
  %jl = memref.load %junk[%z] : memref<4xi32>
  func.call @observe_i32(%jl) : (i32) -> ()
  %e2 = tensor.extract %x[%z] : tensor<4xi32>
  func.call @observe_i32(%e2) : (i32) -> ()
  return
}
