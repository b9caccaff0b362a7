"""The language of queries: atoms and rules, names, the leading function column, mistakes."""

from pathlib import Path

import pytest

from ownlog import InputError, RuleError
from tests.query.programs import diamond, shared


def rows(text: str, **options: object) -> list[tuple[object, ...]]:
    """The plain rows of an answer about two functions with values of the same names."""
    return [tuple(row) for row in shared().query(text, **options)]  # type: ignore[arg-type]


# Atoms


def test_the_variables_of_an_atom_are_the_columns() -> None:
    answer = diamond().query('candidate("^narrow", V, Reason)')
    assert [heading.name for heading in answer.headings] == ["V", "Reason"]
    assert ("@diamond/%small", "allocation") in [tuple(row) for row in answer]


def test_a_variable_that_occurs_twice_is_one_column_and_one_value() -> None:
    assert rows("value_flow(X, X)") == []
    assert rows("op_flow(_, N, N)", private=True) == []
    assert rows('r(N) :- operand_group("@one/1:arith.select", N, N, _)') == [(0,)]


def test_the_full_stop_may_be_there() -> None:
    assert rows('value_type("%c", T).') == rows('value_type("%c", T)') == [("i1",)]


def test_without_variables_the_answer_is_yes_or_no() -> None:
    yes, no = shared().query('value_type("%c", "i1")'), shared().query('value_type("%c", "i2")')
    assert (str(yes), len(yes)) == ("yes", 1)
    assert (str(no), len(no)) == ("no", 0)


def test_extensional_derived_and_model_relations_can_be_asked() -> None:
    assert ("@one/0:memref.alloc",) in rows('op(O, "memref.alloc", _, _)')
    assert ("@one/%a",) in rows("heap_allocation(_, _, V)")
    assert rows('allocates("memref.alloc", N)') == [(0,)]


def test_an_inline_relation_is_asked_like_any_other() -> None:
    assert rows('dominates("@one/%a", W)') == [("@one/%s",)]
    assert str(shared().query('dominates("@one/%x", "%s")')) == "yes"
    assert str(shared().query('dominates("%s", "@one/%a")')) == "no"
    assert rows('r(V) :- heap_allocation(_, _, V), !value_flow(V, _), undominated(V, "%s")') == []


def test_an_inline_relation_that_cannot_be_read_so_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the inline relation dominates is negated"):
        rows("r(V) :- fresh(V), value_flow(V, W), !dominates(V, W)")
    mine = tmp_path / "mine.dl"
    mine.write_text(".decl last(value: Value)\nlast(v) :- fresh(v), 0 = count : { dominates(v, _) }.\n")
    with pytest.raises(RuleError, match=r"mine\.dl:2:36: error: the inline relation dominates is read in an aggregate"):
        rows("last(V)", rules=[mine])


# Names


def test_a_name_that_only_one_thing_has_may_be_short() -> None:
    assert rows('value_flow("%v", X)') == []
    assert rows('value_flow(X, "%s")') == [("@one/%a",), ("@one/%x",)]
    assert rows('value_flow(X, "@one/%s")') == rows('value_flow(X, "%s")')


def test_a_name_that_several_things_have_must_be_told_apart() -> None:
    with pytest.raises(InputError, match="several values are called %a") as error:
        rows('value_flow("%a", X)')
    assert error.value.diagnostics[0].advice == "name one: @one/%a (line 2), @two/%a (line 7)"
    assert rows('value_flow("@two/%a", X)') == [("@two/%v",)]


def test_a_constant_beside_a_variable_is_a_name_too() -> None:
    assert rows('r(X) :- value_flow(X, W), W = "%s"') == [("@one/%a",), ("@one/%x",)]
    assert ("@one/%s",) not in rows('r(W) :- value_flow(_, W), W != "%s"')
    with pytest.raises(InputError, match="there is no value called %nobody"):
        rows('r(X) :- value_flow(X, W), W = "%nobody"')


# The function


def test_a_leading_argument_names_the_function() -> None:
    assert rows('value_flow(F, "%a", X)') == [("@one", "@one/%s"), ("@two", "@two/%v")]
    assert rows('value_flow("@two", "%a", X)') == [("@two/%v",)]
    assert rows('value_flow(_, "%a", X)') == [("@one/%s",), ("@two/%v",)]
    assert rows('may_alias(F, "%a", X)') == [("@one", "@one/%s"), ("@two", "@two/%v")]


def test_the_function_column_can_join() -> None:
    assert rows('r(F, V) :- candidate(F, _, V, "allocation"), !may_alias(F, V, _)') == []
    assert rows('r(F) :- heap_allocation(F, _, _, _), !value_flow(F, _, "%s")') == [("@two",)]


def test_blocks_ops_and_regions_have_functions_too() -> None:
    assert rows('op("@two", O, "memref.alloc", B, P)') == [("@two/0:memref.alloc", "@two/^entry", 0)]
    assert rows('has_candidate("@one", B)', private=True) == [("@one/^entry",)]
    assert rows('region_block("@two", R, P, B)') == [("@two.0", 0, "@two/^entry")]
    assert rows('op("@two", O, "func.func", B, P)') == [("@two", "^top", 1)]


def test_what_lies_in_no_function_has_no_row_with_one() -> None:
    assert rows('op(O, "memref.global", _, _)') == [("/0:memref.global",)]
    assert rows('op(F, O, "memref.global", _, _)') == []


def test_under_a_negation_no_value_of_the_name_may_match() -> None:
    # Both functions have a %a; only one of them flows into a select.
    assert rows('r(F) :- has_body(F), !value_flow(F, "%a", "%s")') == [("@two",)]


# Rules


def test_a_rule_answers_with_its_head() -> None:
    answer = shared().query("r(To, From) :- value_flow(From, To)")
    assert [heading.name for heading in answer.headings] == ["To", "From"]
    assert ("@one/%s", "@one/%x") in [tuple(row) for row in answer]


def test_the_last_of_several_rules_answers() -> None:
    text = (
        "source(V) :- value_type(V, T), memref_type(T, _), !value_flow(_, V). lone(V) :- source(V), !value_flow(V, _)"
    )
    assert rows(text) == [("@two/%x",)]


def test_rules_may_recurse() -> None:
    found = diamond().query("r(X, Y) :- value_flow(X, Y). r(X, Z) :- r(X, Y), value_flow(Y, Z)")
    assert ("@diamond/%given", "@diamond/%result") in [tuple(row) for row in found]
    assert [heading.name for heading in found.headings] == ["X", "Y"]


def test_aggregates_and_arithmetic() -> None:
    assert rows("n(F, N * 2) :- has_body(F), N = count : { function_buffer(F, _) }") == [("@one", 6), ("@two", 6)]
    answer = shared().query("n(N) :- N = count : { op(_, _, _, _) }")
    assert answer.headings[0].is_number
    assert answer[0][0] == len(shared()["op"])


def test_heads_with_constants_and_terms() -> None:
    assert rows('r(F, "big", 1 + 2) :- has_body(F)') == [("@one", "big", 3), ("@two", "big", 3)]


def test_disjunctions() -> None:
    assert rows('r(V) :- (heap_allocation(_, _, V); value_flow(V, "%s"))') == [("@one/%a",), ("@one/%x",), ("@two/%a",)]


# Conditions without a head


def test_conditions_are_asked_without_a_head() -> None:
    answer = shared().query('value_flow(V, W), buffer(V), W != "%v"')
    assert [heading.name for heading in answer.headings] == ["V", "W"]
    asked = rows('r(V, W) :- value_flow(V, W), buffer(V), W != "%v"')
    assert asked
    assert [tuple(row) for row in answer] == asked


@pytest.mark.parametrize(
    "text",
    [
        "?- value_flow(V, W)",
        "?-value_flow(V, W).",
        "  // all\n ?- value_flow(V, W)",
        "value_flow(V, W) ; value_flow(V, W)",
    ],
)
def test_a_goal_as_in_prolog(text: str) -> None:
    assert rows(text) == rows("value_flow(V, W)") != []


def test_a_goal_behind_rules_may_use_them() -> None:
    assert rows('from_a(W) :- value_flow("@one/%a", W). ?- from_a(X)') == [("@one/%s",)]
    assert rows('from_a(W) :- value_flow("@one/%a", W). ?- from_a(X), buffer(X)') == [("@one/%s",)]
    assert rows('r(V) :- value_type(V, "?-") ; value_type(V, "i1")') == [("@one/%c",)]


def test_columns_are_the_variables_that_every_alternative_binds() -> None:
    assert [tuple(row) for row in shared().query('value_flow("@one/%a", X), buffer(Y) ; X = "@one/%c"')] == [
        ("@one/%c",),
        ("@one/%s",),
    ]
    assert [
        heading.name for heading in shared().query("N = count : { buffer(V) }, !value_flow(W, W), has_body(W)").headings
    ] == ["N", "W"]


def test_conditions_without_variables_are_answered_with_yes_or_no() -> None:
    assert str(shared().query('buffer("@one/%a"), value_type("%c", "i1")')) == "yes"
    assert str(shared().query('buffer("@one/%a"), value_type("%c", "i2")')) == "no"
    assert str(shared().query('!buffer("@one/%a")')) == "no"


# Mistakes


@pytest.mark.parametrize(
    ("text", "column", "message", "advice"),
    [
        ("", 1, "the query is empty", "write atoms"),
        ("live_in(B, V", 13, "malformed query: unexpected end of the query", "expected"),
        ("live_in(%a, V)", 9, "unexpected `%`", "double quotes"),
        ("live_in(@f, V)", 9, "unexpected `@`", "double quotes"),
        ("live_in(B, ^bb1)", 12, "unexpected `^`", "double quotes"),
        ("live_in('^bb1', V)", 9, "unexpected `'`", "double quotes"),
        ("buffer(V), livein(_, V)", 12, "there is no relation livein", "did you mean live_in"),
        ("buffer(V), !buffer(W)", 20, "variable W is unbound", "let it occur"),
        ("buffer(V), live_in(_, V", 24, "unexpected end of the query", "expected"),
        ("?- buffer(V", 12, "unexpected end of the query", "expected"),
        ("?-", 1, "malformed query: unexpected end of the query", None),
        ("buffer(X), r(X) :- buffer(X)", 12, "one head", "a rule for each"),
        ("live in(B, V)", 6, "malformed query: unexpected `in`", "expected"),
        ("live_in(B, V) value_flow(V, W)", 15, "malformed query: unexpected `value_flow`", "expected"),
        ('live_in("^bb1, V)', 9, "this text has no end", 'write `"` behind it'),
        ("livein(B, V)", 1, "there is no relation livein", "did you mean live_in"),
        ("r(V) :- livein(_, V)", 9, "there is no relation livein", "did you mean live_in"),
        ("r(V) :- r1(V)", 9, "there is no relation r1", None),
        ("value_flow(A)", 1, "value_flow has 2 columns, not 1", "it is value_flow(source: Value, target: Value)"),
        (
            "value_flow(A, B, C, D)",
            1,
            "value_flow has 2 columns, not 4",
            "it is value_flow(source: Value, target: Value)",
        ),
        ("memref_type(F, T, R)", 1, "its rows belong to no function", "it is memref_type("),
        ('op(O, N, B, "first")', 13, "the column position is a number", "without quotes"),
        ("op(O, 3, B, P)", 7, "the column name is a text", "in quotes"),
        ('value_flow("%nobody", X)', 12, "there is no value called %nobody", None),
        ('value_flow("%aa", X)', 12, "there is no value called %aa", "did you mean %a?"),
        ('live_in("^enrty", X)', 9, "there is no block called ^enrty", "did you mean ^entry?"),
        ('value_flow("@tow", "%a", X)', 12, "there is no function called @tow", "did you mean @two?"),
        ('value_flow("@two", "%s", X)', 20, "there is no value called %s in @two", None),
        ("r(V) :- !value_flow(V, _)", 21, "variable V is unbound", "let it occur"),
        ("r(V) :- value_flow(V, _), has_body(V)", 36, "type error", None),
        ("live_in(B, V) :- live_out(B, V)", 1, "there is a relation live_in already", "another name"),
        ("r(X), s(X) :- value_flow(X, _)", 7, "one head", "a rule for each"),
        ("r(X) :- value_flow(X, _), !r(X)", 28, "cannot be stratified", None),
        ('.include "x.dl"', 1, "a query has no declarations", "--rules"),
        (".decl r(x: Value) r(X)", 1, "a query has no declarations", "--rules"),
        ("r(X, Y) :- value_flow(X, Y). s(X) :- r(X)", 38, "r has 2 columns, not 1", None),
    ],
)
def test_mistakes_have_a_place_in_the_query(text: str, column: int, message: str, advice: str | None) -> None:
    with pytest.raises(InputError) as error:
        rows(text)
    found = error.value.diagnostics[0]
    assert message in found.message
    assert found.position is not None
    assert (found.position.file, found.position.line, found.position.column) == ("<query>", 1, column)
    assert advice is None or advice in (found.advice or "")


def test_a_query_of_several_lines_has_its_lines() -> None:
    with pytest.raises(InputError) as error:
        rows("r(V) :-\n  value_flow(V, W),\n  livein(_, W)")
    position = error.value.diagnostics[0].position
    assert position is not None
    assert (position.line, position.column) == (3, 3)
    assert error.value.diagnostics[0].source_line == "  livein(_, W)"
