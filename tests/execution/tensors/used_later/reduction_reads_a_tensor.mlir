// Refused: the terminator's regions use a buffer
// The reduction reads a tensor of a buffer that the iteration makes.
func.func @sum(%zero: index, %one: index, %v: i32) -> i32 {
  %r = scf.parallel (%i) = (%zero) to (%one) step (%one) init (%v) -> i32 {
    %a = memref.alloc() : memref<4xi32>
    linalg.fill ins(%v : i32) outs(%a : memref<4xi32>)
    %t = bufferization.to_tensor %a restrict : memref<4xi32> to tensor<4xi32>
    scf.reduce(%v : i32) {
    ^bb0(%x: i32, %y: i32):
      %e = tensor.extract %t[%zero] : tensor<4xi32>
      %s = arith.addi %x, %e : i32
      scf.reduce.return %s : i32
    }
  }
  return %r : i32
}
