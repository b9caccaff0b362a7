"""What a run shows beside its result: times, the IR between passes, what passes and options mean; and flags that only
mlir-opt needs.
"""

import re
from pathlib import Path

import pytest

from ownlog.backend.pass_definition import described
from ownlog.backend.passes.registry import PASSES
from ownlog.commands.opt import IDLE
from tests.frame.programs import GOOD, PASS, assert_refused, opt, write
from tests.shared import require_tool
from tests.tools import Program

TWO = f"{GOOD}// -----\n{GOOD}"


def phases(err: str) -> list[tuple[str, list[float]]]:
    """The rows of the table: names, indented as they are, and the seconds in each column."""
    rows = re.findall(r"^((?: +[\d.]+ \( *[\d.]+%\))+)  (.+)$", err, re.M)
    return [(name, [float(cell) for cell in re.findall(r"([\d.]+) \(", cells)]) for cells, name in rows]


def nested(rows: list[tuple[str, list[float]]], within: str) -> list[tuple[str, list[float]]]:
    """The rows right below the one called `within`, without their indentation."""
    at = [name for name, _ in rows].index(within) + 1
    deep = "  " * (1 + (len(within) - len(within.lstrip())) // 2)
    below = rows[at : next((end for end in range(at, len(rows)) if not rows[end][0].startswith(deep)), len(rows))]
    return [(name[len(deep) :], seconds) for name, seconds in below if not name[len(deep) :].startswith(" ")]


NAME = PASS.lstrip("-")


def assert_parts_are_the_whole(parts: list[tuple[str, list[float]]], whole: list[float]) -> None:
    for column, total in enumerate(whole):
        assert sum(seconds[column] for _, seconds in parts) == pytest.approx(total, abs=0.001)


def test_phases_are_timed() -> None:
    run = opt([PASS, "--canonicalize", "--mlir-timing", "-"], GOOD)
    assert run.out == opt([PASS, "--canonicalize", "-"], GOOD).out
    rows = phases(run.err)
    top = [(name, seconds) for name, seconds in rows if not name.startswith(" ")]
    assert [name for name, _ in top] == ["Parser", NAME, "canonicalize", "Output", "Rest", "Total"]
    assert_parts_are_the_whole(top[:-1], top[-1][1])
    assert top[-1][1][1] > 0


WHOLE = "--buffer-deallocation-pipeline"
STEPS = ["expand-realloc", "canonicalize", "plan-deallocations", "cse", "canonicalize"]


def test_steps_of_a_pipeline_are_timed_with_the_gate() -> None:
    for flags, last in (([], ["check", "Rest"]), (["--no-gate"], ["Rest"])):
        rows = phases(opt([WHOLE, "--mlir-timing", *flags, "-"], GOOD).err)
        inner = nested(rows, WHOLE.lstrip("-"))
        assert [name for name, _ in inner] == [*dict.fromkeys(STEPS), *last]
        assert_parts_are_the_whole(inner, dict(rows)[WHOLE.lstrip("-")])
    rows = phases(opt(["--tensors-to-buffers=placement=hoisting", "--mlir-timing", "-"], GOOD).err)
    assert "one-shot-bufferize" in [name for name, _ in nested(rows, "tensors-to-buffers")]
    assert "placement=hoisting" in [name for name, _ in nested(rows, f"  {WHOLE.lstrip('-')}")]


def test_the_ir_after_each_step_is_shown() -> None:
    run = opt([WHOLE, "--mlir-print-ir-after-all", "-"], GOOD)
    assert re.findall(r"IR Dump After (\S+) ", run.err) == [*STEPS, "check", WHOLE.lstrip("-")]
    assert run.err.rstrip().endswith(run.out.rstrip())
    run = opt([WHOLE, "--mlir-print-ir-after=canonicalize", "-"], GOOD)
    assert re.findall(r"IR Dump After (\S+) ", run.err) == ["canonicalize"] * 2


def test_phases_of_many_inputs_are_summed_whoever_does_them(tmp_path: Path) -> None:
    for name in ("a.mlir", "b.mlir"):
        write(tmp_path, GOOD, name)
    for jobs in ([], ["-j2"]):
        run = opt([PASS, "--mlir-timing", str(tmp_path), "--output-dir", str(tmp_path / "out"), *jobs])
        assert run.status == 0, run.err
        rows = phases(run.err)
        assert [name for name, _ in rows] == ["Parser", NAME, "Output", "Rest", "Total"]
        assert_parts_are_the_whole(rows[:-1], rows[-1][1])
        # By the clock, phases in several processes add up to more than the whole: only the processor's time is shown.
        assert {len(seconds) for _, seconds in rows} == {1 if jobs else 2}
        told = " by the clock, in 2 processes, whose times of the processor are summed below" if jobs else ""
        assert re.search(rf"^  Total Execution Time: [\d.]+ seconds{told}$", run.err, re.M)


def test_dumps_and_times_of_many_inputs_tell_which_and_how_many(tmp_path: Path) -> None:
    paths = [str(write(tmp_path, GOOD, f"{name}.mlir")) for name in "ab"]
    for jobs in ([], ["-j9"]):
        run = opt(
            [PASS, "--mlir-timing", "--mlir-print-ir-after-all", *paths, "--output-dir", str(tmp_path / "out"), *jobs]
        )
        assert sorted(re.findall(r"^// -----// IR Dump After \S+ of (\S+) //----- //$", run.err, re.M)) == paths
        assert ("in 2 processes" in run.err) == bool(jobs)
        shown = re.findall(r"^// -----// IR Dump After \S+ of (\S+) ", run.err, re.M)
        assert shown == sorted(shown)
    # One input is done here, and takes as long as the clock says.
    run = opt([PASS, "--mlir-timing", paths[0], "--output-dir", str(tmp_path / "out"), "-j9"])
    assert "processes" not in run.err
    assert {len(seconds) for _, seconds in phases(run.err)} == {2}


def test_the_ir_after_each_pass_is_shown() -> None:
    run = opt([PASS, "--canonicalize", "--mlir-print-ir-after-all", "-"], GOOD)
    first, second = (opt([*passes, "-"], GOOD).out for passes in ([PASS], [PASS, "--canonicalize"]))
    assert run.out == second
    heads = re.findall(r"^// -----// IR Dump After (\S+) //----- //$", run.err, re.M)
    assert heads == [PASS.lstrip("-"), "canonicalize"]
    assert first.rstrip() in run.err
    assert second.rstrip() in run.err


def heads(*flags: str) -> list[str]:
    """The dumps of a run of three passes, the last of which changes nothing."""
    run = opt([PASS, "--canonicalize", "--cse", *flags, "-"], GOOD)
    assert run.status == 0, run.err
    assert run.out == opt([PASS, "--canonicalize", "--cse", "-"], GOOD).out
    return re.findall(r"^// -----// IR Dump (\S+ \S+) //----- //$", run.err, re.M)


def test_the_ir_around_chosen_passes_is_shown() -> None:
    names = [PASS.lstrip("-"), "canonicalize", "cse"]
    assert heads("--mlir-print-ir-before-all") == [f"Before {name}" for name in names]
    assert heads("--mlir-print-ir-before=cse", "--mlir-print-ir-after=cse") == ["Before cse", "After cse"]
    assert heads("-mlir-print-ir-after", "canonicalize", "--mlir-print-ir-after", "cse") == [
        "After canonicalize",
        "After cse",
    ]
    assert heads("--mlir-print-ir-after-change") == [f"After {name}" for name in names[:-1]]
    assert heads("--mlir-print-ir-after=cse", "--mlir-print-ir-after-change") == []
    refused = opt([PASS, "--mlir-print-ir-after=ces", "-"], GOOD)
    assert_refused(refused, usage=True)
    assert "did you mean cse?" in refused.err


def test_the_passes_that_run_are_told() -> None:
    run = opt([f"{PASS}=private-function-dynamic-ownership", "--cse", "--dump-pass-pipeline", "-"], GOOD)
    options = "{private-function-dynamic-ownership}"
    assert run.err == f"Pass Manager with 2 passes:\nbuiltin.module({PASS.lstrip('-')}{options},cse)\n"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("--stat", "--stats"),
        ("--cannonicalize", "--canonicalize"),
        ("--mlir-print-ir-after-al", "--mlir-print-ir-after-all"),
        ("--verify-eech", "--verify-each"),
        ("--split-inputfile=x", "--split-input-file"),
    ],
)
def test_flags_that_are_almost_right(written: str, meant: str) -> None:
    run = opt([written, "-"], GOOD)
    assert run.err.startswith(f"error: unknown option or pass '{written}'\n  help: did you mean {meant}")


def test_a_flag_like_no_other_says_where_the_passes_are_named() -> None:
    assert "help: `ownlog opt --list-passes` names all passes" in opt(["--xyzzy", "-"], GOOD).err


def test_a_flag_that_does_not_exist_is_named_though_its_value_looks_like_an_input() -> None:
    run = opt(["--pipline", "canonicalize", "in.mlir"])
    assert_refused(run, usage=True)
    assert "unknown option or pass '--pipline'" in run.err


@pytest.mark.parametrize("flag", ["--verify-each", "--verify-each=false", "-verify-each", "--no-implicit-module"])
def test_flags_that_change_nothing_are_taken(flag: str) -> None:
    run = opt([PASS, flag, "-"], GOOD)
    assert (run.status, run.out, run.err) == (0, opt([PASS, "-"], GOOD).out, "")


def test_pieces_are_joined_as_asked() -> None:
    run = opt(["--split-input-file", "--output-split-marker=// =====", "-"], TWO)
    assert (run.status, run.out) == (0, TWO.replace("// -----", "// ====="))


def test_help_tells_each_pass_with_its_options() -> None:
    told = " ".join(opt(["--help"]).out.split())
    for pass_ in PASSES.values():
        assert f"--{pass_.name}" in told
        assert pass_.summary in told
        for option, meaning in described(pass_.options):
            assert f"{option} " in told
            # A long line may be broken behind a hyphen.
            assert meaning.replace("- ", "-") in told.replace("- ", "-")


@pytest.mark.peer
def test_flags_that_change_nothing_here_are_flags_of_mlir_opt() -> None:
    told = Program((require_tool("mlir-opt-22"),))(["--help"]).out
    assert [flag for flag in sorted(IDLE) if re.search(rf"^ *{flag}\b", told, re.M) is None] == []
