"""canonicalize of clones: which need not be made, and which must stay because of what is freed before."""

import pytest

from tests.backend.canonicalization.test_canonicalize import canonical

_CALL = """\
{callee}
func.func @f(%i: index) -> f32 {{
  %a = memref.alloc() : memref<4xf32>
  %c = bufferization.clone %a : memref<4xf32> to memref<4xf32>
  call @g(%a) : (memref<4xf32>) -> ()
  %x = memref.load %c[%i] : memref<4xf32>
  memref.dealloc %c : memref<4xf32>
  return %x : f32
}}
"""
_FREES_IT = """\
func.func private @g(%m: memref<4xf32>) {
  %v = memref.cast %m : memref<4xf32> to memref<?xf32>
  memref.dealloc %v : memref<?xf32>
  return
}"""
_FREES_ITS_OWN = """\
func.func private @g(%m: memref<4xf32>) {
  %own = memref.alloc() : memref<4xf32>
  memref.copy %m, %own : memref<4xf32> to memref<4xf32>
  memref.dealloc %own : memref<4xf32>
  return
}"""
_LEADS_TO_A_FREE = """\
func.func private @g(%m: memref<4xf32>) {
  call @h(%m) : (memref<4xf32>) -> ()
  return
}
""" + _FREES_IT.replace("@g", "@h")
_CALLS_BACK = """\
func.func private @g(%m: memref<4xf32>) {
  %i = arith.constant 0 : index
  %x = call @f(%i) : (index) -> f32
  return
}"""


def uncast(text: str) -> str:
    """The program in which the callee frees what it is given, and no cast of that."""
    cast = "  %v = memref.cast %m : memref<4xf32> to memref<?xf32>\n  memref.dealloc %v : memref<?xf32>\n"
    assert cast in text
    return text.replace(cast, "  memref.dealloc %m : memref<4xf32>\n")


@pytest.mark.parametrize("callee", [_FREES_IT, _LEADS_TO_A_FREE], ids=["frees", "leads to a free"])
def test_a_clone_stays_where_a_call_may_free_what_it_is_made_of(callee: str) -> None:
    text = _CALL.format(callee=callee)
    assert canonical(text) == uncast(text)


def test_a_clone_goes_where_a_call_calls_back_what_frees_only_its_own() -> None:
    out = canonical(_CALL.format(callee=_CALLS_BACK))
    assert "bufferization.clone" not in out
    assert "memref.dealloc" not in out


@pytest.mark.parametrize("free", ['"my.free"(%a) : (memref<4xf32>) -> ()', "gpu.dealloc %a : memref<4xf32>"])
def test_a_clone_stays_where_an_op_may_free_what_it_is_made_of(free: str) -> None:
    text = _CALL.format(callee=_FREES_IT).replace("call @g(%a) : (memref<4xf32>) -> ()", free)
    assert canonical(text) == uncast(text)


@pytest.mark.parametrize(
    "callee", ["func.func private @g(memref<4xf32>)", _FREES_ITS_OWN], ids=["declared", "frees its own"]
)
def test_a_clone_goes_where_a_call_frees_nothing_of_its_callers(callee: str) -> None:
    out = canonical(_CALL.format(callee=callee))
    assert "clone" not in out
    assert "dealloc %c" not in out
