"""The steps of a plan are proved, and a plan that is wrong is not carried out."""

from collections.abc import Callable
from pathlib import Path

import pytest

import ownlog
from ownlog import rules
from ownlog.backend.context import Context
from ownlog.backend.ownership import obligations
from ownlog.backend.ownership.filling import FILLED_FROM, planned_actions
from ownlog.backend.ownership.obligations import PROOFS
from ownlog.backend.passes.pipeline_text import parse_pipeline
from ownlog.backend.passes.registry import run_passes
from ownlog.backend.proofs.prover import Prover
from ownlog.base.cache import Cache
from ownlog.frontend.facts.extract import extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.rules.typed_rows import relation_names

PIPELINE = "buffer-deallocation-pipeline"

PROGRAM = """\
func.func @f(%given: memref<4xf32>, %count: index, %cond: i1) -> (memref<4xf32>, memref<4xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %first = memref.alloc() : memref<4xf32>
  %kept = scf.for %i = %zero to %count step %one iter_args(%old = %first) -> (memref<4xf32>) {
    %new = memref.alloc() : memref<4xf32>
    memref.copy %old, %new : memref<4xf32> to memref<4xf32>
    scf.yield %new : memref<4xf32>
  }
  %mixed = scf.for %i = %zero to %count step %one iter_args(%old = %given) -> (memref<4xf32>) {
    %new = memref.alloc() : memref<4xf32>
    memref.copy %old, %new : memref<4xf32> to memref<4xf32>
    scf.yield %new : memref<4xf32>
  }
  %left = memref.alloc() : memref<4xf32>
  %right = memref.alloc() : memref<4xf32>
  memref.copy %kept, %left : memref<4xf32> to memref<4xf32>
  memref.copy %kept, %right : memref<4xf32> to memref<4xf32>
  %chosen = arith.select %cond, %left, %right : memref<4xf32>
  return %chosen, %mixed : memref<4xf32>, memref<4xf32>
}
"""

TRANSFER = """\
func.func private @read(memref<4xf32>)
func.func @g(%count: index, %cond: i1) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %first = memref.alloc() : memref<4xf32>
  %last = scf.for %i = %zero to %count step %one iter_args(%old = %first) -> (memref<4xf32>) {
    %next = scf.if %cond -> (memref<4xf32>) {
      %new = memref.alloc() : memref<4xf32>
      scf.yield %new : memref<4xf32>
    } else {
      scf.yield %old : memref<4xf32>
    }
    func.call @read(%old) : (memref<4xf32>) -> ()
    scf.yield %next : memref<4xf32>
  }
  func.call @read(%last) : (memref<4xf32>) -> ()
  return
}
"""

Relations = dict[str, set[rules.Row]]


def _plan(text: str) -> tuple[Relations, Naming]:
    module = ownlog.parse(text)
    naming = Naming(module)
    return rules.derive(extract_facts(module, naming), outputs=relation_names(*{*PROOFS, *FILLED_FROM})), naming


def unproved(relations: Relations, naming: Naming, prover: Prover) -> list[tuple[str, str]]:
    """What is not proved of the rows, and of the actions that are filled from them."""
    return obligations.unproved(relations, planned_actions(relations, naming), naming, prover)


SWAP = """\
func.func @h(%cond: i1) -> (memref<4xf32>, memref<4xf32>) {
  %left = memref.alloc() : memref<4xf32>
  %right = memref.alloc() : memref<4xf32>
  %one = arith.select %cond, %left, %right : memref<4xf32>
  %other = arith.select %cond, %right, %left : memref<4xf32>
  return %one, %other : memref<4xf32>, memref<4xf32>
}
"""

ALONG = """\
func.func @f(%cond: i1) -> memref<4xf32> {
  %left = memref.alloc() : memref<4xf32>
  %right = memref.alloc() : memref<4xf32>
  %chosen = arith.select %cond, %left, %right : memref<4xf32>
  cf.cond_br %cond, ^one, ^other
^one:
  return %chosen : memref<4xf32>
^other:
  return %left : memref<4xf32>
}
"""

BOTH_ALONG = """\
func.func @f(%cond: i1) -> (memref<4xf32>, memref<4xf32>) {
  %left = memref.alloc() : memref<4xf32>
  %right = memref.alloc() : memref<4xf32>
  %chosen = arith.select %cond, %left, %right : memref<4xf32>
  cf.cond_br %cond, ^one, ^other
^one:
  return %chosen, %right : memref<4xf32>, memref<4xf32>
^other:
  return %chosen, %left : memref<4xf32>, memref<4xf32>
}
"""

UNOWNED = """\
func.func private @read(memref<4xf32>)
func.func @g(%count: index, %which: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %first = memref.alloc() : memref<4xf32>
  %last = scf.for %i = %zero to %count step %one iter_args(%old = %first) -> (memref<4xf32>) {
    %next = scf.index_switch %which -> memref<4xf32>
    case 0 {
      %new = memref.alloc() : memref<4xf32>
      scf.yield %new : memref<4xf32>
    }
    default {
      scf.yield %old : memref<4xf32>
    }
    func.call @read(%old) : (memref<4xf32>) -> ()
    scf.yield %next : memref<4xf32>
  }
  func.call @read(%last) : (memref<4xf32>) -> ()
  return
}
"""

UNOWNED_BY_CALLEE = """\
func.func private @read(memref<4xf32>)
func.func private @both(%given: memref<4xf32>, %cond: i1) -> (memref<4xf32>, memref<4xf32>) {
  %next = scf.if %cond -> (memref<4xf32>) {
    %new = memref.alloc() : memref<4xf32>
    scf.yield %new : memref<4xf32>
  } else {
    scf.yield %given : memref<4xf32>
  }
  return %given, %next : memref<4xf32>, memref<4xf32>
}
func.func @g(%count: index, %cond: i1) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %first = memref.alloc() : memref<4xf32>
  %last = scf.for %i = %zero to %count step %one iter_args(%old = %first) -> (memref<4xf32>) {
    %same, %next = func.call @both(%old, %cond) : (memref<4xf32>, i1) -> (memref<4xf32>, memref<4xf32>)
    func.call @read(%old) : (memref<4xf32>) -> ()
    scf.yield %next : memref<4xf32>
  }
  func.call @read(%last) : (memref<4xf32>) -> ()
  return
}
"""

_PLANNED = {
    "moves": PROGRAM, "transfer_if_same": TRANSFER, "swap": SWAP, "along": ALONG, "both along": BOTH_ALONG,
    "unowned": UNOWNED,
    "unowned by a callee": UNOWNED_BY_CALLEE,
}  # fmt: skip


@pytest.mark.parametrize("text", _PLANNED.values(), ids=_PLANNED.keys())
def test_all_steps_of_a_right_plan_are_proved(text: str, tmp_path: Path) -> None:
    relations, naming = _plan(text)
    prover = Prover(cache=Cache(tmp_path))
    assert unproved(relations, naming, prover) == []
    assert prover.statistics.total["proved"] > 0


def _always(relations: Relations) -> None:
    relations["owns"] = {(owner, "always") for owner, _ in relations["owns"]}


def _never(relations: Relations) -> None:
    relations["owns"] = {row for row in relations["owns"] if row[0] != "@f/%kept"}


def _move_to_the_wrong_loop(relations: Relations) -> None:
    relations["move"] = {row for row in relations["move"] if row[3] != "@f/%first"}


def _no_copy(relations: Relations) -> None:
    relations["return_clone"] = {(o, k, v, "@f/%kept") for o, k, v, _ in relations["return_clone"]}
    relations["owns"] = {row for row in relations["owns"] if row[0] != "@f/%mixed"} | {("@f/%mixed", "always")}


def _choose_one_side_only(relations: Relations) -> None:
    relations["consumes"] = {row for row in relations["consumes"] if row[2] == "true"}


def _swap_sides(relations: Relations) -> None:
    swapped = {"true": "false", "false": "true"}
    relations["consumes"] = {(o, "@f/%left", swapped[str(when)]) for o, _, when in relations["consumes"]}


def _release_what_is_chosen(relations: Relations) -> None:
    swapped = {"true": "false", "false": "true"}
    relations["release_unless"] = {(o, swapped[str(when)], *rest) for o, when, *rest in relations["release_unless"]}


def _release_one_side_only(relations: Relations) -> None:
    relations["release_unless"] = {row for row in relations["release_unless"] if row[1] == "true"}


_SPOILT = [
    _always, _never, _move_to_the_wrong_loop, _no_copy, _choose_one_side_only, _swap_sides, _release_what_is_chosen,
    _release_one_side_only,
]  # fmt: skip


@pytest.mark.parametrize("spoil", _SPOILT)
def test_a_wrong_plan_is_not_proved(spoil: Callable[[Relations], None], tmp_path: Path) -> None:
    relations, naming = _plan(PROGRAM)
    spoil(relations)
    prover = Prover(cache=Cache(tmp_path))
    assert unproved(relations, naming, prover)
    assert prover.statistics.total["refuted"] > 0


def test_a_transfer_that_gives_no_ownership_is_not_proved(tmp_path: Path) -> None:
    relations, naming = _plan(TRANSFER)
    assert [row[5:] for row in relations["transfer_condition"]] == [("@g/%cond", "false")]
    # As if nothing was transferred: what arrives is owned, and nobody gives it.
    relations["transfer_if_same"] = set()
    relations["owns"] = {(owner, "always") for owner, _ in relations["owns"]}
    assert unproved(relations, naming, Prover(cache=Cache(tmp_path)))


def _rules_proved(text: str, directory: Path) -> set[str]:
    """The rules that the steps of the plan for `text` are about, all of them proved."""
    relations, naming = _plan(text)
    prover = Prover(cache=Cache(directory))
    assert unproved(relations, naming, prover) == []
    return set(prover.statistics.rules)


def test_choices_on_edges_and_transfers_by_who_does_not_own_have_obligations(tmp_path: Path) -> None:
    assert {row[1:] for row in _plan(ALONG)[0]["consumes_on_edge"]} == {("@f/%left", "true", 0)}
    assert {row[1:] for row in _plan(BOTH_ALONG)[0]["consumes_on_edge"]} == {
        ("@f/%left", "true", 0),
        ("@f/%right", "false", 1),
    }
    for text in (UNOWNED, UNOWNED_BY_CALLEE):
        assert {row[1:] for row in _plan(text)[0]["transfer_if_unowned"]} == {(-1, 0, "@g/%next", "@g/%old")}
    assert "choice" in _rules_proved(ALONG, tmp_path)
    assert "choice" in _rules_proved(BOTH_ALONG, tmp_path)
    assert "transfer-unless-owned" in _rules_proved(UNOWNED, tmp_path)
    assert "transfer-unless-owned" in _rules_proved(UNOWNED_BY_CALLEE, tmp_path)


def _keep_nothing(relations: Relations) -> None:
    relations["consumes_on_edge"] = set()


def _keep_when_it_is_chosen(relations: Relations) -> None:
    swapped = {"true": "false", "false": "true"}
    relations["consumes_on_edge"] = {(o, h, swapped[str(when)], i) for o, h, when, i in relations["consumes_on_edge"]}


def _release_what_is_kept(relations: Relations) -> None:
    op, _, _, _ = next(iter(relations["consumes_on_edge"]))
    relations["release_unless"] |= {(op, "true", "@f/%left", "@f/^entry", 2)}


@pytest.mark.parametrize("text", [ALONG, BOTH_ALONG], ids=["one", "both"])
@pytest.mark.parametrize(
    "spoil", [_keep_nothing, _keep_when_it_is_chosen, _choose_one_side_only, _release_what_is_kept]
)
def test_a_wrong_choice_on_an_edge_is_not_proved(spoil: Callable[[Relations], None], text: str, tmp_path: Path) -> None:
    relations, naming = _plan(text)
    spoil(relations)
    prover = Prover(cache=Cache(tmp_path))
    assert {rule for _, rule in unproved(relations, naming, prover)} == {"choice"}
    assert prover.statistics.total["refuted"] > 0


@pytest.mark.parametrize(
    "mover", ["@g/%first", "@g/%last", "@g/%zero"], ids=["owns always", "owns at other times", "owns never"]
)
def test_a_transfer_that_another_owner_decides_is_not_proved(mover: str, tmp_path: Path) -> None:
    # What goes along may own something else just when the plan thinks that it does not, or the other way around.
    relations, naming = _plan(UNOWNED)
    relations["transfer_if_unowned"] = {(o, e, k, mover, h) for o, e, k, _, h in relations["transfer_if_unowned"]}
    assert {rule for _, rule in unproved(relations, naming, Prover(cache=Cache(tmp_path)))} == {"transfer-unless-owned"}


def test_a_transfer_for_what_is_owned_is_not_proved(tmp_path: Path) -> None:
    relations, naming = _plan(UNOWNED)
    # As if nothing moved: the i1 of what goes along would say nothing about what is forwarded.
    relations["move"] = {row for row in relations["move"] if row[3] != "@g/%next"}
    assert {rule for _, rule in unproved(relations, naming, Prover(cache=Cache(tmp_path)))} == {"transfer-unless-owned"}


def test_a_transfer_has_to_arrive(tmp_path: Path) -> None:
    relations, naming = _plan(UNOWNED)
    # As if nobody owned what comes out of the loop, or somebody always did, without being told.
    for owns in (set(), {("@g/%last", "always")}):
        relations["owns"] = {row for row in relations["owns"] if row[0] != "@g/%last"} | owns
        failed = unproved(relations, naming, Prover(cache=Cache(tmp_path)))
        assert any(op.endswith("scf.yield") for op, _ in failed)


def test_what_is_not_proved_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    derive = rules.derive

    def spoiled(*args: object) -> Relations:
        relations: Relations = derive(*args)  # type: ignore[arg-type]
        if "owns" in relations:
            _always(relations)
        return relations

    module = ownlog.parse(PROGRAM)
    context = Context()
    monkeypatch.setattr(rules, "derive", spoiled)
    with pytest.raises(ownlog.InputError, match="an obligation of no-move was not proved"):
        run_passes(module, parse_pipeline(PIPELINE), context)
    assert context.prover.statistics.total["refuted"] > 0


TAKEN_ON_BOTH_EDGES = """
func.func @f(%cond: i1, %out: memref<4xf32>) {
  %side = memref.alloc() : memref<4xf32>
  %one = arith.select %cond, %side, %out : memref<4xf32>
  %other = arith.select %cond, %out, %side : memref<4xf32>
  cf.cond_br %cond, ^taken, ^else
^taken:
  cf.br ^end(%one : memref<4xf32>)
^else:
  memref.copy %side, %out : memref<4xf32> to memref<4xf32>
  cf.br ^more
^more:
  cf.br ^end(%other : memref<4xf32>)
^end(%last: memref<4xf32>):
  memref.copy %last, %out : memref<4xf32> to memref<4xf32>
  return
}
"""


def test_two_choices_may_take_one_owner_on_one_edge_each(tmp_path: Path) -> None:
    relations, naming = _plan(TAKEN_ON_BOTH_EDGES)
    assert len({row[0] for row in relations["consumes_on_edge"]}) == 2
    assert not unproved(relations, naming, Prover(cache=Cache(tmp_path)))


def test_planned_functions_need_no_helper_and_no_addresses() -> None:
    for text in _PLANNED.values():
        module = ownlog.parse(text)
        run_passes(module, parse_pipeline(PIPELINE), Context())
        assert "dealloc_helper" not in str(module)
        assert "extract_aligned_pointer" not in str(module)
