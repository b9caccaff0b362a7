"""The native engine: what it asks for, caches and refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from ownlog.base.errors import EngineError
from ownlog.rules.engine.choose import default_engine
from ownlog.rules.engine.embedded import EmbeddedEngine
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
def test_text_that_would_be_computed_differently_is_refused() -> None:
    program = Program.from_text(".decl S(s:symbol)\n.decl N(n:number)\nN(strlen(s)) :- S(s).")
    with pytest.raises(EngineError, match=r"control characters cannot be given to souffle: the rules use strlen"):
        SouffleEngine().run(program, {"S": [("a\tb",)]}, ["N"])
    with pytest.raises(EngineError, match=r"cannot be exchanged with souffle"):
        SouffleEngine().run(Program.from_text('.decl S(s:symbol)\nS("a\\tb").'), {}, ["S"])


@pytest.mark.souffle
@pytest.mark.parametrize(
    ("rule", "is_refused"),
    [
        ('N(s) :- S(s), contains("b c", s).', False),
        ("N(s) :- S(s), S(t), contains(t, s).", True),
        ('N(s) :- S(s), match("[0-9]{1,9} : index", s).', False),
        ('N(s) :- S(s), !match("[0-9]+", s).', False),
        ('N(s) :- S(s), match("a.b.*", s).', True),
        ('N(s) :- S(s), match("[^0-9]*", s).', True),
        ('N(s) :- S(s), match("[0-9]+", s), to_number(s) > 3.', False),
        ('N(s) :- S(s), !match("[a-z]+", s), to_number(s) > 3.', True),
        ('N(s) :- S(s), substr(s, 0, 1) = "a".', True),
    ],
)  # fmt: skip
def test_what_tells_no_control_character_is_computed(rule: str, is_refused: bool) -> None:
    program = Program.from_text(f".decl S(s:symbol)\n.decl N(s:symbol)\n{rule}")
    facts = {"S": [("a\tb c",), ("\n12",), ("␉b c",), ("7 : index",), ("9",), ("12",)]}
    if is_refused:
        with pytest.raises(EngineError, match="control characters cannot be given to souffle"):
            SouffleEngine().run(program, facts, ["N"])
    else:
        assert SouffleEngine().run(program, facts, ["N"]) == EmbeddedEngine().run(program, facts, ["N"])


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
