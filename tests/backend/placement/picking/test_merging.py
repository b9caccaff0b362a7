"""buffer-select-merging: which selects go by two conditions at once; what the plan makes of selects that go nowhere."""

from __future__ import annotations

from functools import partial
from itertools import product

import pytest

import ownlog
from ownlog.backend.checking import check
from tests.backend.placement.ahead.test_sinking import passed
from tests.effort import counted

MERGE, WHOLE = "buffer-select-merging", "buffer-deallocation-pipeline"
SOON = f"{WHOLE}{{placement=freeing}}"
A = "memref<4xi64>"


def function(*parts: str, result: str = "%s") -> str:
    body = "".join(f"  {part}\n" for part in parts)
    return f"func.func @f(%c: i1, %d: i1, %n: index, %v: i64, %x: {A}, %y: {A}) -> {A} {{\n{body}  return {result} : {A}\n}}\n"


def made(name: str) -> tuple[str, str]:
    return f"%{name} = memref.alloc() : {A}", f"memref.store %v, %{name}[%n] : {A}"


def select(name: str, condition: str, first: str, second: str) -> str:
    return f"%{name} = arith.select %{condition}, %{first}, %{second} : {A}"


def test_a_select_of_what_is_picked_by_another_condition_goes_by_both() -> None:
    inner, outer = select("t", "d", "a", "x"), select("s", "c", "t", "a")
    out = passed(function(*made("a"), inner, outer), MERGE)
    wanted = (
        "%true = arith.constant true",
        *made("a"),
        inner,
        "%0 = arith.xori %d, %true : i1",
        "%1 = arith.andi %c, %0 : i1",
        select("s", "1", "x", "a"),
    )
    assert out == function(*wanted)


def test_what_is_picked_by_the_outer_condition_counts_as_the_other() -> None:
    first, inner, outer = select("p", "c", "a", "b"), select("t", "d", "p", "x"), select("s", "c", "t", "a")
    out = passed(function(*made("a"), *made("b"), first, inner, outer), MERGE)
    assert select("s", "1", "x", "a") in out


@pytest.mark.parametrize(("way", "outcome"), [*product((True, False), repeat=2)])
def test_every_outcome_is_told(way: bool, outcome: bool) -> None:
    inner = select("t", "d", *(("x", "a") if outcome else ("a", "x")))
    outer = select("s", "c", *(("t", "a") if way else ("a", "t")))
    text = function(*made("a"), inner, outer)
    out = passed(text, MERGE)
    assert "arith.andi" in out
    assert out.count("arith.xori") == (not way) + (not outcome)
    assert select("s", "c", "t", "a") not in out


def test_what_is_returned_is_copied_behind_what_is_freed() -> None:
    inner, seen, outer = select("t", "d", "a", "x"), f"memref.store %v, %t[%n] : {A}", select("s", "c", "t", "a")
    text = function(*made("a"), inner, seen, outer)
    out = passed(text, f"{WHOLE}{{placement=merging,freeing}}")
    assert out.index("memref.dealloc %a") < out.index("bufferization.clone")
    before = passed(text, SOON)
    assert before.index("bufferization.clone") < before.index("memref.dealloc %a")
    assert check(ownlog.parse(out)).findings == []


STAYS = {
    "owned": (*made("a"), *made("b"), select("t", "d", "a", "b"), select("s", "c", "t", "a")),
    "nobody's": (select("t", "d", "x", "y"), select("s", "c", "t", "x")),
    "another": (*made("a"), *made("b"), select("t", "d", "a", "x"), select("s", "c", "t", "b")),
    "one condition": (*made("a"), select("t", "c", "a", "x"), select("s", "c", "t", "a")),
    "another outcome": (*made("a"), *made("b"), select("p", "c", "b", "a"), select("t", "d", "p", "x"), select("s", "c", "t", "a")),
}


@pytest.mark.parametrize("body", STAYS.values(), ids=STAYS)
def test_what_stays(body: tuple[str, ...]) -> None:
    text = function(*body)
    assert passed(text, MERGE) == text


def test_what_a_select_that_goes_nowhere_does_not_choose_is_freed_behind_it() -> None:
    seen = f"memref.store %v, %s[%n] : {A}"
    text = function(*made("a"), *made("b"), select("s", "c", "a", "b"), seen, seen, result="%x")
    out = passed(text, SOON)
    assert out.count("memref.dealloc") == 2
    assert out.index("memref.dealloc") < out.index("memref.store %v, %s")
    assert passed(text, WHOLE).index("memref.dealloc") > passed(text, WHOLE).index("memref.store %v, %s")


def test_a_select_that_goes_nowhere_gives_way_to_one_that_goes_on_behind_it() -> None:
    first, seen, second = select("t", "c", "a", "b"), f"memref.store %v, %t[%n] : {A}", select("s", "d", "a", "k")
    text = function(*made("a"), *made("b"), *made("k"), first, seen, second)
    out = passed(text, SOON)
    assert "bufferization.clone" not in out
    assert check(ownlog.parse(out)).findings == []
    late = passed(function(*made("a"), *made("b"), *made("k"), first, second, seen), SOON)
    assert check(ownlog.parse(late)).findings == []


def test_a_select_between_a_buffer_and_itself_is_another_name() -> None:
    text = function(*made("a"), select("s", "c", "a", "a"), "memref.store %v, %s[%n] : memref<4xi64>", result="%x")
    pick = function(select("s", "c", "x", "y")).replace("func.func @f", "func.func private @pick")
    called = text.replace(
        "arith.select %c, %a, %a : memref<4xi64>", f"call @pick(%c, %d, %n, %v, %a, %a) : (i1, i1, index, i64, {A}, {A}) -> {A}"
    )
    out = passed(pick + called, f"{WHOLE}{{placement=inlining,freeing}}")
    assert out.count("memref.dealloc") == 1


def _many(count: int) -> str:
    parts = [
        part for k in range(count) for part in (*made(f"a{k}"), select(f"t{k}", "d", f"a{k}", "x"), select(f"s{k}", "c", f"t{k}", f"a{k}"))
    ]
    return function(*parts, result="%s0")


def test_the_work_grows_with_the_selects() -> None:
    small, large = (counted(partial(passed, _many(count), MERGE))[1] for count in (30, 120))
    assert large < 4 * 1.3 * small
