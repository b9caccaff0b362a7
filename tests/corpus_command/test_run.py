"""A run keeps all that is derived about each file, typed and named as the rules say, and loses no file."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import ownlog
from ownlog import rules
from ownlog.corpus.data.kept import kept
from ownlog.corpus.data.outcome import PIPELINE
from tests.corpus_command.sets import (
    BROKEN,
    CALLS,
    GOOD,
    REFUSED,
    UNDECIDED,
    UNKNOWN,
    ask,
    corpus,
    facts,
    files,
    outcomes,
    run,
    run_afresh,
    write_all,
)

KINDS = {"symbol": pa.string(), "number": pa.int64()}


@pytest.fixture(scope="module")
def data_set(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run over files of all kinds, in two processes."""
    work = tmp_path_factory.mktemp("run")
    texts = {**GOOD, "broken.mlir": BROKEN, "unknown.mlir": UNKNOWN, "refused.mlir": REFUSED, "notes.md": "not MLIR"}
    run_afresh(write_all(work / "in", texts), "-o", work / "out", "-j", 2)
    return work / "out"


def test_every_file_has_a_row_and_says_what_became_of_it(data_set: Path) -> None:
    bad = {"broken.mlir": "rejected", "unknown.mlir": "unsupported", "refused.mlir": "unsupported"}
    assert outcomes(data_set) == {**dict.fromkeys(GOOD, "ok"), **bad}


def test_what_is_rejected_has_a_place_and_a_reason(data_set: Path) -> None:
    row = files(data_set)["broken.mlir"]
    assert (row["stage"], row["line"], row["column"]) == ("parse", 3, 3)
    assert "redefinition" in row["message"]
    assert row["advice"]


@pytest.mark.parametrize(
    ("name", "op", "stage"), [("unknown.mlir", "toy.frobnicate", "parse"), ("refused.mlir", "toy.keep", "store")]
)
def test_what_is_unsupported_has_the_name_of_the_op(data_set: Path, name: str, op: str, stage: str) -> None:
    row = files(data_set)[name]
    assert (row["op"], row["stage"], row["line"], row["column"]) == (op, stage, 2, 3)


def test_facts_are_those_that_the_api_derives(data_set: Path) -> None:
    found = facts(data_set)
    assert {"may_alias", "live_in", "owner", "release_after"} < found.keys() <= set(kept(rules.load()))
    for name, text in {**GOOD, "refused.mlir": REFUSED}.items():
        _are_derived(found, name, text, kept(rules.load()))


def _are_derived(found: dict[str, list[tuple[Any, ...]]], name: str, text: str, relations: Iterable[str]) -> None:
    analysis = ownlog.analyze(ownlog.parse(text, name))
    rows = {**analysis.facts, **analysis.all_derived}
    for relation in relations:
        mine = sorted(row[2:] for row in found.get(relation, []) if row[0] == name)
        assert mine == sorted(map(tuple, rows.get(relation, ()))), f"{relation} of {name}"


def test_all_that_is_derived_is_kept_where_it_is_asked_for(tmp_path: Path) -> None:
    run(write_all(tmp_path / "in", {"calls.mlir": CALLS}), "-o", tmp_path / "out", "--relation", "all")
    analysis = ownlog.analyze(ownlog.parse(CALLS))
    _are_derived(facts(tmp_path / "out"), "calls.mlir", CALLS, analysis.facts.keys() | analysis.derived.keys())
    assert files(tmp_path / "out")["calls.mlir"]["derived"] == sum(map(len, analysis.derived.values()))


def test_a_relation_is_kept_where_it_is_asked_for(tmp_path: Path) -> None:
    folder = write_all(tmp_path / "in", {"calls.mlir": CALLS})
    run(folder, "-o", tmp_path / "out")
    assert "alias_demand" not in facts(tmp_path / "out")
    run(folder, "-o", tmp_path / "out", "--relation", "alias_demand", "--resume")
    _are_derived(facts(tmp_path / "out"), "calls.mlir", CALLS, ["alias_demand"])


def test_columns_are_typed_and_named_as_in_the_schema(data_set: Path) -> None:
    relations = rules.load().relations
    for folder in (data_set / "relations").iterdir():
        columns = [(column.name, KINDS[column.base]) for column in relations[folder.name].columns]
        own = [name for name, _ in columns]
        added = [(name if name not in own else f"in_{name}", pa.string()) for name in ("file", "function")]
        (part,) = folder.iterdir()
        schema = pq.read_schema(part)
        assert list(zip(schema.names, schema.types, strict=True)) == [*added, *columns]


def test_rows_say_in_which_function_they_are(data_set: Path) -> None:
    rows = ask(data_set, "SELECT DISTINCT function, name FROM op WHERE file = 'calls.mlir' ORDER BY ALL")
    assert {row["function"] for row in rows if row["name"] == "func.call"} == {"@a/b"}
    assert {row["function"] for row in rows if row["name"] == "memref.alloc"} == {"@make"}
    assert {row["function"] for row in rows if row["name"] == "builtin.module"} == {None}


def test_counts_and_times_are_kept(data_set: Path) -> None:
    row = files(data_set)["calls.mlir"]
    analysis = ownlog.analyze(ownlog.parse(CALLS))
    assert row["bytes"] == len(CALLS)
    assert (row["functions"], row["ops"]) == (2, len(analysis.facts["op"]) - 1)
    derived = [analysis.derived[name] for name in kept(rules.load()) if name in analysis.derived]
    assert (row["facts"], row["derived"]) == (sum(map(len, analysis.facts.values())), sum(map(len, derived)))
    stages = [row[f"{stage}_seconds"] for stage in ("read", "parse", "analyze", "store")]
    assert 0 < sum(stages) <= row["seconds"]
    assert row["rewrite_seconds"] is None
    assert row["peak_memory"] > 1 << 20


def test_a_pipeline_rewrites_as_opt_does(tmp_path: Path) -> None:
    folder = write_all(tmp_path / "in", {**GOOD, "refused.mlir": REFUSED})
    run(folder, "-o", tmp_path / "out", "--pipeline")
    row = files(tmp_path / "out")["refused.mlir"]
    assert (row["outcome"], row["op"], row["line"], row["stage"]) == ("unsupported", "toy.keep", 2, "store")
    assert row["rewrite_seconds"] is not None
    texts = {row["file"]: row["text"] for row in ask(tmp_path / "out", "SELECT file, text FROM rewritten")}
    assert texts == {name: str(ownlog.run_pipeline(ownlog.parse(text), PIPELINE)) for name, text in GOOD.items()}


def test_what_is_left_at_run_time_is_counted(tmp_path: Path) -> None:
    write_all(tmp_path, {"diamonds.mlir": GOOD["deep/diamonds.mlir"], "calls.mlir": CALLS})
    passes = "ownership-based-buffer-deallocation"
    run(tmp_path, "-o", tmp_path / "once", f"--pipeline={passes}")
    run(tmp_path, "-o", tmp_path / "whole", "--pipeline=buffer-deallocation-pipeline")
    once, whole = files(tmp_path / "once"), files(tmp_path / "whole")
    assert once["diamonds.mlir"]["checks"] >= 3
    assert (whole["calls.mlir"]["deallocations"], whole["calls.mlir"]["checks"]) == (1, 0)


def test_a_model_file_is_used_and_its_change_is_noticed(tmp_path: Path) -> None:
    write_all(tmp_path / "in", {"a.mlir": REFUSED})
    model = tmp_path / "toy.dl"
    model.write_text('effects_known("toy.keep").\n')
    run(tmp_path / "in", "-o", tmp_path / "out")
    assert outcomes(tmp_path / "out") == {"a.mlir": "unsupported"}
    run(tmp_path / "in", "-o", tmp_path / "out", "--resume", "-j", 1, "--model", model)
    assert outcomes(tmp_path / "out") == {"a.mlir": "ok"}


def test_the_last_line_counts_the_outcomes(tmp_path: Path) -> None:
    done = run(write_all(tmp_path / "in", {**GOOD, "broken.mlir": BROKEN}), "-o", tmp_path / "out")
    assert done.out == "6 files: 5 ok, 1 rejected\n"
    assert "Traceback" not in done.err


def test_what_is_undecided_is_no_failure_of_the_pipeline(tmp_path: Path) -> None:
    write_all(tmp_path / "in", {"empty.mlir": "", "undecided.mlir": UNDECIDED})
    for flags, told in (([], ""), (["--pipeline"], " (the pipeline went through)")):
        out = tmp_path / f"out{len(flags)}"
        assert run(tmp_path / "in", "-o", out, *flags).out == f"2 files: 1 ok, 1 undecided{told}\n"
        assert outcomes(out) == {"empty.mlir": "ok", "undecided.mlir": "undecided"}
        row = files(out)["undecided.mlir"]
        assert ("went through" in row["advice"]) == (row["deallocations"] is not None) == bool(flags)
        assert f"undecided{told} 1" in " ".join(corpus(["summary", str(out)]).out.split())


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--pipeline=no-such-pass"], "no-such-pass"),
        (["--pipeline=builtin.module("], "not a pass pipeline"),
        (["--pipeline", "canonicalize,cse"], "write '--pipeline=canonicalize,cse'"),
        (["--model", "missing.dl"], "missing.dl"),
        (["--relation", "alias_deman"], "did you mean alias_demand"),
        (["--relation", "hoisted"], "ownlog query FILE"),
        (["--scheduler", "tcp://localhost:1"], "--executor dask"),
        (["--memory", "lots"], "lots"),
        (["--memory", "1K"], "32M"),
        (["--timeout", "0"], "timeout"),
        (["--jobs", "0"], "jobs"),
    ],
)
def test_a_wrong_option_is_refused_before_anything_is_made(args: list[str], said: str, tmp_path: Path) -> None:
    folder = write_all(tmp_path / "in", GOOD)
    done = corpus(["run", str(folder), "-o", str(tmp_path / "out"), *args])
    assert done.status == (1 if "--model" in args else 2)
    assert said in done.err
    assert not done.crashed
    assert not (tmp_path / "out").exists()
