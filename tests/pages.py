"""Commands that pages of the documentation show, with what they say is printed."""

import re
import shlex

import pytest

from tests.shared import REPOSITORY
from tests.tools import OwnlogFork

_ownlog = OwnlogFork(())


def examples(page: str) -> list[tuple[str, str]]:
    """The commands of a page in `docs/`, and what it says they print."""
    blocks = re.findall(r"^```console\n(.*?)^```", (REPOSITORY / "docs" / page).read_text(), re.M | re.S)
    return [
        (command, output)
        for block in blocks
        for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M)
    ]


def shown(page: str) -> pytest.MarkDecorator:
    """Runs a test for each command of a page, with the command and its output."""
    return pytest.mark.parametrize(
        ("command", "output"), examples(page), ids=lambda text: text.splitlines()[0] if text else "nothing"
    )


def assert_prints(command: str, output: str) -> None:
    """A command that is run in the repository's folder prints what the page shows."""
    program, *arguments = shlex.split(command)
    assert program == "ownlog"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(REPOSITORY)
        assert _ownlog(arguments, merge=True).out == output
