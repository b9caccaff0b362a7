// What a region claims had its address taken, and the address is read after the last use of the buffer.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @restart(i32)
func.func private @make() -> memref<4xi32> {
  %i0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xi32>
  %x = func.call @next_i32() : () -> i32
  memref.store %x, %a[%i0] : memref<4xi32>
  return %a : memref<4xi32>
}
func.func private @look(%a: memref<4xi32>) {
  %i0 = arith.constant 0 : index
  %x = memref.load %a[%i0] : memref<4xi32>
  func.call @observe_i32(%x) : (i32) -> ()
  return
}
func.func @main() {
  %yes = arith.constant true
  %no = arith.constant false
  %seed = arith.constant 7 : i32
  func.call @restart(%seed) : (i32) -> ()
  func.call @f(%yes, %yes) : (i1, i1) -> ()
  func.call @f(%yes, %no) : (i1, i1) -> ()
  func.call @f(%no, %yes) : (i1, i1) -> ()
  func.call @f(%no, %no) : (i1, i1) -> ()
  return
}
func.func @f(%c: i1, %d: i1) {
  %w:2 = scf.if %d -> (memref<4xi32>, index) {
    %h = func.call @make() : () -> memref<4xi32>
    %n = func.call @make() : () -> memref<4xi32>
    %y = arith.select %c, %h, %n : memref<4xi32>
    %p = memref.extract_aligned_pointer_as_index %y : memref<4xi32> -> index
    func.call @look(%y) : (memref<4xi32>) -> ()
    scf.yield %y, %p : memref<4xi32>, index
  } else {
    %h = func.call @make() : () -> memref<4xi32>
    %p = arith.constant 0 : index
    scf.yield %h, %p : memref<4xi32>, index
  }
  func.call @look(%w#0) : (memref<4xi32>) -> ()
  %q = func.call @make() : () -> memref<4xi32>
  %z = arith.constant 0 : i32
  %same = scf.if %d -> i1 { scf.yield %c : i1 } else { %t = arith.constant false
 scf.yield %t : i1 }
  scf.if %same {
    %i = arith.index_cast %w#1 : index to i64
    %ptr = "llvm.inttoptr"(%i) : (i64) -> !llvm.ptr
    %x = "llvm.load"(%ptr) <{ordering = 0 : i64}> : (!llvm.ptr) -> i32
    func.call @observe_i32(%x) : (i32) -> ()
  }
  func.call @look(%q) : (memref<4xi32>) -> ()
  return
}
