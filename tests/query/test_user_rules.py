"""Rules of the user, which queries read: names, declarations, mistakes."""

import re
from pathlib import Path

import pytest

from ownlog import InputError, RuleError
from ownlog.query.layer import MADE
from ownlog.rules import load
from ownlog.rules.shipped.analysis import QUESTIONS
from tests.query.programs import analysis, shared


def rows(text: str, **options: object) -> list[tuple[object, ...]]:
    """The plain rows of an answer about two functions with values of the same names."""
    return [tuple(row) for row in shared().query(text, **options)]  # type: ignore[arg-type]


def test_relations_of_the_user(tmp_path: Path) -> None:
    mine = tmp_path / "mine.dl"
    mine.write_text(
        "/** `value` reaches `other`. */\n.decl reaches(value: Value, other: Value)\n.output reaches\n"
        "reaches(v, w) :- value_flow(v, w).\nreaches(v, w) :- reaches(v, u), value_flow(u, w).\n"
    )
    assert rows('reaches("@two/%a", W)', rules=[mine]) == [("@two/%v",)]
    assert rows('reaches(F, "%a", W)', rules=[mine]) == [("@one", "@one/%s"), ("@two", "@two/%v")]
    assert rows('far(V) :- reaches(V, _), !value_flow(V, "%v"), !value_flow(V, "%s")', rules=[mine]) == []
    with pytest.raises(InputError, match="there is no relation reaches"):
        rows("reaches(V, W)")


def test_a_rule_file_may_include_the_analysis(tmp_path: Path) -> None:
    from ownlog.rules import MAIN

    mine = tmp_path / "mine.dl"
    mine.write_text(f'.include "{MAIN}"\n.decl fresh_one(value: Value)\nfresh_one(v) :- fresh(v).\n')
    assert rows("fresh_one(V)", rules=[mine]) == [("@one/%a",), ("@two/%a",)]


def test_rules_of_the_user_cannot_change_what_ownlog_derives(tmp_path: Path) -> None:
    mine = tmp_path / "mine.dl"
    mine.write_text("live_in(b, v) :- live_out(b, v).\n")
    with pytest.raises(RuleError, match="live_in is one of Ownlog's relations") as error:
        rows("live_in(B, V)", rules=[mine])
    assert (error.value.diagnostics[0].position.line, error.value.diagnostics[0].position.column) == (1, 1)  # type: ignore[union-attr]


@pytest.mark.parametrize("name", ["before", "parameter", "live_in", "may_alias"])
def test_a_relation_of_the_user_may_be_called_like_one_of_ownlogs(name: str, tmp_path: Path) -> None:
    mine = tmp_path / "mine.dl"
    mine.write_text(f'.decl {name}(op: Op)\n{name}(o) :- op(o, "memref.alloc", _, _).\n')
    made = [row[0] for row in rows('op(O, "memref.alloc", _, _)')]
    assert made
    assert [row[0] for row in rows(f"{name}(O)", rules=[mine])] == made
    mine.write_text(f".decl {name}(op: Op)\n")
    assert rows(f"{name}(O)", rules=[mine]) == []


def test_no_relation_of_ownlog_collides_with_the_users(tmp_path: Path) -> None:
    """All at once, with other columns than Ownlog's."""
    texts = [path.read_text() for path in Path(QUESTIONS).glob("*.dl")]
    ready = [name for text in texts for name in re.findall(r"^\.decl (\w+)\(", text, re.M) if MADE not in name]
    kept = ("in_function", "function_like")
    own = [
        relation.name for relation in load().relations.values() if not relation.is_input and relation.name not in kept
    ]
    names = list(dict.fromkeys(["step", "root", "holder", "function_of_block", "answer", *own, *ready]))
    assert {"owner", "points_to", "allocates", "way", "listed"} < set(names)
    mine = tmp_path / "mine.dl"
    mine.write_text("".join(f'.decl {name}(op: Op)\n{name}(o) :- op(o, "memref.alloc", _, _).\n' for name in names))
    made = rows('op(O, "memref.alloc", _, _)')
    assert made
    assert rows("r(O) :- step(O), root(O), owner(O), points_to(O), function_of_block(O)", rules=[mine]) == made
    assert rows('live_in("@one", O)', rules=[mine]) == [row for row in made if str(row[0]).startswith("@one/")]
    assert ("@one/%a", "@one/%s") in rows("value_flow(V, W)")


def test_inline_relations_go_on_reading_ownlogs_where_the_user_has_others(tmp_path: Path) -> None:
    mine = tmp_path / "mine.dl"
    mine.write_text(".decl entry_position(op: Op)\n.decl dominates(op: Op)\nentry_position(o) :- dominates(o).\n")
    text = """func.func @f(%n: index, %x: memref<4xf32>) {
      %a = scf.for %i = %n to %n step %n iter_args(%b = %x) -> (memref<4xf32>) {
        scf.yield %b : memref<4xf32>
      }
      return
    }"""
    passed = analysis(text).query('passed_through_regions("@f/0:scf.for", R, 0, "%x", W)', rules=[mine])
    assert sorted(map(tuple, passed)) == [(-1, "@f/%a"), (0, "@f/%b")]
    assert rows("entry_position(O)", rules=[mine]) == []


@pytest.mark.parametrize("name", ["function_of_op__", "answer__", "live_in__0"])
def test_names_of_what_queries_make_are_kept(name: str, tmp_path: Path) -> None:
    mine = tmp_path / "mine.dl"
    mine.write_text(f".decl mine(op: Op)\n.decl {name}(op: Op)\n")
    with pytest.raises(RuleError, match=f"{name}: names with two underscores are kept") as error:
        rows("mine(O)", rules=[mine])
    found = error.value.diagnostics[0]
    assert found.advice == "give yours another name"
    assert found.position is not None
    assert (found.position.line, found.position.column) == (2, 7)
    mine.write_text(f"{name}(o) :- op(o, _, _, _).\n")
    with pytest.raises(RuleError, match=f"mine.dl:1:1: error: {name}: names with two underscores are kept"):
        rows("buffer(O)", rules=[mine])
    with pytest.raises(InputError, match=f"<query>:1:1: error: {name}: names with two underscores are kept"):
        rows(f"{name}(O) :- op(O, _, _, _)")


def test_what_queries_are_answered_with_keeps_its_name(tmp_path: Path) -> None:
    mine = tmp_path / "mine.dl"
    for name in ("op", "in_function", "value_order"):
        mine.write_text(f".decl {name}(name: symbol)\n")
        with pytest.raises(RuleError, match=f"{name} is one of Ownlog's relations") as error:
            rows("live_in(B, V)", rules=[mine])
        assert error.value.diagnostics[0].advice == "give yours another name"


def test_a_mistake_in_a_rule_file_has_its_place(tmp_path: Path) -> None:
    mine = tmp_path / "mine.dl"
    mine.write_text(".decl mine(value: Value)\nmine(v) :- value_folw(v, _).\n")
    with pytest.raises(RuleError, match="undeclared relation value_folw") as error:
        rows("mine(V)", rules=[mine])
    found = error.value.diagnostics[0]
    assert found.position is not None
    assert (found.position.line, found.position.column) == (2, 12)
    assert found.advice == "did you mean value_flow?"


def test_a_missing_rule_file(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match="cannot read"):
        rows("live_in(B, V)", rules=[tmp_path / "nothing.dl"])


# Relations of rule files that nobody declares


def test_a_rule_file_without_declarations_needs_none(tmp_path: Path) -> None:
    mine = tmp_path / "mine.dl"
    mine.write_text(
        "far(V, W) :- near(V, W).\nfar(V, W) :- far(V, X), near(X, W).\nnear(V, W), start(V) :- value_flow(V,"
        " W).\nten(10).\n"
    )
    assert rows('far("@two/%a", W)', rules=[mine]) == rows('value_flow("@two/%a", W)') != []
    assert rows("start(V)", rules=[mine]) == rows("r(V) :- value_flow(V, _)")
    assert rows("ten(N)", rules=[mine]) == [(10,)]


def test_a_rule_file_with_declarations_needs_them_all(tmp_path: Path) -> None:
    mine = tmp_path / "mine.dl"
    mine.write_text(".decl mine(value: Value)\nmine(v) :- buffer(v).\nmain(v, n) :- mine(v), n = 1.\n")
    with pytest.raises(RuleError, match="undeclared relation main") as error:
        rows("mine(V)", rules=[mine])
    (found,) = error.value.diagnostics
    assert found.position is not None
    assert (found.position.file, found.position.line, found.position.column) == (str(mine), 3, 1)
    assert found.advice == "declare it: .decl main(v: Value, n: number); or did you mean mine?"
