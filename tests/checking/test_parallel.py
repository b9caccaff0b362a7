"""Regions that run in parallel run any number of times: what one of their rounds does to a buffer from outside each of
them does.
"""

import pytest

from tests.checking.judged import judged, lines

_LOOPS = {
    "scf.parallel": ("scf.parallel (%i) = (%c0) to (%n) step (%c1) {", "scf.reduce"),
    "scf.forall": ("scf.forall (%i) in (%n) {", ""),
    "affine.parallel": ("affine.parallel (%i) = (0) to (%n) {", ""),
}
_CONSTANTS = "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
_ARGUMENTS = "%n: index, %out: memref<4xf32>"
_ALLOC, _FREE = "%a = memref.alloc() : memref<4xf32>\n", "memref.dealloc %a : memref<4xf32>\n"
_USE = "memref.copy %a, %out : memref<4xf32> to memref<4xf32>\n"


@pytest.fixture(params=_LOOPS)
def loop(request: pytest.FixtureRequest) -> tuple[str, str]:
    """How a loop begins, and its end."""
    head, end = _LOOPS[request.param]
    return f"{head}\n", f"{end}\n}}\n"


def test_a_free_in_each_round_is_a_double_free_and_in_no_round_a_leak(loop: tuple[str, str]) -> None:
    head, end = loop
    found = lines(judged(_CONSTANTS + _ALLOC + head + _FREE + end + "return", _ARGUMENTS))
    assert found == [("leak", [4, 5, 5], True), ("double free", [4, 6, 6], True)]


@pytest.mark.parametrize("bound", ["%n", "%c0"])
def test_a_path_past_a_loop_says_that_it_runs_no_iteration(bound: str) -> None:
    loop = f"scf.for %i = %c0 to {bound} step %c1 {{\n{_FREE}}}\n"
    leak, *_ = judged(_CONSTANTS + _ALLOC + loop + "return", _ARGUMENTS).findings
    assert [step.text for step in leak.steps] == ["allocated", "runs no iteration", "leak"]


def test_what_one_round_frees_another_one_must_not_use(loop: tuple[str, str]) -> None:
    head, end = loop
    found = lines(judged(_CONSTANTS + _ALLOC + head + _USE + _FREE + end + "return", _ARGUMENTS))
    assert ("use after free", [4, 7, 6], True) in found


def test_a_round_may_have_a_buffer_of_its_own(loop: tuple[str, str]) -> None:
    head, end = loop
    assert judged(_CONSTANTS + head + _ALLOC + _USE + _FREE + end + "return", _ARGUMENTS).status == "clean"


def test_a_round_may_use_what_is_freed_behind_the_loop(loop: tuple[str, str]) -> None:
    head, end = loop
    assert judged(_CONSTANTS + _ALLOC + head + _USE + end + _FREE + "return", _ARGUMENTS).status == "clean"
