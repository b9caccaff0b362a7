// What the program frees itself: here and there, as one of two, in callees that may spare it; and a switch.
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @restart(i32)
func.func private @some_paths(%c: i1, %d: i1) {
  %i0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  %x = func.call @next_i32() : () -> i32
  memref.store %x, %a[%i0] : memref<4xi32>
  memref.store %x, %b[%i0] : memref<4xi32>
  %one = arith.select %d, %a, %b : memref<4xi32>
  cf.cond_br %c, ^free, ^keep(%one : memref<4xi32>)
^free:
  memref.dealloc %one : memref<4xi32>
  cf.br ^keep(%b : memref<4xi32>)
^keep(%p: memref<4xi32>):
  cf.cond_br %c, ^end, ^use
^use:
  %y = memref.load %p[%i0] : memref<4xi32>
  %z = memref.load %a[%i0] : memref<4xi32>
  func.call @observe_i32(%y) : (i32) -> ()
  func.call @observe_i32(%z) : (i32) -> ()
  return
^end:
  return
}
func.func private @loop() {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i4 = arith.constant 4 : index
  %i2 = arith.constant 2 : index
  %keep = memref.alloc() : memref<4xi32>
  %x = func.call @next_i32() : () -> i32
  memref.store %x, %keep[%i0] : memref<4xi32>
  %first = memref.alloc() : memref<4xi32>
  %last = scf.for %i = %i0 to %i4 step %i1 iter_args(%m = %first) -> (memref<4xi32>) {
    %new = memref.alloc() : memref<4xi32>
    memref.store %x, %new[%i0] : memref<4xi32>
    %v = memref.cast %m : memref<4xi32> to memref<?xi32>
    memref.dealloc %v : memref<?xi32>
    scf.yield %new : memref<4xi32>
  }
  %y = memref.load %last[%i0] : memref<4xi32>
  func.call @observe_i32(%y) : (i32) -> ()
  scf.for %i = %i0 to %i4 step %i1 {
    %now = arith.cmpi eq, %i, %i2 : index
    scf.if %now {
      memref.dealloc %keep : memref<4xi32>
    }
  }
  return
}
func.func private @blocks(%c: i1) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i4 = arith.constant 4 : index
  %a = memref.alloc() : memref<4xi32>
  cf.br ^head(%i0, %a : index, memref<4xi32>)
^head(%i: index, %p: memref<4xi32>):
  %more = arith.cmpi slt, %i, %i4 : index
  cf.cond_br %more, ^body, ^exit
^body:
  %j = arith.addi %i, %i1 : index
  cf.cond_br %c, ^swap, ^head(%j, %p : index, memref<4xi32>)
^swap:
  %n = memref.alloc() : memref<4xi32>
  memref.dealloc %p : memref<4xi32>
  cf.br ^head(%j, %n : index, memref<4xi32>)
^exit:
  return
}
func.func @main() {
  %seed = arith.constant 1 : i32
  func.call @restart(%seed) : (i32) -> ()
  %t = arith.constant true
  %f = arith.constant false
  func.call @some_paths(%t, %t) : (i1, i1) -> ()
  func.call @some_paths(%t, %f) : (i1, i1) -> ()
  func.call @some_paths(%f, %t) : (i1, i1) -> ()
  func.call @some_paths(%f, %f) : (i1, i1) -> ()
  func.call @loop() : () -> ()
  func.call @blocks(%t) : (i1) -> ()
  func.call @blocks(%f) : (i1) -> ()
  return
}
func.func private @maybe(%c: i1, %p: memref<4xi32>) {
  scf.if %c {
    memref.dealloc %p : memref<4xi32>
  }
  return
}
func.func private @twice(%c: i1, %p: memref<4xi32>) -> i32 {
  %v = arith.constant 7 : i32
  func.call @maybe(%c, %p) : (i1, memref<4xi32>) -> ()
  return %v : i32
}
func.func private @rec(%n: index, %c: i1, %p: memref<4xi32>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %more = arith.cmpi ne, %n, %i0 : index
  scf.if %more {
    %m = arith.subi %n, %i1 : index
    func.call @rec(%m, %c, %p) : (index, i1, memref<4xi32>) -> ()
  } else {
    func.call @maybe(%c, %p) : (i1, memref<4xi32>) -> ()
  }
  return
}
func.func private @test(%c: i1, %d: i1) {
  %i2 = arith.constant 2 : index
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  %e = memref.alloc() : memref<4xi32>
  %x = arith.select %d, %a, %b : memref<4xi32>
  %r = func.call @twice(%c, %x) : (i1, memref<4xi32>) -> i32
  func.call @observe_i32(%r) : (i32) -> ()
  func.call @rec(%i2, %c, %e) : (index, i1, memref<4xi32>) -> ()
  return
}
func.func @again() {
  %t = arith.constant true
  %f = arith.constant false
  func.call @test(%t, %t) : (i1, i1) -> ()
  func.call @test(%t, %f) : (i1, i1) -> ()
  func.call @test(%f, %t) : (i1, i1) -> ()
  func.call @test(%f, %f) : (i1, i1) -> ()
  return
}
func.func private @parameter(%p: memref<4xi32>, %c: i1) {
  cf.cond_br %c, ^free, ^end
^free:
  scf.if %c {
    memref.dealloc %p : memref<4xi32>
  }
  cf.br ^end
^end:
  return
}
func.func private @switch(%s: i32) -> memref<4xi32> {
  %a = memref.alloc() : memref<4xi32>
  %b = memref.realloc %a : memref<4xi32> to memref<4xi32>
  cf.switch %s : i32, [
    default: ^join(%b : memref<4xi32>),
    3: ^join(%b : memref<4xi32>)
  ]
^join(%p: memref<4xi32>):
  return %p : memref<4xi32>
}
