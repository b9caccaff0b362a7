// A loop takes a buffer over, drops it, and still reads it under a name that only borrows it.
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

func.func @f(%c: i1, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %h = func.call @make() : () -> memref<4xi32>
  cf.cond_br %c, ^one(%h : memref<4xi32>), ^two
^one(%w: memref<4xi32>):
  %r = scf.for %i = %zero to %n step %one iter_args(%x = %h) -> (memref<4xi32>) {
    func.call @show(%x) : (memref<4xi32>) -> ()
    %m = func.call @make() : () -> memref<4xi32>
    func.call @show(%w) : (memref<4xi32>) -> ()
    scf.yield %m : memref<4xi32>
  }
  func.call @show(%r) : (memref<4xi32>) -> ()
  cf.br ^two
^two:
  return
}

func.func @main() {
  %yes = arith.constant true
  %no = arith.constant false
  %n0 = arith.constant 0 : index
  %n3 = arith.constant 3 : index
  %s0 = arith.constant 0 : i32
  func.call @restart(%s0) : (i32) -> ()
  func.call @f(%yes, %n0) : (i1, index) -> ()
  %s1 = arith.constant 1 : i32
  func.call @restart(%s1) : (i32) -> ()
  func.call @f(%yes, %n3) : (i1, index) -> ()
  %s2 = arith.constant 2 : i32
  func.call @restart(%s2) : (i32) -> ()
  func.call @f(%no, %n0) : (i1, index) -> ()
  %s3 = arith.constant 3 : i32
  func.call @restart(%s3) : (i32) -> ()
  func.call @f(%no, %n3) : (i1, index) -> ()
  return
}
