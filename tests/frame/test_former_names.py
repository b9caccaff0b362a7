"""Former names of options and commands mean the new ones, with a warning."""

from pathlib import Path

import pytest

import ownlog
from tests.frame.programs import GOOD, PASS, assert_refused, contents, write
from tests.tools import OwnlogFork

run = OwnlogFork(())


@pytest.mark.parametrize(
    ("former", "now"),
    [("--no-verify", "--no-gate"), ("-no-verify=true", "--no-gate"), ("--verify", "--cross-check")],
)
def test_options(former: str, now: str) -> None:
    with_former, with_now = (run(["opt", PASS, option, "-"], GOOD) for option in (former, now))
    name = f"--{former.strip('-').partition('=')[0]}"
    assert (with_former.status, with_former.out) == (with_now.status, with_now.out)
    assert with_former.err == (
        f"warning: {name} is now {now}\n  help: the next release takes only the new name\n{with_now.err}"
    )


def test_derive(tmp_path: Path) -> None:
    path = str(write(tmp_path, GOOD))
    now = run(["facts", "--derived", path, "-o", str(tmp_path / "now")])
    former = run(["derive", path, "-o", str(tmp_path / "former")])
    assert (now.status, now.out, now.err) == (0, "", "")
    assert (former.status, former.out) == (0, "")
    assert former.err.startswith("warning: ownlog derive is now ownlog facts --derived\n")
    assert contents(tmp_path / "former") == contents(tmp_path / "now")


@pytest.mark.parametrize("command", ["check --verify -", "corpus derive", "query --no-verify - buffer(X)"])
def test_other_commands_never_had_them(command: str) -> None:
    refused = run(command.split(), GOOD)
    assert_refused(refused, usage=True)
    assert "is now" not in refused.err


@pytest.mark.parametrize("options", [["--engine", "embedded"], ["--private"]])
def test_what_is_about_derived_relations_needs_them(options: list[str]) -> None:
    refused = run(["facts", "-", "-o", "out", *options], GOOD)
    assert_refused(refused, usage=True)
    assert "add --derived" in refused.err


def test_private_relations_are_written_on_demand(tmp_path: Path) -> None:
    path = str(write(tmp_path, GOOD))
    for name, options in (("public", []), ("all", ["--private"])):
        assert run(["facts", "--derived", path, "-o", str(tmp_path / name), *options]).status == 0
    public, everything = contents(tmp_path / "public"), contents(tmp_path / "all")
    assert public.items() < everything.items()
    assert "used_above.csv" in everything.keys() - public.keys()


def test_python() -> None:
    with pytest.warns(DeprecationWarning, match="verify is now called gate"):
        ownlog.run_pipeline(ownlog.parse(GOOD), "canonicalize", verify=False)
