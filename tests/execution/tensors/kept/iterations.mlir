// The iterations of a loop read the tensor.
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
  scf.for %i = %z to %n step %one {
    %b = memref.alloc() : memref<4xi32>
    %e = tensor.extract %t[%z] : tensor<4xi32>
    func.call @observe_i32(%e) : (i32) -> ()
  }
  return
}
