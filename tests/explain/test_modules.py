"""Explanations of what the rules derive about real modules: each step of each row is checked against the rules as
written.
"""

from pathlib import Path

import pytest

import ownlog
from ownlog.api.analysis import Analysis
from ownlog.base.errors import InputError
from tests.effort import counted
from tests.execution.programs.choices import Choices
from tests.explain.checking import Checker
from tests.laws.programs import program
from tests.shared import REPOSITORY
from tests.tiers import spans

EXAMPLES = sorted((REPOSITORY / "examples").glob("*.mlir"))

LOOP = """\
func.func @f(%again: i1, %a: memref<4xf32>) {
  %b = memref.alloc() : memref<4xf32>
  cf.br ^head
^head:
  cf.cond_br %again, ^body, ^done
^body:
  cf.br ^head
^done:
  memref.copy %b, %a : memref<4xf32> to memref<4xf32>
  return
}
"""


def analysis(text: str) -> Analysis:
    return ownlog.analyze(ownlog.parse(text, "in.mlir"))


def check_module(text: str) -> tuple[int, int]:
    """Explains and checks every row; the number of derived rows, and of those that an engine derives."""
    found = analysis(text)
    explainer, program = found.explanations.explainer, found.explanations.program
    rows = {name: set(explainer.store.rows(name)) for name in program.stored}
    checker = Checker(program, found.facts, rows)
    explained = 0
    for relation in program.stored:
        for row in sorted(rows[relation]):
            derivation = explainer.explain(relation, row)
            checker.check(derivation)
            explained += derivation.kind == "derived"
    assert {part.kind for part in checker.checked if not part.premises} <= {"fact", "absent", "aggregate"}
    return explained, sum(len(found.all_derived[name]) for name in found.all_derived)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_row_has_an_explanation_and_every_step_is_an_instance_of_its_rule(path: Path) -> None:
    explained, derived = check_module(path.read_text())
    assert explained == derived > 200


@pytest.mark.parametrize("seeds", spans(10, 2))
def test_so_do_the_rows_of_random_programs(seeds: range) -> None:
    for seed in seeds:
        explained, derived = check_module(program(Choices(seed)))
        assert explained == derived


def test_liveness_around_a_loop_ends_in_the_use() -> None:
    [derivation] = analysis(LOOP).explain('live_in("^body", "%b")')
    around = [part for part in derivation.parts() if part.relation in ("live_in", "live_out")]
    assert [part.row for part in around] == [
        ("live_in", ("@f/^done", "@f/%b")),
        ("live_out", ("@f/^head", "@f/%b")),
        ("live_in", ("@f/^head", "@f/%b")),
        ("live_out", ("@f/^body", "@f/%b")),
        ("live_in", ("@f/^body", "@f/%b")),
    ]
    assert [part.rule for part in around] == [
        "aliasing.liveness#1",
        "aliasing.liveness#2",
        "aliasing.liveness#1",
        "aliasing.liveness#2",
        "aliasing.liveness#1",
    ]


def test_facts_say_where_they_come_from() -> None:
    [derivation] = analysis(LOOP).explain('live_in("^done", "%b")')
    places = {
        (part.relation, part.cells[0], str(part.position)) for part in derivation.parts() if part.position is not None
    }
    use, definition = "@f/4:memref.copy", "@f/0:memref.alloc"
    assert places == {
        ("op", use, "in.mlir:9:3"),
        ("operand", use, "in.mlir:9:3"),
        ("op", definition, "in.mlir:2:3"),
        ("result", definition, "in.mlir:2:3"),
        ("value_type", "@f/%b", "in.mlir:2:3"),
    }
    models = [
        part
        for part in analysis(LOOP).explain('heap_allocation(o, i, "%b")')[0].parts()
        if part.relation == "allocates"
    ]
    assert [(part.kind, Path(part.rule_position.file).name) for part in models if part.rule_position] == [
        ("fact", "memref.dl")
    ]


def test_open_questions_are_answered_up_to_a_limit() -> None:
    found = analysis(LOOP)
    everywhere = found.explain('live_in(block, "%b")', limit=10)
    assert [derivation.cells[0] for derivation in everywhere] == ["@f/^body", "@f/^done", "@f/^head"]
    assert found.explain('live_in(_, "%b")', limit=2) == everywhere[:2]
    assert found.explain('live_in("^entry", _)') == []


def test_an_inline_relation_is_explained_like_any_other() -> None:
    explanations = analysis(LOOP).explanations
    answer = explanations.ask('dominates("%a", "%b")')
    assert [derivation.rule for derivation in answer.derivations] == ["program.structure#25"]
    assert {premise.relation for premise in answer.derivations[0].premises} == {"dominance"}
    assert explanations.ask('dominates("%b", "%a")').why_not is not None
    assert {derivation.cells[1] for derivation in explanations.ask('dominates("%a", _)', limit=50).derivations} >= {
        "@f/%b"
    }


def test_why_not_speaks_of_the_module() -> None:
    answer = analysis(LOOP).explanations.ask('heap_allocation(o, i, "%a")')
    assert answer.why_not is not None
    assert answer.total == 0
    assert answer.text().startswith(
        'heap_allocation(_, _, "@f/%a") does not hold.\nThe rule that comes closest is program.effects#11: '
    )


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ('live_in("%b")', "live_in has 2 columns, not 1"),
        ('live_inn("^body", "%b")', "there is no relation live_inn"),
        ('live_in("^body", "%c")', "there is no value called %c"),
        ('live_in("^bodi", "%b")', "there is no block called ^bodi"),
        ('live_in("^body", 3)', "the column value is a text"),
        ('operand(o, "0", v)', "the column position is a number"),
        ("live_in(x, x)", "the variable x occurs twice"),
        ('live_in("^body", "%b"', "expected `,` or `)`"),
        ('live_in("^body" "%b")', "expected `,` or `)`"),
        ('live_in("^body", "%b") x', "expected nothing after the atom"),
        ('live_in("^body, "%b")', "no name, constant or sign starts here"),
        ('live_in("^body)', "a string without its closing quote"),
        ('live_in("^body", "\\q")', "a string with an unknown escape"),
        ("live_in(%b)", "no name, constant or sign starts here"),
        ("live_in(,)", "expected a string in quotes, a number, a variable or `_`"),
        ("live_in", "expected `(`"),
        ("", "expected the name of a relation"),
    ],
)
def test_bad_questions_are_refused_with_a_caret(question: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        analysis(LOOP).explain(question)
    [diagnostic] = caught.value.diagnostics
    assert message in diagnostic.message
    assert diagnostic.source_line == question
    assert diagnostic.position is not None
    assert 1 <= diagnostic.position.column <= len(question) + 1


def test_nearest_names_are_named() -> None:
    for question, nearest in [
        ("live_inn(_, _)", "live_in"),
        ('live_in("^bdy", _)', "^body"),
        ('live_in(_, "@f/%bb")', "@f/%b"),
    ]:
        with pytest.raises(InputError) as caught:
            analysis(LOOP).explain(question)
        assert nearest in (caught.value.diagnostics[0].advice or "")


def test_a_name_that_several_things_have_must_be_given_in_full() -> None:
    found = analysis(LOOP + LOOP.replace("@f", "@g"))
    with pytest.raises(InputError) as caught:
        found.explain('live_in("^body", _)')
    assert caught.value.diagnostics[0].advice == "name one: @f/^body (line 6), @g/^body (line 17)"
    assert found.explain('live_in("@g/^body", "@g/%b")')[0].cells == ("@g/^body", "@g/%b")


def test_a_long_function_is_explained_at_once() -> None:
    blocks = "".join(f"^b{i}:\n  cf.cond_br %c, ^b{i + 1}, ^b{i // 2}\n" for i in range(1, 250))
    text = (
        "func.func @f(%c: i1, %out: memref<4xf32>) {\n  %b = memref.alloc() : memref<4xf32>\n  cf.br ^b1\n"
        f"{blocks.replace('^b0', '^b1')}^b250:\n  memref.copy %b, %out : memref<4xf32> to memref<4xf32>\n  return\n}}\n"
    )
    found = analysis(text)
    assert found.explain('live_in("^b250", "%b")')  # derived now, so that only the search is counted
    [derivation], calls = counted(lambda: found.explain('live_in("^b1", "%b")'))
    assert derivation.height > 400
    assert calls < 1000 * derivation.height
