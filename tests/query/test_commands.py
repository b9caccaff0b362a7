"""The commands that ask, and the page that shows them."""

import json
import re
import shlex
from pathlib import Path

import pytest

from ownlog.query.catalogue import Catalogue
from tests.frame.programs import assert_refused
from tests.pages import assert_prints, examples, shown
from tests.query.programs import TWO, big
from tests.shared import REPOSITORY
from tests.tools import OwnlogFork

DIAMOND = str(REPOSITORY / "examples" / "diamond.mlir")
ownlog = OwnlogFork(())


@shown("queries.md")
def test_the_page_shows_what_is_printed(command: str, output: str) -> None:
    assert_prints(command, output)


def test_the_page_has_every_command() -> None:
    assert {shlex.split(command)[1] for command, _ in examples("queries.md")} == {
        "query",
        "alias",
        "owners",
        "why",
        "peak",
    }


def test_formats_on_standard_output_and_in_files(tmp_path: Path) -> None:
    query = ["query", DIAMOND, "live_in(B, V)"]
    table, data, lines = (ownlog([*query, "--format", form]).out for form in ("table", "json", "csv"))
    rows = json.loads(data)["rows"]
    assert len(rows) == table.count("\n") - 3 == lines.count("\n") - 1 == 4
    for form, text in (("table", table), ("json", data), ("csv", lines)):
        target = tmp_path / form
        assert ownlog([*query, "--format", form, "-o", str(target)]).out == ""
        assert target.read_text() == text
    refused = ownlog([*query, "-o", str(tmp_path / "nowhere" / "x")])
    assert_refused(refused)


def test_a_query_from_standard_input() -> None:
    text = "wide(V) :- live_in(_, V).\n?- wide(V), buffer(V)\n"
    assert ownlog(["query", DIAMOND, "-"], text).out == ownlog(["query", DIAMOND, text]).out != ""


def test_an_arrow_stream_in_a_file(tmp_path: Path) -> None:
    ipc = pytest.importorskip("pyarrow.ipc", reason="pyarrow is not installed (ownlog[arrow])")
    target = tmp_path / "rows.arrow"
    run = ownlog(["query", DIAMOND, "live_in(B, V)", "--format", "arrow", "-o", str(target)])
    assert (run.status, run.out, run.err) == (0, "", "")
    with open(target, "rb") as file:
        assert ipc.open_stream(file).read_all().num_rows == 4


def test_notes_go_to_standard_error() -> None:
    run = ownlog(["query", "-", "may_alias(X, Y)", "--format", "json"], big(40))
    assert run.status == 0
    assert run.err.startswith("note: may_alias: not asked for all pairs of @big (121 buffers)")
    data = json.loads(run.out)
    assert (data["complete"], len(data["notes"])) == (False, 1)
    assert ownlog(["query", "-", "may_alias(X, Y)", "--all-pairs"], big(40)).err == ""


def test_a_value_and_itself_are_no_pair_that_is_denied() -> None:
    for relation in ("must_alias", "may_alias"):
        run = ownlog(["query", DIAMOND, f'{relation}("%scratch", "%scratch")'])
        assert (run.status, run.out) == (3, "not known\n")
        assert run.err.startswith(f"note: {relation} has rows for two values, and none for a value and itself")
    run = ownlog(["query", DIAMOND, 'kept(V) :- live_in(B, V), !must_alias(V, "%scratch")'])
    assert (run.status, run.err) == (0, "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["query", "-", "live_in("],
        ["query", "-", "livein(B, V)"],
        ["query", "-", 'value_flow("%nobody", V)'],
        ["query", "-", "live_in(B, V)", "--rules", "nothing.dl"],
        ["alias", "-", "--func", "nobody", "--value", "%a"],
        ["alias", "-", "--func", "one", "--value", "%nobody"],
        ["alias", "-", "--value", "%a"],
        ["owners", "-", "--func", "nobody"],
        ["why", "-", "1000"],
        ["relations", "livein"],
    ],
    ids=" ".join,
)
def test_what_is_refused(arguments: list[str]) -> None:
    assert_refused(ownlog(arguments, TWO))


@pytest.mark.parametrize(
    "arguments",
    [
        ["query", "-"],
        ["query", "-", "-"],
        ["query", "-", "-i"],
        ["query", DIAMOND, "-i", "live_in(B, V)"],
        ["query", DIAMOND, "-i", "-o", "rows"],
        ["why", "-"],
        ["why", "-", "1", "-p", "nothing"],
        ["why", "-", "1", "-p", "cse", "--canonicalize"],
        ["relations", "live_in", "--format", "csv"],
    ],
    ids=" ".join,
)
def test_what_cannot_be_meant(arguments: list[str]) -> None:
    assert_refused(ownlog(arguments, TWO), usage=True)


def test_yes_and_no_are_exit_statuses() -> None:
    for query, status in (
        ('live_in("^join", "%out")', 0),
        ('live_in("^entry", "%out")', 1),
        ('live_in("^entry", V)', 0),
    ):
        assert ownlog(["query", DIAMOND, query]).status == status


@pytest.mark.parametrize(
    "arguments",
    [
        ["query", "-", "live_in(B, V)", "--format", "xml"],
        ["alias", "-", "--func", "one"],
        ["why", "-", "0"],
        ["why", "-", "first"],
    ],
    ids=" ".join,
)
def test_options_that_are_missing_or_wrong(arguments: list[str]) -> None:
    run = ownlog(arguments, TWO)
    assert (run.status, run.out) == (2, "")
    assert f"see ownlog {arguments[0]} --help" in run.err


@pytest.mark.parametrize(
    "command", [["query", "-", "live_in(B, V)"], ["alias", "-", "--value", "%a"], ["owners", "-"], ["why", "-", "1"]]
)
def test_an_input_that_does_not_parse(command: list[str]) -> None:
    run = ownlog(command, "func.func @f() {\n  %a = nonsense\n}\n")
    assert_refused(run)
    assert "<stdin>:2:" in run.err


def test_a_model_of_the_user_and_rules_over_it(tmp_path: Path) -> None:
    model, mine = tmp_path / "model.dl", tmp_path / "mine.dl"
    model.write_text('allocates("my.make", 0).\neffects_known("my.make").\n')
    mine.write_text(".decl made(value: Value)\nmade(v) :- heap_allocation(_, _, v).\n")
    source = 'func.func @f() {\n  %a = "my.make"() : () -> memref<4xf32>\n  return\n}\n'
    run = ownlog(["query", "-", "made(V)", "--rules", str(mine), "--model", str(model), "--format", "csv"], source)
    assert (run.out, run.err) == ("V\n@f/%a\n", "")
    assert ownlog(["query", "-", "made(V)", "--rules", str(mine), "--format", "csv"], source).out == "V\n"


@pytest.mark.souffle
def test_another_engine_gives_the_same_answer() -> None:
    for command in (
        ["query", DIAMOND, 'may_alias(F, "%small", X)'],
        ["alias", DIAMOND, "--value", "%result"],
        ["owners", DIAMOND],
    ):
        assert ownlog([*command, "--engine", "souffle"]).out == ownlog([*command, "--engine", "embedded"]).out


# ownlog relations


@pytest.mark.parametrize("private", [False, True])
def test_every_relation_is_listed(private: bool) -> None:
    flag = ["--private"] * private
    lines = ownlog(["relations", *flag]).out.splitlines()
    catalogue = Catalogue(private=private)
    assert len(lines) == len(catalogue.names()) + 3
    assert any(line.startswith("used_above(") for line in lines) == private
    assert any(line.startswith("may_alias(value: Value, other: Value)") and "derived" in line for line in lines)
    data = json.loads(ownlog(["relations", "--format", "json", *flag]).out)
    assert [entry["name"] for entry in data] == catalogue.names()
    assert any(entry["private"] for entry in data) == private
    assert {entry["kind"] for entry in data} == {"extensional", "model", "derived"}


def test_relations_are_found_by_words_kind_and_room() -> None:
    found = json.loads(ownlog(["relations", "--search", "RELEASED last", "--format", "json"]).out)
    assert "hold_end" not in {entry["name"] for entry in found}
    assert found
    assert all(
        "released" in entry["meaning"].lower() and "last" in f"{entry['name']} {entry['meaning']}".lower()
        for entry in found
    )
    planned = json.loads(ownlog(["relations", "--room", "plan", "--kind", "derived", "--format", "json"]).out)
    assert "release_after" in {entry["name"] for entry in planned}
    assert {(entry["room"], entry["kind"]) for entry in planned} == {("analysis/plan", "derived")}
    assert "(0 rows)" in ownlog(["relations", "--room", "lan"]).out


def test_private_relations_are_read_under_a_flag(tmp_path: Path) -> None:
    mine = tmp_path / "mine.dl"
    mine.write_text("many(N) :- N = count : { used_above(_, _) }.\n")
    asked = [
        ["query", DIAMOND, "used_above(B, V)"],
        ["query", DIAMOND, "busy(B) :- live_in(B, V), !used_above(B, V)"],
        ["query", DIAMOND, "many(N)", "--rules", str(mine)],
        ["explain", DIAMOND, "used_above(B, V)"],
    ]
    for command in asked:
        refused = ownlog(command)
        assert_refused(refused)
        assert "used_above is private" in refused.err
        assert "--private" in refused.err
        run = ownlog([*command, "--private"])
        assert (run.status, run.err) == (0, "")
    assert ownlog(["relations", "used_above"]).out.splitlines()[1].startswith("derived, private, rules/")
    mine.write_text(".decl used_above(value: Value)\nused_above(v) :- buffer(v).\n")
    assert ownlog(["query", DIAMOND, "used_above(V)", "--rules", str(mine)]).status == 0


def test_meanings_are_whole_sentences() -> None:
    meanings = [row[3] for row in Catalogue(private=True).overview()]
    assert [meaning for meaning in meanings if not meaning.endswith(".")] == []
    assert any("; " in meaning for meaning in meanings)
    assert any(": " in meaning for meaning in meanings)


def test_the_name_of_a_rule_leads_to_it() -> None:
    out = ownlog(["relations", "aliasing.liveness#2"]).out
    assert re.match(r"aliasing\.liveness#2, rules/analysis/aliasing/liveness\.dl:\d+\n  live_out\(", out)
    assert "\n  live_out(block, value) :- live_in(target, value), edge(block, _, target).\n" in out
    assert "\nlive_out(block: Block, value: Value)\n" in out
    data = json.loads(ownlog(["relations", "aliasing.liveness#2", "--format", "json"]).out)
    line = Path(data["file"]).read_text().splitlines()[data["line"] - 1]
    assert (data["number"], data["relations"], data["rule"]) == ("aliasing.liveness#2", ["live_out"], line)
    refused = ownlog(["relations", "aliasing.liveness#555"])
    assert_refused(refused)
    assert "there is no rule aliasing.liveness#555" in refused.err


def test_one_relation_with_its_rules() -> None:
    out = ownlog(["relations", "live_out"]).out
    assert out.startswith("live_out(block: Block, value: Value)\nderived, rules/analysis/aliasing/liveness.dl:")
    assert "aliasing.liveness#2\n  live_out(block, value) :- live_in(target, value), edge(block, _, target).\n" in out
    assert re.search(r"^read by: .*\blive_in\b", out, re.M)


def test_every_rule_is_shown_as_it_stands() -> None:
    catalogue = Catalogue(private=True)
    for name in catalogue.names():
        for rule, text in catalogue.entry(name).rules:
            assert text.startswith(rule.head.relation)
            assert text.endswith(".")
            assert text.count(":-") == (1 if rule.body else 0), text


def test_relations_of_the_user_are_listed(tmp_path: Path) -> None:
    mine = tmp_path / "mine.dl"
    rule = 'mine(v) :- value_type(v, "a. b"), buffer(v).'
    mine.write_text(f'/** `value` is mine. */\n.decl mine(value: Value)\n// M1: "a. b" is a text.\n{rule}\n')
    out = ownlog(["relations", "mine", "--rules", str(mine)]).out
    assert out.split("\n")[1].startswith("yours, ")
    assert f"\n  {rule}\n" in out
    assert_refused(ownlog(["relations", "mine"]))
