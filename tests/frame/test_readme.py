"""What the README shows is what happens."""

import difflib
import re
import shlex
from pathlib import Path

import pytest

from tests.shared import REPOSITORY
from tests.tools import OwnlogFork

PAGE = (REPOSITORY / "README.md").read_text()
(SHOWN,) = re.findall(r"^```console\n(\$ cat .*?)^```", PAGE, re.M | re.S)
STEPS: list[tuple[str, str]] = re.findall(r"^\$ (.*?)(?: +# \w+)?\n((?:(?!\$ ).*\n)*)", SHOWN, re.M)

ownlog = OwnlogFork(())


def test_the_commands_print_what_they_are_shown_to_print(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    programs = []
    for command, output in STEPS:
        program, *arguments = shlex.split(command)
        programs.append(program)
        if program == "cat":
            Path(arguments[0]).write_text(output)
        elif program == "diff":
            assert _lines_of_diff(output) == _changed(Path(arguments[0]).read_text(), Path(arguments[1]).read_text())
        else:
            assert ownlog(arguments, merge=True).out == output
    assert programs == ["cat", "ownlog", "diff", "ownlog", "ownlog"]


def _lines_of_diff(output: str) -> list[str]:
    signs = {"< ": "- ", "> ": "+ "}
    return sorted(signs[line[:2]] + line[2:] for line in output.splitlines() if line[:2] in signs)


def _changed(before: str, after: str) -> list[str]:
    return sorted(line for line in difflib.ndiff(before.splitlines(), after.splitlines()) if line[:2] in ("- ", "+ "))


def test_the_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (snippet,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
    exec(snippet, {"text": STEPS[0][1]})
    out = capsys.readouterr().out
    assert "@diamond/^bb1 @diamond/%alloc allocation\n" in out
    assert "memref.dealloc %buffer" in out
