"""Many inputs in one run: each has its own output and its own errors, whoever does the work."""

import os
from errno import EACCES
from pathlib import Path
from typing import Any

import pytest

from ownlog.base.inputs import MARK
from tests.frame.programs import BAD, GOOD, JOBS, PASS, assert_refused, contents, make_tree, opt, results
from tests.tools import Outcome, OwnlogFork

INVALID = "func.func @f(%a: memref<2xf32>) {\n  memref.dealloc %b : memref<2xf32>\n  return\n}\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Good programs in a folder and one below it."""
    return make_tree(tmp_path)


def assert_refused_with(run: Outcome, message: str, *, usage: bool = False) -> None:
    assert_refused(run, usage=usage)
    assert message in run.err


@JOBS
def test_each_input_has_the_output_that_it_has_alone(tree: Path, jobs: list[str]) -> None:
    run = opt([PASS, str(tree / "in"), "--output-dir", str(tree / "out"), *jobs])
    assert (run.status, run.out, run.err) == (0, "", "")
    alone = opt([PASS, "-"], GOOD).out
    assert results(tree / "out") == {"a.mlir": alone, "sub/a.mlir": alone, "sub/b.mlir": alone}


@JOBS
def test_an_input_that_fails_has_no_output_and_stops_no_other(tree: Path, jobs: list[str]) -> None:
    (tree / "in" / "a.mlir").write_text(BAD)
    (tree / "in" / "sub" / "b.mlir").write_text(INVALID)
    run = opt([PASS, str(tree / "in"), "--output-dir", str(tree / "out"), *jobs])
    assert run.status == 1
    assert list(results(tree / "out")) == ["sub/a.mlir"]
    positions = [line for line in run.err.splitlines() if ": error: " in line]
    assert [line.split(": ")[0] for line in positions] == [f"{tree}/in/a.mlir:1:15", f"{tree}/in/sub/b.mlir:2:18"]
    assert run.err.endswith("2 of 3 inputs failed and have no new output\n")
    assert "of an earlier run" not in run.err
    # What an earlier run made stays, and that is said.
    (tree / "out" / "a.mlir").write_text("// earlier\n")
    run = opt([PASS, str(tree / "in"), "--output-dir", str(tree / "out"), *jobs])
    assert f"note: '{tree}/out/a.mlir' is of an earlier run, and stays as it is\n" in run.err
    assert run.err.count("of an earlier run") == 1
    assert results(tree / "out")["a.mlir"] == "// earlier\n"


@JOBS
def test_what_is_no_file_is_an_error_of_its_own(tree: Path, jobs: list[str]) -> None:
    (tree / "in" / "gone.mlir").symlink_to("nowhere")
    run = opt([PASS, str(tree / "in"), "--output-dir", str(tree / "out"), *jobs])
    assert run.status == 1
    assert len(results(tree / "out")) == 3
    assert f"cannot open input file '{tree}/in/gone.mlir': No such file or directory" in run.err


@JOBS
def test_a_file_with_a_bad_piece_has_no_output_as_with_o(tree: Path, jobs: list[str]) -> None:
    """What mlir-opt's -o does, too: only on standard output the good pieces can be seen."""
    (tree / "in" / "a.mlir").write_text(f"{GOOD}// -----\n{BAD}// -----\n{GOOD}")
    run = opt([PASS, "--split-input-file", str(tree / "in"), "--output-dir", str(tree / "out"), *jobs])
    assert run.status == 1
    assert list(results(tree / "out")) == ["sub/a.mlir", "sub/b.mlir"]
    alone = opt([PASS, "--split-input-file", str(tree / "in" / "a.mlir"), "-o", str(tree / "alone.mlir")])
    assert alone.status == 1
    assert not (tree / "alone.mlir").exists()
    assert opt([PASS, "--split-input-file", str(tree / "in" / "a.mlir")]).out.count("func.func @good") == 2


@JOBS
@pytest.mark.parametrize("named", ["in", "in/**/*.mlir"])
def test_a_folder_that_may_not_be_read_has_failed(
    tree: Path, monkeypatch: pytest.MonkeyPatch, named: str, jobs: list[str]
) -> None:
    scan = os.scandir

    def closed(path: Any) -> Any:
        if isinstance(path, str) and os.path.basename(os.path.normpath(path)) == "sub":
            raise PermissionError(EACCES, os.strerror(EACCES), path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", closed)
    run = opt([PASS, str(tree / named), "--output-dir", str(tree / "out"), *jobs])
    monkeypatch.undo()
    assert run.status == 1
    assert [Path(name).name for name in results(tree / "out")] == ["a.mlir"]
    assert run.err.startswith(
        f"error: cannot read the folder '{tree}/in/sub': Permission denied\n  help: change the permissions"
    )
    assert run.err.endswith("1 of 2 inputs failed and has no new output\n")


@JOBS
def test_a_pipe_is_not_waited_for(tree: Path, jobs: list[str]) -> None:
    os.mkfifo(tree / "in" / "pipe.mlir")
    run = opt([PASS, str(tree / "in"), "--output-dir", str(tree / "out"), *jobs])
    assert run.status == 1
    assert len(results(tree / "out")) == 3
    assert f"cannot open input file '{tree}/in/pipe.mlir': it is not a regular file" in run.err


@JOBS
def test_a_name_that_stands_for_nothing_stops_no_other(tree: Path, jobs: list[str]) -> None:
    (tree / "list.txt").write_text("in/a.mlir\nin/none.mlir\n")
    names = [str(tree / "list.txt"), str(tree / "in" / "sub"), *[str(tree / "gone")] * 2, str(tree / "no*.mlir")]
    run = opt([PASS, *names, "--output-dir", str(tree / "out"), *jobs])
    assert run.status == 1
    assert list(results(tree / "out")) == ["in/a.mlir", "in/sub/a.mlir", "in/sub/b.mlir"]
    assert f"{tree}/list.txt:2:1: error: no such file or folder: '{tree}/in/none.mlir'" in run.err
    assert f"error: no such file or folder: '{tree}/gone'" in run.err
    assert f"error: nothing matches '{tree}/no*.mlir'" in run.err
    assert run.err.endswith("3 of 6 inputs failed and have no new output\n")


@JOBS
def test_statistics_are_of_all_inputs(tree: Path, jobs: list[str]) -> None:
    run = opt(["--buffer-deallocation-pipeline", "--stats", str(tree / "in"), "--output-dir", str(tree / "out"), *jobs])
    alone = opt(["--buffer-deallocation-pipeline", "--stats", "-"], GOOD)
    (one,) = [int(line.split(",")[0].split()[1]) for line in alone.err.splitlines() if line.startswith("obligations:")]
    assert f"obligations: {3 * one}," in run.err


@JOBS
def test_an_input_whose_proofs_cannot_be_written_has_no_output(tree: Path, jobs: list[str]) -> None:
    (tree / "proofs").mkdir()
    (tree / "proofs" / "a.mlir").write_text("no folder\n")
    flags = ["--buffer-deallocation-pipeline", "--emit-proofs", str(tree / "proofs"), *jobs]
    run = opt([*flags, str(tree / "in"), "--output-dir", str(tree / "out")])
    assert run.status == 1
    assert list(results(tree / "out")) == ["sub/a.mlir", "sub/b.mlir"]
    assert "1 of 3 inputs failed and has no new output" in run.err
    assert "of an earlier run" not in run.err


def test_files_and_lists_keep_their_paths_below_the_folder_that_all_are_in(tree: Path) -> None:
    (tree / "list.txt").write_text("in/sub/a.mlir\n# no\nin/sub/b.mlir\n")
    run = opt([PASS, str(tree / "list.txt"), "--output-dir", str(tree / "out")])
    assert run.status == 0
    assert list(results(tree / "out")) == ["a.mlir", "b.mlir"]
    run = opt(
        [PASS, str(tree / "in" / "a.mlir"), str(tree / "in" / "sub" / "a.mlir"), "--output-dir", str(tree / "more")]
    )
    assert run.status == 0
    assert list(results(tree / "more")) == ["a.mlir", "sub/a.mlir"]


def test_what_an_earlier_run_left_is_no_input(tree: Path) -> None:
    for _ in range(2):
        run = opt([PASS, str(tree), "--output-dir", str(tree / "out")])
        assert (run.status, run.err) == (0, "")
        assert list(results(tree / "out")) == ["in/a.mlir", "in/sub/a.mlir", "in/sub/b.mlir"]


@pytest.mark.parametrize("named", ["list.txt", "[i]n", "in/*", "in/[ds]*"])
def test_results_in_folders_that_lists_and_globs_name_are_no_inputs(tree: Path, named: str) -> None:
    (tree / "list.txt").write_text("in\n")
    done = tree / "in" / "done" / "deep"
    for _ in range(2):
        run = opt([PASS, str(tree / named), str(tree / "in" / "sub"), "--output-dir", str(done)])
        assert (run.status, run.err) == (0, "")
        assert (done / MARK).exists()
        assert not list(done.rglob("done"))


@pytest.mark.parametrize("glob", ["in/*", "in/**", "in/d*/a.mlir", "in/d*/d*/*", "[i]n/done/deep/*.mlir"])
def test_a_glob_takes_no_results(tree: Path, glob: str) -> None:
    opt([PASS, str(tree / "in"), "--output-dir", str(tree / "in" / "done" / "deep")])
    run = opt(["--cse", str(tree / glob), str(tree / "in" / "a.mlir"), "--output-dir", str(tree / "out")])
    assert not [name for name in results(tree / "out") if "deep" in name]
    if "**" not in glob and glob != "in/*":
        what = "nothing matches" if glob == "in/d*/a.mlir" else "all that"
        assert f"error: {what}" in run.err


@pytest.mark.parametrize("named", ["done", "done/sub", "done/*.mlir", "done/a.mlir", "list.txt"])
def test_results_that_are_named_are_inputs(tree: Path, named: str) -> None:
    opt([PASS, str(tree / "in"), "--output-dir", str(tree / "in" / "done")])
    (tree / "in" / "list.txt").write_text("done/a.mlir\n")
    run = opt(["--cse", str(tree / "in"), str(tree / "in" / named), "--output-dir", str(tree / "out")])
    assert (run.status, run.err) == (0, "")
    assert [name for name in results(tree / "out") if "done" in name]


def test_a_file_in_the_folder_for_results_that_is_named_is_an_input(tree: Path) -> None:
    done = tree / "in" / "done"
    opt([PASS, str(tree / "in"), "--output-dir", str(done)])
    (done / "more.mlir").write_text(GOOD)
    run = opt(["--cse", str(tree / "in"), str(done / "more.mlir"), "--output-dir", str(done)])
    assert (run.status, run.err) == (0, "")
    assert list(results(done)) == ["a.mlir", "done/more.mlir", "more.mlir", "sub/a.mlir", "sub/b.mlir"]
    run = opt(["--cse", str(tree / "in"), str(done / "a.mlir"), "--output-dir", str(done)])
    assert_refused_with(run, f"the result of '{tree}/in/a.mlir' would replace an input")
    # As where a shell's glob names it, too.
    run = opt(["--cse", str(tree / "in"), str(done), "--output-dir", str(done)])
    assert (run.status, run.err) == (0, "")


def test_results_that_no_path_leads_to_have_no_mark(tree: Path) -> None:
    (tree / "list.txt").write_text("in/a.mlir\nin/sub/*.mlir\nin/.*\nin/[s]ub\n")
    opt([PASS, str(tree / "list.txt"), str(tree / "in" / "*b"), "--output-dir", str(tree / "in" / "done")])
    assert results(tree / "in" / "done")
    assert not list(tree.rglob(MARK))


@pytest.mark.parametrize("named", [".", "**/*.mlir"])
def test_results_are_inputs_of_no_run_unless_their_folder_is_named(tree: Path, named: str) -> None:
    opt([PASS, str(tree / "in"), "--output-dir", str(tree / "in" / "done" / "first")])
    names = ["a.mlir", "sub/a.mlir", "sub/b.mlir"]
    run = opt([PASS, str(tree / "in" / named), "--output-dir", str(tree / "in" / "second")])
    assert (run.status, run.err) == (0, "")
    assert list(results(tree / "in" / "second")) == names
    opt([PASS, str(tree / "in" / named), "--output-dir", str(tree / "out")])
    assert list(results(tree / "out")) == names
    opt(["--canonicalize", str(tree / "in" / "done" / "first"), "--output-dir", str(tree / "again")])
    assert list(results(tree / "again")) == names


def test_results_outside_of_the_folders_of_inputs_are_inputs_of_later_runs(tree: Path) -> None:
    """So that results of several runs, side by side, may be analysed together."""
    opt([PASS, str(tree / "in"), "--output-dir", str(tree / "made" / "first")])
    opt([PASS, str(tree / "in" / "sub"), "--output-dir", str(tree / "made" / "second")])
    assert not list(tree.rglob(MARK))
    opt(["--canonicalize", str(tree / "made"), "--output-dir", str(tree / "out")])
    assert list(results(tree / "out")) == [
        "first/a.mlir",
        "first/sub/a.mlir",
        "first/sub/b.mlir",
        "second/a.mlir",
        "second/b.mlir",
    ]


@pytest.mark.parametrize("entry", ["inner.txt", "inn*.txt"])
def test_a_list_in_a_list_is_refused(tree: Path, entry: str) -> None:
    (tree / "inner.txt").write_text("in/a.mlir\n")
    (tree / "outer.txt").write_text(f"# no\n{entry}\nin/a.mlir\n")
    run = opt([PASS, str(tree / "outer.txt"), "--output-dir", str(tree / "out")])
    assert run.status == 1
    assert run.err.startswith(
        f"{tree}/outer.txt:2:1: error: '{tree}/inner.txt' is a list, in a list\n{entry}\n^\n  help: "
    )
    assert run.err.endswith("1 of 2 inputs failed and has no new output\n")
    assert list(results(tree / "out")) == ["in/a.mlir"]
    (tree / "outer.txt").write_text("outer.txt\n")
    assert_refused_with(opt([PASS, str(tree / "outer.txt"), "--output-dir", str(tree / "out")]), "is a list, in a list")


@pytest.mark.parametrize("command", ["opt --output-dir", "corpus run -o"])
@pytest.mark.parametrize("begin", ["", "\n  // Said before.\n//\n", "// *\n"])
def test_mlir_in_a_list_is_said_once(tree: Path, command: str, begin: str) -> None:
    (tree / "in.txt").write_text(begin + GOOD)
    run = OwnlogFork(())([*command.split(), str(tree / "out"), str(tree / "in.txt")])
    lines = (begin + GOOD).strip().count("\n") + 1
    assert_refused_with(run, f": error: this is no list: none of its {lines} lines names a file or folder\n")
    assert run.err.startswith(f"{tree}/in.txt:2:3: " if "before" in begin else f"{tree}/in.txt:1:1: ")
    assert run.err.count("error: ") == 1
    assert not (tree / "out").exists()


def test_a_list_in_another_encoding_is_said_to_be_none(tree: Path) -> None:
    (tree / "list.txt").write_bytes("in/a.mlir\nin/*.mlir\n".encode("utf-16"))
    assert_refused_with(opt([PASS, str(tree / "list.txt"), "--output-dir", str(tree / "out")]), "this is no list")
    (tree / "list.txt").write_bytes(b"in/a\0.mlir\nin\nin\0/*.mlir\n")
    run = opt([PASS, str(tree / "list.txt"), "--output-dir", str(tree / "out")])
    assert run.err.count("error: no such file or folder: ") == 2
    assert len(results(tree / "out")) == 3


def test_a_list_may_begin_with_a_mark_of_its_encoding(tree: Path) -> None:
    (tree / "list.txt").write_text("in/a.mlir\n", encoding="utf-8-sig")
    run = opt([PASS, str(tree / "list.txt"), "--output-dir", str(tree / "out")])
    assert (run.status, run.err) == (0, "")
    assert list(results(tree / "out")) == ["a.mlir"]


def test_a_glob_over_folders_that_a_glob_names_leaves_results_out(tree: Path) -> None:
    opt([PASS, str(tree / "in"), "--output-dir", str(tree / "in" / "done")])
    opt([PASS, str(tree / "[i]n" / "**" / "*.mlir"), "--output-dir", str(tree / "out")])
    assert [Path(name).name for name in results(tree / "out")] == ["a.mlir", "a.mlir", "b.mlir"]


def test_a_file_is_no_result_because_it_is_in_the_folder_for_results(tree: Path) -> None:
    before = results(tree / "in")
    run = opt([PASS, str(tree / "in"), "--output-dir", str(tree / "in" / "sub")])
    assert_refused_with(run, f"'{tree}/in/sub/a.mlir' is an input, in the folder for results")
    assert results(tree / "in") == before


def test_a_result_has_its_place_whatever_else_there_is(tree: Path) -> None:
    (tree / "in" / "a.mlir").unlink()
    for names in (["."], ["sub/a.mlir", "none.mlir"], ["**/a.mlir"]):
        opt([PASS, *(str(tree / "in" / name) for name in names), "--output-dir", str(tree / "out")])
        assert set(results(tree / "out")) <= {"sub/a.mlir", "sub/b.mlir"}


def test_proofs_have_a_folder_for_each_input(tree: Path) -> None:
    proofs = tree / "proofs"
    run = opt(
        [
            "--buffer-deallocation-pipeline",
            str(tree / "in"),
            "--output-dir",
            str(tree / "out"),
            "--emit-proofs",
            str(proofs),
        ]
    )
    assert run.status == 0
    folders = {str(path.parent.relative_to(proofs)) for path in proofs.rglob("*.smt2")}
    assert folders <= {"a.mlir", "sub/a.mlir", "sub/b.mlir"}
    alone = opt(["--buffer-deallocation-pipeline", "-", "--emit-proofs", str(tree / "alone")], GOOD)
    assert alone.status == 0
    for name in ("a.mlir", "sub/b.mlir"):
        assert contents(proofs / name) == contents(tree / "alone")


def test_an_input_is_never_replaced(tree: Path) -> None:
    before = results(tree / "in")
    assert_refused_with(opt([PASS, str(tree / "in"), "--output-dir", str(tree / "in")]), "would replace an input")
    # Nor through a link, nor another input than the one whose result it is.
    (tree / "link").symlink_to("in")
    assert_refused_with(opt([PASS, str(tree / "in"), "--output-dir", str(tree / "link")]), "would replace an input")
    assert results(tree / "in") == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{in}", "-o", "{out}", "--output-dir", "{out}"], "-o cannot be combined with --output-dir"),
        (["--output-dir", "{out}"], "no input for --output-dir"),
        (["{in}", "--output-dir", ""], "'' is no name for a folder"),
        (["{in}", "--output-dir", "-"], "'-' is no name for a folder"),
        (["-", "--output-dir", "{out}"], "standard input has no name"),
        (["{in}", "-j", "2"], "--jobs is for many inputs"),
        (["{in}/a.mlir", "{in}/sub/a.mlir"], "one input expected"),
    ],
)
def test_what_cannot_be_meant_is_refused(tree: Path, arguments: list[str], message: str) -> None:
    filled = [part.format_map({"in": str(tree / "in"), "out": str(tree / "out")}) for part in arguments]
    assert_refused_with(opt([PASS, *filled]), message, usage=True)
    assert not (tree / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{in}/nothing", "--output-dir", "{out}"], "no such file or folder"),
        (["{in}", "--output-dir", "{in}/a.mlir"], "cannot write to the folder"),
    ],
)
def test_what_cannot_be_read_or_written_is_refused(tree: Path, arguments: list[str], message: str) -> None:
    filled = [part.format_map({"in": str(tree / "in"), "out": str(tree / "out")}) for part in arguments]
    assert_refused_with(opt([PASS, *filled]), message)
    assert not (tree / "out").exists()
