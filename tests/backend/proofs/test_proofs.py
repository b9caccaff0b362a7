"""The prover says what trying everything says, refuses wrong simplifications, and remembers what it has proved."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ownlog.backend.proofs import prover, solver
from ownlog.backend.proofs.obligation import Action, Dealloc, Free, Obligation
from ownlog.backend.proofs.prover import Prover
from ownlog.backend.proofs.solver import Answer
from ownlog.backend.proofs.terms import And, Ite, Not, Or, Result, Same, Term, Var
from ownlog.backend.proofs.verdict import Proved, Refuted, Unknown
from ownlog.base.cache import Cache, Nowhere
from tests.backend.proofs.meaning import is_valid

pytest.importorskip("z3", reason="z3-solver is not installed")

C, D = Var("c"), Var("d")
A, B, R = "a", "b", "r"


def obligation(
    before: tuple[Action, ...],
    after: tuple[Action, ...],
    results: tuple[tuple[Term, Term], ...] = (),
    **more: tuple[object, ...],
) -> Obligation:
    return Obligation("test", before, after, results)._replace(**more)  # type: ignore[arg-type]


SAME_RESULT = ((Result(0, 0), Result(0, 0)),)
NEVER, MUST = ((A, R),), ((A, R),)

RIGHT = {
    "drop a retained buffer that is never freed": obligation(
        (Dealloc(((A, C),), (R,)),), (Dealloc(((A, C),)),), ((Result(0, 0), False),), never=NEVER
    ),
    "drop an operand that is retained": obligation((Dealloc(((A, C),), (R,)),), (Dealloc((), (R,)),), ((Result(0, 0),
    C),), must=MUST),
    "merge an operand that is listed twice": obligation(
        (Dealloc(((A, C), (A, D)), (R,)),), (Dealloc(((A, Or((C, D))),), (R,)),), SAME_RESULT
    ),
    "split what is never the same": obligation(
        (Dealloc(((A, C), (B, D)), (R,)),),
        (Dealloc(((A, C),), (R,)), Dealloc(((B, D),), (R,))),
        ((Result(0, 0), Or((Result(0, 0), Result(1, 0)))),),
        never=((A, B),),
    ),
    "free one buffer without a check": obligation((Dealloc(((A, C),)),), (Free(A, C),)),
    "compare pointers": obligation(
        (Dealloc(((A, C),), (R,)),), (Free(A, And((C, Not(Same(A, R))))),), ((Result(0, 0), And((C, Same(A, R)))),)
    ),
    "use what is known": obligation((Dealloc(((A, C),)),), (Free(A),), known=(C,)),
    "choose by the condition of a select": obligation(
        (Dealloc(((A, True), (B, True)), (R,)),), (Free(A, Not(C)), Free(B, C)),
        known=(Ite(C, Same(A, R), Same(B, R)),), never=((A, B),),
    ),
    "an allocation that is only freed": obligation((Dealloc(((A, True), (B, C))),), (Dealloc(((B, C),)),), never=((A,
    B),), erased=(A,)),
}  # fmt: skip

WRONG = {
    "drop a conjunct": obligation((Dealloc(((A, And((C, D))),)),), (Dealloc(((A, C),)),)),
    "swap the polarity": obligation((Dealloc(((A, C),)),), (Free(A, Not(C)),)),
    "claim never for may": RIGHT["drop a retained buffer that is never freed"]._replace(never=()),
    "claim must for may": RIGHT["drop an operand that is retained"]._replace(must=()),
    "free twice": obligation((Dealloc(((A, C),)),), (Dealloc(((A, C),)), Free(A, C))),
    "split what may be the same": RIGHT["split what is never the same"]._replace(never=()),
    "free in two places that overlap": obligation((Dealloc(((A, True),)),), (Free(A, C), Free(A, D)), known=(Or((C, D)),
    )),
    "drop a retained buffer that is freed then": obligation((Dealloc(((A, C),), (R,)),), (Dealloc(((A, C),)),)),
    "forget an operand": obligation((Dealloc(((A, C), (B, D))),), (Dealloc(((A, C),)),)),
    "merge conditions with and": obligation((Dealloc(((A, C), (A, D))),), (Dealloc(((A, And((C, D))),)),)),
    "a result that is forgotten": obligation(
        (Dealloc(((A, C), (B, D)), (R,)),), (Dealloc(((B, D),), (R,)),), SAME_RESULT, must=MUST
    ),
    "no comparison of pointers": obligation((Dealloc(((A, C),), (R,)),), (Free(A, C),)),
    "use what is not known": obligation((Dealloc(((A, C),)),), (Free(A),)),
    "an allocation that is freed only sometimes": RIGHT["an allocation that is only freed"]._replace(
        before=(Dealloc(((A, C), (B, D))),), after=(Dealloc(((B, D),)),)
    ),
}  # fmt: skip


@pytest.fixture
def fresh() -> Prover:
    return Prover(cache=Nowhere())


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_right_is_proved(fresh: Prover, name: str) -> None:
    assert fresh.prove(RIGHT[name]) == Proved()
    assert is_valid(RIGHT[name])


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_refused(fresh: Prover, name: str) -> None:
    verdict = fresh.prove(WRONG[name])
    assert isinstance(verdict, Refuted)
    assert not fresh.proves(WRONG[name])
    assert not is_valid(WRONG[name])


def test_a_counterexample_speaks_of_the_names_of_the_obligation(fresh: Prover) -> None:
    verdict = fresh.prove(WRONG["claim never for may"])
    assert verdict == Refuted({"c": True}, {"a": 0, "r": 0})
    assert str(verdict) == "c = true; a = r"


BUFFERS = st.sampled_from("abr")
TERMS: st.SearchStrategy[Term] = st.recursive(
    st.booleans() | st.sampled_from([C, D]) | st.builds(Same, BUFFERS, BUFFERS),
    lambda inner: (
        st.builds(Not, inner)
        | st.builds(And, st.tuples(inner, inner))
        | st.builds(Or, st.tuples(inner, inner))
        | st.builds(Ite, inner, inner, inner)
    ),
    max_leaves=4,
)
OPERANDS = st.lists(st.tuples(BUFFERS, TERMS), max_size=2).map(tuple)
ACTIONS: st.SearchStrategy[Action] = st.builds(
    Dealloc, OPERANDS, st.lists(BUFFERS, min_size=1, max_size=2).map(tuple)
) | st.builds(Free, BUFFERS, TERMS)
PAIRS = st.lists(st.sampled_from([("a", "b"), ("a", "r"), ("b", "r")]), max_size=2).map(tuple)
SIDES = st.lists(ACTIONS, min_size=1, max_size=2).map(tuple)


@st.composite
def obligations(draw: st.DrawFn) -> Obligation:
    before = draw(SIDES)
    after = draw(st.one_of(SIDES, st.just(before), st.just(tuple(reversed(before)))))
    results = (
        ((Result(0, 0), draw(st.one_of(TERMS, st.just(Result(0, 0))))),)
        if isinstance(before[0], Dealloc) and isinstance(after[0], Dealloc)
        else ()
    )
    known = draw(st.lists(TERMS, max_size=1).map(tuple))
    return Obligation(
        "random", before, after, results, draw(PAIRS), draw(PAIRS), known, draw(st.sampled_from([(), ("a",)]))
    )


SHARED = Prover(cache=Nowhere())


@pytest.mark.parametrize("examples", [60, pytest.param(300, marks=pytest.mark.slow)])
def test_the_prover_says_what_trying_everything_says(examples: int) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(obligations())
    def check(random: Obligation) -> None:
        assert SHARED.proves(random) == is_valid(random)

    check()


# Remembering


def renamed(old: Obligation) -> Obligation:
    assert old is RIGHT["split what is never the same"]
    c, d = Var(17), Var(None)
    before = (Dealloc(((1, c), (2, d)), (3,)),)
    return old._replace(
        before=before, after=(Dealloc(((1, c),), (3,)), Dealloc(((2, d),), (3,))), never=((2, 1),), rule="other"
    )


def test_obligations_of_one_shape_are_solved_once(fresh: Prover) -> None:
    first = RIGHT["split what is never the same"]
    assert fresh.proves(first)
    assert fresh.proves(renamed(first))
    assert fresh.statistics.solved == 1
    assert fresh.statistics.total == {"proved": 2}
    assert set(fresh.statistics.rules) == {"test", "other"}
    assert not fresh.proves(first._replace(never=()))
    assert fresh.statistics.solved == 2


def test_answers_outlive_a_run(tmp_path: Path) -> None:
    for expected in ((2, 0), (0, 2)):
        again = Prover(cache=Cache(tmp_path))
        assert again.prove(RIGHT["free one buffer without a check"]) == Proved()
        assert again.prove(WRONG["claim never for may"]) == Refuted({"c": True}, {"a": 0, "r": 0})
        assert (again.statistics.solved, again.statistics.stored) == expected


@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_a_damaged_answer_is_found_anew(tmp_path: Path, damage: bytes | None) -> None:
    wrong = WRONG["swap the polarity"]
    assert not Prover(cache=Cache(tmp_path)).proves(wrong)
    (stored,) = tmp_path.iterdir()
    if damage is not None:
        stored.write_bytes(damage)
    else:
        # Whole, but it is the answer to something else.
        assert Prover(cache=Cache(tmp_path / "other")).proves(RIGHT["free one buffer without a check"])
        (other,) = (tmp_path / "other").iterdir()
        stored.write_bytes(other.read_bytes())
    again = Prover(cache=Cache(tmp_path))
    assert not again.proves(wrong)
    assert again.statistics.solved == 1


def test_what_is_unknown_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def timeout(script: str, buffers: int, conditions: int, seconds: float, steps: int) -> Answer:
        return "timeout"

    right = RIGHT["free one buffer without a check"]
    with monkeypatch.context() as patch:
        patch.setattr(prover, "solve", timeout)
        slow = Prover(cache=Cache(tmp_path))
        assert slow.prove(right) == Unknown("timeout")
        assert "1 not proved, left as they were" in "\n".join(slow.statistics.lines())
    assert Prover(cache=Cache(tmp_path)).proves(right)


def test_without_z3_nothing_is_proved_and_one_note_says_so(fresh: Prover, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "_z3", lambda: None)
    for right in RIGHT.values():
        assert isinstance(fresh.prove(right), Unknown)
    (note,) = fresh.notes
    assert note.severity == "note"
    assert "pip install z3-solver" in str(note)
