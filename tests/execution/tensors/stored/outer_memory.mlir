// The address of a region's buffer is stored in memory from outside.
func.func @f(%c: i1, %m: memref<2xi64>) {
  %zero = arith.constant 0 : index
  scf.if %c {
    %a = memref.alloc() : memref<4xi32>
    %i = memref.extract_aligned_pointer_as_index %a : memref<4xi32> -> index
    %n = arith.index_cast %i : index to i64
    memref.store %n, %m[%zero] : memref<2xi64>
  }
  return
}
