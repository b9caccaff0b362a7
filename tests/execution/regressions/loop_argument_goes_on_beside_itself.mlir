// A loop argument goes on to an outer loop on one way, and on the other, used once more, to another argument beside it.
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

func.func private @run(%n: index, %inner: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %h = func.call @make() : () -> memref<4xi32>
  cf.br ^outer(%h, %zero : memref<4xi32>, index)
^outer(%w: memref<4xi32>, %i: index):
  %a = func.call @make() : () -> memref<4xi32>
  %b = func.call @make() : () -> memref<4xi32>
  %up = arith.addi %i, %one : index
  %again = arith.cmpi ult, %up, %n : index
  cf.br ^loop(%a, %b, %zero : memref<4xi32>, memref<4xi32>, index)
^loop(%x: memref<4xi32>, %y: memref<4xi32>, %j: index):
  func.call @show(%y) : (memref<4xi32>) -> ()
  func.call @show(%x) : (memref<4xi32>) -> ()
  %next = arith.addi %j, %one : index
  %more = arith.cmpi ult, %next, %inner : index
  %stop = arith.cmpi uge, %next, %inner : index
  %out = arith.andi %stop, %again : i1
  cf.cond_br %out, ^outer(%x, %up : memref<4xi32>, index), ^on
^on:
  func.call @show(%w) : (memref<4xi32>) -> ()
  func.call @show(%x) : (memref<4xi32>) -> ()
  %new = func.call @make() : () -> memref<4xi32>
  cf.cond_br %more, ^loop(%new, %x, %next : memref<4xi32>, memref<4xi32>, index), ^exit
^exit:
  return
}

func.func @main() {
  %seed = arith.constant 0 : i32
  func.call @restart(%seed) : (i32) -> ()
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  func.call @run(%one, %one) : (index, index) -> ()
  func.call @run(%three, %three) : (index, index) -> ()
  func.call @run(%three, %one) : (index, index) -> ()
  func.call @run(%one, %three) : (index, index) -> ()
  return
}
