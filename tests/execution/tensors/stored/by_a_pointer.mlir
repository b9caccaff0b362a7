// An address is stored where a pointer from outside leads.
func.func @f(%p: !llvm.ptr) {
  %a = memref.alloc() : memref<4xi32>
  %i = memref.extract_aligned_pointer_as_index %a : memref<4xi32> -> index
  %n = arith.index_cast %i : index to i64
  llvm.store %n, %p : i64, !llvm.ptr
  return
}
