import re

import pytest

from ownlog.rules.engine.program.program import Program
from tests.rules.exact import variants
from tests.rules.notation import Atom, Expectation, NotationError, check_against, read_atoms, read_cases, read_facts
from tests.rules.worlds import together

CASE = """
// A comment.
# O12: a heap allocation is owned
heap_allocation(o, -1, v)   attribute(o, name, "a \\"b, c)")
=> acquired(v, true) !acquired(v, "result v")
"""


def test_a_case_is_a_header_facts_and_expectations() -> None:
    (case,) = read_cases(CASE, "file")
    assert (case.label, case.text, case.place) == ("O12", "a heap allocation is owned", "file:2")
    assert case.facts == (Atom("heap_allocation", ("o", -1, "v")), Atom("attribute", ("o", "name", 'a "b, c)')))
    assert case.expectations == (
        Expectation(Atom("acquired", ("v", "true")), True),
        Expectation(Atom("acquired", ("v", "result v")), False),
    )


def test_an_expectation_may_leave_columns_open() -> None:
    expected = Expectation(Atom("acquired", ("v", "_")), True)
    assert expected.holds({"acquired": {("v", "true")}})
    assert not expected.holds({"acquired": {("w", "true")}})
    assert Expectation(expected.atom, False).holds({"acquired": {("w", "true")}})


def test_a_range_stands_for_many_facts() -> None:
    assert [str(fact) for fact in read_facts("p(f, v9..11) p(f, v)")] == [
        "p(f, v9)",
        "p(f, v10)",
        "p(f, v11)",
        "p(f, v)",
    ]


EXACT = """
# O12: a heap allocation is owned
heap_allocation(o, -1, v) buffer(v)
unless owner(_) captures(o, v) or o = v
<=> acquired(v, _)
"""


def test_an_exact_case_stands_for_its_near_misses(program: Program) -> None:
    (case,) = read_cases(EXACT, "file")
    whole, *near = (alternatives[0] for alternatives in variants(program, case))
    assert [str(fact) for fact in whole.facts] == ["heap_allocation(o, -1, v)", "buffer(v)"]
    missing, changed = "without heap_allocation(o, -1, v)", "for heap_allocation(o, -1, v)"
    found = [
        (
            re.sub(r"any\d+", "any", one.place.removeprefix("file:2 ")),
            {expected.present for expected in one.expectations},
        )
        for one in near
    ]
    assert found == [
        (missing, {False}),
        (f"with heap_allocation(o, 0, v) {changed}", {False}),
        (f"with heap_allocation(o, -1, other v) {changed}", {False}),
        ("without buffer(v)", {False}),
        ("with buffer(other v) for buffer(v)", {False}),
        ("with o = v", {False}),
        ("with owner(any), captures(o, v)", {False}),
        ("with owner(any), captures(other o, v)", {True}),
        ("with owner(any), captures(o, other v)", {True}),
    ]


def test_of_two_numbers_beside_one_either_may_be_needed(program: Program) -> None:
    (case,) = read_cases("# O12: x\ndefined_at(v, 3)\n<=> buffer(v)\n", "file")
    numbers = [[str(one.facts[0]) for one in near] for near in variants(program, case) if len(near) > 1]
    assert numbers == [["defined_at(v, 4)", "defined_at(v, 2)"]]


def test_what_does_not_follow_is_no_expectation_of_an_exact_case() -> None:
    with pytest.raises(NotationError, match="file:1: what does not follow"):
        list(read_cases("# O12: x\nbuffer(v)\n<=> !owner(v)\n", "file"))


NO_ATOMS = [
    "buffer",
    "buffer(",
    "buffer(v",
    "buffer(v,)",
    "buffer()",
    "buffer(v w)",
    "(v)",
    'buffer("v)',
    "buffer((v))",
    "!",
]


@pytest.mark.parametrize("text", NO_ATOMS)
def test_what_is_no_atom_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        list(read_atoms(text))


@pytest.mark.parametrize("line", ["!buffer(v)", "buffer(_)"])
def test_a_fact_is_positive_and_complete(line: str) -> None:
    with pytest.raises(NotationError, match="file:1: a fact"):
        list(read_cases(f"# S1: x\n{line}\n=> buffer(v)\n", "file"))


def test_a_case_begins_with_a_header() -> None:
    with pytest.raises(NotationError, match="file:1: a case begins"):
        list(read_cases("buffer(v)\n=> buffer(v)\n", "file"))


@pytest.mark.parametrize(
    ("atom", "message"),
    [
        (Atom("bufer", ("v",)), "no relation bufer"),
        (Atom("buffer", ("v", 0)), "2 columns, not 1"),
        (Atom("buffer", (0,)), "column value is a symbol"),
        (Atom("result", ("o", "zero", "v")), "column position is a number"),
    ],
)
def test_an_atom_fits_its_relation(atom: Atom, message: str, program: Program) -> None:
    with pytest.raises(NotationError, match=message):
        check_against(program, [atom])


def test_cases_in_one_world_have_names_of_their_own(program: Program) -> None:
    text = (
        '# O14: x\nindicator_result(o, v)\n=> acquired(v, "result v")\n\n# O10: y\nacquired(v, true)\n=> !acquired(_,'
        " false)\n"
    )
    (world,) = together(program, read_cases(text, "file"))
    assert world.facts == {"indicator_result": {("0/o", "0/v")}, "acquired": {("1/v", "true")}}
    assert [str(expected) for case in world.cases for expected in case.expectations] == [
        "acquired(0/v, result 0/v)",
        "!acquired(_, false)",
    ]


def test_a_fact_for_everybody_makes_a_world_of_its_own(program: Program) -> None:
    option = "# O4: x\noption(private-function-dynamic-ownership, true)\n=> !dynamic_ownership(f)\n"
    text = f"{option}\n# O4: y\ninternal_function(f)\n=> !dynamic_ownership(f)\n"
    assert [len(world.cases) for world in together(program, read_cases(text, "file"))] == [1, 1]
