"""Questions to data sets: SQL, the summary, the difference of two."""

import json
from pathlib import Path

import pytest

import ownlog
from ownlog import rules
from ownlog.corpus.data.kept import kept
from tests.corpus_command.sets import BROKEN, CALLS, GOOD, REFUSED, UNKNOWN, ask, corpus, run, write_all

TEXTS = {**GOOD, "broken.mlir": BROKEN, "refused.mlir": REFUSED, "unknown.mlir": UNKNOWN, "again/unknown.mlir": UNKNOWN}


@pytest.fixture(scope="module")
def data_set(tmp_path_factory: pytest.TempPathFactory) -> Path:
    work = tmp_path_factory.mktemp("questions")
    run(write_all(work / "in", TEXTS), "-o", work / "out", "-j", 2)
    return work / "out"


def asked(*args: object, status: int = 0) -> str:
    done = corpus([*map(str, args)])
    assert done.status == status, done.err
    return done.out


def test_files_and_relations_are_joined(data_set: Path) -> None:
    query = (
        "SELECT outcome, count(DISTINCT file) AS n FROM files LEFT JOIN may_alias USING (file) GROUP BY ALL ORDER"
        " BY ALL"
    )
    rows = {row["outcome"]: row["n"] for row in ask(data_set, query)}
    assert rows == {"ok": 5, "rejected": 1, "unsupported": 3}


def test_every_relation_is_a_view_empty_ones_too(data_set: Path) -> None:
    shown = {row["name"] for row in ask(data_set, "SHOW TABLES")}
    assert shown == {"files", "rewritten", *kept(rules.load())}
    assert ask(data_set, "SELECT * FROM alias_query") == []
    assert [row["column_name"] for row in ask(data_set, "DESCRIBE alias_query")] == ["file", "function", "value"]


def test_names_are_found_in_any_case(data_set: Path) -> None:
    assert ask(data_set, 'select COUNT(*) as N from OP, "Operand" where Op.FILE = Operand.file and false') == [{"N": 0}]


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("table", "file        n\n----------  -\ncalls.mlir  2\n(1 row)\n"),
        ("csv", "file,n\ncalls.mlir,2\n"),
        ("json", '[\n {\n  "file": "calls.mlir",\n  "n": 2\n }\n]\n'),
    ],
)
def test_formats(data_set: Path, form: str, expected: str) -> None:
    query = "SELECT file, count(*) AS n FROM op WHERE name LIKE 'memref.%' AND file = 'calls.mlir' GROUP BY ALL"
    assert asked("sql", data_set, query, "--format", form) == expected


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("SELEC 1", "syntax error"),
        ("SELECT * FROM may_alia", "did you mean may_alias"),
        ("SELECT * FROM alias_demand", "--relation alias_demand"),
        ("SELECT * FROM hoisted", "ownlog query FILE"),
        ("SELECT nothing FROM op", "nothing"),
        ("", "empty"),
        ("SELECT 1 / 'x' FROM op", "x"),
    ],
)
def test_a_wrong_query_gets_a_diagnostic(data_set: Path, query: str, said: str) -> None:
    done = corpus(["sql", str(data_set), query])
    assert (done.status, done.crashed) == (1, False)
    assert said in done.err
    assert "help: " in done.err


@pytest.mark.parametrize("command", [["sql", "OUT", "SELECT 1"], ["summary", "OUT"]], ids=["sql", "summary"])
def test_a_folder_that_is_no_data_set(tmp_path: Path, command: list[str]) -> None:
    for out in (tmp_path, tmp_path / "missing"):
        done = corpus([part.replace("OUT", str(out)) for part in command])
        assert (done.status, done.crashed) == (1, False)
        assert "is not a data set" in done.err


def test_a_damaged_part_is_said_to_be(tmp_path: Path) -> None:
    run(write_all(tmp_path / "in", GOOD), "-o", tmp_path / "out")
    (part,) = (tmp_path / "out" / "relations" / "may_alias").iterdir()
    part.write_bytes(part.read_bytes()[:100])
    for command in (["sql", str(tmp_path / "out"), "FROM may_alias"], ["summary", str(tmp_path / "out")]):
        done = corpus(command)
        assert (done.status, done.crashed) == (1, False)
        assert "damaged" in done.err
        assert "--resume" in done.err


def test_the_summary_counts(data_set: Path) -> None:
    found = json.loads(asked("summary", data_set, "--format=json"))
    assert found["complete"]
    assert dict(found["outcomes"]) == {"ok": 5, "rejected": 1, "unsupported": 3}
    assert found["unsupported"] == [["toy.frobnicate", 2], ["toy.keep", 1]]
    assert ["unsupported", "custom op 'toy.frobnicate' is unknown", 2] in found["reasons"]
    counts = {"must": 0, "may": 0, "never": 0}
    for text in [*GOOD.values(), REFUSED]:
        derived = ownlog.analyze(ownlog.parse(text)).derived
        pairs = {name: {frozenset(row) for row in derived[f"{name}_alias"] if row[0] != row[1]} for name in counts}
        counts["must"] += len(pairs["must"])
        counts["may"] += len(pairs["may"] - pairs["must"])
        counts["never"] += len(pairs["never"])
    assert all(counts.values())
    assert found["precision"] == {**counts, "not_asked": 0}


def test_pairs_that_nobody_asked_about_are_told(tmp_path: Path) -> None:
    from benchmarks.inputs import straight_line

    run(write_all(tmp_path / "in", {"a.mlir": straight_line(150)}), "-o", tmp_path / "out")
    found = json.loads(asked("summary", tmp_path / "out", "--format=json"))["precision"]
    assert found["not_asked"] + found["must"] + found["may"] + found["never"] == 152 * 151 // 2
    assert found["not_asked"] > 10_000


def test_the_old_name_of_the_option_still_works(data_set: Path) -> None:
    for command in (["summary", data_set], ["diff", data_set, data_set]):
        told = asked(*command, "--json")
        assert told == asked(*command, "--format", "json")
        assert json.loads(told)


def test_the_summary_for_people(data_set: Path) -> None:
    shown = asked("summary", data_set)
    for line in ("Files", "Unsupported ops", "toy.frobnicate", "NEVER", "not asked", "redefinition"):
        assert line in shown


def test_the_same_inputs_make_equal_data_sets(data_set: Path, tmp_path: Path) -> None:
    run(write_all(tmp_path / "elsewhere", TEXTS), "-o", tmp_path / "out", "-j", 1)
    assert asked("diff", data_set, tmp_path / "out") == ""


def test_what_changed_is_told(data_set: Path, tmp_path: Path) -> None:
    texts = {name: text for name, text in TEXTS.items() if name != "again/unknown.mlir"}
    texts |= {
        "broken.mlir": GOOD["line.mlir"],
        "new.mlir": "",
        "calls.mlir": CALLS.replace("memref.copy %b, %out", "memref.copy %out, %b"),
    }
    run(write_all(tmp_path / "in", texts), "-o", tmp_path / "out")
    found = json.loads(asked("diff", data_set, tmp_path / "out", "--format=json", "--examples", 2, status=1))
    assert found["gone_files"] == ["again/unknown.mlir"]
    assert found["new_files"] == ["new.mlir"]
    assert found["changed_inputs"] == ["broken.mlir", "calls.mlir"]
    assert [(row[0], row[1], row[3]) for row in found["outcomes"]] == [("broken.mlir", "rejected", "ok")]
    operand = next(row for row in found["relations"] if row["relation"] == "operand")
    made = len(ownlog.analyze(ownlog.parse(GOOD["line.mlir"])).facts["operand"])
    assert (operand["gone"], operand["new"], operand["files"]) == (2, 2 + made, 2)
    assert len(operand["new_examples"]) == 2
    assert {row[0] for row in operand["gone_examples"]} == {"calls.mlir"}


def test_a_comment_changes_nothing_but_lines(data_set: Path, tmp_path: Path) -> None:
    moved = {
        name: f"// Moved by\n// two lines.\n{text}" if name == "calls.mlir" else text for name, text in TEXTS.items()
    }
    run(write_all(tmp_path / "in", moved), "-o", tmp_path / "out")
    assert asked("diff", data_set, tmp_path / "out") == ""
    found = json.loads(
        asked("diff", data_set, tmp_path / "out", "--format=json", "--relation", "op_position", status=1)
    )
    assert [(row["relation"], row["kind"], row["files"]) for row in found["relations"]] == [("op_position", "fact", 1)]
    refused = corpus(["diff", str(data_set), str(tmp_path / "out"), "--relation", "release_aftr"])
    assert (refused.status, "did you mean release_after" in refused.err) == (2, True)


def test_decisions_come_first(data_set: Path, tmp_path: Path) -> None:
    lines = CALLS.split("\n")
    at = next(number for number, line in enumerate(lines) if "memref.copy" in line)
    changed = "\n".join([*lines[: at + 1], lines[at], *lines[at + 1 :]])
    run(write_all(tmp_path / "in", {**TEXTS, "calls.mlir": changed}), "-o", tmp_path / "out")
    found = json.loads(asked("diff", data_set, tmp_path / "out", "--format=json", status=1))
    kinds = [row["kind"] for row in found["relations"]]
    assert kinds == sorted(kinds, key=["decision", "derived", "fact"].index)
    assert {"decision", "derived", "fact"} == set(kinds)
    assert "release_after" in {row["relation"] for row in found["relations"] if row["kind"] == "decision"}
    shown = asked("diff", data_set, tmp_path / "out", status=1)
    assert shown.index("Decisions") < shown.index("What else is derived") < shown.index("Facts")
    only = json.loads(
        asked("diff", data_set, tmp_path / "out", "--format=json", "--relation", "release_after", status=1)
    )
    assert [row["relation"] for row in only["relations"]] == ["release_after"]


def test_a_relation_that_is_not_kept_is_compared_once_it_is(data_set: Path, tmp_path: Path) -> None:
    refused = corpus(["diff", str(data_set), str(data_set), "--relation", "alias_demand"])
    assert (refused.status, "--relation alias_demand" in refused.err) == (2, True)
    run(write_all(tmp_path / "in", GOOD), "-o", tmp_path / "out", "--relation", "alias_demand")
    asked("diff", tmp_path / "out", tmp_path / "out", "--relation", "alias_demand")


def test_an_op_that_comes_renames_no_other(data_set: Path, tmp_path: Path) -> None:
    head, _, body = CALLS.partition("{\n")
    more = f"{head}{{\n  %extra = arith.constant 7 : index\n{body}"
    run(write_all(tmp_path / "in", {**TEXTS, "calls.mlir": more}), "-o", tmp_path / "out")
    found = json.loads(asked("diff", data_set, tmp_path / "out", "--format=json", "--examples", 99, status=1))
    assert "decision" not in {row["kind"] for row in found["relations"]}
    (operands,) = [row for row in found["relations"] if row["relation"] == "operand_count"]
    assert (operands["gone"], operands["new"]) == (0, 1)
    assert operands["new_examples"][0][2].endswith("/arith.constant(%extra)#1")
    assert "operand" not in {row["relation"] for row in found["relations"]}


@pytest.mark.slow
def test_what_changed_is_shown(data_set: Path, tmp_path: Path) -> None:
    texts = {
        "broken.mlir": GOOD["line.mlir"],
        "calls.mlir": CALLS.replace("memref.copy %b, %out", "memref.copy %out, %b"),
    }
    run(write_all(tmp_path / "in", {**TEXTS, **texts}), "-o", tmp_path / "out")
    shown = asked("diff", data_set, tmp_path / "out", status=1)
    assert "broken.mlir: rejected (" in shown
    assert "- operand  calls.mlir  @a/b" in shown


def test_what_cannot_be_compared_has_a_status_of_its_own(data_set: Path, tmp_path: Path) -> None:
    done = corpus(["diff", str(data_set), str(tmp_path)])
    assert (done.status, done.crashed) == (2, False)
    assert "is not a data set" in done.err
