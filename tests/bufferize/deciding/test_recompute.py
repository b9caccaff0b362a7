"""Changes are made anew on the part of a tensor that is read: that part is copied, and not the whole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ownlog.backend.bufferize.one_shot import analysed
from ownlog.backend.bufferize.ops.settings import OneShotOptions
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import parsed
from ownlog.backend.proofs.prover import Prover
from ownlog.backend.proofs.recheck import recheck
from ownlog.frontend import parse
from ownlog.rules.engine.choose import default_engine
from tests.bufferize.deciding.test_moves import copied
from tests.bufferize.programs.chains import Chains
from tests.bufferize.running.bufferized import bufferized, counts
from tests.bufferize.running.soundness import by_value
from tests.tiers import spans
from tests.tools import OwnlogFork

FEWEST = "bufferize-function-boundaries analysis-heuristic=fewest-copies"
OPTIONS = (
    ("bufferize-function-boundaries", "true"),
    ("analysis-heuristic", "fewest-copies"),
    ("allow-return-allocs-from-loops", "true"),
)


def _rewritten(text: str) -> tuple[str, list[str]]:
    """A program as it is bufferized in the end, still with tensors; and how it was rewritten."""
    module = parse(text)
    _, analysis = analysed(module, parsed(OneShotOptions, "one-shot-bufferize", OPTIONS), Context())
    return str(module), [move.how for move in analysis.moved]


@pytest.mark.parametrize("seeds", spans(200, 25))
def test_what_is_rewritten_computes_the_same(seeds: range) -> None:
    anew = 0
    for seed in seeds:
        text = Chains(seed).text()
        rewritten, how = _rewritten(text)
        anew += "anew" in how
        assert by_value(rewritten) == by_value(text), seed
    assert anew >= len(seeds) // 25


@pytest.mark.parametrize("seeds", spans(80, 20))
def test_no_more_is_copied_than_without(monkeypatch: pytest.MonkeyPatch, seeds: range) -> None:
    texts = [Chains(seed).text() for seed in seeds]
    copies = [counts(bufferized(text, FEWEST)).copied for text in texts]
    monkeypatch.setattr("ownlog.backend.bufferize.analysis.moves.recompute", lambda *_, found: [])
    before = [counts(bufferized(text, FEWEST)).copied for text in texts]
    assert all(now <= then for now, then in zip(copies, before, strict=True)), [
        *zip(seeds, copies, before, strict=True)
    ]
    assert sum(copies) < sum(before)


PART = """\
func.func private @other()
func.func @f(%t: tensor<64xf32>, %u: tensor<8xf32>, %f: f32, %n: index, %i: index) -> ({types}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %d = arith.constant dense<2.0> : tensor<64xf32>
  %j = arith.addi %i, %c1 : index
  %z = {change}
  func.call @other() : () -> ()
  %v = {read}
  return {results} : {types}
}}
"""
ELEMENT = "tensor.insert %f into {}[{}] : tensor<64xf32>"
SLICE = "tensor.insert_slice %u into {}[{}] [8] [1] : tensor<8xf32> into tensor<64xf32>"
READ, GET = (
    "tensor.extract_slice %z[{}] [4] [1] : tensor<64xf32> to tensor<4xf32>",
    "tensor.extract %z[{}] : tensor<64xf32>",
)
OLD, NEW, ALL = "%t, %v", "%v", "%t, %v, %z"


@pytest.mark.parametrize(
    ("change", "read", "results", "copies"),
    [
        pytest.param(ELEMENT.format("%t", "%c9"), READ.format("8"), OLD, ["4"], id="an element of the part"),
        pytest.param(ELEMENT.format("%t", "%j"), READ.format("%i"), OLD, ["4"], id="an element at a distance"),
        pytest.param(ELEMENT.format("%t", "%n"), READ.format("%i"), OLD, ["64"], id="nobody knows where"),
        pytest.param(ELEMENT.format("%t", "%c9"), READ.format("8"), ALL, ["64"], id="the whole is asked for"),
        pytest.param(ELEMENT.format("%t", "%c9"), READ.format("8"), NEW, [], id="the old one is not"),
        pytest.param(ELEMENT.format("%d", "%c9"), READ.format("8"), NEW, ["4"], id="of a constant"),
        pytest.param(SLICE.format("%t", "7"), READ.format("8"), OLD, [], id="all of the part"),
        pytest.param(SLICE.format("%t", "10"), READ.format("8"), OLD, ["4", "2"], id="the end of the part"),
        pytest.param(SLICE.format("%t", "%j"), READ.format("%i"), OLD, ["4", "3"], id="the end, at a distance"),
        pytest.param(SLICE.format("%t", "8"), GET.format("%c9"), OLD, [], id="an element that was put there"),
        pytest.param(SLICE.format("%t", "%i"), GET.format("%j"), OLD, [], id="one at a distance"),
        pytest.param(SLICE.format("%d", "8"), GET.format("%c9"), NEW, [], id="an element that was put into a constant"),
    ],
)
def test_just_the_part_is_copied(change: str, read: str, results: str, copies: list[str]) -> None:
    of = {
        "%t": "tensor<64xf32>",
        "%z": "tensor<64xf32>",
        "%v": "f32" if read.startswith("tensor.extract %") else "tensor<4xf32>",
    }
    text = PART.format(
        change=change, read=read, results=results, types=", ".join(of[value] for value in results.split(", "))
    )
    assert copied(bufferized(text, FEWEST)) == copies


REGION = """\
func.func @f(%t: tensor<64xf32>, %f: f32, %i: index, %n: index, %c: i1) -> (tensor<64xf32>, f32) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  {first}
  %r = {around} {{
    {second}
    %s = tensor.extract_slice %t[{at}] [8] [1] : tensor<64xf32> to tensor<8xf32>
    %p = vector.transfer_read %s[%n], %f : tensor<8xf32>, vector<2xf32>
    %v = vector.extract %p[0] : f32 from vector<2xf32>
    scf.yield %v : f32
  }}{end}
  return %z, %r : tensor<64xf32>, f32
}}
"""
WRITE = "%z = tensor.insert %f into %t[%i] : tensor<64xf32>"
FOR, IF, ELSE = (
    "scf.for %k = %c0 to %n step %c1 iter_args(%x = %f) -> f32",
    "scf.if %c -> f32",
    " else {\n    scf.yield %f : f32\n  }",
)


@pytest.mark.parametrize(
    ("around", "end", "at", "copies"),
    [
        pytest.param(FOR, "", "8", ["8"], id="in a loop"),
        pytest.param(FOR, "", "%k", ["64"], id="in a loop, another part in each round"),
        pytest.param(FOR, "", "%i", ["64"], id="in a loop, it may go wrong"),
        pytest.param(IF, ELSE, "8", ["8"], id="in a branch"),
        pytest.param(IF, ELSE, "%i", ["64"], id="in a branch, it may go wrong"),
    ],
)
def test_a_part_that_is_read_in_a_region_is_copied_in_front_of_the_write(
    around: str, end: str, at: str, copies: list[str]
) -> None:
    assert copied(bufferized(REGION.format(first=WRITE, second="", around=around, end=end, at=at), FEWEST)) == copies


def _how(text: str, context: Context) -> list[str]:
    _, analysis = analysed(parse(text), parsed(OneShotOptions, "one-shot-bufferize", OPTIONS), context)
    return [move.how for move in analysis.moved]


@pytest.mark.parametrize("seeds", spans(90, 30))
def test_where_changes_lie_is_proved(monkeypatch: pytest.MonkeyPatch, seeds: range) -> None:
    texts = [text for text in (Chains(seed).text() for seed in seeds) if "anew" in _how(text, Context())]
    assert texts
    for text in texts:
        assert "anew" in _how(text, Context(cross_check=default_engine()))
    monkeypatch.setattr(Prover, "shows", lambda *_: False)
    assert not any("anew" in _how(text, Context(cross_check=default_engine())) for text in texts)


def test_proofs_of_where_changes_lie_are_written_and_checked(tmp_path: Path) -> None:
    pytest.importorskip("cvc5")
    change = ELEMENT.format("%t", "%j")
    text = PART.format(change=change, read=READ.format("%i"), results=OLD, types="tensor<64xf32>, tensor<4xf32>")
    source, proofs = tmp_path / "in.mlir", tmp_path / "proofs"
    source.write_text(text, encoding="utf-8")
    passes = [f"--one-shot-bufferize={FEWEST}", "--emit-proofs", str(proofs), "-o", str(tmp_path / "out.mlir")]
    ran = OwnlogFork(("opt",))([str(source), *passes], "")
    assert ran.status == 0, ran.complaint
    [written] = proofs.glob("*-parts-at-a-distance.smt2")
    assert {checked.state for checked in recheck(proofs, 10)} == {"valid"}
    said = written.read_text(encoding="utf-8")
    assert "tensor.insert at line 8" in said
    assert "tensor.extract_slice at line 10" in said
    changed = re.sub(r"(\(assert \(not \(= \w+ \(\+ \w+ )1\)", r"\g<1>2)", said)
    assert changed != said
    written.write_text(changed.replace("(set-info :status unsat)", ""), encoding="utf-8")
    assert {checked.state for checked in recheck(proofs, 10) if checked.path == written} == {"refuted"}


def test_why_says_what_was_made_anew() -> None:
    text = PART.format(
        change=ELEMENT.format("%t", "%c9"), read=READ.format("8"), results=OLD, types="tensor<64xf32>, tensor<4xf32>"
    )
    module = parse(text)
    context = Context()
    analysed(module, parsed(OneShotOptions, "one-shot-bufferize", OPTIONS), context)
    told = [remark.message for remark in context.remarks if "made anew" in remark.message]
    assert told == [
        "tensor.extract_slice takes its part of what was there before tensor.insert at line 8, which is made anew on"
        " that part"
    ]


def test_what_was_made_anew_has_no_line_of_the_input() -> None:
    text = """func.func @f(%t: tensor<4096xf32>, %x: f32) -> (tensor<8xf32>, tensor<4096xf32>) {
  %c3 = arith.constant 3 : index
  %b = tensor.insert %x into %t[%c3] : tensor<4096xf32>
  %s = tensor.extract_slice %b[0] [8] [1] : tensor<4096xf32> to tensor<8xf32>
  return %s, %t : tensor<8xf32>, tensor<4096xf32>
}
"""
    run = OwnlogFork()(["-", f"--one-shot-bufferize={FEWEST}", "--remarks"], text)
    assert (
        "tensor.insert, which bufferization made, would overwrite %t, which func.return at line 5 still reads"
        in run.err
    )
    assert "tensor.insert at line 1" not in run.err
