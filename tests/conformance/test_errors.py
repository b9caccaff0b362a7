"""Each error that upstream's tests of bufferization expect is given at its line, in mlir-opt's words, with advice;
nothing is written.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.conformance.expectations import files, is_of_bufferization
from tests.conformance.lit import cut, pass_arguments
from tests.conformance.runner import LitFile, Tools
from tests.shared import require_shared, require_tool, shared_dir
from tests.tools import OwnlogFork, Program

_ANNOTATION = re.compile(
    r"//\s*expected-error(?P<re>-re)?(?:\s*@\s*(?P<where>above|below|[+-]\d+))?\s*\{\{(?P<text>.*?)\}\}"
)
_ERROR = re.compile(r"^(?:<stdin>|-):(\d+):\d+: error: (.*)$", re.M)
# Programs that Ownlog takes, with the reason.
UNREACHED = "blocks that control never comes to are bufferized, with any type for their arguments"
TAKEN = {
    ("Dialect/Bufferization/Transforms/one-shot-module-bufferize-invalid.mlir", 8): UNREACHED,
    ("Dialect/ControlFlow/one-shot-bufferize-invalid.mlir", 1): UNREACHED,
    (
        "Dialect/Bufferization/Transforms/tensor-copy-insertion-memory-space-invalid.mlir",
        0,
    ): "nothing is copied: no space is needed",
}


class Expected(NamedTuple):
    """An error that a split of a file expects at a line, by a RUN line."""

    file: str
    split: int
    run: int
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file.removeprefix('Dialect/')}-{self.split}-{self.line}-{self.run}"


def _is_about_bufferization(file: LitFile) -> bool:
    """Is it a test of a pass of bufferization, or of what the dialect refuses?"""
    return is_of_bufferization(file) or file.path.match("Bufferization/invalid.mlir")


def expected_errors(text: str) -> Iterator[tuple[int, str]]:
    """The errors that a text expects, each with its line."""
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        for found in _ANNOTATION.finditer(line):
            where, at = found["where"], number
            step = {"above": -1, "below": 1}.get(where or "")
            if step is None:
                at += int(where or 0)
            else:
                at += step
                while _ANNOTATION.search(lines[at - 1]):
                    at += step
            yield at, found["text"]


def _all() -> list[Expected]:
    if shared_dir() is None:
        return []
    none = Program(())
    found = []
    for name in files():
        file = LitFile(require_shared("upstream", name), Tools(none, none, none))
        if not _is_about_bufferization(file):
            continue
        for run in file.run_lines:
            if run.tools[0].has("verify-diagnostics"):
                errors = [
                    (split, *error) for split, text in enumerate(cut(file.text)) for error in expected_errors(text)
                ]
                found += [Expected(name, split, run.index, line, text) for split, line, text in errors]
    return found


EXPECTED = _all()


@cache
def _run(program: OwnlogFork | Program, file: str, split: int, run: int) -> tuple[int, str, str]:
    lit = LitFile(require_shared("upstream", file), Tools(program, program, program))
    call = lit.run_lines[run].tools[0]
    kept = [option for option in call.others if option.lstrip("-") == "allow-unregistered-dialect"]
    done = program(["-", *kept, *pass_arguments(call.passes)], lit.splits[split])
    return done.status, done.out, done.err


OURS, THEIRS = OwnlogFork(), cache(lambda: Program((require_tool("mlir-opt-22"),)))


def errors(err: str, line: int) -> list[str]:
    """The errors about a line, in order."""
    return [message for number, message in _ERROR.findall(err) if int(number) == line]


@pytest.mark.peer
@pytest.mark.parametrize("expected", [each for each in EXPECTED if each[:2] not in TAKEN], ids=str)
def test_each_error_is_given(expected: Expected) -> None:
    status, out, err = _run(OURS, expected.file, expected.split, expected.run)
    given = [message for message in errors(err, expected.line) if expected.text in message]
    _, _, said = _run(THEIRS(), expected.file, expected.split, expected.run)
    peers = [message for message in errors(said, expected.line) if expected.text in message]
    assert (status, out) == (1, "")
    assert given
    assert peers
    assert given[0].startswith(peers[0])
    assert "\n  help: " in err


@pytest.mark.parametrize(
    "program", sorted({each[:2] for each in EXPECTED}.intersection(TAKEN)), ids=lambda found: f"{found[0]}-{found[1]}"
)
def test_what_is_listed_as_taken_is_taken(program: tuple[str, int]) -> None:
    run = next(each.run for each in EXPECTED if each[:2] == program)
    status, out, err = _run(OURS, *program, run)
    assert (status, err) == (0, "")
    assert out


def test_errors_are_there_to_be_walked() -> None:
    require_shared("upstream")
    assert len(EXPECTED) > 40
    assert {Path(each.file).name for each in EXPECTED} >= {
        "invalid.mlir",
        "one-shot-bufferize-invalid.mlir",
        "bufferize-invalid.mlir",
    }


def test_a_refused_program_leaves_no_file(tmp_path: Path) -> None:
    if not EXPECTED:
        pytest.skip("the shared material is missing")
    lit = LitFile(require_shared("upstream", EXPECTED[0].file), Tools(OURS, OURS, OURS))
    target = tmp_path / "out.mlir"
    passes = pass_arguments(lit.run_lines[EXPECTED[0].run].tools[0].passes)
    assert OURS(["-", "-o", str(target), *passes], lit.splits[EXPECTED[0].split]).status == 1
    assert not target.exists()
