// A call gives one parameter a buffer for good, and another the same buffer under a name that only borrows it.
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

func.func private @callee(%a: memref<4xi32>, %b: memref<4xi32>, %c: i1) -> memref<4xi32> {
  cf.cond_br %c, ^one, ^two
^one:
  return %a : memref<4xi32>
^two:
  func.call @show(%b) : (memref<4xi32>) -> ()
  %n = func.call @make() : () -> memref<4xi32>
  return %n : memref<4xi32>
}

func.func @f(%c: i1, %d: i1) {
  %h = func.call @make() : () -> memref<4xi32>
  cf.cond_br %c, ^one(%h : memref<4xi32>), ^two
^one(%w: memref<4xi32>):
  %r = func.call @callee(%h, %w, %d) : (memref<4xi32>, memref<4xi32>, i1) -> memref<4xi32>
  func.call @show(%r) : (memref<4xi32>) -> ()
  cf.br ^two
^two:
  return
}

func.func @main() {
  %yes = arith.constant true
  %no = arith.constant false
  %s0 = arith.constant 0 : i32
  func.call @restart(%s0) : (i32) -> ()
  func.call @f(%yes, %yes) : (i1, i1) -> ()
  %s1 = arith.constant 1 : i32
  func.call @restart(%s1) : (i32) -> ()
  func.call @f(%yes, %no) : (i1, i1) -> ()
  %s2 = arith.constant 2 : i32
  func.call @restart(%s2) : (i32) -> ()
  func.call @f(%no, %yes) : (i1, i1) -> ()
  %s3 = arith.constant 3 : i32
  func.call @restart(%s3) : (i32) -> ()
  func.call @f(%no, %no) : (i1, i1) -> ()
  return
}
