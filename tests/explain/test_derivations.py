"""What derivations say, on programs small enough to be read."""

import json

import pytest

from ownlog.base.errors import EngineError
from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.program.program import Program
from ownlog.rules.explain.derivation import Derivation
from ownlog.rules.explain.explainer import Explainer, explain
from tests.engine.reference import Row
from tests.explain.checking import from_json

PATHS = """
.decl edge(x: symbol, y: symbol)
.input edge
.decl path(x: symbol, y: symbol)
// P1: an edge.
path(x, y) :- edge(x, y).
// P2: an edge and a path.
path(x, z) :- edge(x, y), path(y, z).
"""
LOOP: dict[str, list[Row]] = {"edge": [("a", "b"), ("b", "c"), ("c", "a")]}


def derive(text: str, facts: dict[str, list[Row]], relation: str, *row: str | int) -> Derivation:
    """The derivation of a row."""
    program = Program.from_text(text, "rules/test.dl")
    rows = EmbeddedEngine().run(program, facts, program.stored)
    return explain(program, rows, relation, row, facts)


def lines(text: str) -> list[str]:
    return text.strip("\n").split("\n")


def test_a_given_row_is_a_fact() -> None:
    found = derive(PATHS, LOOP, "edge", "a", "b")
    assert (found.kind, found.row, found.premises, found.size, found.height) == ("fact", ("edge", ("a", "b")), (), 1, 0)
    assert found.text() == 'edge("a", "b")'


def test_a_rule_without_body_states_a_fact() -> None:
    found = derive(".decl p(x: number)\n// A1: said so.\np(1). p(2).", {}, "p", 1)
    assert (found.kind, found.rule, found.rule_text) == ("fact", "A1", "said so.")
    assert found.text() == "p(1)  [A1: said so.]"
    assert derive(".decl p(x: number)\np(1).", {}, "p", 1).text() == "p(1)  [rules/test.dl:2]"


def test_one_rule() -> None:
    found = derive(PATHS, LOOP, "path", "a", "b")
    assert (found.kind, found.rule, found.rule_text) == ("derived", "P1", "an edge.")
    assert found.rule_position is not None
    assert found.rule_position.line == 6
    assert dict(found.bindings) == {"x": "a", "y": "b"}
    assert [premise.row for premise in found.premises] == [("edge", ("a", "b"))]


def test_recursion_around_a_cycle_is_unrolled_once() -> None:
    assert lines(derive(PATHS, LOOP, "path", "a", "a").text()) == [
        'path("a", "a")  [P2: an edge and a path.]',
        '  edge("a", "b")',
        '  path("b", "a")  [P2: an edge and a path.]',
        '    edge("b", "c")',
        '    path("c", "a")  [P1: an edge.]',
        '      edge("c", "a")',
    ]


def test_a_rule_that_needs_its_own_head_is_never_used() -> None:
    text = (
        PATHS + "// P3: itself.\npath(x, y) :- path(x, y), edge(x, _).\n// P4: the way back.\npath(x, y) :- path(y, x),"
        " path(x, y).\n"
    )
    found = derive(text, LOOP, "path", "a", "a")
    assert {part.rule for part in found.parts() if part.rule} == {"P1", "P2"}


APART = """
.decl edge(x: symbol, y: symbol)
.input edge
.decl hop(x: symbol, y: symbol) inline
// H1: two edges.
hop(x, z) :- edge(x, y), edge(y, z).
.decl less(x: number, y: number) inline
less(x, y) :- x < y.
.decl apart(x: symbol)
// P1: a hop to elsewhere.
apart(x) :- hop(x, y), !edge(y, x), 1 < 2, less(1, 2).
"""


def test_what_an_inline_relation_rests_on_stands_in_its_place() -> None:
    found = derive(APART, {"edge": [("a", "b"), ("b", "c")]}, "apart", "a")
    assert lines(found.text()) == [
        'apart("a")  [P1: a hop to elsewhere.]',
        '  edge("a", "b")',
        '  edge("b", "c")',
        '  not edge("c", "a")',
    ]
    assert dict(found.bindings) == {"x": "a", "y": "c"}


def test_rows_of_an_inline_relation_are_derived_when_they_are_asked_for() -> None:
    program = Program.from_text(APART)
    edges: dict[str, list[Row]] = {"edge": [("a", "b"), ("b", "c"), ("b", "d")]}
    explainer = Explainer(program, EmbeddedEngine().run(program, edges, program.stored), edges)
    assert explainer.matching("hop", ("a", None)) == [("a", "c"), ("a", "d")]
    assert explainer.matching("hop", ("c", None)) == []
    assert explainer.matching("less", (1, 2)) == [(1, 2)]
    assert lines(explainer.explain("hop", ("a", "d")).text()) == [
        'hop("a", "d")  [H1: two edges.]',
        '  edge("a", "b")',
        '  edge("b", "d")',
    ]
    with pytest.raises(KeyError, match="there is no row"):
        explainer.explain("hop", ("c", "a"))
    with pytest.raises(ValueError, match="the rules of less bind no values by themselves"):
        explainer.matching("less", (1, None))


def test_a_long_chain_takes_no_recursion() -> None:
    text = (
        ".decl next(x: number, y: number)\n.input next\n.decl reached(x: number)\nreached(0). reached(y) :- reached(x),"
        " next(x, y)."
    )
    found = derive(text, {"next": [(i, i + 1) for i in range(3000)]}, "reached", 3000)
    assert (found.height, found.size) == (3000, 6001)
    assert len(found.text().splitlines()) == 6001
    assert len(found.to_json()["parts"]) == 6001


def test_the_lowest_derivation_wins_then_the_one_with_the_fewest_steps() -> None:
    text = """
    .decl a(x: number) .decl b(x: number) .decl c(x: number)
    .input a
    // Q1: high.
    c(x) :- b(x).
    // Q2: low but wide.
    c(x) :- a(x), a(y), a(z), x < y, y < z.
    // Q3: low and narrow.
    c(x) :- a(x), a(y), x < y.
    // Q4: on the way.
    b(x) :- a(x).
    """
    facts: dict[str, list[Row]] = {"a": [(1,), (2,), (3,)]}
    assert derive(text, facts, "c", 1).rule == "Q3"
    assert derive(text, facts, "c", 3).rule == "Q1"


def test_shared_parts_are_one_object_and_shown_once() -> None:
    text = PATHS + ".decl both(x: symbol)\n// B1: twice.\nboth(x) :- path(x, y), path(y, x), path(x, x)."
    found = derive(text, LOOP, "both", "a")
    assert found.premises[1] is found.premises[2].premises[1]
    assert [line.strip() for line in found.text().splitlines() if "see above" in line] == [
        'path("b", "a")  [see above]'
    ]
    assert found.size == len({part.row for part in found.parts()}) == 8


def test_negation_is_an_absence() -> None:
    text = PATHS + ".decl end(x: symbol)\n// N1: no way out.\nend(y) :- edge(_, y), !edge(y, _)."
    found = derive(text, {"edge": [("a", "b")]}, "end", "b")
    absent = found.premises[1]
    assert (absent.kind, absent.row) == ("absent", ("edge", ("b", None)))
    assert lines(found.text())[2] == '  not edge("b", _)'


def test_each_alternative_of_a_disjunction_explains_its_rows() -> None:
    text = (
        ".decl p(x: number) .decl q(x: number) .decl r(x: number)\n.input p\n.input q\n// D1: either.\nr(x) :- (p(x);"
        " q(x)), x > 0."
    )
    facts: dict[str, list[Row]] = {"p": [(1,)], "q": [(2,)]}
    assert [premise.row for premise in derive(text, facts, "r", 1).premises] == [("p", (1,))]
    assert [premise.row for premise in derive(text, facts, "r", 2).premises] == [("q", (2,))]


@pytest.mark.parametrize(
    ("aggregate", "value", "title"),
    [
        ("count : { w(_, k, _) }", 2, '2 = count : { w(_, "k", _) }  [over 2 rows]'),
        ("sum x + 1 : { w(_, k, x) }", 9, '9 = sum (x + 1) : { w(_, "k", x) }  [over 2 rows]'),
        ("max x : { w(_, k, x), x < 5 }", 3, '3 = max x : { w(_, "k", x), x < 5 }  [over 1 row]'),
    ],
)
def test_aggregates_say_what_they_saw(aggregate: str, value: int, title: str) -> None:
    text = (
        ".decl w(i: number, k: symbol, x: number)\n.input w\n.decl r(k: symbol, n: number)\nr(k, n) :- w(_, k, _), n ="
        f" {aggregate}."
    )
    facts: dict[str, list[Row]] = {"w": [(1, "k", 3), (2, "k", 5 - 1 + 0), (3, "other", 9)]}
    if value == 3:
        facts["w"][1] = (2, "k", 7)
    found = derive(text, facts, "r", "k", value)
    assert found.premises[1].kind == "aggregate"
    assert found.premises[1].cells == (value,)
    assert title in [line.strip() for line in found.text().splitlines()]


def test_a_row_that_was_given_may_also_be_derived() -> None:
    facts: dict[str, list[Row]] = {**LOOP, "path": [("z", "a")]}
    assert derive(PATHS, facts, "path", "z", "a").kind == "fact"
    program = Program.from_text(PATHS)
    rows = EmbeddedEngine().run(program, facts, program.stored)
    with pytest.raises(EngineError, match=r'no rule derives path\("z", "a"\)'):
        explain(program, rows, "path", ("z", "a"))


def test_what_cannot_be_explained_is_said() -> None:
    program = Program.from_text(PATHS)
    rows = EmbeddedEngine().run(program, LOOP, tuple(program.relations))
    with pytest.raises(KeyError, match="no row path"):
        explain(program, rows, "path", ("a", "z"))
    with pytest.raises(KeyError, match="no row way"):
        explain(program, rows, "way", ("a", "z"))
    with pytest.raises(ValueError, match="there are none of path"):
        explain(program, {"edge": rows["edge"]}, "edge", ("a", "b"))


def test_one_explainer_answers_as_a_new_one_does() -> None:
    program = Program.from_text(PATHS)
    rows = EmbeddedEngine().run(program, LOOP, tuple(program.relations))
    explainer = Explainer(program, rows, LOOP)
    for row in sorted(rows["path"]):
        assert explainer.explain("path", row).text() == explain(program, rows, "path", row).text()
        assert explainer.explain("path", row) is explainer.explain("path", row)


def test_json_has_each_part_once_and_goes_both_ways() -> None:
    rule = "both(x) :- path(x, y), path(y, x), path(x, x), !edge(x, x), 3 = count : { edge(_, _) }."
    text = f"{PATHS}.decl both(x: symbol)\n// B1: twice.\n{rule}"
    found = derive(text, LOOP, "both", "a")
    data = found.to_json()
    assert len(data["parts"]) == found.size
    assert data["root"] == found.size - 1
    again = from_json(json.loads(json.dumps(data)))
    assert again.text() == found.text()
    assert again.to_json() == data
    assert {part.kind for part in again.parts()} == {"fact", "derived", "absent", "aggregate"}
