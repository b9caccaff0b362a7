"""buffer-reuse: what takes over which buffer, what stands between, and what does not fit."""

from functools import partial

import pytest

import ownlog
from ownlog.backend.checking import check
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.registry import run_passes
from tests.effort import counted

PASS, WHOLE = "buffer-reuse", "buffer-deallocation-pipeline"
A = "memref<4xi64>"
HEAD = f"func.func @f(%c: i1, %v: i64, %n: index, %m: index, %x: {A}) {{\n"


def passed(text: str, *passes: str) -> str:
    return str(ownlog.run_pipeline(ownlog.parse(text), ",".join(passes or (PASS,))))


def function(*parts: str) -> str:
    return f"{HEAD}{''.join(parts)}  return\n}}\n"


def made(name: str, type: str = A, sizes: str = "", attributes: str = "") -> str:
    return f"  %{name} = memref.alloc({sizes}){attributes} : {type}\n"


def used(name: str, type: str = A) -> str:
    indices = ", ".join("%n" for _ in range(type.count("x")))
    return f"  memref.store %v, %{name}[{indices}] : {type}\n"


def freed(name: str, type: str = A) -> str:
    return f"  memref.dealloc %{name} : {type}\n"


def life(name: str, type: str = A, sizes: str = "", attributes: str = "") -> str:
    return made(name, type, sizes, attributes) + used(name, type) + freed(name, type)


def test_an_allocation_takes_over_what_is_freed_before_it() -> None:
    assert passed(function(life("a"), life("b"))) == function(made("a"), used("a"), used("a"), freed("a"))


def test_one_buffer_serves_a_chain_of_allocations() -> None:
    text = passed(function(*(life(f"a{k}") for k in range(5))))
    assert text.count("memref.alloc()") == text.count("memref.dealloc") == 1
    assert check(ownlog.parse(text)).status == "clean"


def test_several_buffers_are_taken_over_at_one_place() -> None:
    parts = [made(x) + made(y) + used(x) + used(y) + freed(x) + freed(y) for x, y in ("ab", "de")]
    text = function(*parts)
    after = passed(text)
    assert after.count("memref.alloc()") == after.count("memref.dealloc") == 2
    assert check(ownlog.parse(after)).status == "clean"


LOOP = "  scf.for %i = %n to %n step %n {\n"


@pytest.mark.parametrize(
    "between",
    [
        used("x"),
        f"  memref.copy %x, %x : {A} to {A}\n",
        f"{LOOP}  {used('x')}  }}\n",
    ],
)
def test_what_takes_no_memory_may_stand_between(between: str) -> None:
    assert passed(function(life("a"), between, life("b"))) == function(
        made("a"), used("a"), between, used("a"), freed("a")
    )


@pytest.mark.parametrize(
    "between",
    [
        made("z", "memref<5xi8>") + freed("z", "memref<5xi8>"),
        f"{LOOP}  {made('z', 'memref<5xi64>')}  {used('z', 'memref<5xi64>')}  {freed('z', 'memref<5xi64>')}  }}\n",
        "  func.call @g() : () -> ()\n",
        '  "some.op"() : () -> ()\n',
    ],
    ids=["allocation", "loop", "call", "unknown op"],
)
def test_what_takes_memory_must_not_stand_between(between: str) -> None:
    declared = "func.func private @g()\n"
    text = function(life("a"), between, life("b"))
    assert passed(declared + text) == declared + text


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("memref<?xi64>", "%n"), ("memref<?xi64>", "%m")),
        ((A,), ("memref<4xi64, 1>",)),
        (("memref<4xi64, 1>",), (A,)),
        ((A,), ("memref<5xi64>",)),
        ((A,), ("memref<2xi64, strided<[2]>>",)),
        ((A,), (A, "", " {alignment = 64 : i64}")),
        ((A, "", " {alignment = 32 : i64}"), (A, "", " {alignment = 64 : i64}")),
        (("memref<9999999999999xi64>",), ("memref<9999999999998xi64>",)),
    ],
    ids=[
        "sizes",
        "to another space",
        "from another space",
        "larger",
        "layout",
        "alignment",
        "other alignment",
        "sizes that are not told",
    ],
)
def test_what_does_not_fit_is_not_taken_over(first: tuple[str, ...], second: tuple[str, ...]) -> None:
    text = function(life("a", *first), life("b", *second))
    assert passed(text) == text


def test_equal_sizes_at_run_time_are_one_value() -> None:
    sized = ("memref<?xi64>", "%n")
    text = function(life("a", *sized), life("b", *sized))
    assert passed(text) == function(made("a", *sized), used("a", sized[0]), used("a", sized[0]), freed("a", sized[0]))


def test_a_larger_buffer_serves_as_a_view_while_nothing_takes_memory() -> None:
    small, square = "memref<3xi64>", "memref<2x2xi64>"
    after = passed(function(life("a"), life("b", small), life("d", square)))
    assert after.count("memref.alloc()") == after.count("memref.dealloc") == 1
    assert "sizes: [3], strides: [1] : memref<4xi64> to memref<3xi64>" in after
    assert "sizes: [2, 2], strides: [2, 1] : memref<4xi64> to memref<2x2xi64>" in after
    assert check(ownlog.parse(after)).status == "clean"


def test_a_larger_buffer_is_not_kept_while_something_takes_memory() -> None:
    small, other = "memref<3xi64>", "memref<9xi64>"
    text = function(life("a"), made("b", small), life("z", other), used("b", small), freed("b", small))
    assert passed(text) == text


def test_a_buffer_of_a_loop_stays_in_its_round() -> None:
    inside = function(LOOP, *(f"  {line}\n" for line in (life("a") + life("b")).splitlines()), "  }\n")
    after = passed(inside)
    assert after.count("memref.alloc()") == 1
    assert check(ownlog.parse(after)).status == "clean"


def test_what_is_freed_on_some_ways_only_is_not_taken_over() -> None:
    text = function(
        made("a"), used("a"), "  scf.if %c {\n  ", freed("a"), "  } else {\n  ", freed("a"), "  }\n", life("b")
    )
    assert passed(text) == text


def test_remarks_say_what_takes_over_what() -> None:
    context = Context()
    module = ownlog.parse(function(life("a"), life("b")))
    run_passes(module, [Step(PASS)], context)
    assert [(str(remark.position), remark.message) for remark in context.remarks] == [
        ("<string>:5:3", "takes over the buffer of line 2, which is not used any more")
    ]


def test_the_pipeline_takes_over_what_it_frees() -> None:
    text = function(made("a"), used("a"), made("b"), used("b"))
    assert passed(text, f"{WHOLE}{{placement=reuse}}") == function(made("a"), used("a"), used("a"), freed("a"))


def _many(count: int) -> str:
    return function(*(life(f"a{k}", f"memref<{k + 1}xi64>") for k in range(count)))


def test_the_work_grows_with_the_buffers() -> None:
    small, large = (counted(partial(passed, _many(count)))[1] for count in (100, 400))
    assert large < 4 * 1.3 * small
