"""What is freed hangs on which values lead to it: addresses, lists, calls, selects."""

PROGRAMS = {
    "addresses-of-others": (
        """
func.func @f(%c: i1) {
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  %d = memref.alloc() : memref<4xi32>
  %p = memref.extract_aligned_pointer_as_index %a : memref<4xi32> -> index
  %q = memref.extract_aligned_pointer_as_index %b : memref<4xi32> -> index
  %other = arith.cmpi ne, %p, %q : index
  scf.if %other {
    memref.dealloc %d : memref<4xi32>
  }
  memref.dealloc %a : memref<4xi32>
  memref.dealloc %b : memref<4xi32>
  return
}
"""
    ),
    "order": (
        """
func.func @f(%n: index, %m: index) {
  %a = memref.alloc() : memref<4xi32>
  %less = arith.cmpi ult, %n, %m : index
  %more = arith.cmpi ule, %m, %n : index
  scf.if %less {
    memref.dealloc %a : memref<4xi32>
  }
  scf.if %more {
    memref.dealloc %a : memref<4xi32>
  }
  return
}
"""
    ),
    "addresses": (
        """
func.func @f(%c: i1, %given: memref<4xi32>) {
  %a = memref.alloc() : memref<4xi32>
  %s = arith.select %c, %a, %given : memref<4xi32>
  %p = memref.extract_aligned_pointer_as_index %a : memref<4xi32> -> index
  %q = memref.extract_aligned_pointer_as_index %s : memref<4xi32> -> index
  %other = arith.cmpi ne, %p, %q : index
  scf.if %other {
    memref.dealloc %a : memref<4xi32>
  } else {
    memref.dealloc %s : memref<4xi32>
  }
  return
}
"""
    ),
    "guarded": (
        """
func.func @f(%c: i1, %d: i1, %given: memref<4xi32>) -> memref<4xi32> {
  %true = arith.constant true
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  %s = arith.select %c, %a, %b : memref<4xi32>
  %base, %offset, %size, %stride = memref.extract_strided_metadata %s : memref<4xi32> -> memref<i32>, index, index, \
index
  %owned = bufferization.dealloc (%a, %b : memref<4xi32>, memref<4xi32>) if (%true, %true) retain (%s : memref<4xi32>)
  scf.if %owned {
  } else {
    memref.dealloc %s : memref<4xi32>
  }
  return %s : memref<4xi32>
}
"""
    ),
    "new-on-one-way": (
        """
func.func @f(%c: i1, %a: memref<4xf32>, %b: memref<4xf32>) {
  %false = arith.constant false
  %true = arith.constant true
  cf.cond_br %c, ^bb1, ^bb2(%b, %false : memref<4xf32>, i1)
^bb1:
  %n = memref.alloc() : memref<4xf32>
  cf.br ^bb2(%n, %true : memref<4xf32>, i1)
^bb2(%x: memref<4xf32>, %o: i1):
  %s = arith.select %c, %a, %b : memref<4xf32>
  %px = memref.extract_aligned_pointer_as_index %x : memref<4xf32> -> index
  %ps = memref.extract_aligned_pointer_as_index %s : memref<4xf32> -> index
  %ne = arith.cmpi ne, %px, %ps : index
  %now = arith.andi %o, %ne : i1
  scf.if %now {
    memref.dealloc %x : memref<4xf32>
  }
  %eq = arith.cmpi eq, %px, %ps : index
  %later = arith.andi %o, %eq : i1
  scf.if %later {
    memref.dealloc %s : memref<4xf32>
  }
  return
}
"""
    ),
    "frees-for-its-caller": (
        """
func.func private @may_free(%x: memref<4xi32>, %c: i1) -> i1 {
  scf.if %c {
    memref.dealloc %x : memref<4xi32>
  }
  return %c : i1
}
func.func @f(%c: i1) {
  %a = memref.alloc() : memref<4xi32>
  %freed = func.call @may_free(%a, %c) : (memref<4xi32>, i1) -> i1
  scf.if %freed {
  } else {
    memref.dealloc %a : memref<4xi32>
  }
  return
}
"""
    ),
    "gives-back": (
        """
func.func private @other(%x: memref<4xi32>, %c: i1) -> memref<4xi32> {
  %r = scf.if %c -> (memref<4xi32>) {
    %b = memref.alloc() : memref<4xi32>
    memref.dealloc %x : memref<4xi32>
    scf.yield %b : memref<4xi32>
  } else {
    scf.yield %x : memref<4xi32>
  }
  return %r : memref<4xi32>
}
func.func @f(%c: i1, %d: i1) -> memref<4xi32> {
  %a = memref.alloc() : memref<4xi32>
  %b = func.call @other(%a, %c) : (memref<4xi32>, i1) -> memref<4xi32>
  %e = func.call @other(%b, %d) : (memref<4xi32>, i1) -> memref<4xi32>
  return %e : memref<4xi32>
}
"""
    ),
    "recursion": (
        """
func.func private @again(%x: memref<4xi32>, %n: index) -> memref<4xi32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %done = arith.cmpi eq, %n, %zero : index
  %r = scf.if %done -> (memref<4xi32>) {
    scf.yield %x : memref<4xi32>
  } else {
    %b = memref.alloc() : memref<4xi32>
    memref.dealloc %x : memref<4xi32>
    %m = arith.subi %n, %one : index
    %inner = func.call @again(%b, %m) : (memref<4xi32>, index) -> memref<4xi32>
    scf.yield %inner : memref<4xi32>
  }
  return %r : memref<4xi32>
}
func.func @f(%n: index) {
  %a = memref.alloc() : memref<4xi32>
  %r = func.call @again(%a, %n) : (memref<4xi32>, index) -> memref<4xi32>
  memref.dealloc %r : memref<4xi32>
  return
}
"""
    ),
    "what-is-not-owned": (
        """
memref.global "private" @g : memref<4xi32>
func.func @f(%given: memref<4xi32>, %list: memref<?xmemref<4xi32>>, %i: index) {
  %g = memref.get_global @g : memref<4xi32>
  %s = memref.alloca() : memref<4xi32>
  %u = memref.load %list[%i] : memref<?xmemref<4xi32>>
  memref.copy %given, %s : memref<4xi32> to memref<4xi32>
  memref.copy %g, %u : memref<4xi32> to memref<4xi32>
  return
}
"""
    ),
}
"""By name."""
