// What a loop argument borrows from another one goes around the loop while that one ends, as itself or in its place.
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

func.func private @stays(%n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %h = func.call @make() : () -> memref<4xi32>
  cf.br ^loop(%h, %h, %zero : memref<4xi32>, memref<4xi32>, index)
^loop(%x: memref<4xi32>, %y: memref<4xi32>, %i: index):
  func.call @show(%y) : (memref<4xi32>) -> ()
  func.call @show(%x) : (memref<4xi32>) -> ()
  %new = func.call @make() : () -> memref<4xi32>
  %next = arith.addi %i, %one : index
  %more = arith.cmpi ult, %next, %n : index
  cf.cond_br %more, ^loop(%new, %y, %next : memref<4xi32>, memref<4xi32>, index), ^exit
^exit:
  func.call @show(%y) : (memref<4xi32>) -> ()
  return
}

func.func private @replaces(%n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %h = func.call @make() : () -> memref<4xi32>
  cf.br ^loop(%h, %h, %zero : memref<4xi32>, memref<4xi32>, index)
^loop(%x: memref<4xi32>, %y: memref<4xi32>, %i: index):
  func.call @show(%y) : (memref<4xi32>) -> ()
  func.call @show(%x) : (memref<4xi32>) -> ()
  %new = func.call @make() : () -> memref<4xi32>
  %next = arith.addi %i, %one : index
  %more = arith.cmpi ult, %next, %n : index
  cf.cond_br %more, ^loop(%y, %new, %next : memref<4xi32>, memref<4xi32>, index), ^exit
^exit:
  func.call @show(%y) : (memref<4xi32>) -> ()
  return
}

func.func private @selected(%n: index, %arg: memref<4xi32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %h = func.call @make() : () -> memref<4xi32>
  cf.br ^loop(%h, %arg, %zero : memref<4xi32>, memref<4xi32>, index)
^loop(%x: memref<4xi32>, %y: memref<4xi32>, %i: index):
  func.call @show(%y) : (memref<4xi32>) -> ()
  func.call @show(%x) : (memref<4xi32>) -> ()
  %new = func.call @make() : () -> memref<4xi32>
  %next = arith.addi %i, %one : index
  %more = arith.cmpi ult, %next, %n : index
  %s = arith.select %more, %x, %arg : memref<4xi32>
  cf.cond_br %more, ^loop(%new, %s, %next : memref<4xi32>, memref<4xi32>, index), ^exit
^exit:
  return
}

func.func @main() {
  %seed = arith.constant 0 : i32
  func.call @restart(%seed) : (i32) -> ()
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  func.call @stays(%one) : (index) -> ()
  func.call @stays(%three) : (index) -> ()
  func.call @replaces(%one) : (index) -> ()
  func.call @replaces(%three) : (index) -> ()
  %a = func.call @make() : () -> memref<4xi32>
  func.call @selected(%one, %a) : (index, memref<4xi32>) -> ()
  func.call @selected(%three, %a) : (index, memref<4xi32>) -> ()
  return
}
