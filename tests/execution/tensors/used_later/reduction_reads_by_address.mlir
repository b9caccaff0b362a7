// Refused: the terminator's regions use a buffer
// The reduction reads at the address of a buffer that the iteration makes.
func.func @sum(%zero: index, %one: index, %v: i32) -> i32 {
  %r = scf.parallel (%i) = (%zero) to (%one) step (%one) init (%v) -> i32 {
    %a = memref.alloc() : memref<4xi32>
    linalg.fill ins(%v : i32) outs(%a : memref<4xi32>)
    %address = memref.extract_aligned_pointer_as_index %a : memref<4xi32> -> index
    %n = arith.index_cast %address : index to i64
    %p = llvm.inttoptr %n : i64 to !llvm.ptr
    scf.reduce(%v : i32) {
    ^bb0(%x: i32, %y: i32):
      %e = llvm.load %p : !llvm.ptr -> i32
      %s = arith.addi %x, %e : i32
      scf.reduce.return %s : i32
    }
  }
  return %r : i32
}
