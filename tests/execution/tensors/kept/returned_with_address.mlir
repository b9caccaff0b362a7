// A function returns a buffer and its address.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func @mk() -> (memref<4xi32>, index) {
  %v = func.call @next_i32() : () -> i32
  %a = memref.alloc() : memref<4xi32>
  linalg.fill ins(%v : i32) outs(%a : memref<4xi32>)
  %i = memref.extract_aligned_pointer_as_index %a : memref<4xi32> -> index
  return %a, %i : memref<4xi32>, index
}
func.func @main() {
  %z = arith.constant 0 : index
  %v = func.call @next_i32() : () -> i32
  %x, %i = func.call @mk() : () -> (memref<4xi32>, index)
  cf.br ^b
^b:
  %junk = memref.alloc() : memref<4xi32>
  %jv = arith.constant 77 : i32
  linalg.fill ins(%jv : i32) outs(%junk : memref<4xi32>)
  %jl = memref.load %junk[%z] : memref<4xi32>
  func.call @observe_i32(%jl) : (i32) -> ()
  %j = arith.index_cast %i : index to i64
  %q = llvm.inttoptr %j : i64 to !llvm.ptr
  %e = llvm.load %q : !llvm.ptr -> i32
  func.call @observe_i32(%e) : (i32) -> ()
  return
}
