func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @restart(i32)
func.func private @f(%s: i32) -> memref<4xi32> {
  %i0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  %x = func.call @next_i32() : () -> i32
  memref.store %x, %a[%i0] : memref<4xi32>
  memref.store %x, %b[%i0] : memref<4xi32>
  cf.switch %s : i32, [
    default: ^join(%a : memref<4xi32>),
    3: ^join(%b : memref<4xi32>),
    -1: ^both,
    0: ^end
  ]
^join(%p: memref<4xi32>):
  %y = memref.load %p[%i0] : memref<4xi32>
  func.call @observe_i32(%y) : (i32) -> ()
  return %a : memref<4xi32>
^both:
  cf.switch %s : i32, [
    default: ^join(%b : memref<4xi32>),
    7: ^end
  ]
^end:
  return %b : memref<4xi32>
}
func.func @main() {
  %seed = arith.constant 1 : i32
  func.call @restart(%seed) : (i32) -> ()
  %n1 = arith.constant -1 : i32
  %0 = arith.constant 0 : i32
  %3 = arith.constant 3 : i32
  %4 = arith.constant 4 : i32
  %a = func.call @f(%n1) : (i32) -> memref<4xi32>
  %b = func.call @f(%0) : (i32) -> memref<4xi32>
  %c = func.call @f(%3) : (i32) -> memref<4xi32>
  %d = func.call @f(%4) : (i32) -> memref<4xi32>
  return
}
