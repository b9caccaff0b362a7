"""Both ways to decide fill one schema of actions, and each leaves to the other what the schema says is the other's."""

from itertools import groupby

import pytest

import ownlog
from ownlog import rules
from ownlog.backend.actions.addresses import Addresses
from ownlog.backend.actions.schema import LEAVES, Actions, After, EndOf, OnEdge, StartOf
from ownlog.backend.block_ends import filling as block_ends
from ownlog.backend.ownership import filling as planned
from ownlog.frontend.facts.extract import extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.rules.typed_rows import relation_names
from tests.backend.ownership.test_obligations import PROGRAM, TRANSFER

FREES = """\
func.func private @maybe(%cond: i1, %given: memref<4xf32>) {
  cf.cond_br %cond, ^bb1, ^bb2
^bb1:
  memref.dealloc %given : memref<4xf32>
  cf.br ^bb2
^bb2:
  return
}
func.func @f(%cond: i1, %count: index) {
  %first = memref.alloc() : memref<4xf32>
  %second = memref.alloc() : memref<4xf32>
  func.call @maybe(%cond, %first) : (i1, memref<4xf32>) -> ()
  %chosen = arith.select %cond, %first, %second : memref<4xf32>
  memref.dealloc %chosen : memref<4xf32>
  return
}
"""
EDGES = """\
func.func private @read(memref<4xf32>)
func.func @e(%cond: i1, %other: i1) {
  %a = memref.alloc() : memref<4xf32>
  cf.cond_br %cond, ^bb1, ^bb3
^bb1:
  call @read(%a) : (memref<4xf32>) -> ()
  cf.cond_br %other, ^bb2, ^bb3
^bb2:
  cf.br ^bb4
^bb3:
  cf.br ^bb4
^bb4:
  return
}
func.func @s(%cond: i1) {
  %a = memref.alloc() : memref<4xf32>
  cf.cond_br %cond, ^bb1, ^bb2
^bb1:
  call @read(%a) : (memref<4xf32>) -> ()
  return
^bb2:
  return
}
"""
CHOICE = """\
func.func @c(%cond: i1, %given: memref<4xf32>, %count: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %made = memref.alloc() : memref<4xf32>
  %chosen = arith.select %cond, %given, %made : memref<4xf32>
  %last = scf.for %i = %zero to %count step %one iter_args(%old = %chosen) -> (memref<4xf32>) {
    %new = memref.alloc() : memref<4xf32>
    memref.copy %old, %new : memref<4xf32> to memref<4xf32>
    scf.yield %new : memref<4xf32>
  }
  memref.copy %last, %given : memref<4xf32> to memref<4xf32>
  return
}
"""
MANUAL = """\
func.func @m(%cond: i1) {
  %made = memref.alloc() : memref<4xf32>
  memref.dealloc %made {bufferization.manual_deallocation} : memref<4xf32>
  return
}
"""
PROGRAMS = {"choice": CHOICE, "moves": PROGRAM, "transfers": TRANSFER, "frees": FREES, "edges": EDGES}
ALIKE = {
    "carries",
    "forwards",
    "releases",
    "choices",
    "copies",
    "drop_flags",
    "clears",
    "tells_unfreed",
    "hears_unfreed",
    "widens",
}
ONLY_PLANNED = {"transfers", "releases_unchosen"}
ONLY_BLOCK_ENDS = {"deallocations", "retains", "checks"}


def _filled(text: str, **options: str) -> tuple[Actions, Actions]:
    """What the pipeline's plan says is to be done, and what mlir-opt's pass does."""
    module = ownlog.parse(text)
    naming = Naming(module)
    facts = extract_facts(module, naming, options)
    plan = rules.derive(facts, outputs=relation_names(*planned.FILLED_FROM))
    ends = rules.derive(facts, outputs=relation_names(*block_ends.FILLED_FROM))
    return planned.planned_actions(plan, naming), block_ends.block_end_actions(ends, naming)


def _lists(actions: Actions) -> set[str]:
    """The names of the lists that hold something."""
    return {name for name in ALIKE | ONLY_PLANNED | ONLY_BLOCK_ENDS if getattr(actions, name)}


@pytest.fixture(scope="module")
def filled() -> dict[str, tuple[Actions, Actions]]:
    return {name: _filled(text) for name, text in PROGRAMS.items()}


def test_every_list_of_the_schema_is_said_to_be_of_one_or_of_both() -> None:
    lists = vars(Actions({}, {}, {}, Addresses({}))).keys() - {
        "functions",
        "groups",
        "noted_in",
        "addresses",
        "freed_by",
    }
    assert lists == ALIKE | ONLY_PLANNED | ONLY_BLOCK_ENDS


def test_each_fills_what_is_its_own_and_what_is_common(filled: dict[str, tuple[Actions, Actions]]) -> None:
    plan, ends = (set[str]().union(*(_lists(pair[i]) for pair in filled.values())) for i in (0, 1))
    ends |= _lists(_filled(MANUAL)[1])
    assert plan == ALIKE | ONLY_PLANNED
    assert ends == ALIKE | ONLY_BLOCK_ENDS


def test_what_is_released_at_one_place_stands_together_and_edges_come_last(
    filled: dict[str, tuple[Actions, Actions]],
) -> None:
    places = [release.place for plan, _ in filled.values() for release in plan.releases]
    assert {type(place) for place in places} == {After, StartOf, EndOf, OnEdge}
    for plan, _ in filled.values():
        runs = [place for place, _ in groupby(release.place for release in plan.releases)]
        assert len(runs) == len(set(runs))
        on_edges = [isinstance(place, OnEdge) for place in runs]
        assert on_edges == sorted(on_edges)


def test_mlir_opt_s_pass_releases_at_ends_of_blocks_only(filled: dict[str, tuple[Actions, Actions]]) -> None:
    for _, ends in filled.values():
        assert {type(release.place) for release in ends.releases} == {EndOf}
        assert {release.place for release in ends.releases} <= {EndOf(action.block) for action in ends.deallocations}


def test_widened_functions_are_those_whose_returns_forward_or_tell_more(
    filled: dict[str, tuple[Actions, Actions]],
) -> None:
    plan, ends = filled["frees"]
    for actions in (plan, ends):
        telling = {actions.functions[tell.op.parent] for tell in actions.tells_unfreed if tell.op.parent is not None}
        assert {widen.function for widen in actions.widens} == telling
        assert not [
            forward for forward in actions.forwards if forward.edge == LEAVES and forward.op.name == "func.return"
        ]
