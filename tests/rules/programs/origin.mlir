// Buffers that meet and part: joins of blocks, loops that carry and swap them, nested conditionals, calls, globals, a stack allocation.
memref.global "private" constant @one : memref<4xi32> = dense<1>
memref.global "private" constant @two : memref<4xi32> = dense<2>
func.func private @make() -> (memref<4xi32>, memref<4xi32>)
func.func @joins(%p: memref<4xi32>, %q: memref<4xi32>, %c: i1) -> (memref<4xi32>, memref<4xi32>) {
  %a = memref.alloc() : memref<4xi32>
  %g = memref.get_global @one : memref<4xi32>
  %h = memref.get_global @two : memref<4xi32>
  %i = memref.get_global @one : memref<4xi32>
  cf.cond_br %c, ^join(%a, %p, %g : memref<4xi32>, memref<4xi32>, memref<4xi32>), ^other
^other:
  %b = memref.alloc() : memref<4xi32>
  cf.cond_br %c, ^join(%b, %p, %h : memref<4xi32>, memref<4xi32>, memref<4xi32>), ^join(%q, %p, %i : memref<4xi32>, memref<4xi32>, memref<4xi32>)
^join(%x: memref<4xi32>, %y: memref<4xi32>, %z: memref<4xi32>):
  %v = memref.cast %y : memref<4xi32> to memref<?xi32>
  %w = memref.cast %v : memref<?xi32> to memref<4xi32>
  return %x, %w : memref<4xi32>, memref<4xi32>
}
func.func @loops(%p: memref<4xi32>, %c: i1, %n: index) -> memref<4xi32> {
  %zero = arith.constant 0 : index
  %step = arith.constant 1 : index
  %a = memref.alloc() : memref<4xi32>
  %s = memref.alloca() : memref<4xi32>
  %r = scf.for %k = %zero to %n step %step iter_args(%x = %a) -> (memref<4xi32>) {
    %m = memref.alloc() : memref<4xi32>
    %o = scf.if %c -> (memref<4xi32>) {
      %i = scf.if %c -> (memref<4xi32>) {
        scf.yield %m : memref<4xi32>
      } else {
        scf.yield %x : memref<4xi32>
      }
      scf.yield %i : memref<4xi32>
    } else {
      %v = memref.cast %m : memref<4xi32> to memref<?xi32>
      %w = memref.cast %v : memref<?xi32> to memref<4xi32>
      scf.yield %w : memref<4xi32>
    }
    scf.yield %o : memref<4xi32>
  }
  %t:2 = scf.while (%x = %r, %y = %s) : (memref<4xi32>, memref<4xi32>) -> (memref<4xi32>, memref<4xi32>) {
    scf.condition(%c) %x, %y : memref<4xi32>, memref<4xi32>
  } do {
  ^bb0(%u: memref<4xi32>, %v: memref<4xi32>):
    scf.yield %v, %u : memref<4xi32>, memref<4xi32>
  }
  cf.br ^head(%r : memref<4xi32>)
^head(%e: memref<4xi32>):
  cf.cond_br %c, ^head(%e : memref<4xi32>), ^done(%e : memref<4xi32>)
^done(%d: memref<4xi32>):
  %made:2 = func.call @make() : () -> (memref<4xi32>, memref<4xi32>)
  %l = arith.select %c, %made#0, %d : memref<4xi32>
  %j = arith.select %c, %l, %p : memref<4xi32>
  return %j : memref<4xi32>
}
