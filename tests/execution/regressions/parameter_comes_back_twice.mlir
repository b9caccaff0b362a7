// A private function returns its parameter always as one result, and sometimes as the other; its caller uses neither, or one of them.
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

func.func private @f(%c: i1, %p: memref<4xi32>) -> (memref<4xi32>, memref<4xi32>) {
  %r = scf.if %c -> memref<4xi32> {
    scf.yield %p : memref<4xi32>
  } else {
    %a = func.call @make() : () -> memref<4xi32>
    scf.yield %a : memref<4xi32>
  }
  func.call @show(%r) : (memref<4xi32>) -> ()
  return %r, %p : memref<4xi32>, memref<4xi32>
}

func.func @run(%c: i1) {
  %a = func.call @make() : () -> memref<4xi32>
  %x:2 = func.call @f(%c, %a) : (i1, memref<4xi32>) -> (memref<4xi32>, memref<4xi32>)
  %b = func.call @make() : () -> memref<4xi32>
  %y:2 = func.call @f(%c, %b) : (i1, memref<4xi32>) -> (memref<4xi32>, memref<4xi32>)
  func.call @show(%y#0) : (memref<4xi32>) -> ()
  %d = func.call @make() : () -> memref<4xi32>
  %z:2 = func.call @f(%c, %d) : (i1, memref<4xi32>) -> (memref<4xi32>, memref<4xi32>)
  func.call @show(%z#1) : (memref<4xi32>) -> ()
  func.call @show(%z#0) : (memref<4xi32>) -> ()
  return
}

func.func @main() {
  %yes = arith.constant true
  %no = arith.constant false
  %seed = arith.constant 0 : i32
  func.call @restart(%seed) : (i32) -> ()
  func.call @run(%yes) : (i1) -> ()
  func.call @run(%no) : (i1) -> ()
  return
}
