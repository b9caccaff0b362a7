"""Why a row is not there, on programs small enough to be read."""

import pytest

from ownlog.base.errors import EngineError
from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.program.program import Program
from ownlog.rules.explain.absence import WhyNot, why_not
from tests.engine.reference import Row

CHAIN = """
.decl a(x: number)
.input a
.decl b(x: number, y: number)
.input b
.decl r(x: number)
// R1: a chain.
r(z) :- a(x), b(x, y), b(y, z), z > 3.
// R2: never.
r(x) :- b(x, x), !a(x).
// R3: always the same.
r(7) :- a(7).
"""


def ask(text: str, facts: dict[str, list[Row]], relation: str, *cells: str | int | None) -> WhyNot:
    """Why there is no such row."""
    program = Program.from_text(text)
    rows = EmbeddedEngine().run(program, facts, program.stored)
    found = why_not(program, rows, relation, cells)
    assert [len(attempt.holds) for attempt in found.attempts] == sorted(
        (len(attempt.holds) for attempt in found.attempts), reverse=True
    )
    return found


def test_the_rule_with_the_most_literals_comes_closest() -> None:
    found = ask(CHAIN, {"a": [(1,), (2,)], "b": [(2, 5)]}, "r", 6)
    best = found.attempts[0]
    assert (best.rule, best.holds, best.missing.kind) == ("R1", ("a(2)", "b(2, 5)"), "row")
    assert (best.missing.relation, best.missing.cells, best.missing.text) == ("b", (5, 6), "b(5, 6)")
    assert dict(best.bindings) == {"z": 6, "x": 2, "y": 5}
    assert found.text().splitlines() == [
        "r(6) does not hold.",
        "The rule that comes closest is R1: a chain.",
        "  holds:   a(2)",
        "  holds:   b(2, 5)",
        "  missing: b(5, 6)",
        "Other rules for it: R2.",
    ]


def test_a_comparison_may_be_what_fails() -> None:
    best = ask(CHAIN, {"a": [(1,)], "b": [(1, 2), (2, 3)]}, "r", 3).attempts[0]
    assert (best.rule, best.holds, best.missing.text) == ("R1", ("a(1)", "b(1, 2)", "b(2, 3)"), "3 > 3")
    assert best.missing.kind == "comparison"


def test_an_absence_is_missing_where_a_row_is() -> None:
    text = (
        ".decl p(x: number) .decl q(x: number, y: number) .decl r(x: number)\n.input p, q\n// N1: not so.\nr(x) :-"
        " p(x), !q(x, _)."
    )
    best = ask(text, {"p": [(1,)], "q": [(1, 2)]}, "r", 1).attempts[0]
    assert (best.missing.kind, best.missing.relation, best.missing.cells, best.missing.text) == (
        "absence",
        "q",
        (1, None),
        "!q(1, _)",
    )
    assert "  fails:   !q(1, _)" in ask(text, {"p": [(1,)], "q": [(1, 2)]}, "r", 1).text()


def test_open_cells_match_anything() -> None:
    found = ask(CHAIN, {"a": [(1,)], "b": [(1, 2), (2, 3)]}, "r", None)
    assert found.attempts[0].holds == ("a(1)", "b(1, 2)", "b(2, 3)")
    assert found.text().startswith("r(_) does not hold.")


def test_rules_whose_head_cannot_fit_are_no_attempts() -> None:
    assert {attempt.rule for attempt in ask(CHAIN, {}, "r", 7).attempts} == {"R1", "R2", "R3"}
    assert {attempt.rule for attempt in ask(CHAIN, {}, "r", 8).attempts} == {"R1", "R2"}
    only = ".decl r(x: number)\n// R1: one.\nr(1) :- 1 < 0."
    assert ask(only, {}, "r", 2).text() == "r(2) does not hold.\nNo rule derives such a row."


def test_facts_are_said_or_not() -> None:
    assert ask(CHAIN, {"a": [(1,)]}, "a", 2).extensional
    assert "no rule adds to them" in ask(CHAIN, {"a": [(1,)]}, "a", 2).text()


def test_heads_that_compute_are_solved_backwards_or_compared() -> None:
    text = '.decl p(x: symbol)\n.input p\n.decl r(x: symbol)\n// H1: named.\nr(cat("big ", x)) :- p(x).'
    best = ask(text, {"p": [("cat",)]}, "r", "big dog").attempts[0]
    assert (best.holds, best.missing.text) == (('p("cat")',), 'cat("big ", "cat") = "big dog"')


def test_aggregates_are_compared() -> None:
    text = ".decl p(x: number)\n.input p\n.decl r(n: number)\n// C1: how many.\nr(n) :- n = count : { p(_) }, n > 1."
    best = ask(text, {"p": [(1,), (2,)]}, "r", 3).attempts[0]
    assert best.missing.kind == "comparison"
    assert best.missing.text == "3 = count : { p(_) } (2)"


def test_a_join_of_everything_with_everything_is_given_up_in_time() -> None:
    rule = "// J1: a lot.\nr(x) :- p(x), p(a), p(b), p(c), p(d), a + b + c + d > 1000."
    text = f".decl p(x: number)\n.input p\n.decl r(x: number)\n{rule}"
    # The engine would look at all of it.
    best = why_not(Program.from_text(text), {"p": {(i,) for i in range(100)}, "r": set()}, "r", (1,)).attempts[0]
    assert best.missing.kind == "comparison"
    assert len(best.holds) == 5


def test_a_row_that_is_there_is_no_question_for_it() -> None:
    program = Program.from_text(CHAIN)
    with pytest.raises(ValueError, match=r"there is a row a\(1\)"):
        why_not(program, {"a": {(1,)}, "b": set(), "r": set()}, "a", (1,))
    with pytest.raises(KeyError):
        why_not(program, {}, "nothing", (1,))
    with pytest.raises(EngineError, match=r"a rule derives r\(7\)"):
        why_not(program, {"a": {(7,)}, "b": set(), "r": set()}, "r", (7,))


def test_the_data_is_json() -> None:
    data = ask(CHAIN, {"a": [(2,)], "b": [(2, 5)]}, "r", 6).to_json()
    assert (data["relation"], data["cells"]) == ("r", [6])
    assert data["attempts"][0]["missing"] == {"kind": "row", "text": "b(5, 6)", "relation": "b", "cells": [5, 6]}
    assert data["attempts"][0]["rule_position"]["line"] == 8


INLINE = """
.decl a(x: number)
.input a
.decl b(x: number, y: number)
.input b
.decl hop(x: number, z: number) inline
// H1: two steps.
hop(x, z) :- b(x, y), b(y, z), y < z.
.decl r(x: number)
// R1: a hop.
r(z) :- a(x), hop(x, z).
"""


def test_what_an_inline_relation_lacks_is_told_in_its_place() -> None:
    best = ask(INLINE, {"a": [(1,)], "b": [(1, 2)]}, "r", 3).attempts[0]
    assert (best.rule, best.holds, best.missing.text) == ("R1", ("a(1)", "b(1, 2)"), "b(2, 3)")
    best = ask(INLINE, {"a": [(1,)], "b": [(1, 2), (2, 0)]}, "r", 0).attempts[0]
    assert (best.holds, best.missing.kind, best.missing.text) == (("a(1)", "b(1, 2)", "b(2, 0)"), "comparison", "2 < 0")


def test_why_an_inline_relation_has_no_such_row() -> None:
    best = ask(INLINE, {"a": [], "b": [(1, 2)]}, "hop", 1, 3).attempts[0]
    assert (best.rule, best.holds, best.missing.text) == ("H1", ("b(1, 2)",), "b(2, 3)")
