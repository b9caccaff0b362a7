"""That no choice of uses in place costs less is written to disk, and a second solver agrees; a claim that goes too far
it refutes.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.registry import run_passes
from ownlog.backend.proofs.prover import Prover
from ownlog.backend.proofs.recheck import recheck
from ownlog.frontend import parse
from tests.bufferize.programs.generator import program
from tests.shared import REPOSITORY
from tests.tools import OwnlogFork

ownlog = OwnlogFork(("opt",))

OPTIONS = (
    ("bufferize-function-boundaries", "true"),
    ("allow-return-allocs-from-loops", "true"),
    ("analysis-heuristic", "fewest-copies"),
)


def written(text: str, folder: Path) -> list[str]:
    """The certificates for the choice in a program, which lie in `folder` then."""
    prover = Prover(keep_scripts=True)
    run_passes(parse(text, "in.mlir"), [Step("one-shot-bufferize", OPTIONS)], Context(prover=prover))
    prover.emit(str(folder))
    return [path.read_text() for path in sorted(folder.glob("*.smt2"))]


def test_the_example(tmp_path: Path) -> None:
    pytest.importorskip("cvc5")
    text = (REPOSITORY / "examples" / "tensors" / "slices.mlir").read_text()
    (script,) = written(text, tmp_path / "right")
    assert "; x0: a copy for operand 0 of tensor.extract_slice at line 2\n" in script
    assert [one.state for one in recheck(tmp_path / "right", 10)] == ["valid"]
    # One more than the least is not what all choices cost.
    wrong = tmp_path / "wrong"
    wrong.mkdir()
    more = re.sub(r"(\d+)\)\)\n\(check-sat\)", lambda found: f"{int(found[1]) + 1}))\n(check-sat)", script)
    (wrong / "a.smt2").write_text(more.replace("(set-info :status unsat)\n", ""))
    assert [one.state for one in recheck(wrong, 10)] == ["refuted"]


def test_random_programs(tmp_path: Path) -> None:
    pytest.importorskip("cvc5")
    texts = [written(program(seed), tmp_path / str(seed)) for seed in range(20)]
    assert sum(map(len, texts)) > 20
    for seed, scripts in enumerate(texts):
        if scripts:
            assert {one.state for one in recheck(tmp_path / str(seed), 10)} == {"valid"}, seed


def test_many_inputs(tmp_path: Path) -> None:
    """The certificates of each input lie in a folder of their own, and are checked together."""
    pytest.importorskip("cvc5")
    folder = tmp_path / "in"
    folder.mkdir()
    text = (REPOSITORY / "examples" / "tensors" / "slices.mlir").read_text()
    for name in ("one", "two"):
        (folder / f"{name}.mlir").write_text(text)
    proofs = tmp_path / "proofs"
    done = ownlog(
        [str(folder), "--tensors-to-buffers", "--output-dir", str(tmp_path / "out"), "--emit-proofs", str(proofs)]
    )
    assert done.status == 0, done.err
    choices = [one for one in recheck(proofs, 10) if "fewest-copies" in one.path.name]
    assert {one.path.relative_to(proofs).parts[0] for one in choices} == {"one.mlir", "two.mlir"}
    assert {one.state for one in choices} == {"valid"}
