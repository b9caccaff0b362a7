"""Random small programs: recursion, negation, comparisons, arithmetic and aggregates, against a naive evaluator and
clingo.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ownlog.rules.engine.clingo import ClingoEngine
from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.native import is_here
from ownlog.rules.engine.program.program import Program
from ownlog.rules.engine.souffle import SouffleEngine
from tests.engine.programs import Facts
from tests.engine.reference import evaluate
from tests.tiers import examples

ARITIES = {"E0": 1, "E1": 2, "E2": 3, "D0": 2, "D1": 1, "D2": 2, "D3": 3, "D4": 1}
LAYERS = [["E0", "E1", "E2"], ["D0"], ["D1"], ["D2"], ["D3"], ["D4"]]
VALUES = st.integers(0, 4)
NAMES = st.sampled_from("xyzw")


@st.composite
def atoms(draw: st.DrawFn, relations: list[str]) -> tuple[str, list[str]]:
    """An atom of one of the relations, and its variables."""
    relation = draw(st.sampled_from(relations))
    args = [draw(st.one_of(NAMES, NAMES, NAMES, st.just("_"), VALUES.map(str))) for _ in range(ARITIES[relation])]
    return f"{relation}({', '.join(args)})", [arg for arg in args if arg in "xyzw"]


@st.composite
def aggregates(draw: st.DrawFn, earlier: list[str], bound: list[str]) -> str:
    """An equation that binds `n` to an aggregate over an earlier relation, whose other variables are its own or
    bound.
    """
    relation = draw(st.sampled_from(earlier))
    choices = st.sampled_from(["t", "t", "u", "_", *bound])
    args = [draw(choices) for _ in range(ARITIES[relation])]
    op = draw(st.sampled_from(["count", "sum", "min", "max"]))
    if op != "count" and "t" not in args:
        args[0] = "t"
    target = "" if op == "count" else draw(st.sampled_from([" t", " t * 2 + 1"]))
    return f"n = {op}{target} : {{ {relation}({', '.join(args)}) }}"


@st.composite
def rules(draw: st.DrawFn, layer: int, inline: frozenset[str] = frozenset()) -> str:
    """A safe rule for a relation of the layer: positive atoms first, then what they make bound.

    Those that are `inline` are read only by other relations, and only plainly.
    """
    earlier = [name for names in LAYERS[:layer] for name in names]
    own = LAYERS[layer]
    readable = earlier + [name for name in own + own if name not in inline]
    earlier = [name for name in earlier if name not in inline]
    body, bound = [], []
    for _ in range(draw(st.integers(1, 3))):
        text, names = draw(atoms(readable))
        body.append(text)
        bound += [name for name in names if name not in bound]
    for _ in range(draw(st.integers(0, 2))):
        kind = draw(st.sampled_from(["compare", "negate", "aggregate"]))
        if kind == "compare" and bound:
            sign = draw(st.sampled_from(["=", "!=", "<", "<=", ">", ">="]))
            body.append(f"{draw(st.sampled_from(bound))} {sign} {draw(st.sampled_from([*bound, '2', '1 + 1']))}")
        elif kind == "negate" and bound:
            relation = draw(st.sampled_from(earlier))
            args = [draw(st.sampled_from([*bound, "_", "1"])) for _ in range(ARITIES[relation])]
            body.append(f"!{relation}({', '.join(args)})")
        elif kind == "aggregate" and "n" not in bound:
            body.append(draw(aggregates(earlier, bound)))
            bound.append("n")
    head = draw(st.sampled_from(own))
    # A new number may come only from finitely many: sums in a recursive head could grow for ever.
    terms = [name for name in bound if name != "n" or not any(f"{head}(" in part for part in body)] or ["3"]
    args = [draw(st.sampled_from(terms)) for _ in range(ARITIES[head])]
    return f"{head}({', '.join(args)}) :- {', '.join(body)}."


@st.composite
def programs(draw: st.DrawFn, inline: frozenset[str] = frozenset()) -> str:
    """A program with relations in layers; negation and aggregation look only at earlier layers."""
    columns = {name: ", ".join(f"c{i}:number" for i in range(arity)) for name, arity in ARITIES.items()}
    lines = [f".decl {name}({columns[name]}){' inline' if name in inline else ''}" for name in ARITIES]
    lines += [f".input {name}" for name in LAYERS[0]]
    for layer in range(1, len(LAYERS)):
        lines += [draw(rules(layer, inline)) for _ in range(draw(st.integers(1, 3)))]
    return "\n".join(lines)


@st.composite
def fact_sets(draw: st.DrawFn) -> Facts:
    """A few rows for each input relation."""
    return {name: draw(st.lists(st.tuples(*[VALUES] * ARITIES[name]), max_size=7)) for name in LAYERS[0]}


@examples(15)
def test_the_embedded_engine_derives_what_the_naive_evaluator_does(examples: int) -> None:
    @settings(max_examples=examples)
    @given(programs(), fact_sets())
    def check(text: str, facts: Facts) -> None:
        program = Program.from_text(text)
        expected = evaluate(program, facts)
        for native in (False, True)[: 1 + is_here()]:
            assert EmbeddedEngine(native=native).run(program, facts, list(ARITIES)) == expected

    check()


@examples(15)
def test_clingo_agrees(examples: int) -> None:
    @settings(max_examples=examples)
    @given(programs(), fact_sets())
    def check(text: str, facts: Facts) -> None:
        pytest.importorskip("clingo")
        program = Program.from_text(text)
        assert ClingoEngine().run(program, facts, list(ARITIES)) == EmbeddedEngine().run(program, facts, list(ARITIES))

    check()


@pytest.mark.souffle
@pytest.mark.nightly
@given(programs(), fact_sets())
def test_souffle_agrees(text: str, facts: Facts) -> None:
    program = Program.from_text(text)
    assert SouffleEngine().run(program, facts, list(ARITIES)) == EmbeddedEngine().run(program, facts, list(ARITIES))
