"""Names and facts in C: they are those that Python gives, row by row and in the same order, and what is no IR is
refused.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from ownlog.frontend import parse
from ownlog.frontend.facts import dominance_intervals, names, standing
from ownlog.frontend.facts.extract import ABOUT_PLACES, FOR_PLANS, RELATIONS, extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir import graphs
from ownlog.frontend.ir.ir import Block, Op, Region
from ownlog.frontend.ir.module import Module
from ownlog.frontend.native import native_tree
from ownlog.frontend.text.types import Type
from tests.frontend.test_ways import reached
from tests.shared import require_shared, shared_programs

pytestmark = pytest.mark.skipif(native_tree() is None, reason="the native reader was not built")

_Both = Callable[[Module], tuple[list[object], list[object]]]

_NAMED = """
module {
  func.func private @outside(i1)
  %g:2 = "test.two"() : () -> (i1, i1)
  func.func @"an odd name"(%a: memref<4xf32>, %c: i1) -> i1 {
    %r:3 = "test.three"(%a) ({
    ^bb0(%x: i1):
      %y = arith.andi %x, %c : i1
      "test.end"(%y)[^bb1, ^bb1] : (i1) -> ()
    ^bb1:
      "test.end"() : () -> ()
    }, {
    ^bb0(%x: i1):
      %y = arith.ori %x, %c : i1
      builtin.module {
        func.func @inner() {
          return
        }
      }
      "test.end"() : () -> ()
    }) {unit, callee = @outside, other = [@outside::@deeper, "@none"]} : (memref<4xf32>) -> (i1, i1, i1)
    cf.cond_br %r#1, ^bb1, ^bb2(%r#2 : i1)
  ^bb1:
    cf.br ^bb2(%c : i1)
  ^bb2(%y: i1):
    return %y : i1
  }
}
module {
  func.func private @outside(i1)
}
"""


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> _Both:
    """What is told of a module with the extension, and without it."""

    def tell(module: Module) -> tuple[list[object], list[object]]:
        found = _told(module)
        with monkeypatch.context() as patch:
            for part in (dominance_intervals, graphs, names, standing):
                patch.setattr(part, "_NATIVE", None)
            return found, _told(module)

    return tell


def _told(module: Module) -> list[object]:
    naming = Naming(module)
    named: list[object] = [[*each.items()] for each in (naming.ops, naming.blocks, naming.values)]
    named += [[*each.items()] for each in (naming.of_op, naming.of_block, naming.of_value)] + [naming.functions]
    for wanted in (RELATIONS, FOR_PLANS, ABOUT_PLACES):
        for exact in (False, True):
            named.append(extract_facts(module, naming, wanted=wanted, exact=exact))
    return [*named, extract_facts(module, naming, wanted=("dominance", "symbol_use"), exact=True)]


_SHARED = [
    (folder, program)
    for folder in ("corpus", "corpus-tensor")
    for program in shared_programs(folder, largest=30_000)[::9]
]


@pytest.mark.parametrize(("folder", "program"), _SHARED)
def test_names_and_facts_are_those_of_python(folder: str, program: str, both: _Both) -> None:
    found, expected = both(parse((require_shared(folder) / program).read_text()))
    assert found == expected


def test_names_that_are_taken_and_names_in_packs_are_those_of_python(both: _Both) -> None:
    found, expected = both(parse(_NAMED))
    assert found == expected
    values = Naming(parse(_NAMED)).values
    assert {"/%g#0", "@an odd name/%r#2", "@an odd name/%y", "@an odd name/%y'2", "@an odd name/%y'3"} <= values.keys()


def _random_region(rng: random.Random) -> str:
    """A function of random blocks, some of which nothing leads to."""
    blocks = [f"^bb{n}" for n in range(rng.randint(1, 9))]
    lines = ["func.func @f(%c: i1, %n: i32) {", f"  cf.br {rng.choice(blocks)}"]
    for block in blocks:
        lines += [f"{block}:", f"  %v{block[1:]} = arith.constant true"]
        ways = [rng.choice(blocks) for _ in range(rng.randint(0, 3))]
        if not ways:
            lines.append("  return")
        elif len(ways) == 1:
            lines.append(f"  cf.br {ways[0]}")
        elif len(ways) == 2:
            lines.append(f"  cf.cond_br %c, {ways[0]}, {ways[1]}")
        else:
            lines.append(f"  cf.switch %n : i32, [default: {ways[0]}, 0: {ways[1]}, 1: {ways[2]}]")
    return "\n".join([*lines, "}", ""])


@pytest.mark.parametrize("seed", range(40))
def test_graphs_and_dominance_are_those_of_python(seed: int, both: _Both) -> None:
    found, expected = both(parse(_random_region(random.Random(seed))))
    assert found == expected


@pytest.mark.parametrize("seed", range(40, 70))
def test_intervals_say_which_definition_dominates_which(seed: int) -> None:
    module = parse(_random_region(random.Random(seed)))
    [function] = module.functions()
    blocks = function.regions[0].blocks
    naming = Naming(module)
    told = {name: (int(enter), int(exit)) for name, enter, exit in extract_facts(module, naming)["dominance"]}
    ever = {blocks[0], *reached(blocks[0], None)}
    defined = {block: naming.value(block.ops[0].results[0]) for block in blocks[1:]}
    for over, name in defined.items():
        for under, other in defined.items():
            enter, exit = told[name]
            says = enter < told[other][0] <= exit
            assert says == (over is not under and {over, under} <= ever and under not in reached(blocks[0], over)), (
                name,
                other,
            )


def test_what_is_no_ir_is_refused() -> None:
    tree = native_tree()
    assert tree is not None
    block, op = Block("^a"), Op("a.b")
    block.append(op)
    for call, arguments in (
        (tree.holding, (None,)),
        (tree.holding, ([None],)),
        (tree.graph_of, (None,)),
        (tree.graph_of, ([op],)),
        (tree.rows_of, ([("a", op)], {}, {}, {}, frozenset())),
        (tree.rows_of, ([("a",)], {}, {}, {}, frozenset())),
        (tree.rows_of, ([], {}, {}, {}, {"op"})),
        (tree.name_all, ([None], "/", frozenset(), {}, {}, {}, {}, {}, {}, {}, str, str)),
        (tree.name_all, ([op], None, frozenset(), {}, {}, {}, {}, {}, {}, {}, str, str)),
        (tree.intervals, (op, set(), None, None, {})),
        (tree.intervals, (block, None, None, None, {})),
    ):
        with pytest.raises(TypeError):
            call(*arguments)
    with pytest.raises(KeyError):
        tree.rows_of([("a", block)], {}, {}, {}, frozenset({"op"}))
    other = Block("^b")
    op.successors = [other]
    with pytest.raises(KeyError):
        tree.graph_of([block])


@pytest.mark.parametrize(
    "order", [None, (), ((0, ()),), ((0, ()), (2, (0, 1))), ((0, (2,)), (1, (0, 1))), ((0, (-1,)), (1, ())), (0, 1)]
)
def test_an_order_that_is_none_of_the_blocks_is_refused(order: object) -> None:
    tree = native_tree()
    assert tree is not None
    top, holder = Block("^top"), Op("a.b")
    holder.add_region(Region([Block("^a"), Block("^b")]))
    holder.add_result("%r", Type.get("i1"))
    top.append(holder)
    with pytest.raises((TypeError, ValueError)):
        tree.intervals(top, set(), None, lambda region: order, {holder.results[0]: "%r"})


def test_what_is_asked_may_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    module = parse(_NAMED)
    tree = native_tree()
    assert tree is not None

    def fail(*_: object) -> str:
        raise ValueError("this failed")

    naming = Naming(module)
    with pytest.raises(ValueError, match="this failed"):
        tree.intervals(module.top, set(), None, fail, naming.of_value)
    for method in ("_unique", "_name_function"):
        with monkeypatch.context() as patch:
            patch.setattr(Naming, method, fail)
            with pytest.raises(ValueError, match="this failed"):
                Naming(module)
