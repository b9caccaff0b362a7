"""What the checker calls clean is proved without its search: mistakes in the search, or in what it hands over, are
noticed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import ownlog
from ownlog.backend.certificates.frame import Frame
from ownlog.backend.certificates.invariant import Invariant
from ownlog.backend.certificates.obligations import Obligations
from ownlog.backend.certificates.program import Program
from ownlog.backend.certificates.proving import Certifier, Unproved
from ownlog.backend.checking import Verdict, check
from ownlog.backend.checking.explore import Search
from ownlog.backend.checking.graph import DERIVED, Graph
from ownlog.backend.checking.judge import Judge
from ownlog.backend.checking.rows import Rows
from ownlog.backend.checking.transfer import Transfer
from ownlog.backend.checking.truth import Truth
from ownlog.backend.proofs.solver import MISSING
from ownlog.base.cache import Cache
from ownlog.command_line import cli
from ownlog.frontend.facts.extract import extract_facts
from ownlog.frontend.facts.names import Naming
from tests.checking.clean import PROGRAMS
from tests.checking.programs import outputs
from tests.tiers import spans

pytest.importorskip("z3", reason="z3-solver is not installed")


@pytest.fixture(scope="module")
def certifier(tmp_path_factory: pytest.TempPathFactory) -> Certifier:
    return Certifier(cache=Cache(tmp_path_factory.mktemp("proofs")))


def proved(text: str, certifier: Certifier) -> Verdict:
    return check(ownlog.parse(text), certifier=certifier)


def judge_of(text: str) -> Judge:
    module = ownlog.parse(text)
    judge = Judge(Graph(Rows(extract_facts(module, Naming(module, None)), (), None, DERIVED)))
    assert judge.verdict().status == "clean"
    return judge


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_clean_programs_are_proved(name: str, certifier: Certifier) -> None:
    verdict = proved(PROGRAMS[name], certifier)
    assert verdict.findings == []
    assert verdict.proved > 0


@pytest.mark.parametrize("seeds", spans(30, 3))
def test_outputs_for_random_programs_are_proved(seeds: range, certifier: Certifier) -> None:
    texts = list(outputs(seeds))
    assert texts
    assert [verdict.findings for text in texts if (verdict := proved(text, certifier)).status != "clean"] == []


# Mistakes of the search.


def _forgets_frees(patch: pytest.MonkeyPatch) -> None:
    after = Transfer.after

    def forgetful(self: Transfer, op: str, state: Any, effects: Any) -> Any:
        if effects is not None:
            effects = replace(effects, ends=[value for value in effects.ends if not value.endswith("%v")])
        return after(self, op, state, effects)

    patch.setattr(Transfer, "after", forgetful)


def _never_goes_past_loops(patch: pytest.MonkeyPatch) -> None:
    take = Search._take

    def hasty(self: Search, op: str, way: Any, *rest: Any) -> None:
        if way.after is None:
            take(self, op, way, *rest)

    patch.setattr(Search, "_take", hasty)


def _takes_or_for_and(patch: pytest.MonkeyPatch) -> None:
    init = Truth.__init__

    def confused(self: Truth, graph: Graph, *rest: Any) -> None:
        graph.bitwise = {
            name: ("or" if how == "and" else how, first, second) for name, (how, first, second) in graph.bitwise.items()
        }
        init(self, graph, *rest)

    patch.setattr(Truth, "__init__", confused)


def _trusts_all_addresses(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Transfer, "_dangles", lambda *_: None)


def _overlooks_uses(patch: pytest.MonkeyPatch) -> None:
    after = Transfer.after

    def careless(self: Transfer, op: str, state: Any, effects: Any) -> Any:
        self.graph.touches = {}
        return after(self, op, state, effects)

    patch.setattr(Transfer, "after", careless)


def _forgets_what_functions_do(patch: pytest.MonkeyPatch) -> None:
    resume = Search._resume

    def kind(self: Search, op: str, way_out: Any, caller: Any, last: Any, said: Any) -> None:
        resume(self, op, way_out._replace(status="live") if caller is not None else way_out, caller, last, said)

    patch.setattr(Search, "_resume", kind)


def _never_returns_anything(patch: pytest.MonkeyPatch) -> None:
    resume = Search._resume

    def silent(self: Search, op: str, way_out: Any, caller: Any, last: Any, said: Any) -> None:
        if caller is not None:
            resume(self, op, way_out, caller, last, said)

    patch.setattr(Search, "_resume", silent)


def _follows_no_second_allocation(patch: pytest.MonkeyPatch) -> None:
    starts = Judge._starts
    patch.setattr(Judge, "_starts", lambda self: list(starts(self))[:1])


def _takes_all_memory_for_alike(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Transfer, "_frees_otherwise", lambda *_: False)


DOUBLE = """func.func @f() {
  %a = memref.alloc() : memref<4xi32>
  %v = memref.cast %a : memref<4xi32> to memref<?xi32>
  memref.dealloc %v : memref<?xi32>
  memref.dealloc %a : memref<4xi32>
  return
}
"""
PAST_LOOP = """func.func @f(%n: index) {
  %zero = arith.constant 0 : index
  %a = memref.alloc() : memref<4xi32>
  %r = scf.for %i = %zero to %n step %n iter_args(%x = %a) -> memref<4xi32> {
    scf.yield %x : memref<4xi32>
  }
  return
}
"""
BITS = """func.func @f(%c: i1, %d: i1) {
  %a = memref.alloc() : memref<4xi32>
  %both = arith.andi %c, %d : i1
  scf.if %both {
    memref.dealloc %a : memref<4xi32>
  }
  scf.if %c {
  } else {
    scf.if %d {
    } else {
      memref.dealloc %a : memref<4xi32>
    }
  }
  return
}
"""
ADDRESSES = """func.func @f() {
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  %p = memref.extract_aligned_pointer_as_index %a : memref<4xi32> -> index
  %q = memref.extract_aligned_pointer_as_index %b : memref<4xi32> -> index
  memref.dealloc %a : memref<4xi32>
  %other = arith.cmpi ne, %p, %q : index
  scf.if %other {
    memref.dealloc %b : memref<4xi32>
  }
  return
}
"""
USED = """func.func @f(%i: index) -> i32 {
  %a = memref.alloc() : memref<4xi32>
  memref.dealloc %a : memref<4xi32>
  %x = memref.load %a[%i] : memref<4xi32>
  return %x : i32
}
"""
CALLEE = """func.func private @free(%x: memref<4xi32>) {
  memref.dealloc %x : memref<4xi32>
  return
}
func.func @f() {
  %a = memref.alloc() : memref<4xi32>
  func.call @free(%a) : (memref<4xi32>) -> ()
  memref.dealloc %a : memref<4xi32>
  return
}
"""
MADE = """func.func private @make() -> memref<4xi32> {
  %a = memref.alloc() : memref<4xi32>
  return %a : memref<4xi32>
}
func.func @f() {
  %a = func.call @make() : () -> memref<4xi32>
  return
}
"""
SECOND = """func.func @f() {
  %a = memref.alloc() : memref<4xi32>
  memref.dealloc %a : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  return
}
"""
OTHER_KIND = """func.func @f() {
  %a = gpu.alloc() : memref<4xi32>
  memref.dealloc %a : memref<4xi32>
  return
}
"""
MISTAKES: dict[str, tuple[Callable[[pytest.MonkeyPatch], None], str]] = {
    "forgets-frees": (_forgets_frees, DOUBLE),
    "never-goes-past-loops": (_never_goes_past_loops, PAST_LOOP),
    "takes-or-for-and": (_takes_or_for_and, BITS),
    "trusts-all-addresses": (_trusts_all_addresses, ADDRESSES),
    "overlooks-uses": (_overlooks_uses, USED),
    "forgets-what-functions-do": (_forgets_what_functions_do, CALLEE),
    "never-returns-anything": (_never_returns_anything, MADE),
    "takes-all-memory-for-alike": (_takes_all_memory_for_alike, OTHER_KIND),
    "follows-no-second-allocation": (_follows_no_second_allocation, SECOND),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_of_the_search_is_noticed(name: str, certifier: Certifier, monkeypatch: pytest.MonkeyPatch) -> None:
    mistake, text = MISTAKES[name]
    assert check(ownlog.parse(text)).status in ("error", "undecided")
    mistake(monkeypatch)
    assert check(ownlog.parse(text)).status == "clean", "the mistake makes no difference"
    verdict = proved(text, certifier)
    assert verdict.status == "undecided"
    assert {finding.kind for finding in verdict.findings} == {"not proved"}
    assert all(finding.doubt for finding in verdict.findings)


# Mistakes in what the search hands over.


def weakened(judge: Judge) -> Iterator[tuple[str, Invariant]]:
    """The invariants of a program, each with a mistake.

    It lacks that the allocation lives at one place, or what one function does with it, or says that it may have been
    freed where it lives.
    """
    program = Program(judge.graph.rows)
    for invariant in judge.invariants():
        obligations = Obligations(program, invariant)
        for activation in obligations.activations():
            frame = Frame(program, invariant, obligations.web, activation)
            for cut in frame.cuts():
                point = frame.point(cut)
                live = {
                    case
                    for case in invariant.cases.get(point, ())
                    if case.status == "live" and case.holders & frame.support[cut]
                }
                if live:
                    without = {place: cases for place, cases in invariant.cases.items() if place != point}
                    yield f"without {point}", replace(invariant, cases=without)
                    freed = {case._replace(status="freed") for case in live}
                    yield f"freed at {point}", replace(invariant, cases={**invariant.cases, point: freed | live})
        for activation in invariant.outcomes:
            without_it = {other: outcomes for other, outcomes in invariant.outcomes.items() if other != activation}
            yield f"without {activation}", replace(invariant, outcomes=without_it)


def failures(certifier: Certifier, judge: Judge, invariant: Invariant) -> list[Unproved]:
    return [one for one in certifier.certify(judge.graph.rows, [invariant]) if one.origin in invariant.origins]


@pytest.mark.parametrize(
    "name", ["carried", "carried-flag", "while", "index-switch", "frees-for-its-caller", "gives-back", "recursion"]
)
def test_what_an_invariant_lacks_or_has_too_much_is_noticed(name: str, certifier: Certifier) -> None:
    judge = judge_of(PROGRAMS[name])
    tried = list(weakened(judge))
    assert len(tried) > 3
    assert [what for what, invariant in tried if not failures(certifier, judge, invariant)] == []


def test_a_condition_that_is_not_known_is_noticed(certifier: Certifier) -> None:
    judge = judge_of(PROGRAMS["conditions"])
    [invariant] = judge.invariants()
    turned = {
        point: {case._replace(known=tuple((name, 1 - value) for name, value in case.known)) for case in cases}
        for point, cases in invariant.cases.items()
    }
    assert turned != invariant.cases
    assert certifier.certify(judge.graph.rows, [invariant]) == []
    assert certifier.certify(judge.graph.rows, [replace(invariant, cases=turned)]) != []


# On the command line.


def run(path: Path, *options: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["check", str(path), *options])
    return result.exit_code, result.output


def test_the_command_proves_and_another_solver_agrees(tmp_path: Path) -> None:
    path, folder = tmp_path / "in.mlir", tmp_path / "proofs"
    path.write_text(PROGRAMS["gives-back"])
    code, output = run(path, "--emit-proofs", str(folder))
    files = sorted(folder.glob("*.smt2"))
    assert code == 0
    assert f"proved: {len(files)} obligations" in output
    assert run(path)[1] == output.replace(f"proved: {len(files)} obligations\n", "")
    assert any(f"; at: {path}:" in file.read_text() for file in files)
    pytest.importorskip("cvc5", reason="cvc5 is not installed")
    result = CliRunner().invoke(cli, ["recheck", str(folder)])
    assert (result.exit_code, result.output) == (0, f"{len(files)} valid, 0 refuted, 0 unknown, 0 unreadable\n")


def test_what_is_not_proved_is_undecided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "in.mlir"
    path.write_text(USED)
    _overlooks_uses(monkeypatch)
    code, output = run(path, "--prove")
    assert code == 3
    assert output.splitlines() == [
        f"{path}:4:3: undecided: %a of @f is clean by the search, and that could not be proved",
        "  %x = memref.load %a[%i] : memref<4xi32>",
        "  ^",
        "  2: allocated",
        "  4: not proved",
        "  not certain: use after free",
        "undecided: 1 allocation followed, 1 finding",
    ]


def test_without_a_solver_nothing_is_proved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ownlog.backend.certificates.proving.solve", lambda *_: MISSING)
    verdict = check(ownlog.parse(PROGRAMS["branches"]), certifier=Certifier(cache=Cache(tmp_path)))
    assert verdict.status == "undecided"
    assert {finding.doubt for finding in verdict.findings} == {MISSING}
