"""Ten programs, each with a faulty rule of the plan: what the pipeline makes of the program by that rule is not
sound.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from ownlog.backend.ownership import strategy
from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.program.engine import Row
from ownlog.rules.engine.program.program import Program
from tests.rules.changed import changed_program
from tests.rules.mutants import Mutant

BRANCHES = """
func.func @branches(%c: i1, %i: index) -> i32 {
  %x = arith.constant 1 : i32
  %a = memref.alloc() : memref<4xi32>
  memref.store %x, %a[%i] : memref<4xi32>
  cf.cond_br %c, ^used, ^unused
^used:
  %y = memref.load %a[%i] : memref<4xi32>
  cf.br ^end(%y : i32)
^unused:
  cf.br ^end(%x : i32)
^end(%r: i32):
  return %r : i32
}
"""
SELECTED = """
func.func @selected(%c: i1, %i: index) -> i32 {
  %x = arith.constant 1 : i32
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  memref.store %x, %a[%i] : memref<4xi32>
  memref.store %x, %b[%i] : memref<4xi32>
  %s = arith.select %c, %a, %b : memref<4xi32>
  cf.br ^next(%s : memref<4xi32>)
^next(%t: memref<4xi32>):
  %y = memref.load %t[%i] : memref<4xi32>
  %z = memref.load %a[%i] : memref<4xi32>
  %r = arith.addi %y, %z : i32
  return %r : i32
}
"""
CARRIED = """
func.func @carried(%n: index, %i: index) -> i32 {
  %one = arith.constant 1 : index
  %zero = arith.constant 0 : index
  %x = arith.constant 1 : i32
  %a = memref.alloc() : memref<4xi32>
  memref.store %x, %a[%i] : memref<4xi32>
  %r = scf.for %k = %zero to %n step %one iter_args(%t = %a) -> memref<4xi32> {
    %b = memref.alloc() : memref<4xi32>
    memref.copy %t, %b : memref<4xi32> to memref<4xi32>
    memref.store %x, %b[%i] : memref<4xi32>
    scf.yield %b : memref<4xi32>
  }
  %y = memref.load %r[%i] : memref<4xi32>
  return %y : i32
}
"""
LENT = """
func.func @lent(%n: index, %i: index) -> i32 {
  %one = arith.constant 1 : index
  %zero = arith.constant 0 : index
  %x = arith.constant 1 : i32
  %p = memref.alloc() : memref<4xi32>
  memref.store %x, %p[%i] : memref<4xi32>
  %r = scf.for %k = %zero to %n step %one iter_args(%t = %p) -> memref<4xi32> {
    %b = memref.alloc() : memref<4xi32>
    memref.copy %t, %b : memref<4xi32> to memref<4xi32>
    scf.yield %b : memref<4xi32>
  }
  %y = memref.load %r[%i] : memref<4xi32>
  %z = memref.load %p[%i] : memref<4xi32>
  %s = arith.addi %y, %z : i32
  return %s : i32
}
"""
YIELDED = """
func.func @yielded(%c: i1, %i: index) -> i32 {
  %x = arith.constant 1 : i32
  %a = memref.alloc() : memref<4xi32>
  memref.store %x, %a[%i] : memref<4xi32>
  %r = scf.if %c -> memref<4xi32> {
    %b = memref.alloc() : memref<4xi32>
    memref.store %x, %b[%i] : memref<4xi32>
    scf.yield %b : memref<4xi32>
  } else {
    scf.yield %a : memref<4xi32>
  }
  %y = memref.load %r[%i] : memref<4xi32>
  %z = memref.load %a[%i] : memref<4xi32>
  %s = arith.addi %y, %z : i32
  return %s : i32
}
"""
RETURNED = """
func.func @returned(%c: i1, %p: memref<4xi32>, %i: index) -> memref<4xi32> {
  %x = arith.constant 1 : i32
  %r = scf.if %c -> memref<4xi32> {
    %a = memref.alloc() : memref<4xi32>
    memref.store %x, %a[%i] : memref<4xi32>
    scf.yield %a : memref<4xi32>
  } else {
    scf.yield %p : memref<4xi32>
  }
  return %r : memref<4xi32>
}
"""
CALLED = """
func.func private @callee(%c: i1, %p: memref<4xi32>, %i: index) -> memref<4xi32> {
  %a = memref.alloc() : memref<4xi32>
  memref.copy %p, %a : memref<4xi32> to memref<4xi32>
  cf.cond_br %c, ^this(%a : memref<4xi32>), ^that(%a : memref<4xi32>)
^this(%t: memref<4xi32>):
  return %t : memref<4xi32>
^that(%u: memref<4xi32>):
  return %p : memref<4xi32>
}
func.func @called(%c: i1, %i: index) -> i32 {
  %x = arith.constant 1 : i32
  %a = memref.alloc() : memref<4xi32>
  memref.store %x, %a[%i] : memref<4xi32>
  %r = call @callee(%c, %a, %i) : (i1, memref<4xi32>, index) -> memref<4xi32>
  %y = memref.load %r[%i] : memref<4xi32>
  return %y : i32
}
"""
FREED = """
func.func @freed(%c: i1, %i: index) -> i32 {
  %x = arith.constant 1 : i32
  %a = memref.alloc() : memref<4xi32>
  memref.store %x, %a[%i] : memref<4xi32>
  %y = memref.load %a[%i] : memref<4xi32>
  scf.if %c {
    memref.dealloc %a : memref<4xi32>
  }
  return %y : i32
}
"""
AROUND = """
func.func @around(%c: i1, %i: index) -> i32 {
  %x = arith.constant 1 : i32
  %a = memref.alloc() : memref<4xi32>
  memref.store %x, %a[%i] : memref<4xi32>
  cf.br ^head(%a : memref<4xi32>)
^head(%t: memref<4xi32>):
  %y = memref.load %t[%i] : memref<4xi32>
  %d = arith.cmpi eq, %y, %x : i32
  cf.cond_br %d, ^body, ^end
^body:
  %b = memref.alloc() : memref<4xi32>
  memref.store %y, %b[%i] : memref<4xi32>
  cf.cond_br %c, ^head(%b : memref<4xi32>), ^same
^same:
  memref.copy %b, %t : memref<4xi32> to memref<4xi32>
  cf.br ^head(%t : memref<4xi32>)
^end:
  return %y : i32
}
"""
EXITS = """
func.func @exits(%c: i1, %d: i1, %i: index) -> i32 {
  %x = arith.constant 1 : i32
  %a = memref.alloc() : memref<4xi32>
  memref.store %x, %a[%i] : memref<4xi32>
  cf.cond_br %c, ^more, ^stop
^more:
  memref.store %x, %a[%i] : memref<4xi32>
  cf.cond_br %d, ^one, ^other
^one:
  %y = memref.load %a[%i] : memref<4xi32>
  return %y : i32
^other:
  memref.store %x, %a[%i] : memref<4xi32>
  %z = memref.load %a[%i] : memref<4xi32>
  return %z : i32
^stop:
  return %x : i32
}
"""
PROGRAMS = {
    "branches": BRANCHES, "selected": SELECTED, "carried": CARRIED, "lent": LENT, "yielded": YIELDED,
    "returned": RETURNED, "called": CALLED, "freed": FREED, "around": AROUND, "exits": EXITS,
}  # fmt: skip
FAULTS = {
    "plan.release#5: without !gives(block, owner)": "returned",
    "plan.release#6: without !loan_live_in(target, owner)": "exits",
    "plan.release#8: without ends_in(block, value)": "selected",
    "plan.release#9: without !last_use_with_loans(value, block, _)": "freed",
    "plan.release#10: without !last_use_with_loans(value, block, _)": "branches",
    "plan.release#11: without !other_way(block, value)": "around",
    "plan.release#13: without ends_in(block, value)": "carried",
    "plan.release#14: without other_way(target, value)": "called",
    "plan.moves#7: without home(owner, other_block)": "yielded",
    "plan.borrows#25: position = min other_position : { used_on_loan(owner, block, other_position) }"
    " for position = max other_position : { used_on_loan(owner, block, other_position) }": "lent",
}
"""Rules that lack a premise, each with a program of which they plan something that is not sound."""


class Planted:
    """The embedded engine, but plans are derived by rules of which one is faulty."""

    name = "planted"

    def __init__(self, mutant: Mutant) -> None:
        self.right = EmbeddedEngine()
        self.faulty = EmbeddedEngine(keep=False)
        self.wrong = changed_program(mutant.original, mutant.changed, frozenset(strategy.NEEDED))

    def version(self) -> str:
        """That of the embedded engine."""
        return self.right.version()

    def run(
        self, program: Program, facts: Mapping[str, Iterable[Row]], outputs: Collection[str] | None = None
    ) -> dict[str, set[Row]]:
        """The rows of a plan by the faulty rules, all others by the right ones."""
        if outputs is not None and set(outputs) == set(strategy.NEEDED):
            return self.faulty.run(self.wrong, facts, outputs)
        return self.right.run(program, facts, outputs)
