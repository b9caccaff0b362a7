"""The native engine where it is another one than the interpreter: its numbers, its symbols, and that it can be
stopped.
"""

import re
import signal
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from types import FrameType

import pytest

from ownlog.rules.engine import native
from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.native import is_here
from ownlog.rules.engine.planning import steps
from ownlog.rules.engine.program.program import Program
from tests.engine.programs import Facts
from tests.shared import REPOSITORY

pytestmark = pytest.mark.skipif(not is_here(), reason="the native engine was not built")

HEADER = REPOSITORY / "rules" / "engine" / "native" / "joins.h"
LARGE = 1 << 62
NAMES = (
    ".decl E(x:symbol, y:symbol)\n.input E\n.decl P(x:symbol, y:symbol)\n.output P\nP(x,y) :- E(x,y).\nP(x,z) :-"
    " P(x,y), E(y,z).\n"
)


def enumerated(name: str) -> list[tuple[str, int]]:
    """What an enumeration of the header has, with numbers."""
    found = re.search(rf"enum {name} {{(.*?)}};", HEADER.read_text(), re.DOTALL)
    assert found is not None
    words = [word.strip() for word in re.sub(r"/\*.*?\*/", "", found[1], flags=re.DOTALL).split(",")]
    numbers: list[tuple[str, int]] = []
    for word in words:
        label, _, given = word.partition(" = ")
        numbers.append((label, int(given) if given else numbers[-1][1] + 1 if numbers else 0))
    return numbers


def test_an_extension_that_runs_other_plans_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    found = re.search(r"#define FORMAT (\d+)", HEADER.read_text())
    assert found is not None
    assert int(found[1]) == native.FORMAT
    monkeypatch.setattr(native, "FORMAT", native.FORMAT + 1)
    assert not native.is_here.__wrapped__()


@pytest.mark.parametrize("kind", [steps.Step, steps.Rows], ids=lambda kind: kind.__name__)
def test_steps_have_the_numbers_of_the_header(kind: type[IntEnum]) -> None:
    assert enumerated(kind.__name__) == [(member.name, member.value) for member in kind]


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("Kind", steps.KINDS),
        ("Comparison", steps.COMPARISONS),
        ("Operation", steps.OPERATIONS),
        ("Aggregate", steps.AGGREGATES),
    ],
    ids=str,
)
def test_operations_have_the_numbers_of_the_header(name: str, numbers: dict[str, int]) -> None:
    assert list(numbers.values()) == [number for _, number in enumerated(name)]


@pytest.mark.parametrize(
    ("rule", "number", "expected"),
    [
        ("R(x) :- A(x).", LARGE, LARGE),
        ("R(x) :- A(x).", -(10**30), -(10**30)),
        ("R(x + x) :- A(x).", LARGE - 1, 2 * LARGE - 2),
        ("R(x * x) :- A(x).", LARGE - 1, (LARGE - 1) ** 2),
        ("R(x - 1) :- A(x).", 1 - LARGE, -LARGE),
        ("R(sum x : A(x)) :- A(_).", LARGE - 1, LARGE - 1),
        ("R(-x) :- A(x).", LARGE - 1, 1 - LARGE),
    ],
)
def test_numbers_of_any_size(rule: str, number: int, expected: int) -> None:
    program = Program.from_text(f".decl A(x:number)\n.input A\n.decl R(x:number)\n.output R\n{rule}")
    assert EmbeddedEngine(native=True).run(program, {"A": [(number,)]}) == {"R": {(expected,)}}


def test_symbols_of_a_run_are_forgotten_behind_it() -> None:
    engine, program = EmbeddedEngine(native=True), Program.from_text(NAMES + 'P("first", "last").')
    sizes = set()
    for number in range(3):
        chain: Facts = {"E": [(f"{number}_{i}", f"{number}_{i + 1}") for i in range(1000)]}
        assert len(engine.run(program, {"E": chain["E"][:20]})["P"]) == 211
        assert len(engine.run(program, chain, ["E"])["E"]) == 1000
        sizes |= {len(plan.storage._symbols) for plan in engine._plans.values()}  # type: ignore[attr-defined]
    assert max(sizes) <= 2


def test_strings_that_are_equal_are_one_symbol() -> None:
    rows: Facts = {"E": [("a\ud800é", "b"), ("".join(["a", "\ud800", "é"]), "b"), ("b", "c")]}
    assert EmbeddedEngine(native=True).run(Program.from_text(NAMES), rows) == {
        "P": {("a\ud800é", "b"), ("a\ud800é", "c"), ("b", "c")}
    }


def test_a_long_run_can_be_stopped() -> None:
    text = (
        ".decl A(x:number)\n.input A\n.decl R(x:number)\n.output R\nR(n) :- n = count : { A(x), A(y), A(z), x + y + z <"
        " 0 }."
    )
    facts: Facts = {"A": [(number,) for number in range(3000)]}

    class Stopped(Exception):
        pass

    def stop(number: int, frame: FrameType | None) -> None:
        raise Stopped

    engine, program = EmbeddedEngine(native=True), Program.from_text(text)
    assert engine.run(program, {"A": [(1,)]}) == {"R": {(0,)}}
    before = signal.signal(signal.SIGVTALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.1)
        with pytest.raises(Stopped):
            engine.run(program, facts)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    assert engine.run(program, {"A": [(-1,)]}) == {"R": {(1,)}}


def test_threads_that_share_an_engine() -> None:
    engine, program = (
        EmbeddedEngine(native=True),
        Program.from_text(NAMES + '.decl Q(x:symbol)\n.output Q\nQ(cat(x, "!")) :- P(x, _).'),
    )

    def derived(number: int) -> int:
        chain = [(f"{number}_{i}", f"{number}_{i + 1}") for i in range(number)]
        rows = engine.run(program, {"E": chain})
        assert {row[0] for row in rows["Q"]} == {f"{number}_{i}!" for i in range(number)}
        return len(rows["P"])

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(derived, range(60))) == [number * (number + 1) // 2 for number in range(60)]
