"""Inline relations: engines agree on them, nothing else derives what they would, and what cannot be inlined is refused
where it stands.
"""

import re
from functools import partial

import pytest
from hypothesis import given, settings

from ownlog.base.errors import EngineError, RuleError
from ownlog.rules.engine.clingo import ClingoEngine
from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.program.engine import Engine
from ownlog.rules.engine.program.program import Program
from ownlog.rules.engine.souffle import SouffleEngine
from tests.effort import counted
from tests.engine.inline_programs import LESS
from tests.engine.programs import NUM, Facts, out
from tests.engine.reference import evaluate
from tests.engine.test_random_programs import fact_sets, programs
from tests.tiers import examples


@examples(15)
def test_the_other_relations_hold_what_they_hold_where_nothing_is_inline(examples: int) -> None:
    @settings(max_examples=examples)
    @given(programs(frozenset({"D0", "D2"})), fact_sets())
    def check(text: str, facts: Facts) -> None:
        program, plain = Program.from_text(text), Program.from_text(text.replace(" inline", ""))
        expected = {name: rows for name, rows in evaluate(plain, facts).items() if name not in ("D0", "D2")}
        assert EmbeddedEngine().run(program, facts, program.stored) == expected

    check()


@pytest.mark.souffle
@pytest.mark.nightly
@given(programs(frozenset({"D0", "D2"})), fact_sets())
def test_souffle_agrees(text: str, facts: Facts) -> None:
    program = Program.from_text(text)
    assert SouffleEngine().run(program, facts, program.stored) == EmbeddedEngine().run(program, facts, program.stored)


def test_its_rows_are_never_made() -> None:
    text = (
        NUM
        + ".decl P(x:number, y:number){}\nP(x,y) :- Num(x), Num(y), x < y.\n"
        + out("number")
        + "R(y) :- Num(x), x < 1, P(x,y)."
    )
    facts: Facts = {"Num": [(number,) for number in range(300)]}
    work = []
    for how in (" inline", ""):
        program, engine = Program.from_text(text.format(how)), EmbeddedEngine()
        expected = engine.run(program, facts)
        rows, calls = counted(partial(engine.run, program, facts))
        assert rows == expected == {"R": {(number,) for number in range(1, 300)}}
        work.append(calls)
    assert work[0] * 10 < work[1]


@pytest.mark.parametrize("engine", [EmbeddedEngine, ClingoEngine, SouffleEngine])
def test_no_engine_takes_rows_of_it_or_gives_them(engine: type[Engine]) -> None:
    try:
        made = engine()
    except EngineError:
        pytest.skip(f"{engine.__name__} is not there")
    program = Program.from_text(LESS)
    for facts, outputs in (({"Less": [(1, 2)]}, []), ({}, ["Less"])):
        with pytest.raises(
            EngineError, match="the relation Less is inline: it has no rows that could be given or asked for"
        ):
            made.run(program, facts, outputs)


DECLS = """.decl A(x:number)
.decl B(x:number, y:number)
.decl Less(x:number, y:number) inline
Less(x,y) :- x < y.
.decl Own(x:number) inline
Own(x) :- B(x,y), Less(y,3).
.decl Outer(x:number) inline
Outer(x) :- Own(x).
"""

BAD = [
    (".output Less", "1:9", "the inline relation Less has no rows of its own, so there can be no .output"),
    (".input Less", "1:8", "so there can be no .input"),
    (".printsize Less", "1:12", "so there can be no .printsize"),
    (".decl E(x:number, y:number) inline eqrel", "1:7", "relation E cannot be both inline and eqrel"),
    (".decl E(x:number, y:number) no_inline inline", "1:7", "relation E cannot be both inline and no_inline"),
    (".decl E(x:number) inline\nE(x) :- A(x), E(x).", "2:1", "the inline relation E depends on itself"),
    (
        ".decl E(x:number) inline\n.decl F(x:number) inline\nE(x) :- F(x). F(x) :- A(x); A(x), !E(x).",
        "3:1",
        "the cycle is E <- F <- E",
    ),
    ("A(n) :- n = count : { Own(_) }.", "1:23", "the inline relation Own is read in an aggregate"),
    ("A(n) :- B(n,m), n = sum x : { A(x), !Less(x,m) }.", "1:38", "the inline relation Less is read in an aggregate"),
    ("A(x) :- A(x), !Less(_,x).", "1:21", "`_` in a negated atom of the inline relation Less"),
    ("A(x) :- A(x), !(A(1), Less(x+_,x)).", "1:30", "`_` as an argument of `+`"),
    (
        "A(x) :- B(x,_), !Own(x).",
        "1:18",
        "the inline relation Own is negated, and its rules have a variable that it does not pass on",
    ),
    ("A(x) :- B(x,_), !Outer(x).", "1:18", "the inline relation Outer is negated"),
    ("A(x) :- B(x,_), Less(x,y).", "1:24", "variable y is unbound"),
    (
        "A(x) :- B(x,_), Less(x,_).",
        "1:17",
        "variable y, in the rules of the inline relation that is read here, is unbound",
    ),
    (".decl E(x:number, n:number) inline\nE(x,n) :- n = count : { B(x,_) }.", "2:15", "variable x is unbound"),
    ('.decl E(x:number) inline\nE(x) :- x = "a".', "2:9", "type error"),
    ("A(x) :- Less(x).", "1:9", "Less has 2 columns, not 1"),
]


@pytest.mark.parametrize(("text", "place", "message"), BAD, ids=[text.split("\n")[0] for text, _, _ in BAD])
def test_what_cannot_be_inlined_is_reported_where_it_is(text: str, place: str, message: str) -> None:
    line, column = map(int, place.split(":"))
    with pytest.raises(RuleError) as caught:
        Program.from_text(DECLS + text, "bad.dl")
    found = caught.value.diagnostics[0]
    assert message in f"{found.message} {found.advice}"
    assert found.position is not None
    assert (found.position.line - DECLS.count("\n"), found.position.column) == (line, column)
    assert found.source_line == text.split("\n")[line - 1]
    assert found.advice


# Soufflé sees no circle of two, takes qualifiers that contradict each other, and looks at a rule only where it is read.
REFUSED_BY_SOUFFLE = [
    text for text, _, message in BAD if not re.search("the cycle is|cannot be both|variable x is unbound", message)
]


@pytest.mark.souffle
@pytest.mark.parametrize("text", REFUSED_BY_SOUFFLE)
def test_souffle_refuses_it_too(text: str) -> None:
    good = Program.from_text(DECLS)
    with pytest.raises(EngineError, match="souffle failed"):
        SouffleEngine().run(_WithText(good, DECLS + text), {}, ["A"])


class _WithText(Program):
    """A program that passed the checks, with a text that would not."""

    def __init__(self, checked: Program, text: str) -> None:
        super().__init__(checked.relations, checked.core, checked.key, {}, ())
        self._text = text

    @property
    def text(self) -> str:
        return self._text
