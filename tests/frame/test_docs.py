"""What pages of the documentation name is there: files, headings, rules, and commands with their options."""

import re
import shlex
from importlib import import_module
from pathlib import Path

import click
import pytest

from ownlog.backend.passes.registry import PASSES
from ownlog.command_line import COMMANDS
from tests.shared import REPOSITORY

DOCS = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]
PAGES = [
    *DOCS,
    *sorted((REPOSITORY / "benchmarks").glob("*.md")),
    *sorted((REPOSITORY / "editors").rglob("README.md")),
    REPOSITORY / "tests" / "README.md",
]
_PATH = re.compile(r"`(\w[\w-]*/[\w./-]*(?:/|\.(?:py|dl|md|tsv|txt|c|forms|mlir)))`")
_ROOTS = ("", "rules", "tests")
_OF_OTHERS = {"mlp/a.mlir"}
"""Files that are not this repository's."""

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(REPOSITORY)))


@each_page
def test_files_that_are_named_exist(page: Path) -> None:
    named = set(_PATH.findall(page.read_text())) - _OF_OTHERS
    assert [name for name in sorted(named) if not any((REPOSITORY / root / name).exists() for root in _ROOTS)] == []


@each_page
def test_links_lead_to_a_file_and_a_heading(page: Path) -> None:
    wrong = []
    for target, _, heading in (
        link.partition("#") for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)", page.read_text())
    ):
        path = page.parent / target if target else page
        if not path.exists() or (heading and heading not in _headings(path.read_text())):
            wrong.append(f"{target}#{heading}")
    assert wrong == []


def _headings(text: str) -> set[str]:
    """The headings as GitHub names them in links."""
    found = re.findall(r"^#+ (.+)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in found}


def test_rules_that_are_named_exist() -> None:
    files = (REPOSITORY / "rules").rglob("*.dl")
    known = {number for path in files for number in re.findall(r"^// ([A-Z]+\d+):", path.read_text(), re.M)}
    named = {number for page in DOCS for number in re.findall(r"\(([A-Z]{1,2}\d+)\)", page.read_text())}
    assert sorted(named - known) == []


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_commands_have_the_options_that_they_are_shown_with(page: Path) -> None:
    """Which words an option takes, the tests of that option say."""
    unknown = []
    for line in _commands(page.read_text()):
        name, *rest = shlex.split(line)[1:]
        assert name in COMMANDS, line
        command = getattr(import_module(COMMANDS[name]), name)
        if isinstance(command, click.Group) and rest and rest[0] in command.commands:
            command = command.commands[rest[0]]
        known = {written for parameter in command.params for written in (*parameter.opts, *parameter.secondary_opts)}
        known |= {"--help", *(f"--{each}" for each in PASSES)}
        options = [word.partition("=")[0].partition("[")[0] for word in rest if word.startswith("--")]
        unknown += [f"{line}: {option}" for option in options if option not in known]
    assert unknown == []


def _commands(text: str) -> list[str]:
    """The commands of `ownlog` in spans of code, and in lines of blocks of code."""
    blocks = re.findall(r"^(?:```console\n(?:.*\n)*?```| {4}\$? ?ownlog .*)$", text, re.M)
    whole = [re.sub(r"\\\n\s*", "", block) for block in blocks]
    lines = [line.strip().removeprefix("$ ") for block in whole for line in block.splitlines()]
    spans = re.findall(r"`(ownlog [^`]+)`", re.sub(r"\s+", " ", text))
    return [line.split(" | ")[0] for line in (*lines, *spans) if re.match(r"ownlog [a-z]", line)]
