"""The options of `ownlog opt` that mlir-opt has too mean the same."""

import re
from pathlib import Path

import pytest

from tests.frame.programs import BAD, GOOD, PASS, UNDEFINED, assert_refused, opt, write
from tests.shared import REPOSITORY, require_tool
from tests.tools import OWNLOG, OwnlogFork, Program

EXAMPLES = sorted((REPOSITORY / "examples").glob("*.mlir"))


def message_of(text: str) -> str:
    """What Ownlog says about a bad program, without the place."""
    run = opt([PASS], text)
    found = re.search(r":\d+:\d+: error: (.*)", run.err)
    assert found, run.err
    return found[1]


def annotated(text: str, line: int, annotation: str) -> str:
    """The text with an annotation before one of its lines."""
    lines = text.splitlines(keepends=True)
    return "".join([*lines[: line - 1], f"  // {annotation}\n", *lines[line - 1 :]])


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_without_a_pass_text_comes_back_as_it_was(path: Path) -> None:
    run = opt([str(path)])
    assert (run.status, run.out, run.err) == (0, path.read_text(), "")


@pytest.mark.peer
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_work_in_both_tools(path: Path) -> None:
    mlir_opt = Program((require_tool("mlir-opt-22"),))
    assert mlir_opt([PASS, str(path)]).status == 0
    ours = opt([PASS, str(path)])
    assert ours.status == 0, ours.err
    assert "bufferization.dealloc" in ours.out
    checked = mlir_opt([], ours.out)
    assert checked.status == 0, checked.err


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_say_what_to_look_for(path: Path) -> None:
    assert re.match(r"(//.*\n)+", path.read_text())
    assert "// What to look for:" in path.read_text()


@pytest.mark.parametrize(
    "args",
    [
        ["-ownership-based-buffer-deallocation"],
        ["--ownership-based-buffer-deallocation=private-function-dynamic-ownership=false"],
        ["--pass-pipeline=builtin.module(func.func(ownership-based-buffer-deallocation))"],
        ["--pass-pipeline", "builtin.module(ownership-based-buffer-deallocation)"],
        ["-p", "builtin.module(ownership-based-buffer-deallocation{private-function-dynamic-ownership=false})"],
    ],
    ids=" ".join,
)
def test_spellings_of_one_pass(args: list[str]) -> None:
    run = opt(args, GOOD)
    assert (run.status, run.err) == (0, "")
    assert run.out == opt([PASS], GOOD).out


def test_passes_are_listed() -> None:
    run = opt(["--list-passes"])
    assert run.status == 0
    assert "ownership-based-buffer-deallocation" in run.out.split()


def test_flags_may_be_switched_as_those_of_mlir_opt() -> None:
    listed = opt(["--list-passes"])
    assert opt(["--list-passes=true"]) == opt(["-list-passes=1"]) == listed
    given = [PASS, "-"]
    assert opt(["--list-passes=false", *given], GOOD) == opt(["--list-passes=0", *given], GOOD) == opt(given, GOOD)
    assert opt(["--mlir-print-op-generic=true", *given], GOOD) == opt(["--mlir-print-op-generic", *given], GOOD)
    run = opt(["--list-passes=maybe"])
    assert_refused(run, usage=True)
    assert "'--list-passes' does not take a value\n  help: see ownlog opt --help" in run.err


@pytest.mark.parametrize(
    ("args", "status"), [(["no.mlir", "--cse", "-o", "out"], 0), (["--cxe"], 2), (["a.mlir", "b.mlir"], 2)]
)
def test_a_list_of_passes_needs_no_input_but_a_command_line_that_can_be_meant(
    args: list[str], status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of mlir-opt."""
    monkeypatch.chdir(tmp_path)
    run = opt(["--list-passes", *args])
    assert run.status == status
    assert run.out == (opt(["--list-passes"]).out if status == 0 else "")
    assert list(tmp_path.iterdir()) == []


def test_comments_stay() -> None:
    assert opt([PASS], GOOD).out.startswith("// A comment that stays.\n")


def test_unregistered_ops_pass_through() -> None:
    text = 'func.func @f(%a: i32) {\n  %b = "toy.op"(%a) {x = 1 : i32} : (i32) -> !toy.type<1>\n  return\n}\n'
    run = opt(["--allow-unregistered-dialect"], text)
    assert (run.status, run.out, run.err) == (0, text, "")


def test_each_split_is_a_program_of_its_own() -> None:
    # One name in both: they would clash in one module.
    run = opt([PASS, "--split-input-file"], f"{GOOD}\n// -----\n\n{GOOD}")
    assert (run.status, run.err) == (0, "")
    assert [part.count("bufferization.dealloc ") for part in run.out.split("// -----\n")] == [1, 1]


def test_without_splitting_one_name_twice_is_refused() -> None:
    run = opt([PASS], f"{GOOD}\n// -----\n\n{GOOD}")
    assert run.status == 1
    assert not run.crashed
    assert "<stdin>:11:" in run.err


@pytest.mark.parametrize("second", [GOOD, BAD, UNDEFINED])
@pytest.mark.parametrize("command", ["opt", "opt --stats", "check", "why", "opt --output-dir"])
def test_pieces_that_are_read_as_one_are_told_of(second: str, command: str, tmp_path: Path) -> None:
    path = write(tmp_path, f"{GOOD}\n// -----\n\n{second}")
    folder = [str(tmp_path / "out")] if "dir" in command else []
    run = OwnlogFork(())([*command.split(), *folder, str(path), *(["2"] if command == "why" else [])])
    assert_refused(run)
    (note,) = re.findall(rf"^{path}:8:1: note: .*\n// -----\n\^\n  help: (.*)", run.err, re.M)
    assert "--split-input-file" in note


@pytest.mark.parametrize(
    "text", [f"{BAD}// -----\n{GOOD}", f"// -----\n// A title.\n// -----\n{BAD}", f"{GOOD}// ------\n{BAD}"]
)
def test_no_piece_is_told_of_where_that_is_not_what_is_wrong(text: str) -> None:
    run = opt([PASS], text)
    assert_refused(run)
    assert "note" not in run.err
    split = opt([PASS, "--split-input-file"], f"{GOOD}// -----\n{BAD}")
    assert "note" not in split.err


def test_a_bad_split_fails_at_its_line_in_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, f"{GOOD}\n// -----\n\n{UNDEFINED}")
    run = opt([PASS, "--split-input-file", str(path)])
    assert run.status == 1
    assert not run.crashed
    assert f"{path}:13:" in run.err


# The annotation goes before this line; the error is in what line 4 is without it.
@pytest.mark.parametrize(("line", "place"), [(4, "@+1"), (4, " @+1 "), (6, "@-2 "), (4, "@below "), (5, "@above ")])
def test_an_expected_error_is_no_failure(line: int, place: str) -> None:
    text = annotated(UNDEFINED, line, f"expected-error{place}{{{{{message_of(UNDEFINED)}}}}}")
    run = opt([PASS, "--verify-diagnostics"], text)
    assert (run.status, run.err) == (0, ""), text


def test_an_expected_error_may_be_a_pattern() -> None:
    start = message_of(UNDEFINED)[:4]
    text = annotated(UNDEFINED, 4, f"expected-error-re@+1 {{{{{start}{{{{.*}}}}}}}}")
    assert opt([PASS, "--verify-diagnostics"], text).status == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (annotated(GOOD, 4, "expected-error@+1 {{never said}}"), "never said"),
        (annotated(UNDEFINED, 4, "expected-error@+1 {{something else}}"), "something else"),
        (annotated(UNDEFINED, 4, "expected-error@+2 {{MESSAGE}}"), "MESSAGE"),
        (UNDEFINED, "MESSAGE"),
    ],
    ids=["not produced", "another text", "another line", "not expected"],
)
def test_what_was_not_expected_is_a_failure(text: str, said: str) -> None:
    message = message_of(UNDEFINED)
    run = opt([PASS, "--verify-diagnostics"], text.replace("MESSAGE", message))
    assert run.status == 1
    assert not run.crashed
    assert said.replace("MESSAGE", message) in run.err


def test_splits_and_expected_errors_go_together() -> None:
    bad = annotated(UNDEFINED, 4, f"expected-error@+1 {{{{{message_of(UNDEFINED)}}}}}")
    run = opt([PASS, "--verify-diagnostics", "--split-input-file"], f"{GOOD}\n// -----\n\n{bad}")
    assert run.status == 0, run.err
    assert "bufferization.dealloc" in run.out


@pytest.mark.parametrize("args", [["--help"], ["opt", "--help"], ["--version"]])
def test_help_and_version(args: list[str]) -> None:
    run = OWNLOG(args)
    assert (run.status, run.err) == (0, "")
    assert "ownlog" in run.out.lower()


@pytest.mark.parametrize("args", [["no-such-command"], ["opt", "a.mlir", "b.mlir"]])
def test_a_wrong_command_line_is_no_crash(args: list[str]) -> None:
    run = OWNLOG(args)
    assert run.status != 0
    assert not run.crashed
    assert run.err


@pytest.mark.parametrize(
    ("args", "advice"),
    [
        (["opt", "--prover-timeout", "0"], "ownlog opt --help"),
        (["recheck", "proofs", "--timeout", "-1"], "ownlog recheck --help"),
        (["corpus", "run", "a.mlir", "-o", "out", "--timeout", "0"], "ownlog corpus run --help"),
    ],
)
def test_a_wrong_command_line_names_the_help_that_there_is(args: list[str], advice: str) -> None:
    run = OWNLOG(args)
    assert (run.status, run.out) == (2, "")
    assert f"see {advice}\n" in run.err


def test_an_option_that_no_pass_has_is_refused() -> None:
    run = opt([PASS, "--dealloc-at-block-end"], GOOD)
    assert (run.status, run.out) == (2, "")
    assert "no pass here has the option dealloc-at-block-end" in run.err
    assert opt(["--buffer-deallocation-pipeline", "--dealloc-at-block-end"], GOOD).status == 0
