// A function returns the bits of the address of a buffer that is its own.
func.func @mk() -> f64 {
  %a = memref.alloc() : memref<4xi32>
  %i = memref.extract_aligned_pointer_as_index %a : memref<4xi32> -> index
  %n = arith.index_cast %i : index to i64
  %f = arith.bitcast %n : i64 to f64
  return %f : f64
}
