"""`ownlog opt --stats --emit-proofs` and `ownlog recheck`: proofs that another solver checks."""

import re
from pathlib import Path

import pytest

from tests.shared import REPOSITORY
from tests.tools import Outcome, OwnlogFork

pytest.importorskip("z3", reason="z3-solver is not installed")

PASSES = ("--ownership-based-buffer-deallocation", "--canonicalize", "--buffer-deallocation-simplification")
EXAMPLE = REPOSITORY / "examples" / "calls.mlir"


@pytest.fixture
def proofs(tmp_path: Path) -> Path:
    folder = tmp_path / "proofs"
    done = OwnlogFork()([str(EXAMPLE), *PASSES, "-o", str(tmp_path / "out.mlir"), "--emit-proofs", str(folder)])
    assert done.status == 0, done.err
    return folder


def recheck(folder: Path) -> Outcome:
    return OwnlogFork(("recheck",))([str(folder)])


def test_an_obligation_says_where_it_comes_from(proofs: Path) -> None:
    files = sorted(proofs.glob("*.smt2"))
    assert len(files) >= 5
    for file in files:
        text = file.read_text()
        rule = re.match(r"; rule: ([\w-]+)\n; at: .*calls\.mlir:\d+:\d+\n", text)
        assert rule is not None
        assert rule[1] in file.name
        assert text.endswith("(check-sat)\n")


def test_the_second_solver_agrees(proofs: Path) -> None:
    pytest.importorskip("cvc5", reason="cvc5 is not installed")
    number = len(list(proofs.glob("*.smt2")))
    done = recheck(proofs)
    assert (done.status, done.out) == (0, f"{number} valid, 0 refuted, 0 unknown, 0 unreadable\n")


def test_what_is_not_valid_is_named(proofs: Path) -> None:
    pytest.importorskip("cvc5", reason="cvc5 is not installed")
    first, second, third = sorted(proofs.glob("*.smt2"))[:3]
    claims = first.read_text()
    # The negated claim becomes true, nothing, and what nobody can read.
    first.write_text(
        re.sub(r"\(assert \(not .*\)\)\n\(check-sat\)", "(check-sat)", claims).replace("status unsat", "status sat")
    )
    second.write_text("; empty\n")
    third.write_text("(assert")
    done = recheck(proofs)
    assert done.status == 1
    assert f"{first}: refuted: cvc5 says sat" in done.out
    assert f"{second}: unreadable: expected one answer, got none" in done.out
    assert f"{third}: unreadable: " in done.out
    assert re.search(r"\d+ valid, 1 refuted, 0 unknown, 2 unreadable\n$", done.out)
    assert not done.crashed


@pytest.mark.parametrize("what", ["missing", "empty"])
def test_a_folder_without_obligations_is_refused(tmp_path: Path, what: str) -> None:
    folder = tmp_path / what
    if what == "empty":
        folder.mkdir()
    done = recheck(folder)
    assert done.status == 1
    assert "help: write obligations with ownlog opt --emit-proofs DIR" in done.err


def test_statistics_go_to_standard_error(tmp_path: Path) -> None:
    plain = OwnlogFork()([str(EXAMPLE), *PASSES])
    done = OwnlogFork()([str(EXAMPLE), *PASSES, "--stats", "--prover-timeout", "7"])
    assert (done.status, done.out) == (0, plain.out)
    assert plain.err == ""
    total = re.match(r"obligations: (\d+), proved: (\d+), refuted: 0, unknown: 0\n", done.err)
    assert total is not None
    assert total[1] == total[2] != "0"
    by_rule = re.findall(r"(?m)^  [\w-]+: (\d+) proved$", done.err)
    assert sum(map(int, by_rule)) == int(total[1])
