"""buffer-sinking: what goes down, how far, what goes along, and what stays."""

from functools import partial

import pytest

import ownlog
from ownlog.backend.checking import check
from tests.effort import counted

DOWN, WHOLE = "buffer-sinking", "buffer-deallocation-pipeline"
A = "memref<4xi64>"
HEAD = f"func.func @f(%c: i1, %v: i64, %n: index, %x: {A}) {{\n"
MADE = f"  %a = memref.alloc() : {A}\n"
FIRST = f"  memref.store %v, %x[%n] : {A}\n"
USE = f"  memref.store %v, %a[%n] : {A}\n"


def passed(text: str, *passes: str) -> str:
    return str(ownlog.run_pipeline(ownlog.parse(text), ",".join(passes)))


def function(*parts: str) -> str:
    return f"{HEAD}{''.join(parts)}  return\n}}\n"


def inner(*parts: str) -> str:
    return "".join(f"  {line}\n" for part in parts for line in part.splitlines())


def test_an_allocation_goes_down_to_what_needs_it() -> None:
    assert passed(function(MADE, FIRST, USE), DOWN) == function(FIRST, MADE, USE)


def test_views_go_along_as_far_as_they_stand_before() -> None:
    cast = f"  %b = memref.cast %a : {A} to memref<?xi64>\n"
    seen = "  memref.store %v, %b[%n] : memref<?xi64>\n"
    assert passed(function(MADE, cast, FIRST, seen), DOWN) == function(FIRST, MADE, cast, seen)
    assert passed(function(MADE, FIRST, USE, cast, seen), DOWN) == function(FIRST, MADE, USE, cast, seen)


def test_several_allocations_keep_their_order() -> None:
    other = MADE.replace("%a", "%b")
    both = f"  memref.copy %a, %b : {A} to {A}\n"
    assert passed(function(other, FIRST, MADE, both), DOWN) == function(FIRST, other, MADE, both)


def test_what_is_in_place_stays_to_the_byte() -> None:
    text = function(FIRST, MADE, "  // why it is written\n", USE)
    assert passed(text, DOWN) == text


IF, ELSE, END = "  scf.if %c {\n", "  } else {\n", "  }\n"


def test_an_allocation_goes_into_the_one_branch_that_needs_it() -> None:
    assert passed(function(MADE, IF, inner(USE), ELSE, inner(FIRST), END), DOWN) == function(
        IF, inner(MADE, USE), ELSE, inner(FIRST), END
    )
    assert passed(function(MADE, IF, inner(FIRST), ELSE, inner(USE), END), DOWN) == function(
        IF, inner(FIRST), ELSE, inner(MADE, USE), END
    )


@pytest.mark.parametrize(
    "parts",
    [
        (IF, inner(USE), ELSE, inner(USE), END),
        (IF, inner(USE), END, USE),
        ("  scf.for %i = %n to %n step %n {\n", inner(USE), END),
        ("  scf.parallel (%i) = (%n) to (%n) step (%n) {\n", inner(USE), END),
    ],
    ids=["both arms", "behind", "loop", "parallel loop"],
)
def test_an_allocation_stays_in_front_of_what_needs_it_in_several_places_or_rounds(parts: tuple[str, ...]) -> None:
    assert passed(function(MADE, FIRST, *parts), DOWN) == function(FIRST, MADE, *parts)


def test_an_allocation_in_a_loop_goes_down_in_it() -> None:
    loop = "  scf.for %i = %n to %n step %n {\n"
    text = function(loop, inner(MADE, IF, inner(USE), END), END)
    assert passed(text, DOWN) == function(loop, inner(IF, inner(MADE, USE), END), END)


def test_an_allocation_goes_to_a_block_that_dominates_all_that_needs_it() -> None:
    head = "  cf.cond_br %c, ^one, ^two\n^one:\n"
    tail = "  cf.br ^two\n^two:\n"
    assert passed(function(MADE, head, FIRST, USE, tail), DOWN) == function(head, FIRST, MADE, USE, tail)
    assert passed(function(MADE, FIRST, head, tail, USE), DOWN) == function(FIRST, head, tail, MADE, USE)
    assert passed(function(MADE, FIRST, head, USE, tail, USE), DOWN) == function(FIRST, MADE, head, USE, tail, USE)


def test_no_allocation_goes_down_into_a_loop_of_blocks() -> None:
    loop = f"  cf.br ^loop\n^loop:\n{USE}  cf.cond_br %c, ^loop, ^end\n^end:\n"
    assert passed(function(MADE, FIRST, loop), DOWN) == function(FIRST, MADE, loop)
    round_ = f"  cf.br ^loop\n^loop:\n{MADE}{FIRST}{USE}  cf.cond_br %c, ^loop, ^end\n^end:\n"
    assert passed(function(round_), DOWN) == function(round_.replace(MADE + FIRST, FIRST + MADE))


def test_what_the_program_frees_itself_goes_down_with_what_frees_it_below() -> None:
    freed = f"  memref.dealloc %a : {A}\n"
    assert passed(function(MADE, FIRST, USE, freed), DOWN) == function(FIRST, MADE, USE, freed)
    assert passed(function(MADE, FIRST, IF, inner(USE), END, freed), DOWN) == function(
        FIRST, MADE, IF, inner(USE), END, freed
    )


def test_what_is_handed_over_is_needed_there() -> None:
    head = f"func.func @f(%c: i1, %v: i64, %n: index, %x: {A}) -> {A} {{\n"
    text = f"{head}{MADE}{FIRST}  return %a : {A}\n}}\n"
    assert passed(text, DOWN) == f"{head}{FIRST}{MADE}  return %a : {A}\n}}\n"


def test_the_stack_and_reallocated_buffers_stay() -> None:
    for made in (MADE.replace("alloc(", "alloca("), "  %a = memref.realloc %d : memref<?xi64> to memref<4xi64>\n"):
        text = function(made, FIRST, USE).replace(") {", ", %d: memref<?xi64>) {", 1)
        assert passed(text, DOWN) == text


def test_the_pipeline_frees_in_the_branch_that_allocates() -> None:
    text = function(MADE, IF, inner(USE), END, FIRST)
    freed = f"  memref.dealloc %a : {A}\n"
    assert passed(text, f"{WHOLE}{{placement=sinking}}") == function(IF, inner(MADE, USE, freed), END, FIRST)
    assert passed(text, WHOLE) == function(MADE, IF, inner(USE), END, freed, FIRST)


def test_the_option_names_what_there_is() -> None:
    with pytest.raises(ownlog.OwnlogError, match="invalid value 'sinkin' for the option placement") as refused:
        passed(function(MADE), f"{WHOLE}{{placement=sinkin}}")
    assert "sinking" in str(refused.value)


def test_what_sinks_is_freed_once() -> None:
    module = ownlog.run_pipeline(
        ownlog.parse(function(MADE, FIRST, IF, inner(USE), END)), f"{WHOLE}{{placement=sinking}}"
    )
    assert check(module).status == "clean"


def _many(count: int) -> str:
    made = "".join(MADE.replace("%a", f"%a{k}") for k in range(count))
    return function(made, *(inner(IF, USE.replace("%a", f"%a{k}"), END) for k in range(count)))


def test_the_work_grows_with_the_buffers() -> None:
    small, large = (counted(partial(passed, _many(count), DOWN))[1] for count in (100, 400))
    assert large < 4 * 1.3 * small


def test_an_allocation_goes_past_loops_of_blocks() -> None:
    loop = f"  cf.br ^loop\n^loop:\n{FIRST}  cf.cond_br %c, ^loop, ^end\n^end:\n"
    assert passed(function(MADE, loop, USE), DOWN) == function(loop, MADE, USE)
    inside = function(MADE, loop.replace(FIRST, FIRST + USE))
    assert passed(inside, DOWN) == inside


def _blocks(count: int) -> str:
    made = "".join(MADE.replace("%a", f"%a{k}") for k in range(count))
    arms = "".join(
        f"  cf.cond_br %c, ^a{k}, ^b{k}\n^a{k}:\n{USE.replace('%a', f'%a{k}')}  cf.br ^b{k}\n^b{k}:\n"
        for k in range(count)
    )
    return function(made, arms)


def test_the_work_grows_with_the_blocks() -> None:
    small, large = (counted(partial(passed, _blocks(count), DOWN))[1] for count in (50, 200))
    assert large < 4 * 1.3 * small
