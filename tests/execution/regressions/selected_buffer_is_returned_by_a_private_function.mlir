// A private function returns a buffer of its own, or a global.
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

memref.global "private" constant @table : memref<4xi32> = dense<7>

func.func private @pick(%d: i1) -> memref<4xi32> {
  %h = func.call @make() : () -> memref<4xi32>
  %g = memref.get_global @table : memref<4xi32>
  %s = arith.select %d, %h, %g : memref<4xi32>
  return %s : memref<4xi32>
}

func.func @f(%d: i1) {
  %r = func.call @pick(%d) : (i1) -> memref<4xi32>
  func.call @show(%r) : (memref<4xi32>) -> ()
  return
}

func.func @main() {
  %yes = arith.constant true
  %no = arith.constant false
  %s0 = arith.constant 0 : i32
  func.call @restart(%s0) : (i32) -> ()
  func.call @f(%yes) : (i1) -> ()
  %s1 = arith.constant 1 : i32
  func.call @restart(%s1) : (i32) -> ()
  func.call @f(%no) : (i1) -> ()
  return
}
