// What a function may give back for a buffer is used where control goes once a choice has taken that buffer, in both successors of the branch.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @restart(i32)
func.func private @decide() -> i1
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

func.func private @with_side(%cond: i1, %a: memref<4xi32>) -> (memref<4xi32>, memref<4xi32>) {
  %n = func.call @make() : () -> memref<4xi32>
  %x = arith.select %cond, %a, %n : memref<4xi32>
  return %x, %a : memref<4xi32>, memref<4xi32>
}

func.func @f(%c: i1, %d: i1) {
  %h = func.call @make() : () -> memref<4xi32>
  %g = func.call @make() : () -> memref<4xi32>
  %v:2 = func.call @with_side(%d, %h) : (i1, memref<4xi32>) -> (memref<4xi32>, memref<4xi32>)
  %w = arith.select %c, %h, %g : memref<4xi32>
  cf.cond_br %c, ^s, ^t
^s:
  func.call @look(%w) : (memref<4xi32>) -> ()
  func.call @look(%v#0) : (memref<4xi32>) -> ()
  cf.br ^e(%g : memref<4xi32>)
^t:
  func.call @look(%h) : (memref<4xi32>) -> ()
  cf.br ^e(%w : memref<4xi32>)
^e(%z: memref<4xi32>):
  func.call @look(%z) : (memref<4xi32>) -> ()
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
