// A view of a buffer goes around a loop and is read after the last use of the buffer itself.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @restart(i32)
func.func private @decide() -> i1

func.func private @make() -> memref<4xi32> {
  %zero = arith.constant 0 : index
  %a = memref.alloc() : memref<4xi32>
  %v = func.call @next_i32() : () -> i32
  memref.store %v, %a[%zero] : memref<4xi32>
  return %a : memref<4xi32>
}

func.func private @show(%a: memref<4xi32>) {
  %zero = arith.constant 0 : index
  %v = memref.load %a[%zero] : memref<4xi32>
  func.call @observe_i32(%v) : (i32) -> ()
  return
}

func.func @f(%c: i1, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = func.call @make() : () -> memref<4xi32>
  %v = memref.cast %a : memref<4xi32> to memref<?xi32>
  %r = scf.for %i = %zero to %n step %one iter_args(%p = %v) -> (memref<?xi32>) {
    %b = func.call @make() : () -> memref<4xi32>
    %w = memref.cast %b : memref<4xi32> to memref<?xi32>
    %x = arith.select %c, %w, %p : memref<?xi32>
    scf.yield %x : memref<?xi32>
  }
  %d = func.call @decide() : () -> i1
  cf.cond_br %d, ^read(%v : memref<?xi32>), ^read(%r : memref<?xi32>)
^read(%z: memref<?xi32>):
  %y = memref.load %z[%zero] : memref<?xi32>
  func.call @observe_i32(%y) : (i32) -> ()
  return
}

func.func @main() {
  %n0 = arith.constant 0 : index
  %n1 = arith.constant 1 : index
  %n4 = arith.constant 4 : index
  %yes = arith.constant true
  %no = arith.constant false
  %s0 = arith.constant 0 : i32
  func.call @restart(%s0) : (i32) -> ()
  func.call @f(%yes, %n0) : (i1, index) -> ()
  %s1 = arith.constant 1 : i32
  func.call @restart(%s1) : (i32) -> ()
  func.call @f(%yes, %n1) : (i1, index) -> ()
  %s2 = arith.constant 2 : i32
  func.call @restart(%s2) : (i32) -> ()
  func.call @f(%yes, %n4) : (i1, index) -> ()
  %s3 = arith.constant 3 : i32
  func.call @restart(%s3) : (i32) -> ()
  func.call @f(%no, %n0) : (i1, index) -> ()
  %s4 = arith.constant 4 : i32
  func.call @restart(%s4) : (i32) -> ()
  func.call @f(%no, %n1) : (i1, index) -> ()
  %s5 = arith.constant 5 : i32
  func.call @restart(%s5) : (i32) -> ()
  func.call @f(%no, %n4) : (i1, index) -> ()
  return
}
