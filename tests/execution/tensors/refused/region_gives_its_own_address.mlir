// A region yields the address of a buffer that it makes.
func.func @f(%c: i1) -> i1 {
  %none = arith.constant 0 : index
  %r = scf.if %c -> index {
    %a = memref.alloc() : memref<4xi32>
    %i = memref.extract_aligned_pointer_as_index %a : memref<4xi32> -> index
    scf.yield %i : index
  } else {
    scf.yield %none : index
  }
  %e = arith.cmpi eq, %r, %none : index
  return %e : i1
}
