// A call returns what it was given twice, and the second result is used later than the first.
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

func.func private @twice(%a: memref<4xi32>) -> (memref<4xi32>, memref<4xi32>) {
  return %a, %a : memref<4xi32>, memref<4xi32>
}

func.func @main() {
  %seed = arith.constant 0 : i32
  func.call @restart(%seed) : (i32) -> ()
  %a = func.call @make() : () -> memref<4xi32>
  %x, %y = func.call @twice(%a) : (memref<4xi32>) -> (memref<4xi32>, memref<4xi32>)
  func.call @show(%x) : (memref<4xi32>) -> ()
  func.call @show(%y) : (memref<4xi32>) -> ()
  func.call @show(%y) : (memref<4xi32>) -> ()
  return
}
