"""What all commands have in common: docs/conventions.md."""

from importlib import import_module
from pathlib import Path

import click
import pytest

from ownlog.command_line import COMMANDS
from tests.frame.programs import UNDEFINED, assert_refused, write
from tests.tools import OwnlogFork

ownlog = OwnlogFork(())


def _all() -> dict[str, click.Command]:
    found: dict[str, click.Command] = {}
    for name, module in COMMANDS.items():
        command = getattr(import_module(module), name)
        parts = command.commands if isinstance(command, click.Group) else {"": command}
        found |= {f"{name} {part}".strip(): each for part, each in parts.items()}
    return found


COMMANDS_BY_NAME = _all()
_SILENT = {"lsp", "corpus run"}
"""Commands whose result is no text: they serve, or write folders."""

each_command = pytest.mark.parametrize("name", COMMANDS_BY_NAME)


def options(name: str) -> dict[str, click.Parameter]:
    """The parameters of a command by what they are written as."""
    return {written: parameter for parameter in COMMANDS_BY_NAME[name].params for written in parameter.opts}


@each_command
def test_results_go_where_they_are_sent(name: str) -> None:
    assert "-o" in options(name) or name in _SILENT
    if name in ("opt", "query", "check"):
        assert isinstance(options(name)["-o"].type, click.Path)


@each_command
def test_formats_are_one_of_two_sets(name: str) -> None:
    form = options(name).get("--format")
    if form is not None:
        assert isinstance(form.type, click.Choice)
        choices = tuple(form.type.choices)
        assert choices in (
            ("table", "json", "ndjson", "csv", "tsv", "arrow"),
            ("text", "json"),
            ("text", "json", "sarif"),
        )


@each_command
def test_modules_are_files_and_passes_are_completed(name: str) -> None:
    command = COMMANDS_BY_NAME[name]
    for parameter in command.params:
        if isinstance(parameter, click.Argument) and parameter.name in ("path", "paths", "before", "after", "folder"):
            assert isinstance(parameter.type, click.Path), parameter.name
    pipeline = options(name).get("-p")
    if pipeline is not None:
        found = pipeline.shell_complete(click.Context(command), "buffer-deallocation-p")
        assert [item.value for item in found] == ["buffer-deallocation-pipeline"]
        # Flags name one pipeline: `diff` takes two.
        if name != "opt" and not (isinstance(pipeline, click.Option) and pipeline.multiple):
            flags = [item.value for item in command.shell_complete(click.Context(command), "--buffer-deallocation-p")]
            assert "--buffer-deallocation-pipeline" in flags


@each_command
def test_what_cannot_be_meant_has_a_status_of_its_own(name: str) -> None:
    run = ownlog([*name.split(), "--no-such-option-at-all"])
    assert_refused(run, usage=True)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            "opt -j -x",
            "invalid value for '-j' / '--jobs': '-x' is not a whole number\n  help: write -j N; see ownlog opt --help",
        ),
        (
            "opt -j 0",
            "invalid value for '-j' / '--jobs': 0 is not in the range x>=1\n  help: write -j N; see ownlog opt --help",
        ),
        (
            "corpus run in.mlir -o out --timeout x",
            "'--timeout': 'x' is not a number\n  help: write --timeout SECONDS; see",
        ),
    ],
)
def test_values_that_are_no_numbers(words: str, message: str) -> None:
    run = ownlog(words.split())
    assert_refused(run, usage=True)
    assert message in run.err


@each_command
def test_names_are_not_empty_and_folders_are_no_streams(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for written, parameter in options(name).items():
        if not isinstance(parameter, click.Option) or parameter.metavar not in ("FILE", "DIR", "OUT"):
            continue
        folder = parameter.metavar != "FILE"
        for value in ("", "-") if folder else ("",):
            run = ownlog([*name.split(), written, value, "in.mlir"])
            assert_refused(run, usage=True)
            assert run.err.startswith(
                f"error: '{value}' is no name for a {'folder' if folder else 'file'}\n  help: name one: -"
            )
            assert ("./-" in run.err) == (value == "-")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "command", ["opt --cse", "opt --output-dir out", "check", "why", "verify", "facts -o out", "corpus run -o out"]
)
def test_nor_are_names_of_inputs(command: str) -> None:
    run = ownlog([*command.split(), ""])
    assert_refused(run, usage=True)
    assert run.err.startswith("error: '' is no name for a file\n")


@pytest.mark.parametrize(
    "command",
    [
        "opt {}",
        "check {}",
        "owners {}",
        "peak {}",
        "annotate {}",
        "report {} -o -",
        "facts {} -o {out}",
        "query {} buffer(V)",
        "why {} 1",
    ],
)
def test_what_is_refused_has_its_place_in_a_file_and_in_standard_input(command: str, tmp_path: Path) -> None:
    path = write(tmp_path, UNDEFINED)
    for given, called in ((str(path), str(path)), ("-", "<stdin>")):
        run = ownlog(command.format(given, out=tmp_path / "out").split(), UNDEFINED)
        assert_refused(run)
        assert f"{called}:4:15: error: " in run.err
