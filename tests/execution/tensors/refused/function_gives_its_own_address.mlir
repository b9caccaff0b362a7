// A function returns the address of a buffer that is its own.
func.func @mk() -> index {
  %a = memref.alloc() : memref<4xi32>
  %i = memref.extract_aligned_pointer_as_index %a : memref<4xi32> -> index
  return %i : index
}
