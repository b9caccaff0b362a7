"""buffer-deallocation-simplification: whole deallocations keep their meaning, and what it needs a proof for stays
without one.
"""

import re
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ownlog
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.registry import run_passes
from ownlog.backend.proofs import prover
from ownlog.backend.proofs.prover import Prover
from ownlog.backend.proofs.solver import Answer
from ownlog.base.cache import Nowhere
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.module import Module
from tests.backend.proofs.meaning import partitions

pytest.importorskip("z3", reason="z3-solver is not installed")

PASS = "buffer-deallocation-simplification"
PROVER = Prover(cache=Nowhere())

# Three parameters that may be anything, two allocations that are not, and views of one of each.
HEAD = """\
func.func @f(%p: memref<2xi8>, %q: memref<2xi8>, %r: memref<2xi8>, %c: i1, %d: i1) -> (RESULTS) {
  %true = arith.constant true
  %false = arith.constant false
  %a = memref.alloc() : memref<2xi8>
  %b = memref.alloc() : memref<2xi8>
  %s = memref.cast %p : memref<2xi8> to memref<?xi8>
  %v = memref.cast %a : memref<2xi8> to memref<?xi8>
"""
BUFFERS = {"%p": 0, "%q": 1, "%r": 2, "%a": 3, "%b": 4, "%s": 0, "%v": 3}
CONDITIONS = ("%c", "%d", "%true", "%false")


def program(operands: list[tuple[str, str]], retained: list[str], used: list[bool]) -> str:
    def types(values: list[str]) -> str:
        return ", ".join("memref<?xi8>" if value in ("%s", "%v") else "memref<2xi8>" for value in values)

    buffers = [buffer for buffer, _ in operands]
    text = "  " + (f"%k:{len(retained)} = " if retained else "") + "bufferization.dealloc"
    if operands:
        text += f" ({', '.join(buffers)} : {types(buffers)}) if ({', '.join(condition for _, condition in operands)})"
    if retained:
        text += f" retain ({', '.join(retained)} : {types(retained)})"
    returned = [f"%k#{i}" if len(retained) > 1 else "%k" for i, use in enumerate(used) if use and i < len(retained)]
    shown = "return " + ", ".join([*returned, "%c"]) + " : " + ", ".join(["i1"] * (len(returned) + 1))
    # Something has to use the allocations, or they would be gone.
    uses = '  "test.use"(%a, %b, %s, %v) : (memref<2xi8>, memref<2xi8>, memref<?xi8>, memref<?xi8>) -> ()\n'
    return (
        HEAD.replace("RESULTS", ", ".join(["i1"] * (len(returned) + 1))).replace("%k:1 ", "%k ")
        + text.replace("%k:1 ", "%k ")
        + (f"\n{uses}  {shown}\n}}\n")
    )


def behaviour(module: Module, parameters: tuple[int, ...], truth: tuple[bool, ...]) -> tuple[list[int], list[bool]]:
    """The allocations that are freed, in order of their numbers, and what is returned."""
    (function,) = module.functions()
    block = function.regions[0].blocks[0]
    allocations: dict[Value, int] = dict(zip(block.arguments[:3], parameters, strict=True))
    known: dict[Value, bool] = dict(zip(block.arguments[3:], truth, strict=True))
    freed: list[int] = []
    fresh = iter((100, 101))
    for op in block.ops:
        match op.name:
            case "arith.constant":
                known[op.results[0]] = op.attribute("value") == "true"
            case "memref.alloc":
                allocations[op.results[0]] = next(fresh)
            case "memref.cast":
                allocations[op.results[0]] = allocations[op.operands[0]]
            case "arith.ori":
                known[op.results[0]] = any(known[value] for value in op.operands)
            case "bufferization.dealloc":
                freed += _run(op, allocations, known)
            case "func.return":
                return sorted(freed), [known[value] for value in op.operands]
            case _:
                assert op.name == "test.use", op.name
    raise AssertionError("no return")


def _run(op: Op, allocations: dict[Value, int], known: dict[Value, bool]) -> set[int]:
    buffers, conditions, retained = op.groups()
    owned = {allocations[buffer] for buffer, condition in zip(buffers, conditions, strict=True) if known[condition]}
    for value, result in zip(retained, op.results, strict=True):
        known[result] = allocations[value] in owned
    return owned - {allocations[value] for value in retained}


def run(text: str, pipeline: str, with_prover: Prover) -> Module:
    module = ownlog.parse(text)
    run_passes(module, [Step(name) for name in pipeline.split(",")], Context(prover=with_prover))
    return module


OPERANDS = st.lists(st.tuples(st.sampled_from(list(BUFFERS)), st.sampled_from(CONDITIONS)), max_size=4)
RETAINED = st.lists(st.sampled_from(list(BUFFERS)), max_size=3)


@settings(max_examples=150, deadline=None)
@given(
    OPERANDS,
    RETAINED,
    st.lists(st.booleans(), min_size=3, max_size=3),
    st.sampled_from([PASS, "canonicalize", f"{PASS},canonicalize"]),
)
def test_whole_deallocations_keep_their_meaning(
    operands: list[tuple[str, str]], retained: list[str], used: list[bool], pipeline: str
) -> None:
    text = program(operands, retained, used)
    before, after = ownlog.parse(text), run(text, pipeline, PROVER)
    for parameters, truth in product(partitions(3), product((False, True), repeat=2)):
        assert behaviour(before, parameters, truth) == behaviour(after, parameters, truth), str(after)


EVERYTHING = program([("%a", "%c"), ("%b", "%true"), ("%p", "%d"), ("%q", "%c")], ["%b", "%v", "%q"], [True] * 3)


def test_simplification_makes_less_of_a_deallocation() -> None:
    out = str(run(EVERYTHING, PASS, PROVER))
    found = re.findall(r"bufferization\.dealloc.*", out)
    assert found == ["bufferization.dealloc (%p : memref<2xi8>) if (%d) retain (%q : memref<2xi8>)"]
    assert "arith.ori" in out


def test_what_is_not_proved_stays_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    def timeout(script: str, buffers: int, conditions: int, seconds: float, steps: int) -> Answer:
        return "timeout"

    monkeypatch.setattr(prover, "solve", timeout)
    slow = Prover(cache=Nowhere())
    # Constants that nobody uses go without a proof.
    assert str(run(EVERYTHING, PASS, slow)) == EVERYTHING.replace("  %false = arith.constant false\n", "")
    assert slow.statistics.total["unknown"] > 0
    assert slow.statistics.total["proved"] == 0


def test_an_operand_stays_where_a_result_would_change() -> None:
    # %q may be the same as %p: then its result is true on account of %p. That of %p is true anyway, so that %q can go.
    text = program([("%p", "%true"), ("%q", "%c")], ["%p", "%q"], [True, True])
    assert re.findall(r"dealloc \((.*?) :", str(run(text, PASS, PROVER))) == ["%p"]
    # Nobody asks for the result of %q: both can go.
    text = program([("%p", "%true"), ("%q", "%c")], ["%p", "%q"], [True, False])
    assert "dealloc" not in str(run(text, PASS, PROVER))


def test_what_a_private_function_returns_may_be_what_it_was_given() -> None:
    text = """\
func.func private @g(%p: memref<2xi8>) -> memref<2xi8> {
  return %p : memref<2xi8>
}
func.func @f(%p: memref<2xi8>, %c: i1) {
  %r = call @g(%p) : (memref<2xi8>) -> memref<2xi8>
  bufferization.dealloc (%p, %r : memref<2xi8>, memref<2xi8>) if (%c, %c)
  return
}
"""
    assert str(run(text, PASS, PROVER)) == text


def test_a_module_without_deallocations_keeps_its_text() -> None:
    text = "// One.\nfunc.func @f( %x : i1 ) -> i1   {\n  %y = arith.constant  true // two\n  return %y : i1\n}\n"
    assert str(run(text, PASS, PROVER)) == text
