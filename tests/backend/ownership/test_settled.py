"""Functions that free all they have to themselves are left as they are; where anything lacks a release, all is planned
as ever.
"""

import re

import ownlog

PIPELINE = "buffer-deallocation-pipeline"

# Freed under a condition that is carried along, on each side of a select, and by a callee that says whether it gives
# its parameter back.
FREED = """\
func.func @loop(%given: memref<4xf32>, %count: index) -> f32 {
  %false = arith.constant false
  %true = arith.constant true
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last:2 = scf.for %i = %c0 to %count step %c1 iter_args(%old = %given, %owned = %false) -> (memref<4xf32>, i1) {
    %new = memref.alloc() : memref<4xf32>
    memref.copy %old, %new : memref<4xf32> to memref<4xf32>
    scf.if %owned {
      memref.dealloc %old : memref<4xf32>
    }
    scf.yield %new, %true : memref<4xf32>, i1
  }
  %0 = memref.load %last#0[%c0] : memref<4xf32>
  scf.if %last#1 {
    memref.dealloc %last#0 : memref<4xf32>
  }
  return %0 : f32
}
func.func @choice(%cond: i1) -> memref<4xf32> {
  %left = memref.alloc() : memref<4xf32>
  %right = memref.alloc() : memref<4xf32>
  %chosen = arith.select %cond, %left, %right : memref<4xf32>
  %other = arith.select %cond, %right, %left : memref<4xf32>
  memref.dealloc %other : memref<4xf32>
  return %chosen : memref<4xf32>
}
func.func @caller(%cond: i1) {
  %true = arith.constant true
  %mine = memref.alloc() : memref<4xf32>
  %back:2 = call @maybe(%mine, %true, %cond) : (memref<4xf32>, i1, i1) -> (memref<4xf32>, i1)
  scf.if %back#1 {
    memref.dealloc %back#0 : memref<4xf32>
  }
  return
}
func.func private @maybe(%passed: memref<4xf32>, %owned: i1, %cond: i1) -> (memref<4xf32>, i1) {
  %true = arith.constant true
  cf.cond_br %cond, ^keep(%passed, %owned : memref<4xf32>, i1), ^renew
^renew:
  scf.if %owned {
    memref.dealloc %passed : memref<4xf32>
  }
  %new = memref.alloc() : memref<4xf32>
  cf.br ^keep(%new, %true : memref<4xf32>, i1)
^keep(%result: memref<4xf32>, %own: i1):
  return %result, %own : memref<4xf32>, i1
}
"""

ALONE = """\
func.func @alone(%cond: i1) {
  %a = memref.alloc() : memref<4xf32>
  scf.if %cond {
    memref.dealloc %a : memref<4xf32>
  }
  return
}
"""


def pipeline(text: str) -> str:
    return str(ownlog.run_pipeline(ownlog.parse(text), PIPELINE))


def canonical(text: str) -> str:
    return str(ownlog.run_pipeline(ownlog.parse(text), "canonicalize"))


def function(text: str, name: str) -> str:
    """The text of the definition of function @`name` in `text`."""
    [found] = re.findall(rf"^(\s*)(func\.func [^\n]*@{name}\(.*?\n)\1\}}\n", text, re.DOTALL | re.MULTILINE)
    return str(found[1])


def test_what_is_freed_already_stays() -> None:
    assert pipeline(FREED) == canonical(FREED)


def test_what_leaks_on_a_path_is_freed_there() -> None:
    freed = pipeline(ALONE)
    assert freed.count("memref.dealloc") == 2
    assert pipeline(freed) == freed


def test_a_leak_somewhere_else_changes_nothing() -> None:
    both = pipeline(FREED + ALONE)
    for name in ("loop", "choice", "caller", "maybe"):
        assert function(both, name) == function(canonical(FREED), name)
    assert function(both, "alone") == function(pipeline(ALONE), "alone")


def test_a_leak_in_a_callee_or_a_caller_has_both_planned() -> None:
    use = "memref.copy %lost, %mine : memref<4xf32> to memref<4xf32>"
    leaking = FREED.replace("  %back:2 =", f"  %lost = memref.alloc() : memref<4xf32>\n  {use}\n  %back:2 =")
    freed = pipeline(leaking)
    assert function(freed, "maybe") != function(canonical(FREED), "maybe")
    assert function(freed, "loop") == function(canonical(FREED), "loop")
    assert "memref.dealloc %lost" in freed


def test_a_leak_that_only_paths_show_has_all_planned() -> None:
    # The callee keeps its parameter where the caller takes it for freed.
    leaking = FREED.replace("  %true = arith.constant true\n  %mine", "  %true = arith.constant false\n  %mine")
    freed = pipeline(leaking)
    assert function(freed, "caller") != function(canonical(leaking), "caller")
    assert function(freed, "loop") == function(canonical(FREED), "loop")


COMPARED = """
func.func @compared(%cond: i1, %given: memref<4xf32>) -> memref<4xf32> {
  %scoped = memref.alloca_scope -> (memref<4xf32>) {
    %new = memref.alloc() : memref<4xf32>
    memref.copy %given, %new : memref<4xf32> to memref<4xf32>
    %chosen = arith.select %cond, %new, %given : memref<4xf32>
    memref.alloca_scope.return %chosen : memref<4xf32>
  }
  return %scoped : memref<4xf32>
}
"""


def test_what_compares_addresses_at_run_time_stays_too() -> None:
    once = pipeline(COMPARED)
    assert "memref.extract_aligned_pointer_as_index" in once
    assert pipeline(once) == once
