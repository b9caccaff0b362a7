"""What is allocated under manual deallocation is the program's own: no pass frees it, and a leak of it is told of, and
not refused.
"""

import pytest

import ownlog
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.registry import run_passes
from ownlog.frontend import parse

PASSES = ("buffer-deallocation-pipeline", "buffer-deallocation")
MARKED = (
    "bufferization.manual_deallocation",
    "bufferization.manual_deallocation = false",
    "bufferization.manual_deallocation = 3 : i64",
)
USED = """
func.func @f(%c: i1, %i: index, %f: f32) -> f32 {{
  %a = memref.alloc() {{{marked}}} : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.store %f, %a[%i] : memref<4xf32>
  memref.store %f, %b[%i] : memref<4xf32>
  %s = arith.select %c, %a, %b : memref<4xf32>
  %x = memref.load %s[%i] : memref<4xf32>
{freed}  return %x : f32
}}
"""
RETURNED = """
func.func @f(%i: index, %f: f32) -> memref<4xf32> {
  %a = memref.alloc() {bufferization.manual_deallocation} : memref<4xf32>
  memref.store %f, %a[%i] : memref<4xf32>
  return %a : memref<4xf32>
}
"""
UNREACHABLE = """
func.func @f(%i: index, %f: f32) {
  %a = memref.alloc() : memref<4xf32>
  cf.br ^bb2
^bb1(%p: memref<4xf32>):
  memref.dealloc %p : memref<4xf32>
  cf.br ^bb1(%a : memref<4xf32>)
^bb2:
  memref.store %f, %a[%i] : memref<4xf32>
  return
}
"""


def run(text: str, name: str) -> tuple[str, list[str]]:
    module, context = parse(text), Context(gate=True)
    run_passes(module, [Step(name)], context)
    ownlog.parse(str(module))
    return str(module), [notice.message for notice in context.notices if notice.severity == "warning"]


@pytest.mark.parametrize("name", PASSES)
@pytest.mark.parametrize("marked", MARKED)
def test_what_the_program_frees_is_freed_once(marked: str, name: str) -> None:
    out, notices = run(USED.format(marked=marked, freed="  memref.dealloc %a : memref<4xf32>\n"), name)
    assert out.count("memref.dealloc %a") == out.count("memref.dealloc %b") == 1
    assert not notices


@pytest.mark.parametrize("name", PASSES)
@pytest.mark.parametrize("marked", MARKED)
def test_what_the_program_does_not_free_is_told_of(marked: str, name: str) -> None:
    out, notices = run(USED.format(marked=marked, freed=""), name)
    assert "memref.dealloc %b" in out
    assert "memref.dealloc %a" not in out
    assert len(notices) == 1
    assert "%a of @f is never freed" in notices[0]


def test_a_caller_gets_a_copy_and_that_the_other_leaks_is_told() -> None:
    out, notices = run(RETURNED, PASSES[0])
    assert "bufferization.clone %a" in out
    assert ["%a of @f is never freed" in notice for notice in notices] == [True]


@pytest.mark.parametrize("name", PASSES)
def test_what_control_never_comes_to_needs_no_plan(name: str) -> None:
    out, notices = run(UNREACHABLE, name)
    assert out.count("memref.dealloc %a") == 1
    assert not notices
