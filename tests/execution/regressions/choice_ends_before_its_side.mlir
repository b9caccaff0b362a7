// What a select chooses is selected once more, from a parameter, goes into a loop and ends; the side it came from is read later.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @restart(i32)

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

func.func @f(%c: i1, %d: i1, %n: index) {
  %p = func.call @make() : () -> memref<4xi32>
  func.call @g(%c, %d, %n, %p) : (i1, i1, index, memref<4xi32>) -> ()
  return
}

func.func @g(%c: i1, %d: i1, %n: index, %p: memref<4xi32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = func.call @make() : () -> memref<4xi32>
  %b = func.call @make() : () -> memref<4xi32>
  %s = arith.select %c, %a, %b : memref<4xi32>
  %t = arith.select %d, %s, %p : memref<4xi32>
  %r = scf.for %i = %zero to %n step %one iter_args(%x = %t) -> (memref<4xi32>) {
    func.call @show(%x) : (memref<4xi32>) -> ()
    scf.yield %x : memref<4xi32>
  }
  func.call @show(%a) : (memref<4xi32>) -> ()
  return
}

func.func @main() {
  %yes = arith.constant true
  %no = arith.constant false
  %n0 = arith.constant 0 : index
  %n3 = arith.constant 3 : index
  %s0 = arith.constant 0 : i32
  func.call @restart(%s0) : (i32) -> ()
  func.call @f(%yes, %yes, %n0) : (i1, i1, index) -> ()
  %s1 = arith.constant 1 : i32
  func.call @restart(%s1) : (i32) -> ()
  func.call @f(%yes, %yes, %n3) : (i1, i1, index) -> ()
  %s2 = arith.constant 2 : i32
  func.call @restart(%s2) : (i32) -> ()
  func.call @f(%yes, %no, %n0) : (i1, i1, index) -> ()
  %s3 = arith.constant 3 : i32
  func.call @restart(%s3) : (i32) -> ()
  func.call @f(%yes, %no, %n3) : (i1, i1, index) -> ()
  %s4 = arith.constant 4 : i32
  func.call @restart(%s4) : (i32) -> ()
  func.call @f(%no, %yes, %n0) : (i1, i1, index) -> ()
  %s5 = arith.constant 5 : i32
  func.call @restart(%s5) : (i32) -> ()
  func.call @f(%no, %yes, %n3) : (i1, i1, index) -> ()
  %s6 = arith.constant 6 : i32
  func.call @restart(%s6) : (i32) -> ()
  func.call @f(%no, %no, %n0) : (i1, i1, index) -> ()
  %s7 = arith.constant 7 : i32
  func.call @restart(%s7) : (i32) -> ()
  func.call @f(%no, %no, %n3) : (i1, i1, index) -> ()
  return
}
