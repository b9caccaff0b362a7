"""Queries one after another."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shared import REPOSITORY
from tests.tools import Outcome, OwnlogFork

DIAMOND = str(REPOSITORY / "examples" / "diamond.mlir")
ownlog = OwnlogFork(())


def said(*lines: str) -> Outcome:
    """What comes of lines on standard input."""
    return ownlog(["query", DIAMOND, "-i", "--format", "csv"], "".join(f"{line}\n" for line in lines))


def alone(query: str) -> str:
    """What the query gives outside of a session."""
    return ownlog(["query", DIAMOND, query, "--format", "csv"]).out


def test_each_line_is_a_query() -> None:
    first, second = "live_in(B, V)", "heap_allocation(_, _, V), buffer(V)"
    run = said(first, "", second)
    assert (run.status, run.err) == (0, "")
    assert run.out == alone(first) + alone(second)


@pytest.mark.parametrize(
    "lines",
    [
        ("live_in(B,", "V)"),
        ("kept(B, V) :-", "  live_in(B, V)"),
        ("live_in(B, V),", 'substr(V, 0, 2) != "a (", // (', "buffer(V)"),
        ("kept(N) :- N = count : {", "live_in(_, _) }"),
    ],
)
def test_a_query_goes_on_in_the_next_line(lines: tuple[str, ...]) -> None:
    run = said(*lines)
    assert (run.err, run.out) == ("", alone("\n".join(lines)))


def test_an_empty_line_and_the_end_finish_what_was_begun() -> None:
    for lines in (("live_in(B,", "", "buffer(V)"), ("buffer(V)", "live_in(B,")):
        run = said(*lines)
        assert run.out == alone("buffer(V)")
        assert "malformed query: unexpected end of the query" in run.err


def test_mistakes_end_nothing() -> None:
    run = said("livein(B, V)", "live in", ".relations", "buffer(V)", ".rule plan.release#1500", ".hepl")
    assert run.status == 0
    assert "did you mean live_in" in run.err
    assert "there is no rule plan.release#1500" in run.err
    assert alone("buffer(V)") in run.out
    assert "there is no command .hepl; did you mean .help?" in run.out


def test_commands() -> None:
    run = said(
        ".help",
        ".functions",
        ".rule aliasing.liveness#2",
        ".relations live_out",
        ".relations last use",
        ".quit",
        "buffer(V)",
    )
    assert run.err == ""
    assert ".relations [WORD]" in run.out
    assert "\n@diamond\n" in run.out
    assert ownlog(["relations", "aliasing.liveness#2"]).out in run.out
    assert ownlog(["relations", "live_out"]).out in run.out
    assert ownlog(["relations", "--search", "last use"]).out in run.out
    assert alone("buffer(V)") not in run.out


def test_what_the_plan_knows_is_asked_of_the_pipeline() -> None:
    assert said("release_after(B, P, V)", "buffer(V)").out == alone("release_after(B, P, V)") + alone("buffer(V)")


def test_a_terminal_has_prompts_and_history(tmp_path: Path) -> None:
    pytest.importorskip("readline")
    ours, theirs = pty.openpty()
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "TERM": "dumb"}
    command = [sys.executable, "-m", "ownlog", "query", DIAMOND, "-i"]
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, close_fds=True
    ) as process:
        os.close(theirs)
        os.write(ours, b"live_in(B,\nV)\n.quit\n")
        seen = b""
        try:
            while piece := os.read(ours, 4096):
                seen += piece
        except OSError:
            pass  # the terminal is closed
    os.close(ours)
    assert process.returncode == 0
    assert b"?- " in seen
    assert b"(4 rows)" in seen
    assert (tmp_path / "ownlog" / "queries").read_text().splitlines()[-3:] == ["live_in(B,", "V)", ".quit"]
