"""Claims that an execution can contradict are not made, and what it leaves alone is still told apart.

The interpreter does not run these ops, so how an execution contradicts the claim is said in words.
"""

from functools import cache

import pytest

import ownlog
from ownlog.rules.engine.embedded import EmbeddedEngine
from tests.rules.changed import changed_program
from tests.rules.mutants import named

# Without these one of the claims is made.
NEEDED = """
    aliasing.escape#3 aliasing.escape#4 aliasing.value_flow#7 aliasing.value_flow#8 program.regions#13
    aliasing.origin#9 aliasing.origin#10 aliasing.escape#5 aliasing.escape#7 aliasing.escape#6
""".split()
_T = "memref<2xf32>"


def _function(body: str) -> str:
    before = [
        f"func.func @f(%p: {_T}, %i: index, %n: index) {{",
        f"  %a = memref.alloc() : {_T}",
        f"  %b = memref.alloc() : {_T}",
    ]
    return "\n".join([*before, body.replace("{T}", _T), "  return", "}", ""])


@cache
def _analysis(body: str) -> ownlog.Analysis:
    return ownlog.analyze(ownlog.parse(_function(body)))


# The body of a function that allocates %a and %b and never uses %b; two buffers; the claim; how an execution
# contradicts it.
CLAIMS = {
    "a tensor between two buffers": (
        """  %t = bufferization.to_tensor %a : {T} to tensor<2xf32>
  %r = bufferization.to_buffer %t : tensor<2xf32> to {T}""",
        "%a %r",
        "never_alias",
        "%r is %a, by way of a tensor",
    ),
    "a value of another type between two buffers": (
        """  %t = builtin.unrealized_conversion_cast %a : {T} to !llvm.ptr
  %r = builtin.unrealized_conversion_cast %t : !llvm.ptr to {T}""",
        "%a %r",
        "never_alias",
        "%r is %a, by way of a pointer",
    ),
    "a buffer stored in memory": (
        """  %m = memref.alloc() : memref<2x{T}>
  memref.store %a, %m[%i] : memref<2x{T}>
  %r = memref.load %m[%i] : memref<2x{T}>""",
        "%a %r",
        "never_alias",
        "%r is loaded from where %a was stored",
    ),
    "a pointer as a number": (
        """  %k = memref.extract_aligned_pointer_as_index %a : {T} -> index
  %r = "mine.buffer"(%k) : (index) -> {T}""",
        "%a %r",
        "never_alias",
        "%r may be made from the address of %a",
    ),
    "a buffer kept by an op that nobody knows": (
        """  "mine.keep"(%a) : ({T}) -> ()
  %r = "mine.give"() : () -> {T}""",
        "%a %r",
        "never_alias",
        "the second op may give what the first one got",
    ),
    "a view kept by an op that nobody knows": (
        """  %v = memref.cast %a : {T} to memref<?xf32>
  "mine.keep"(%v) : (memref<?xf32>) -> ()
  %r = "mine.give"() : () -> {T}""",
        "%a %r",
        "never_alias",
        "the second op may give what the first one got, and that is %a",
    ),
    "a buffer that the regions of an op that nobody knows use": (
        """  "mine.region"() ({
    memref.dealloc %a : {T}
    "mine.yield"() : () -> ()
  }) : () -> ()
  %r = "mine.give"() : () -> {T}""",
        "%a %r",
        "never_alias",
        "the first op may keep what its region uses, and the second one give it",
    ),
    "what comes out of regions that no model describes": (
        """  %r = "mine.region"() ({
    "mine.yield"(%a) : ({T}) -> ()
  }) : () -> {T}""",
        "%a %r",
        "never_alias",
        "what is used in the op's regions may come out of it, not only its operands",
    ),
    "what goes into regions that no model describes": (
        """  "mine.region"(%a) ({
  ^bb0(%r: {T}):
    "mine.yield"() : () -> ()
  }) : ({T}) -> ()""",
        "%a %r",
        "never_alias",
        "such an argument is no parameter of its function; it may be any of the op's operands",
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
        "what scf.reduce gets is no result but goes into its region; %r may be the initial value",
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
        "as before; %r may be the initial value, so it is not always %a",
    ),
}
CASES = [pytest.param(*claim, id=name) for name, claim in CLAIMS.items()]


@pytest.mark.parametrize(("body", "pair", "claim", "execution"), CASES)
def test_a_claim_that_an_execution_can_contradict_is_not_made(body: str, pair: str, claim: str, execution: str) -> None:
    analysis = _analysis(body)
    one, other = (f"@f/{name}" for name in pair.split())
    for asked in ((one, other), (other, one)):
        assert asked in analysis.all_derived["alias_demand"]
        assert asked not in analysis[claim], execution
        assert asked in analysis["may_alias"]


@pytest.mark.parametrize("label", NEEDED)
def test_a_rule_that_is_gone_is_missed(label: str) -> None:
    rule = named(f"{label}: taken out").original
    program = changed_program(rule, None, frozenset(claim for _, _, claim, _ in CLAIMS.values()))
    engine = EmbeddedEngine(keep=False)
    made = set()
    for name, (body, pair, claim, _) in CLAIMS.items():
        facts = _analysis(body).facts
        rows = engine.run(program, {relation: set(found) for relation, found in facts.items()}, [claim])[claim]
        one, other = (f"@f/{value}" for value in pair.split())
        made |= {name for row in rows if {str(row[0]), str(row[1])} == {one, other}}
    assert made


@pytest.mark.parametrize("body", [pytest.param(body, id=name) for name, (body, *_) in CLAIMS.items()])
def test_what_no_op_uses_is_told_from_everything(body: str) -> None:
    analysis = _analysis(body)
    for asked in (("@f/%b", "@f/%r"), ("@f/%r", "@f/%b"), ("@f/%a", "@f/%b")):
        assert asked in analysis["never_alias"]
