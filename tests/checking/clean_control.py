"""What is freed hangs on the way that control takes: branches, loops, switches, flags."""

PROGRAMS = {
    "branches": """
func.func @f(%c: i1) {
  %a = memref.alloc() : memref<4xi32>
  cf.cond_br %c, ^left, ^right
^left:
  memref.dealloc %a : memref<4xi32>
  cf.br ^end
^right:
  memref.dealloc %a : memref<4xi32>
  cf.br ^end
^end:
  return
}
""",
    "conditions": """
func.func @f(%c: i1, %d: i1) {
  %true = arith.constant true
  %a = memref.alloc() : memref<4xi32>
  %both = arith.andi %c, %d : i1
  %not = arith.xori %both, %true : i1
  scf.if %both {
    memref.dealloc %a : memref<4xi32>
  }
  scf.if %not {
    memref.dealloc %a : memref<4xi32>
  }
  return
}
""",
    "carried": """
func.func @f(%n: index, %c: i1) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = memref.alloc() : memref<4xi32>
  %last = scf.for %i = %zero to %n step %one iter_args(%x = %a) -> (memref<4xi32>) {
    %b = memref.alloc() : memref<4xi32>
    %kept = arith.select %c, %x, %b : memref<4xi32>
    %left = arith.select %c, %b, %x : memref<4xi32>
    memref.dealloc %left : memref<4xi32>
    scf.yield %kept : memref<4xi32>
  }
  memref.dealloc %last : memref<4xi32>
  return
}
""",
    "carried-flag": """
func.func @f(%n: index, %given: memref<4xi32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %true = arith.constant true
  %false = arith.constant false
  %last:2 = scf.for %i = %zero to %n step %one iter_args(%x = %given, %own = %false) -> (memref<4xi32>, i1) {
    %b = memref.alloc() : memref<4xi32>
    memref.copy %x, %b : memref<4xi32> to memref<4xi32>
    scf.if %own {
      memref.dealloc %x : memref<4xi32>
    }
    scf.yield %b, %true : memref<4xi32>, i1
  }
  scf.if %last#1 {
    memref.dealloc %last#0 : memref<4xi32>
  }
  return
}
""",
    "while": """
func.func @f(%c: i1) {
  %a = memref.alloc() : memref<4xi32>
  %r = scf.while (%x = %a) : (memref<4xi32>) -> memref<4xi32> {
    %zero = arith.constant 0 : index
    %v = memref.load %x[%zero] : memref<4xi32>
    %limit = arith.constant 7 : i32
    %more = arith.cmpi slt, %v, %limit : i32
    scf.condition(%more) %x : memref<4xi32>
  } do {
  ^bb0(%y: memref<4xi32>):
    %b = memref.alloc() : memref<4xi32>
    memref.dealloc %y : memref<4xi32>
    scf.yield %b : memref<4xi32>
  }
  memref.dealloc %r : memref<4xi32>
  return
}
""",
    "counted": """
func.func @f() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %a = memref.alloc() : memref<4xi32>
  scf.for %i = %zero to %three step %one {
    %next = arith.addi %i, %one : index
    %last = arith.cmpi uge, %next, %three : index
    scf.if %last {
      memref.dealloc %a : memref<4xi32>
    }
  }
  return
}
""",
    "runs-at-least-once": """
func.func @f() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %many = arith.constant 100 : index
  %a = memref.alloc() : memref<4xi32>
  %r:2 = scf.for %i = %zero to %many step %one iter_args(%x = %a, %y = %a) -> (memref<4xi32>, memref<4xi32>) {
    %b = memref.alloc() : memref<4xi32>
    memref.dealloc %y : memref<4xi32>
    scf.yield %b, %b : memref<4xi32>, memref<4xi32>
  }
  memref.dealloc %r#0 : memref<4xi32>
  return
}
""",
    "flag-as-a-number": """
func.func @f(%c: i1) {
  %zero = arith.constant 0 : i32
  %a = memref.alloc() : memref<4xi32>
  %wide = arith.extui %c : i1 to i32
  %is = arith.cmpi ne, %wide, %zero : i32
  %not = arith.cmpi eq, %wide, %zero : i32
  scf.if %is {
    memref.dealloc %a : memref<4xi32>
  }
  scf.if %not {
    memref.dealloc %a : memref<4xi32>
  }
  return
}
""",
    "loop-that-never-runs": """
func.func @f(%c: i1, %i: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  %s = arith.select %c, %a, %b : memref<4xi32>
  cf.cond_br %c, ^left, ^right
^left:
  memref.dealloc %s : memref<4xi32>
  memref.dealloc %b : memref<4xi32>
  return
^right:
  %r = scf.for %k = %zero to %zero step %one iter_args(%x = %s) -> (memref<4xi32>) {
    scf.yield %x : memref<4xi32>
  }
  memref.dealloc %r : memref<4xi32>
  memref.dealloc %a : memref<4xi32>
  return
}
""",
    "switch": """
func.func @f(%flag: i32) {
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  %c1 = arith.constant 1 : i32
  %is = arith.cmpi eq, %flag, %c1 : i32
  scf.if %is {
    memref.dealloc %a : memref<4xi32>
  }
  cf.switch %flag : i32, [
    default: ^other,
    1: ^end
  ]
^other:
  memref.dealloc %a : memref<4xi32>
  cf.br ^end
^end:
  memref.dealloc %b : memref<4xi32>
  return
}
""",
    "index-switch": """
func.func @f(%flag: index, %n: index) {
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  %chosen, %rest = scf.index_switch %flag -> memref<4xi32>, memref<4xi32>
  case 2 {
    scf.yield %a, %b : memref<4xi32>, memref<4xi32>
  }
  default {
    scf.yield %b, %a : memref<4xi32>, memref<4xi32>
  }
  memref.dealloc %chosen : memref<4xi32>
  memref.dealloc %rest : memref<4xi32>
  return
}
""",
    "flag-cell": """
func.func @f(%c: i1) {
  %true = arith.constant true
  %false = arith.constant false
  %owned = memref.alloca() : memref<i1>
  %a = memref.alloc() : memref<4xi32>
  memref.store %true, %owned[] : memref<i1>
  scf.if %c {
    memref.dealloc %a : memref<4xi32>
    memref.store %false, %owned[] : memref<i1>
  }
  %left = memref.load %owned[] : memref<i1>
  scf.if %left {
    memref.dealloc %a : memref<4xi32>
  }
  return
}
""",
    "past-what-is-not-about-it": """
func.func @f(%n: index, %c: i1) {
  %zero = arith.constant 0 : index
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  scf.for %i = %zero to %n step %n {
    %x = memref.load %b[%i] : memref<4xi32>
    memref.store %x, %b[%zero] : memref<4xi32>
  }
  %s = arith.select %c, %a, %b : memref<4xi32>
  %t = arith.select %c, %b, %a : memref<4xi32>
  scf.for %i = %zero to %n step %n {
    %x = memref.load %s[%i] : memref<4xi32>
    memref.store %x, %b[%zero] : memref<4xi32>
  }
  memref.dealloc %s : memref<4xi32>
  memref.dealloc %t : memref<4xi32>
  return
}
""",
    "in-a-loop-of-blocks": """
func.func @f(%n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = memref.alloc() : memref<4xi32>
  cf.br ^head(%zero, %a : index, memref<4xi32>)
^head(%i: index, %x: memref<4xi32>):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^end
^body:
  %b = memref.alloc() : memref<4xi32>
  memref.copy %x, %b : memref<4xi32> to memref<4xi32>
  memref.dealloc %x : memref<4xi32>
  %next = arith.addi %i, %one : index
  cf.br ^head(%next, %b : index, memref<4xi32>)
^end:
  memref.dealloc %x : memref<4xi32>
  return
}
""",
    "freed-in-an-unknown-region": """
func.func @f() {
  "my.op"() ({
    %a = memref.alloc() : memref<4xi32>
    memref.dealloc %a : memref<4xi32>
    "my.end"() : () -> ()
  }) : () -> ()
  return
}
""",
}
"""By name."""
