"""The embedded engine beyond single constructs: interface, errors, functors, plans, speed."""

import gc
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

from ownlog.base.errors import EngineError
from ownlog.rules.engine.choose import default_engine
from ownlog.rules.engine.compiling import compile_program
from ownlog.rules.engine.embedded import Compiled, EmbeddedEngine
from ownlog.rules.engine.interpreter import Table
from ownlog.rules.engine.native import is_here
from ownlog.rules.engine.planning.join_order import Exists, Operation, Planner, Scan
from ownlog.rules.engine.planning.join_order import Test as TestStep
from ownlog.rules.engine.planning.shape import components
from ownlog.rules.engine.program.image import Image
from ownlog.rules.engine.program.program import Program
from tests.effort import counted
from tests.engine.programs import Facts, Row

REACH = """.decl Edge(x:number, y:number)
.input Edge
.decl Reach(x:number)
.output Reach
.decl Dead(x:number)
Reach(0).
Reach(y) :- Reach(x), Edge(x,y).
Dead(x) :- Edge(x,_), !Reach(x).
"""


def run(text: str, facts: Facts | None = None, *outputs: str) -> dict[str, set[Row]]:
    """Runs a program given as text, in both ways, which come to the same: rows, or an error."""
    program = Program.from_text(text)

    def outcome(native: bool) -> dict[str, set[Row]] | EngineError:
        try:
            return EmbeddedEngine(native=native).run(program, facts or {}, outputs or None)
        except EngineError as error:
            return error

    found = outcome(False)
    if is_here():
        other = outcome(True)
        assert other == found or str(other) == str(found)
    if isinstance(found, EngineError):
        raise found
    return found


def test_outputs_are_the_declared_ones_unless_asked() -> None:
    facts: Facts = {"Edge": [(0, 1), (2, 3)]}
    assert run(REACH, facts) == {"Reach": {(0,), (1,)}}
    assert run(REACH, facts, "Dead", "Edge") == {"Dead": {(2,)}, "Edge": {(0, 1), (2, 3)}}


def test_only_what_is_asked_for_is_evaluated() -> None:
    text = ".decl A(x:number)\n.decl Bad(x:number)\nA(1).\nBad(x / 0) :- A(x)."
    assert run(text, {}, "A") == {"A": {(1,)}}
    with pytest.raises(EngineError, match=r"division by zero: 1 / 0"):
        run(text, {}, "Bad")


def test_facts_may_be_given_for_derived_relations() -> None:
    assert run(REACH, {"Edge": [(5, 6)], "Reach": [(5,)]}) == {"Reach": {(0,), (5,), (6,)}}


def test_facts_are_not_changed() -> None:
    facts = {"Edge": {(0, 1)}}
    program = Program.from_text(".decl Edge(x:number, y:number)\n.output Edge\nEdge(y,x) :- Edge(x,y).")
    assert EmbeddedEngine().run(program, facts) == {"Edge": {(0, 1), (1, 0)}}
    assert facts == {"Edge": {(0, 1)}}


def test_unknown_relations_are_refused() -> None:
    with pytest.raises(EngineError, match=r"no relation Nope"):
        run(REACH, {"Nope": []})
    with pytest.raises(EngineError, match=r"no relation Nope"):
        run(REACH, {}, "Nope")


def test_rows_of_the_wrong_width_are_refused() -> None:
    with pytest.raises(EngineError, match=r"Edge has 2 columns; a fact with 1 was given"):
        run(REACH, {"Edge": [(1,)]})


@pytest.mark.parametrize(
    ("call", "result"),
    [
        ("7 / 2", 3),
        ("-7 / 2", -3),
        ("7 / -2", -3),
        ("-7 % 3", -1),
        ("7 % -3", 1),
        ("-(3 - 5)", 2),
        ("2 + 3 * 4 - 1", 13),
        ("(2 + 3) * 4", 20),
        ("0x1F + 0b11", 34),
        ('to_number("  42abc")', 42),
        ('to_number("-0x1f")', -31),
        ('to_number("010")', 10),
        ('strlen("aé")', 3),
        ("6 bxor 3 band 1 bor 8", 15),
        ("max(1)+min(3,2,5)", 3),
    ],
)
def test_functors_compute_what_souffles_do(call: str, result: int) -> None:
    if call.startswith("max(1)"):
        call = "max(1,1)+min(3,2,5)"
    assert run(f".decl R(x:number)\n.output R\nR({call}).") == {"R": {(result,)}}


@pytest.mark.parametrize(
    ("call", "result"),
    [
        ('substr("abc", 1, 1)', "b"),
        ('substr("abc", 2, 9)', "c"),
        ('substr("abc", 3, 1)', ""),
        ('substr("abc", 4, 1)', ""),
        ('substr("abc", -1, 1)', ""),
        ('substr("abc", 1, -1)', "bc"),
        ('cat("a", "b", "c")', "abc"),
        ("to_string(-3)", "-3"),
        ('to_string("x")', "x"),
    ],
)
def test_string_functors_compute_what_souffles_do(call: str, result: str) -> None:
    assert run(f".decl R(x:symbol)\n.output R\nR({call}).") == {"R": {(result,)}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('R(to_number("x")).', 'to_number\\("x"\\): not a number'),
        ("R(1 % 0).", "division by zero"),
        ('R(1) :- match("(", "x").', "match\\("),
    ],
)
def test_what_a_functor_cannot_compute_is_an_engine_error(text: str, message: str) -> None:
    with pytest.raises(EngineError, match=message):
        run(f".decl R(x:number)\n.output R\n{text}")


def planned(text: str) -> Sequence[Operation]:
    """What the first clause of the first stratum does, in order."""
    head, body = next(components(Program.from_text(text))).rules[0]
    return Planner(body, head.args).plan(delta=None)


def test_a_filter_runs_before_later_loops() -> None:
    found = planned(".decl A(x:number)\n.decl R(x:number, y:number)\nR(x,y) :- A(x), A(y), x > 3.")
    assert [type(operation) for operation in found] == [Scan, TestStep, Scan]


def test_a_connected_atom_goes_before_a_cross_product() -> None:
    found = planned(
        ".decl A(x:number)\n.decl B(x:number, y:number)\n.decl R(x:number, y:number)\nR(x,y) :- A(x), A(y), B(x,y)."
    )
    assert [(operation.atom.relation, len(operation.key)) for operation in found if isinstance(operation, Scan)] == [
        ("A", 0),
        ("B", 1),
    ]
    assert isinstance(found[-1], Exists)


@pytest.mark.parametrize(("middle", "built"), [(set[tuple[int, int]](), False), ({(1, 2)}, True), ({(8, 2)}, False)])
def test_an_index_is_built_where_a_row_asks_it(middle: set[tuple[int, int]], built: bool) -> None:
    text = (
        ".decl A(x:number)\n.decl B(x:number, y:number)\n.decl C(x:number, y:number)\n.decl R(y:number)\nR(z) :- A(x),"
        " B(x,y), C(y,z)."
    )
    program = Compiled(Image(compile_program(Program.from_text(text))), native=False)
    names = []

    def index(name: str, build: Callable[[Iterable[Any]], Any], rows: Iterable[Any]) -> Any:
        names.append(name)
        return build(rows)

    relations: dict[str, Any] = {"A": Table([(1,)]), "B": Table({*middle, (9, 9)}), "C": Table([(2, 3)]), "R": Table()}
    for entry in program.image.strata:
        program.function(entry)(relations, index)
    assert ("C_0__1_lists" in names, bool(relations["R"])) == (built, built)


def test_a_rule_may_have_many_atoms() -> None:
    chain = ", ".join(f"A(x{i}, x{i + 1})" for i in range(30))
    text = f".decl A(x:number, y:number)\n.decl R(x:number, y:number)\n.output R\nR(x0, x30) :- {chain}."
    assert run(text, {"A": [(number, number + 1) for number in range(31)]}) == {"R": {(0, 30), (1, 31)}}


def test_names_with_question_marks() -> None:
    text = ".decl A?(?x:number)\n.output A?\nA?(1). A?(?y + 1) :- A?(?y), ?y < 3."
    assert run(text) == {"A?": {(1,), (2,), (3,)}}


def test_the_garbage_collector_is_left_as_it_was() -> None:
    run(REACH)
    assert gc.isenabled()
    gc.disable()
    try:
        run(REACH)
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_the_engine_is_chosen_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OWNLOG_ENGINE", raising=False)
    assert default_engine().name == "embedded"
    monkeypatch.setenv("OWNLOG_ENGINE", "embedded")
    assert default_engine().name == "embedded"
    monkeypatch.setenv("OWNLOG_ENGINE", "magic")
    with pytest.raises(EngineError, match='"magic"; the engines are embedded and souffle\n  help: '):
        default_engine()


def test_a_long_chain_takes_linear_time() -> None:
    run(REACH)
    sizes = []
    for length in (2000, 8000):
        rows, calls = counted(lambda: run(REACH, {"Edge": [(i, i + 1) for i in range(length)]}))  # noqa: B023
        assert len(rows["Reach"]) == length + 1
        sizes.append(calls)
    assert sizes[1] < 5 * sizes[0]


def test_a_closure_of_a_million_rows() -> None:
    text = (
        ".decl E(x:number, y:number)\n.input E\n.decl P(x:number, y:number)\n.output P\nP(x,y) :- E(x,y).\nP(x,z) :-"
        " P(x,y), E(y,z)."
    )
    for native in (False, True)[: 1 + is_here()]:
        program, facts = Program.from_text(text), {"E": [(i, (i + 1) % 500) for i in range(500)]}
        rows, calls = counted(lambda: EmbeddedEngine(native=native).run(program, facts))  # noqa: B023
        assert len(rows["P"]) == 250_000
        # Each row is derived once, in some steps of the interpreter; what is counted beside that is compiling.
        assert calls < (4 if native else 10) * len(rows["P"])
