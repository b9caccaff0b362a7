"""Programs at the edge of what the pipeline finds a plan for: one that has drop flags, and one that has no plan."""

# Frees its parameter on some paths, so that it has to tell its callers.
TELLS = """
func.func private @maybe_free(%c: i1, %p: memref<3xi32>) {
  scf.if %c {
    memref.dealloc %p : memref<3xi32>
  }
  return
}
func.func @main() {
  %c = arith.constant true
  %a = memref.alloc() : memref<3xi32>
  func.call @maybe_free(%c, %a) : (i1, memref<3xi32>) -> ()
  return
}
"""
# What is lent to the inner conditional comes out of the outer one, while its lender stays where it is.
LENDS = """
func.func @main() {
  return
}
func.func @lends(%c: i1, %d: i1, %e: i1, %out: memref<6xi32>) {
  %a = memref.alloc() : memref<6xi32>
  %b = memref.alloc() : memref<6xi32>
  memref.copy %out, %a : memref<6xi32> to memref<6xi32>
  memref.copy %out, %b : memref<6xi32> to memref<6xi32>
  %r = scf.if %c -> memref<6xi32> {
    %x = scf.if %d -> memref<6xi32> {
      scf.yield %a : memref<6xi32>
    } else {
      %y = scf.if %e -> memref<6xi32> {
        scf.yield %b : memref<6xi32>
      } else {
        scf.yield %a : memref<6xi32>
      }
      scf.yield %y : memref<6xi32>
    }
    scf.yield %x : memref<6xi32>
  } else {
    %x = scf.if %d -> memref<6xi32> {
      scf.yield %b : memref<6xi32>
    } else {
      %n = memref.alloc() : memref<6xi32>
      memref.copy %out, %n : memref<6xi32> to memref<6xi32>
      scf.yield %n : memref<6xi32>
    }
    scf.yield %x : memref<6xi32>
  }
  %q = scf.if %e -> memref<6xi32> {
    scf.yield %r : memref<6xi32>
  } else {
    scf.yield %a : memref<6xi32>
  }
  memref.copy %q, %out : memref<6xi32> to memref<6xi32>
  return
}
"""
