// A call through a value returns a pointer to what it is given.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @pointer(%p: memref<4xi32>) -> !llvm.ptr {
  %i = memref.extract_aligned_pointer_as_index %p : memref<4xi32> -> index
  %j = arith.index_cast %i : index to i64
  %q = llvm.inttoptr %j : i64 to !llvm.ptr
  return %q : !llvm.ptr
}
func.func @main() {
  %z = arith.constant 0 : index
  %v = func.call @next_i32() : () -> i32
  %a = memref.alloc() : memref<4xi32>
  linalg.fill ins(%v : i32) outs(%a : memref<4xi32>)
  %f = func.constant @pointer : (memref<4xi32>) -> !llvm.ptr
  %q = func.call_indirect %f(%a) : (memref<4xi32>) -> !llvm.ptr
  cf.br ^b
^b:
  %junk = memref.alloc() : memref<4xi32>
  %jv = arith.constant 77 : i32
  linalg.fill ins(%jv : i32) outs(%junk : memref<4xi32>)
  %jl = memref.load %junk[%z] : memref<4xi32>
  func.call @observe_i32(%jl) : (i32) -> ()
  %e = llvm.load %q : !llvm.ptr -> i32
  func.call @observe_i32(%e) : (i32) -> ()
  return
}
