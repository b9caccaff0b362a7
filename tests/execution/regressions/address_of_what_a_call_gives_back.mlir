// The address of what a private function gives back is read after the last use of the buffer.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @restart(i32)

func.func private @same(%a: memref<4xi32>) -> memref<4xi32> {
  return %a : memref<4xi32>
}

func.func private @either(%c: i1, %a: memref<4xi32>, %b: memref<4xi32>) -> memref<4xi32> {
  %x = arith.select %c, %a, %b : memref<4xi32>
  return %x : memref<4xi32>
}

func.func private @twice() -> (memref<4xi32>, memref<4xi32>) {
  %zero = arith.constant 0 : index
  %a = memref.alloc() : memref<4xi32>
  %v = func.call @next_i32() : () -> i32
  memref.store %v, %a[%zero] : memref<4xi32>
  return %a, %a : memref<4xi32>, memref<4xi32>
}

func.func private @show(%pointer: index) {
  %number = arith.index_cast %pointer : index to i64
  %address = "llvm.inttoptr"(%number) : (i64) -> !llvm.ptr
  %value = "llvm.load"(%address) <{ordering = 0 : i64}> : (!llvm.ptr) -> i32
  func.call @observe_i32(%value) : (i32) -> ()
  return
}

func.func @f(%c: i1) {
  %zero = arith.constant 0 : index
  %a = memref.alloc() : memref<4xi32>
  %v = func.call @next_i32() : () -> i32
  memref.store %v, %a[%zero] : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  %w = func.call @next_i32() : () -> i32
  memref.store %w, %b[%zero] : memref<4xi32>
  %s = func.call @same(%a) : (memref<4xi32>) -> memref<4xi32>
  %p = memref.extract_aligned_pointer_as_index %s : memref<4xi32> -> index
  func.call @show(%p) : (index) -> ()
  %e = func.call @either(%c, %b, %b) : (i1, memref<4xi32>, memref<4xi32>) -> memref<4xi32>
  %q = memref.extract_aligned_pointer_as_index %e : memref<4xi32> -> index
  func.call @show(%q) : (index) -> ()
  %t:2 = func.call @twice() : () -> (memref<4xi32>, memref<4xi32>)
  %r = memref.extract_aligned_pointer_as_index %t#1 : memref<4xi32> -> index
  func.call @show(%r) : (index) -> ()
  cf.br ^next(%a, %a : memref<4xi32>, memref<4xi32>)
^next(%x: memref<4xi32>, %y: memref<4xi32>):
  %m = memref.extract_aligned_pointer_as_index %y : memref<4xi32> -> index
  func.call @show(%m) : (index) -> ()
  return
}

func.func @main() {
  %yes = arith.constant true
  %no = arith.constant false
  %seed = arith.constant 0 : i32
  func.call @restart(%seed) : (i32) -> ()
  func.call @f(%yes) : (i1) -> ()
  func.call @f(%no) : (i1) -> ()
  return
}
