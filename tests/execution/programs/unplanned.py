"""Programs at the edge of what the pipeline finds a plan for: one that has drop flags, one in which an owner stays, and
one that has no plan."""

# Frees its parameter on some paths, so that it has to tell its callers.
TELLS = """
func.func private @maybe_free(%c: i1, %p: memref<3xi32>) {
  scf.if %c {
    memref.dealloc %p : memref<3xi32>
  }
  return
}
func.func @main() {
  %yes = arith.constant true
  %flag = memref.alloc() : memref<i1>
  memref.store %yes, %flag[] : memref<i1>
  %c = memref.load %flag[] : memref<i1>
  %a = memref.alloc() : memref<3xi32>
  func.call @maybe_free(%c, %a) : (i1, memref<3xi32>) -> ()
  return
}
"""
# The choice borrows from what the first loop would take.
STAYS = """
func.func @main() {
  return
}
func.func @stays(%c: i1, %n: index, %out: memref<6xi32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = memref.alloc() : memref<6xi32>
  %b = memref.alloc() : memref<6xi32>
  memref.copy %out, %a : memref<6xi32> to memref<6xi32>
  memref.copy %out, %b : memref<6xi32> to memref<6xi32>
  %s = arith.select %c, %a, %b : memref<6xi32>
  %r = scf.for %i = %zero to %n step %one iter_args(%x = %a) -> (memref<6xi32>) {
    %m = memref.alloc() : memref<6xi32>
    memref.copy %x, %m : memref<6xi32> to memref<6xi32>
    scf.yield %m : memref<6xi32>
  }
  memref.copy %r, %out : memref<6xi32> to memref<6xi32>
  %q = scf.for %i = %zero to %n step %one iter_args(%y = %s) -> (memref<6xi32>) {
    %m = memref.alloc() : memref<6xi32>
    memref.copy %y, %m : memref<6xi32> to memref<6xi32>
    scf.yield %m : memref<6xi32>
  }
  memref.copy %q, %out : memref<6xi32> to memref<6xi32>
  return
}
"""
# What a choice by one condition and one by another send out of the loop may be a view of what ends there.
STRAYS = """
func.func @strays(%at: index, %n: index, %out: memref<4xi8>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = memref.alloc() : memref<4xi8>
  %r:2 = scf.for %i = %zero to %n step %one iter_args(%x = %a, %y = %a) -> (memref<4xi8>, memref<4xi8>) {
    %b = memref.alloc() : memref<16xi8>
    %v = memref.view %b[%at][] : memref<16xi8> to memref<4xi8>
    memref.copy %out, %v : memref<4xi8> to memref<4xi8>
    %c = arith.cmpi eq, %i, %at : index
    %d = arith.cmpi slt, %i, %at : index
    %s = arith.select %c, %x, %v : memref<4xi8>
    %t = arith.select %d, %y, %v : memref<4xi8>
    scf.yield %s, %t : memref<4xi8>, memref<4xi8>
  }
  memref.copy %r#0, %out : memref<4xi8> to memref<4xi8>
  memref.copy %r#1, %out : memref<4xi8> to memref<4xi8>
  return
}
"""
