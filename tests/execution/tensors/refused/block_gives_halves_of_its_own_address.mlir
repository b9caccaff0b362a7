// Halves of an address, which a callee makes of a pointer, go to a block that other blocks lead to.
func.func private @low_and_high(%p: !llvm.ptr) -> (i32, i32) {
  %n = llvm.ptrtoint %p : !llvm.ptr to i64
  %low = arith.trunci %n : i64 to i32
  %bits = arith.constant 32 : i64
  %rest = arith.shrui %n, %bits : i64
  %high = arith.trunci %rest : i64 to i32
  return %low, %high : i32, i32
}
func.func private @use(i32, i32)
func.func @f(%c: i1, %x: i32) {
  cf.cond_br %c, ^own, ^end(%x, %x : i32, i32)
^own:
  %a = memref.alloc() : memref<4xi32>
  %i = memref.extract_aligned_pointer_as_index %a : memref<4xi32> -> index
  %n = arith.index_cast %i : index to i64
  %p = llvm.inttoptr %n : i64 to !llvm.ptr
  %low, %high = func.call @low_and_high(%p) : (!llvm.ptr) -> (i32, i32)
  cf.br ^end(%low, %high : i32, i32)
^end(%y: i32, %z: i32):
  func.call @use(%y, %z) : (i32, i32) -> ()
  return
}
