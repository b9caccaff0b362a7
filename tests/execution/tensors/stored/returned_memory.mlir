// A function returns memory that it has stored the address of its own buffer in.
func.func @f() -> memref<2xi64> {
  %zero = arith.constant 0 : index
  %m = memref.alloc() : memref<2xi64>
  %a = memref.alloc() : memref<4xi32>
  %i = memref.extract_aligned_pointer_as_index %a : memref<4xi32> -> index
  %n = arith.index_cast %i : index to i64
  memref.store %n, %m[%zero] : memref<2xi64>
  return %m : memref<2xi64>
}
