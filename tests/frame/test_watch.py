"""What a run shows beside its result: times, the IR between passes, what passes and options mean; and flags that only mlir-opt needs."""

import re
from pathlib import Path

import pytest

from ownlog.backend.passes.descriptions import described
from ownlog.backend.passes.registry import CHOICES, LISTS, PASSES
from ownlog.commands.opt import IDLE
from tests.frame.programs import GOOD, PASS, assert_refused, opt, write
from tests.shared import require_tool
from tests.tools import Program

TWO = f"{GOOD}// -----\n{GOOD}"


def phases(err: str) -> dict[str, tuple[float, float]]:
    rows = re.findall(r"^ +([\d.]+) \( *[\d.]+%\) +([\d.]+) \( *[\d.]+%\)  (\S+)$", err, re.M)
    return {name: (float(wall), float(processor)) for wall, processor, name in rows}


def test_phases_are_timed() -> None:
    run = opt([PASS, "--canonicalize", "--mlir-timing", "-"], GOOD)
    assert run.out == opt([PASS, "--canonicalize", "-"], GOOD).out
    found = phases(run.err)
    assert list(found) == ["Parser", PASS.lstrip("-"), "canonicalize", "Output", "Rest", "Total"]
    for column in (0, 1):
        *parts, total = [seconds[column] for seconds in found.values()]
        assert sum(parts) == pytest.approx(total, abs=0.001)
    assert found["Total"][1] > 0


def test_phases_of_many_inputs_are_summed_whoever_does_them(tmp_path: Path) -> None:
    for name in ("a.mlir", "b.mlir"):
        write(tmp_path, GOOD, name)
    for jobs in ([], ["-j2"]):
        run = opt([PASS, "--mlir-timing", str(tmp_path), "--output-dir", str(tmp_path / "out"), *jobs])
        assert run.status == 0, run.err
        assert list(phases(run.err)) == ["Parser", PASS.lstrip("-"), "Output", "Rest", "Total"]


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
    assert heads("-mlir-print-ir-after", "canonicalize", "--mlir-print-ir-after", "cse") == ["After canonicalize", "After cse"]
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


def test_a_flag_like_no_other_names_the_passes() -> None:
    assert "help: passes: expand-realloc, " in opt(["--xyzzy", "-"], GOOD).err


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
        for option, meaning in described(pass_.options, {**CHOICES, **LISTS}):
            assert f"{option} " in told
            # A long line may be broken behind a hyphen.
            assert meaning.replace("- ", "-") in told.replace("- ", "-")


@pytest.mark.peer
def test_flags_that_change_nothing_here_are_flags_of_mlir_opt() -> None:
    told = Program((require_tool("mlir-opt-22"),))(["--help"]).out
    assert [flag for flag in sorted(IDLE) if re.search(rf"^ *{flag}\b", told, re.M) is None] == []
