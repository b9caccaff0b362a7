// What is read by an address, and whether it is a multiple of 16, come out of a region whose buffer is freed.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func @main() {
  %yes = arith.constant true
  %four = arith.constant 4 : i32
  %fifteen = arith.constant 15 : i64
  %none = arith.constant 0 : i64
  %r:2 = scf.if %yes -> (i1, i32) {
    %a = memref.alloc() : memref<4xi32>
    %v = func.call @next_i32() : () -> i32
    linalg.fill ins(%v : i32) outs(%a : memref<4xi32>)
    %i = memref.extract_aligned_pointer_as_index %a : memref<4xi32> -> index
    %n = arith.index_cast %i : index to i64
    %low = arith.andi %n, %fifteen : i64
    %fits = arith.cmpi eq, %low, %none : i64
    %p = llvm.inttoptr %n : i64 to !llvm.ptr
    %x = llvm.load %p : !llvm.ptr -> i32
    scf.yield %fits, %x : i1, i32
  } else {
    scf.yield %yes, %four : i1, i32
  }
  %z = arith.select %r#0, %r#1, %four : i32
  func.call @observe_i32(%z) : (i32) -> ()
  return
}
