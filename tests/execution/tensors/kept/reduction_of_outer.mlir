// The reduction reads a tensor of a buffer from outside of the loop.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %v = func.call @next_i32() : () -> i32
  %a = memref.alloc() : memref<4xi32>
  linalg.fill ins(%v : i32) outs(%a : memref<4xi32>)
  %t = bufferization.to_tensor %a restrict : memref<4xi32> to tensor<4xi32>
  %r = scf.parallel (%i) = (%zero) to (%three) step (%one) init (%v) -> i32 {
    %b = memref.alloc() : memref<4xi32>
    linalg.fill ins(%v : i32) outs(%b : memref<4xi32>)
    %w = memref.load %b[%i] : memref<4xi32>
    scf.reduce(%w : i32) {
    ^bb0(%x: i32, %y: i32):
      %e = tensor.extract %t[%zero] : tensor<4xi32>
      %s = arith.addi %x, %y : i32
      %u = arith.addi %s, %e : i32
      scf.reduce.return %u : i32
    }
  }
  func.call @observe_i32(%r) : (i32) -> ()
  return
}
