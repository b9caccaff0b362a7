"""Alias relations in functions with many buffers: a query asks about what it needs, and says what it did not ask
about.
"""

import pytest

import ownlog
from ownlog import rules
from ownlog.api.analysis import Analysis
from ownlog.frontend.facts.extract import extract_facts
from ownlog.query.base import LIMITED
from ownlog.query.demand import needed_clauses
from ownlog.rules.engine.language.stratify import dependencies
from tests.query.programs import analysis, big

BIG = big(40)  # 121 buffers
HUGE = big(80)  # 241 buffers

QUERIES = [
    'may_alias("%s3", X)',
    'may_alias(X, "%s3")',
    'may_alias("@big", "%s3", X)',
    'never_alias("%a1", X)',
    'must_alias(F, "%a2", X)',
    'r(X) :- may_alias("%s3", X), !must_alias(X, "%x")',
    'r(X, Y) :- must_alias("%a5", X), may_alias(X, Y)',
    'r(X) :- result("@big/1:arith.select", _, V), may_alias(X, V)',
    'r(X) :- result("@big/1:arith.select", _, V), function_buffer(_, X), !never_alias(V, X), X != V',
    'n(N) :- V = "%s7", N = count : { may_alias(V, _) }, function_buffer(_, V)',
    'n(V, N) :- result("@big/1:arith.select", _, V), N = count : { never_alias(V, _) }',
    'n(N) :- N = count : { may_alias(V, _), V = "%s7" }',
    'n(N) :- N = count : { result("@big/4:arith.select", _, V), may_alias(V, _) }',
    'near(X) :- may_alias("%v9", X). far(Y) :- near(X), may_alias(X, Y)',
    'near(X) :- must_alias("%v9", X). near(Y) :- near(X), must_alias(X, Y)',
    'points_to("%s3", R)',
]


def everything(text: str) -> Analysis:
    """An analysis in which every pair was asked about from the start, which is what answers have to agree with."""
    module = ownlog.parse(text)
    found = ownlog.analyze(module)
    values = [name for name, value in found.naming.values.items() if value.type.is_memref]
    found.facts = extract_facts(module, found.naming, None, values)
    return found


@pytest.fixture(scope="module")
def complete() -> Analysis:
    return everything(BIG)


@pytest.mark.parametrize("query", QUERIES)
def test_what_a_query_names_or_binds_is_asked_about(query: str, complete: Analysis) -> None:
    answer = analysis(BIG).query(query)
    assert answer.notes == ()
    assert answer.complete
    expected = complete.query(query)
    assert list(answer) == list(expected)
    assert len(answer) > 0


def test_an_analysis_asks_more_and_more(complete: Analysis) -> None:
    one = analysis(BIG)
    for query in QUERIES:
        assert list(one.query(query)) == list(complete.query(query))


def test_what_nothing_binds_is_said(complete: Analysis) -> None:
    one = analysis(BIG)
    answer = one.query("may_alias(X, Y)")
    assert not answer.complete
    assert "may_alias" in answer.notes[0]
    assert "@big (121 buffers)" in answer.notes[0]
    # The small function beside it is answered.
    assert ("@small/%a", "@small/%b") in [tuple(row) for row in answer]
    assert len(answer) < len(complete.query("may_alias(X, Y)"))


def test_all_pairs_on_request(complete: Analysis) -> None:
    answer = analysis(BIG).query("may_alias(X, Y)", all_pairs=True)
    assert answer.complete
    assert list(answer) == list(complete.query("may_alias(X, Y)"))


def test_too_many_values_are_not_asked_about_unless_all_are() -> None:
    one = analysis(HUGE)
    query = "r(X, Y) :- function_buffer(_, X), may_alias(X, Y)"
    answer = one.query(query)
    assert "241 values of @big" in answer.notes[0]
    assert one.query(query, all_pairs=True).complete
    # Now that everything has been asked about, it is known.
    assert one.query(query).complete


def test_small_functions_need_no_asking() -> None:
    one = analysis(big(20))
    assert one.query("may_alias(X, Y)").complete
    assert one.questions.base.asked == set()


def test_queries_without_alias_relations_ask_nothing() -> None:
    one = analysis(BIG)
    assert one.query("function_buffer(F, V)").complete
    assert one.questions.base.asked == set()


def test_the_limited_relations_are_those_between_the_question_and_the_answers() -> None:
    program = rules.load()
    graph = dependencies(program.relations, program.core.clauses)
    leading = {
        clause.head.relation
        for name in ("must_alias", "may_alias", "never_alias")
        for clause in needed_clauses(program, name)
    }

    def rests_on_question(name: str) -> bool:
        seen, todo = {name}, [name]
        while todo:
            found = set(graph[todo.pop()]) - seen
            seen |= found
            todo += found
        return "alias_demand" in seen

    assert set(LIMITED) == {"alias_demand"} | {name for name in leading if rests_on_question(name)}
