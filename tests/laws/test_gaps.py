"""Where an answer is wrong today: programs whose answer an execution can contradict. When a gap is closed its test fails: drop it then.

The interpreter does not run these ops, so what an execution can show is said in words.
"""

from __future__ import annotations

import pytest

import ownlog

_T = "memref<2xf32>"


def _function(body: str) -> str:
    return f"func.func @f(%p: {_T}, %i: index, %n: index) {{\n  %a = memref.alloc() : {_T}\n{body}\n  return\n}}\n".replace("{T}", _T)


LEAK = "G43: a root that nothing is known about may be a fresh allocation that leaked before into what is no buffer of its own"
GAPS = {
    "a tensor between two buffers": (
        """  %t = bufferization.to_tensor %a : {T} to tensor<2xf32>
  %r = bufferization.to_buffer %t : tensor<2xf32> to {T}""",
        "%a %r",
        "never_alias",
        f"{LEAK}: %r is %a, by way of a tensor",
    ),
    "a buffer stored in memory": (
        """  %m = memref.alloc() : memref<2x{T}>
  memref.store %a, %m[%i] : memref<2x{T}>
  %r = memref.load %m[%i] : memref<2x{T}>""",
        "%a %r",
        "never_alias",
        f"{LEAK}: %r is loaded from where %a was stored",
    ),
    "a pointer as a number": (
        """  %k = memref.extract_aligned_pointer_as_index %a : {T} -> index
  %r = "mine.buffer"(%k) : (index) -> {T}""",
        "%a %r",
        "never_alias",
        f"{LEAK}: %r may be made from the address of %a",
    ),
    "a buffer kept by an op that nobody knows": (
        """  "mine.keep"(%a) : ({T}) -> ()
  %r = "mine.give"() : () -> {T}""",
        "%a %r",
        "never_alias",
        f"{LEAK}: the second op may give what the first one got",
    ),
    "what comes out of regions that no model describes": (
        """  %r = "mine.region"() ({
    "mine.yield"(%a) : ({T}) -> ()
  }) : () -> {T}""",
        "%a %r",
        "never_alias",
        "G16: what is used in the op's regions may come out of it, not only its operands",
    ),
    "what goes into regions that no model describes": (
        """  "mine.region"(%a) ({
  ^bb0(%r: {T}):
    "mine.yield"() : () -> ()
  }) : ({T}) -> ()""",
        "%a %r",
        "never_alias",
        "G29: such an argument is no parameter of its function; it may be any of the op's operands",
    ),
    "a reduction that runs zero times": (
        """  %r = scf.parallel (%k) = (%i) to (%n) step (%n) init (%p) -> {T} {
    %x = memref.alloc() : {T}
    scf.reduce(%x : {T}) {
    ^bb0(%l: {T}, %m: {T}):
      scf.reduce.return %l : {T}
    }
  }""",
        "%p %r",
        "never_alias",
        "G15: what scf.reduce gets is no result but goes into its region; %r may be the initial value",
    ),
    "a reduction of what each iteration gives": (
        """  %r = scf.parallel (%k) = (%i) to (%n) step (%n) init (%p) -> {T} {
    scf.reduce(%a : {T}) {
    ^bb0(%l: {T}, %m: {T}):
      scf.reduce.return %l : {T}
    }
  }""",
        "%a %r",
        "must_alias",
        "G15 and G22: as before; %r may be the initial value, so it is not always %a",
    ),
}
CASES = [
    pytest.param(body, pair, claim, id=name, marks=pytest.mark.xfail(strict=True, raises=AssertionError, reason=reason))
    for name, (body, pair, claim, reason) in GAPS.items()
]


@pytest.mark.parametrize(("body", "pair", "claim"), CASES)
def test_a_claim_that_an_execution_can_contradict_is_not_made(body: str, pair: str, claim: str) -> None:
    analysis = ownlog.analyze(ownlog.parse(_function(body)))
    one, other = (f"@f/{name}" for name in pair.split())
    assert (one, other) in analysis["question"]
    assert (one, other) not in analysis[claim]
