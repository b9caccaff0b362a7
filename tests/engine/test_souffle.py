"""The native engine: what it asks for, caches and refuses."""

from pathlib import Path

import pytest

from ownlog.base.errors import EngineError
from ownlog.rules.engine.choose import default_engine
from ownlog.rules.engine.program.program import Program
from ownlog.rules.engine.souffle import SouffleEngine, find_souffle

PROGRAM = """.decl A(x:number)
.decl B(x:number)
B(x+1) :- A(x).
"""


def test_without_souffle_there_is_advice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OWNLOG_SOUFFLE", str(tmp_path / "none"))
    assert find_souffle() is None
    with pytest.raises(EngineError, match=r"set OWNLOG_SOUFFLE or put it on the PATH"):
        SouffleEngine()


def test_a_program_that_is_not_souffle_is_an_engine_error(tmp_path: Path) -> None:
    script = tmp_path / "souffle"
    script.write_text("#!/bin/sh\necho 'Error: out of patience' >&2\nexit 1\n")
    script.chmod(0o755)
    with pytest.raises(EngineError, match=r"souffle failed: Error: out of patience\n  help: "):
        SouffleEngine(str(script)).run(Program.from_text(PROGRAM), {})
    with pytest.raises(EngineError, match=r"cannot run .*\n  help: "):
        SouffleEngine(str(tmp_path / "none")).version()


@pytest.mark.souffle
def test_any_relation_may_be_given_and_asked_for() -> None:
    assert SouffleEngine().run(Program.from_text(PROGRAM), {"A": [(1,)]}, ["A", "B"]) == {"A": {(1,)}, "B": {(2,)}}


@pytest.mark.souffle
def test_the_environment_chooses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OWNLOG_ENGINE", "souffle")
    engine = default_engine()
    assert engine.name == "souffle"
    assert engine.version()


@pytest.mark.souffle
def test_souffles_own_message_is_passed_on() -> None:
    with pytest.raises(EngineError, match=r"cannot parse fact file A.facts"):
        SouffleEngine().run(Program.from_text(PROGRAM), {"A": [(2**40,)]}, ["B"])


@pytest.mark.souffle
@pytest.mark.parametrize(("rule", "cell"), [('S("a\\tb").', "a"), ("N(strlen(s)) :- S(s).", "a\tb")])
def test_control_characters_are_refused(rule: str, cell: str) -> None:
    program = Program.from_text(f".decl S(s:symbol)\n.decl N(n:number)\n{rule}")
    with pytest.raises(EngineError, match=r"cannot be exchanged with souffle: it has a control character"):
        SouffleEngine().run(program, {"S": [(cell,)]}, ["S"])


@pytest.mark.souffle
@pytest.mark.nightly
def test_a_compiled_program_is_built_once(tmp_path: Path) -> None:
    program = Program.from_text(PROGRAM)
    engine = SouffleEngine(compiled=True, cache_dir=tmp_path)
    assert engine.run(program, {"A": [(1,)]}, ["B"]) == {"B": {(2,)}}
    (binary,) = tmp_path.glob("*.native")
    built = binary.stat().st_ino
    assert engine.run(program, {"A": [(5,)]}, ["B"]) == {"B": {(6,)}}
    assert binary.stat().st_ino == built
