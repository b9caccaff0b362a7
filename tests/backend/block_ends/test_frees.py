"""Deallocations that are already there: kept, and what they free is not freed again."""

import re

import pytest

import ownlog
from ownlog.base.errors import InputError

PASS = "ownership-based-buffer-deallocation"
HEAD = "func.func private @use(memref<4xf32>)\n"


def deallocated(body: str, pipeline: str = PASS, arguments: str = "%c: i1") -> str:
    return str(ownlog.run_pipeline(ownlog.parse(f"{HEAD}func.func @f({arguments}) {{\n{body}\n}}\n"), pipeline))


def test_freed_as_one_of_two() -> None:
    out = deallocated("""  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %x = arith.select %c, %a, %b : memref<4xf32>
  memref.dealloc %x : memref<4xf32>
  return""")
    assert out.count("arith.cmpi ne") == 2
    # A buffer that was freed may share its address with what was allocated since; the deallocation does not get to see
    # it.
    assert out.count("arith.select") == 3
    assert len(re.findall(r"memref.alloca\(\)", out)) == 3


CALLEE = "func.func private @g({}) {{\n{}\n}}\n"
CALL = "  %a = memref.alloc() : memref<4xf32>\n  func.call @g({}%a) : ({}memref<4xf32>) -> ()\n  return"


def test_freed_by_a_callee() -> None:
    callee = CALLEE.format("%p: memref<4xf32>", "  memref.dealloc %p : memref<4xf32>\n  return")
    out = str(ownlog.run_pipeline(ownlog.parse(f"{callee}func.func @f() {{\n{CALL.format('', '')}\n}}\n"), PASS))
    assert "bufferization.dealloc" not in out


SOMETIMES = CALLEE.format(
    "%c: i1, %p: memref<4xf32>", "  scf.if %c {\n    memref.dealloc %p : memref<4xf32>\n  }\n  return"
)


def test_a_private_callee_tells_whether_it_has_spared_its_argument() -> None:
    out = str(
        ownlog.run_pipeline(
            ownlog.parse(f"{SOMETIMES}func.func @f(%c: i1) {{\n{CALL.format('%c, ', 'i1, ')}\n}}\n"), PASS
        )
    )
    assert "func.func private @g(%c: i1, %p: memref<4xf32>) -> i1 {" in out
    spared = re.search(r"(%\d+) = (?:func\.)?call @g\(%c, %a\)", out)
    assert spared
    assert re.search(rf"arith.andi %\d+, {spared[1]} : i1", out)


def test_a_call_that_frees_on_some_paths_only_is_refused_where_it_cannot_tell() -> None:
    callee = SOMETIMES.replace("private ", "")
    module = ownlog.parse(f"{callee}func.func @f(%c: i1) {{\n{CALL.format('%c, ', 'i1, ')}\n}}\n")
    with pytest.raises(InputError) as caught:
        ownlog.run_pipeline(module, PASS)
    (diagnostic,) = caught.value.diagnostics
    assert "some paths" in diagnostic.message
    assert diagnostic.position is not None
    assert diagnostic.position.line == 9


def test_the_ways_to_copy() -> None:
    text = "func.func @f(%v: memref<4xf32>) -> memref<4xf32> {\n  return %v : memref<4xf32>\n}\n"
    out = str(ownlog.run_pipeline(ownlog.parse(text), f"{PASS}{{copy-op=alloc-copy}}"))
    assert "clone" not in out
    assert re.search(r"(%alloc) = memref.alloc\(\) : memref<4xf32>\s+memref.copy %v, \1", out)
    with pytest.raises(InputError) as caught:
        ownlog.run_pipeline(ownlog.parse(text), f"{PASS}{{copy-op=guess}}")
    assert caught.value.diagnostics[0].advice == "write clone or alloc-copy"


def test_after_expand_realloc_that_frees() -> None:
    body = (
        "  %a = memref.alloc(%n) : memref<?xf32>\n  %b = memref.realloc %a(%m) : memref<?xf32> to memref<?xf32>\n "
        " return"
    )
    out = deallocated(body, f"expand-realloc,{PASS}", "%n: index, %m: index")
    assert "memref.dealloc %a" in out
    assert "memref.store %false, %owned[]" in out
