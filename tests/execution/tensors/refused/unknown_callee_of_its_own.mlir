// A loop's body gives what a function that nobody sees made of a buffer that is the body's own.
func.func private @unknown(memref<4xi32>) -> !llvm.ptr
func.func @main(%l: index, %u: index, %s: index, %p: !llvm.ptr) -> i32 {
  %q = scf.for %i = %l to %u step %s iter_args(%x = %p) -> (!llvm.ptr) {
    %a = memref.alloc() : memref<4xi32>
    %y = func.call @unknown(%a) : (memref<4xi32>) -> !llvm.ptr
    scf.yield %y : !llvm.ptr
  }
  %e = llvm.load %q : !llvm.ptr -> i32
  return %e : i32
}
