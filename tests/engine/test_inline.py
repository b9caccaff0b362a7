"""Inline relations: engines agree on them, nothing else derives what they would, and what cannot be inlined is refused where it stands."""

from __future__ import annotations

import re
from functools import partial

import pytest
from hypothesis import given

from ownlog.base.errors import EngineError, RuleError
from ownlog.rules.engine import ClingoEngine, EmbeddedEngine, Engine, Program, SouffleEngine
from tests.effort import counted
from tests.engine.programs import NUM, NUMS, PAIR, PAIRS, Case, Facts, out
from tests.engine.reference import evaluate
from tests.engine.test_random_programs import ARITIES, fact_sets, programs

LESS = ".decl Less(x:number, y:number) inline\nLess(x,y) :- x < y.\n"
PART = ".decl Part(x:number) inline\n"
STEP = ".decl Step(x:number, y:number) inline\nStep(x,y) :- Pair(x,z), Pair(z,y).\n"
BOTH = {**NUMS, **PAIRS}


def _case(name: str, text: str, *rows: tuple[int, ...]) -> Case:
    return Case(name, NUM + PAIR + text, BOTH, {"R": set(rows)})


CASES = [
    _case("bound where it is read", LESS + out("number", "number") + "R(x,y) :- Pair(x,y), Less(x,y).", (1, 2), (1, 3), (2, 3)),
    _case("negated", LESS + out("number", "number") + "R(x,y) :- Pair(x,y), !Less(x,y).", (4, 4), (5, -6)),
    _case("negated in a group", LESS + out("number") + "R(x) :- Pair(x,y), !(Less(x,y); y = 4).", (5,)),
    _case("variables of its own", STEP + out("number", "number") + "R(x,y) :- Step(x,y).", (1, 3), (4, 4)),
    _case("names that both have", STEP + out("number", "number") + "R(z,x) :- Step(z,x), !Pair(x,z).", (1, 3)),
    _case("twice in a rule", STEP + out("number") + "R(x) :- Step(x,y), Step(y,x).", (4,)),
    _case("open columns", STEP + out("number") + "R(y) :- Step(_,y).", (3,), (4,)),
    _case("constants", STEP + out("number") + "R(y) :- Step(1,y).", (3,)),
    _case("expressions", STEP + out("number") + "R(x) :- Num(x), Step(x-1,x+1); Num(x), Step(x,5-1).", (2,)),
    _case("one variable in two columns", STEP + out("number") + "R(x) :- Step(x,x).", (4,)),
    _case("several rules", PART + "Part(x) :- Num(x), x < 0. Part(x) :- Pair(x,x).\n" + out("number") + "R(x) :- Part(x).", (-7,), (4,)),
    _case("alternatives", PART + "Part(x) :- Num(x), (x < 0; x > 2).\n" + out("number") + "R(x) :- Part(x).", (-7,), (3,)),
    _case("negated alternatives", PART + "Part(x) :- x < 0; x > 2.\n" + out("number") + "R(x) :- Num(x), !Part(x).", (1,), (2,)),
    _case("facts", PART + "Part(1). Part(9).\n" + out("number") + "R(x) :- Num(x), Part(x).", (1,)),
    _case("negated facts", PART + "Part(1). Part(2).\n" + out("number") + "R(x) :- Num(x), !Part(x).", (3,), (-7,)),
    _case("other facts", PART + "Part(1). Part(9).\n" + out("number") + "R(x) :- Num(x), Part(2).\nR(x) :- Pair(x,x).", (4,)),
    _case("no rules", PART + out("number") + "R(x) :- Num(x), Part(x).\nR(x) :- Pair(x,x), !Part(x).", (4,)),
    _case(
        "heads that say more",
        ".decl Up(x:number, y:number, z:number) inline\nUp(x,x,x+1) :- Num(x).\n" + out("number", "number") + "R(x,z) :- Up(x,2,z).",
        (2, 3),
    ),
    _case(
        "negated heads that say more",
        ".decl Up(x:number, y:number, z:number) inline\nUp(x,x,x+1) :- Num(x).\n" + out("number") + "R(x) :- Pair(x,y), !Up(x,y-1,y).",
        (1,),
        (4,),
        (5,),
    ),
    _case(
        "inline in inline",
        LESS + STEP + PART + "Part(x) :- Step(x,y), Less(x,y), !Less(y,x).\n" + out("number") + "R(x) :- Num(x), Part(x).",
        (1,),
    ),
    _case(
        "recursion through it",
        STEP.replace("Pair(z,y)", "R(z,y)") + out("number", "number") + "R(x,y) :- Pair(x,y), x < y. R(x,y) :- Step(x,y).",
        (1, 2),
        (1, 3),
        (2, 3),
    ),
    _case(
        "an aggregate in it",
        ".decl Many(x:number, n:number) inline\nMany(x,n) :- Num(x), n = count : { Pair(x,y), Less(y) }.\n.decl Less(y:number)\nLess(3).\n"
        + out("number", "number")
        + "R(x,n) :- Many(x,n), n > 0.",
        (1, 1),
        (2, 1),
    ),
    _case("two heads", PART + out("number") + ".decl O(x:number)\nPart(x), O(x) :- Num(x), x > 1. R(x) :- Part(x), O(x).", (2,), (3,)),
]


def _check(engine: Engine, case: Case) -> None:
    assert engine.run(Program.from_text(case.text), case.facts) == case.expected


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_embedded(case: Case) -> None:
    _check(EmbeddedEngine(), case)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_clingo(case: Case) -> None:
    pytest.importorskip("clingo")
    _check(ClingoEngine(), case)


@pytest.mark.souffle
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_souffle(case: Case) -> None:
    _check(SouffleEngine(), case)


@given(programs(frozenset({"D0", "D2"})), fact_sets())
def test_the_other_relations_hold_what_they_hold_where_nothing_is_inline(text: str, facts: Facts) -> None:
    program, plain = Program.from_text(text), Program.from_text(text.replace(" inline", ""))
    expected = evaluate(plain, facts)
    assert EmbeddedEngine().run(program, facts, program.stored) == {name: expected[name] for name in ARITIES if name not in ("D0", "D2")}


@pytest.mark.souffle
@pytest.mark.nightly
@given(programs(frozenset({"D0", "D2"})), fact_sets())
def test_souffle_agrees(text: str, facts: Facts) -> None:
    program = Program.from_text(text)
    assert SouffleEngine().run(program, facts, program.stored) == EmbeddedEngine().run(program, facts, program.stored)


def test_its_rows_are_never_made() -> None:
    text = NUM + ".decl P(x:number, y:number){}\nP(x,y) :- Num(x), Num(y), x < y.\n" + out("number") + "R(y) :- Num(x), x < 1, P(x,y)."
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
        with pytest.raises(EngineError, match="the relation Less is inline: it has no rows that could be given or asked for"):
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
    (".decl E(x:number) inline\n.decl F(x:number) inline\nE(x) :- F(x). F(x) :- A(x); A(x), !E(x).", "3:1", "the cycle is E <- F <- E"),
    ("A(n) :- n = count : { Own(_) }.", "1:23", "the inline relation Own is read in an aggregate"),
    ("A(n) :- B(n,m), n = sum x : { A(x), !Less(x,m) }.", "1:38", "the inline relation Less is read in an aggregate"),
    ("A(x) :- A(x), !Less(_,x).", "1:21", "`_` in a negated atom of the inline relation Less"),
    ("A(x) :- A(x), !(A(1), Less(x+_,x)).", "1:30", "`_` as an argument of `+`"),
    ("A(x) :- B(x,_), !Own(x).", "1:18", "the inline relation Own is negated, and its rules have a variable that it does not pass on"),
    ("A(x) :- B(x,_), !Outer(x).", "1:18", "the inline relation Outer is negated"),
    ("A(x) :- B(x,_), Less(x,y).", "1:24", "variable y is unbound"),
    ("A(x) :- B(x,_), Less(x,_).", "1:17", "variable y, in the rules of the inline relation that is read here, is unbound"),
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
REFUSED_BY_SOUFFLE = [text for text, _, message in BAD if not re.search("the cycle is|cannot be both|variable x is unbound", message)]


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
