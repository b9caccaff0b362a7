"""optimize-allocation-liveness: where deallocations go, which ones stay, and that the work is linear."""

from collections.abc import Collection, Iterable, Mapping
from functools import partial

import pytest

import ownlog
from ownlog.base.errors import Diagnostic
from ownlog.rules.engine.program.engine import Row
from ownlog.rules.engine.program.program import Program
from tests.backend.passes.faulty import Forgetful
from tests.effort import counted

PASS = "optimize-allocation-liveness"
A = "memref<4xi64>"


def passed(text: str) -> str:
    return str(ownlog.run_pipeline(ownlog.parse(text), PASS))


def function(*lines: str, head: str = "%v: i64, %n: index, %c: i1, %e: memref<4xi64>") -> str:
    declared = "func.func private @ext(i64)\nfunc.func private @same(memref<4xi64>) -> memref<4xi64>\n"
    return f"{declared}func.func @f({head}) {{\n" + "".join(f"  {line}\n" for line in lines) + "  return\n}\n"


def lines_with(text: str, *marks: str) -> list[str]:
    """The marks in the order in which lines of the program have them."""
    return [mark for line in text.splitlines() for mark in marks if mark in line]


MADE = f"%a = memref.alloc() : {A}"
FREED = f"memref.dealloc %a : {A}"
LATE = "call @ext(%v) : (i64) -> ()"


@pytest.mark.parametrize(
    "uses",
    [
        [],
        [f"memref.store %v, %a[%n] : {A}"],
        [f"%w = memref.cast %a : {A} to memref<?xi64>", "memref.store %v, %w[%n] : memref<?xi64>"],
        ["scf.if %c {", f"  memref.store %v, %a[%n] : {A}", "}"],
        ["scf.for %i = %n to %n step %n {", "  scf.if %c {", f"    memref.store %v, %a[%n] : {A}", "  }", "}"],
        [f"%s = arith.select %c, %a, %e : {A}", f"memref.store %v, %s[%n] : {A}"],
        [f"%r = call @same(%a) : ({A}) -> {A}", f"memref.store %v, %r[%n] : {A}"],
    ],
    ids=["nothing", "a use", "a view", "a region", "nested regions", "a select", "a call"],
)
def test_a_deallocation_goes_behind_the_last_use(uses: list[str]) -> None:
    out = passed(function(MADE, *uses, LATE, FREED))
    assert out == function(MADE, *uses, FREED, LATE)
    assert passed(out) == out


@pytest.mark.parametrize(
    "lines",
    [
        [MADE, f"%p = memref.extract_aligned_pointer_as_index %a : {A} -> index",
        "%i = arith.index_cast %p : index to i64",
         "call @ext(%i) : (i64) -> ()", LATE, FREED],
        [MADE, "%m = memref.alloc() : memref<memref<4xi64>>", f"memref.store %a, %m[] : memref<{A}>", LATE, FREED],
        [MADE, f'"other.op"(%a) : ({A}) -> ()', LATE, FREED],
        [MADE, LATE, "scf.if %c {", f"  {FREED}", "}"],
        [MADE, LATE, "scf.if %c {", f"  {FREED}", "} else {", f"  {FREED}", "}"],
        [MADE, LATE, f"memref.store %v, %a[%n] : {A}", FREED],
        [MADE, LATE, f"%r = memref.realloc %a : {A} to memref<8xi64>", "memref.dealloc %r : memref<8xi64>"],
    ],
    ids=["an address", "in memory", "an unknown op", "a condition", "two", "there already", "a reallocation"],
)  # fmt: skip
def test_what_may_be_used_elsewhere_is_freed_where_it_was(lines: list[str]) -> None:
    assert passed(function(*lines)) == function(*lines)


def test_a_callee_that_keeps_the_buffer() -> None:
    keeps = f'func.func private @keep(%x: {A}) {{\n  "other.op"(%x) : ({A}) -> ()\n  return\n}}\n'
    text = keeps + function(MADE, f"call @keep(%a) : ({A}) -> ()", LATE, FREED)
    assert passed(text) == text


def test_an_op_that_goes_on_using_the_buffer() -> None:
    waits = f"%w = gpu.memcpy async [%t] %e, %a : {A}, {A}"
    lines = [MADE, "%t = gpu.wait async", waits, "gpu.wait [%w]", LATE, FREED]
    assert passed(function(*lines)) == function(*lines[:4], FREED, LATE)
    endless = [*lines[:3], LATE, FREED]
    assert passed(function(*endless)) == function(*endless)


def test_deallocations_behind_one_op_stand_as_with_mlir_opt() -> None:
    both = f"memref.copy %a, %b : {A} to {A}"
    lines = [MADE, f"%b = memref.alloc() : {A}", both, LATE, FREED, f"memref.dealloc %b : {A}"]
    assert lines_with(passed(function(*lines)), "memref.copy", "dealloc %a", "dealloc %b", "@ext(%v)") == [
        "memref.copy", "dealloc %b", "dealloc %a", "@ext(%v)",
    ]  # fmt: skip


class Misled(Forgetful):
    """An engine that frees each buffer right behind its allocation."""

    def run(
        self, program: Program, facts: Mapping[str, Iterable[Row]], outputs: Collection[str] | None = None
    ) -> dict[str, set[Row]]:
        found = super().run(program, facts, outputs)
        found["can_free_behind"] = {(row[0], "@f/0:memref.alloc") for row in found.get("can_free_behind", ())}
        return found


def test_what_was_clean_and_would_not_be_stays_as_it_was() -> None:
    use = f"memref.store %v, %a[%n] : {A}"
    text, wrong = function(MADE, use, LATE, FREED), function(MADE, FREED, use, LATE)
    notices: list[Diagnostic] = []
    assert str(ownlog.run_pipeline(ownlog.parse(text), PASS, engine=Misled({}), notices=notices)) == text
    (notice,) = notices
    assert notice.severity == "warning"
    assert notice.message == f"{PASS} changed nothing: else %a of @f is used after it was freed"
    assert str(ownlog.run_pipeline(ownlog.parse(text), PASS, engine=Misled({}), gate=False)) == wrong


def test_what_is_wrong_already_is_not_held_against_the_pass() -> None:
    text = function(MADE, LATE, FREED, FREED)
    notices: list[Diagnostic] = []
    assert str(ownlog.run_pipeline(ownlog.parse(text), PASS, notices=notices)) == text
    assert notices == []


def chain(count: int) -> str:
    made = [f"%a{i} = memref.alloc() : {A}\n  memref.copy %a{max(i - 1, 0)}, %a{i} : {A} to {A}" for i in range(count)]
    return function(*made, *(f"memref.dealloc %a{i} : {A}" for i in range(count)))


def test_twice_as_many_allocations_are_twice_the_work() -> None:
    few, many = (counted(partial(passed, chain(count)))[1] for count in (300, 600))
    assert many < 2.3 * few
