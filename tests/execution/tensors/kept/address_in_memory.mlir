// An address goes through memory that is made beside the buffer, in a callee, and is used in another block.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @put(%n: i64, %m: memref<2xi64>) {
  %one = arith.constant 1 : index
  memref.store %n, %m[%one] : memref<2xi64>
  return
}
func.func @main() {
  %one = arith.constant 1 : index
  %v = func.call @next_i32() : () -> i32
  %table = memref.alloc() : memref<2xi64>
  %a = memref.alloc() : memref<4xi32>
  linalg.fill ins(%v : i32) outs(%a : memref<4xi32>)
  %i = memref.extract_aligned_pointer_as_index %a : memref<4xi32> -> index
  %n = arith.index_cast %i : index to i64
  func.call @put(%n, %table) : (i64, memref<2xi64>) -> ()
  cf.br ^next
^next:
  %junk = memref.alloc() : memref<4xi32>
  %seven = arith.constant 7 : i32
  linalg.fill ins(%seven : i32) outs(%junk : memref<4xi32>)
  %w = memref.load %junk[%one] : memref<4xi32>
  func.call @observe_i32(%w) : (i32) -> ()
  %m = memref.load %table[%one] : memref<2xi64>
  %p = llvm.inttoptr %m : i64 to !llvm.ptr
  %e = llvm.load %p : !llvm.ptr -> i32
  func.call @observe_i32(%e) : (i32) -> ()
  return
}
