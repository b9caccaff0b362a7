// A call that takes its argument frees it: a clone that was made before has to stay one.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @restart(i32)

func.func private @advance(%m: memref<4xi32>, %n: index) -> memref<4xi32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %last = scf.for %i = %zero to %n step %one iter_args(%b = %m) -> (memref<4xi32>) {
    %v = memref.load %b[%zero] : memref<4xi32>
    %next = memref.alloc() : memref<4xi32>
    memref.store %v, %next[%zero] : memref<4xi32>
    scf.yield %next : memref<4xi32>
  }
  return %last : memref<4xi32>
}

func.func @main() {
  %zero = arith.constant 0 : index
  %seed = arith.constant 0 : i32
  func.call @restart(%seed) : (i32) -> ()
  %two = arith.constant 2 : index
  %a = memref.alloc() : memref<4xi32>
  %v = func.call @next_i32() : () -> i32
  memref.store %v, %a[%zero] : memref<4xi32>
  %c = bufferization.clone %a : memref<4xi32> to memref<4xi32>
  %r = func.call @advance(%a, %two) : (memref<4xi32>, index) -> memref<4xi32>
  %x = memref.load %c[%zero] : memref<4xi32>
  func.call @observe_i32(%x) : (i32) -> ()
  %y = memref.load %r[%zero] : memref<4xi32>
  func.call @observe_i32(%y) : (i32) -> ()
  return
}
