// Each of two returns of a private function may hand out, by another name, what ends there.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @restart(i32)

func.func private @f(%c: i1, %d: i1, %p: memref<4xi32>) -> memref<4xi32> {
  %zero = arith.constant 0 : index
  %a = memref.alloc() : memref<4xi32>
  %v = func.call @next_i32() : () -> i32
  memref.store %v, %a[%zero] : memref<4xi32>
  cf.cond_br %c, ^join(%p : memref<4xi32>), ^join(%a : memref<4xi32>)
^join(%x: memref<4xi32>):
  cf.cond_br %d, ^first, ^second
^first:
  %l = memref.load %a[%zero] : memref<4xi32>
  func.call @observe_i32(%l) : (i32) -> ()
  return %x : memref<4xi32>
^second:
  %m = memref.load %a[%zero] : memref<4xi32>
  func.call @observe_i32(%m) : (i32) -> ()
  return %x : memref<4xi32>
}

func.func @run(%c: i1, %d: i1) {
  %zero = arith.constant 0 : index
  %p = memref.alloc() : memref<4xi32>
  %v = func.call @next_i32() : () -> i32
  memref.store %v, %p[%zero] : memref<4xi32>
  %r = func.call @f(%c, %d, %p) : (i1, i1, memref<4xi32>) -> memref<4xi32>
  %l = memref.load %r[%zero] : memref<4xi32>
  func.call @observe_i32(%l) : (i32) -> ()
  %m = memref.load %p[%zero] : memref<4xi32>
  func.call @observe_i32(%m) : (i32) -> ()
  return
}

func.func @main() {
  %yes = arith.constant true
  %no = arith.constant false
  %seed = arith.constant 0 : i32
  func.call @restart(%seed) : (i32) -> ()
  func.call @run(%yes, %yes) : (i1, i1) -> ()
  func.call @run(%yes, %no) : (i1, i1) -> ()
  func.call @run(%no, %yes) : (i1, i1) -> ()
  func.call @run(%no, %no) : (i1, i1) -> ()
  return
}
