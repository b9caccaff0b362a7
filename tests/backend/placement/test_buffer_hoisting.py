"""buffer-hoisting and buffer-loop-hoisting: what moves, to where, and what stays."""

import re
from functools import partial

import pytest

import ownlog
from ownlog.backend.checking import check
from tests.effort import counted

UP, OUT = "buffer-hoisting", "buffer-loop-hoisting"
A = "memref<4xi64>"
HEAD = f"func.func @f(%c: i1, %v: i64, %n: index, %x: {A}, %d: memref<?xi64>) {{\n"
LOOP = "  scf.for %i = %n to %n step %n {\n"


def passed(text: str, *passes: str) -> str:
    return str(ownlog.run_pipeline(ownlog.parse(text), ",".join(passes)))


def function(body: str) -> str:
    return f"{HEAD}{body}  return\n}}\n"


BRANCHES = """\
  cf.cond_br %c, ^one, ^two
^one:
  cf.br ^join(%x : memref<4xi64>)
^two:
<0>  cf.br ^join(%a : memref<4xi64>)
^join(%y: memref<4xi64>):
  memref.store %v, %y[%n] : memref<4xi64>
"""
MADE = f"  %a = memref.alloc() : {A}\n"


def filled(text: str, *parts: str) -> str:
    """The text with the parts where it says <0>, <1>, and so on."""
    for number, part in enumerate(parts):
        text = text.replace(f"<{number}>", part)
    return text


def test_an_allocation_goes_to_the_block_that_dominates_its_names() -> None:
    assert passed(function(filled(BRANCHES, MADE)), UP) == function(MADE + filled(BRANCHES, ""))


def test_two_buffers_of_one_name_get_two_names() -> None:
    arm = f"    %a = memref.alloc() : {A}\n    scf.yield %a : {A}\n"
    out = passed(function(f"  %r = scf.if %c -> {A} {{\n{arm}  }} else {{\n{arm}  }}\n"), UP)
    left = f"  %r = scf.if %c -> {A} {{\n    scf.yield %a_0 : {A}\n  }} else {{\n    scf.yield %a : {A}\n  }}\n"
    assert out == function(MADE.replace("%a", "%a_0") + MADE + left)
    assert str(ownlog.parse(out)) == out


@pytest.mark.parametrize(
    "body",
    [
        filled(BRANCHES, MADE + f"  memref.dealloc %a : {A}\n").replace("%a : memref<4xi64>)", "%x : memref<4xi64>)"),
        filled(BRANCHES, MADE).replace("memref.store %v, %y[%n]", "memref.dealloc %y"),
        filled(BRANCHES, "  %k = arith.addi %n, %n : index\n  %b = memref.alloc(%k) : memref<?xi64>\n"
                        f"  %a = memref.cast %b : memref<?xi64> to {A}\n"),
        filled(BRANCHES, MADE.replace("alloc", "alloca")),
        f"{LOOP}    scf.if %c {{\n  {MADE}    }}\n  }}\n",
        f"  %r = scf.for %i = %n to %n step %n iter_args(%k = %x) -> {A} {{\n  {MADE}    scf.yield %a : {A}\n  }}\n",
    ],
    ids=["freed", "freed at the join", "a size", "on the stack", "no name is outside", "a loop"],
)  # fmt: skip
def test_what_does_not_go_up(body: str) -> None:
    assert passed(function(body), UP) == function(body)


def test_each_round_of_a_loop_of_blocks_keeps_an_allocation_of_its_own() -> None:
    text = function(f"""\
  cf.cond_br %c, ^head(%n, %x : index, {A}), ^join(%x : {A})
^head(%i: index, %k: {A}):
  %l = arith.cmpi slt, %i, %n : index
  cf.cond_br %l, ^body, ^join(%k : {A})
^body:
{MADE}  memref.copy %k, %a : {A} to {A}
  cf.br ^head(%i, %a : index, {A})
^join(%y: {A}):
  memref.store %v, %y[%n] : {A}
""")
    moved = passed(text, UP).split("^body")
    assert "memref.alloc" in moved[0].split("^head(%i: index")[1]
    assert passed(text, OUT) == text


@pytest.mark.parametrize("op", ["alloc", "alloca"])
def test_an_allocation_leaves_loops(op: str) -> None:
    made = MADE.replace("alloc", op)
    inside = f"    memref.store %v, %a[%n] : {A}\n"
    nest = f"{LOOP}  {LOOP.replace('%i', '%j')}<0>  {inside}    }}\n  }}\n"
    assert passed(function(filled(nest, f"    {made}")), OUT) == function(made + filled(nest, ""))


def test_a_size_that_changes_in_the_outer_loop_keeps_the_allocation_in_it() -> None:
    inner = LOOP.replace("%i", "%j")
    made, use = "    %a = memref.alloc(%i) : memref<?xi64>\n", "      memref.store %v, %a[%n] : memref<?xi64>\n"
    nest = f"{LOOP}<0>  {inner}<1>{use}    }}\n  }}\n"
    assert passed(function(filled(nest, "", f"  {made}")), OUT) == function(filled(nest, "", f"  {made}"))
    bounds = "  %zero = arith.constant 0 : index\n  %one = arith.constant 1 : index\n"
    sure = bounds + nest.replace(inner, "  scf.for %j = %zero to %one step %one {\n")
    assert passed(function(filled(sure, "", f"  {made}")), OUT) == function(filled(sure, made, ""))


@pytest.mark.parametrize(
    ("pipeline", "text"),
    [
        (
            UP,
            (
                "  %r = scf.if %c -> memref<?xi64> {\n<0>    scf.yield %a : memref<?xi64>\n  } else {\n"
                "    scf.yield %d : memref<?xi64>\n  }\n"
            ),
        ),
        (UP, BRANCHES.replace(A, "memref<?xi64>").replace("%x", "%d")),
        (OUT, "  scf.for %i = %n to %n step %n {\n<0>    memref.store %v, %a[%n] : memref<?xi64>\n  }\n"),
    ],
    ids=["branch", "block", "loop"],
)
def test_an_allocation_of_an_open_size_stays_where_it_may_not_be_reached(pipeline: str, text: str) -> None:
    def sized(size: str) -> str:
        return function(filled(text, f"    %a = memref.alloc({size}) : memref<?xi64>\n"))

    assert passed(sized("%n"), pipeline) == passed(sized("%n"))
    measured = sized("%s").replace(
        "{\n", "{\n  %zero = arith.constant 0 : index\n  %s = memref.dim %d, %zero : memref<?xi64>\n", 1
    )
    assert passed(measured, pipeline) != passed(measured)


def test_a_deallocation_goes_along() -> None:
    use, freed = f"    memref.store %v, %a[%n] : {A}\n", f"  memref.dealloc %a : {A}\n"
    out = passed(function(f"{LOOP}  {MADE}{use}  {freed}  }}\n"), OUT)
    assert out == function(f"{MADE}{LOOP}{use}  }}\n{freed}")
    assert check(ownlog.parse(out)).status == "clean"


@pytest.mark.parametrize(
    "body",
    [
        f"{LOOP}  {MADE}    scf.if %c {{\n      memref.dealloc %a : {A}\n    }}\n  }}\n",
        f"{LOOP}  {MADE}    %w = memref.cast %a : {A} to memref<?xi64>\n    memref.dealloc %w : memref<?xi64>\n  }}\n",
        f'{LOOP}  {MADE}    "other.op"(%a) : ({A}) -> ()\n  }}\n',
        f"{LOOP}  {MADE}    %p = memref.extract_aligned_pointer_as_index %a : {A} -> index\n  }}\n",
        f"{LOOP}    scf.if %c {{\n    {MADE}    }}\n  }}\n",
        f"  %r = scf.for %i = %n to %n step %n iter_args(%k = %x) -> {A} {{\n  {MADE}    scf.yield %a : {A}\n  }}\n",
        f"  scf.parallel (%i) = (%n) to (%n) step (%n) {{\n  {MADE}    scf.reduce\n  }}\n",
        f"  scf.forall (%i) in (8) {{\n  {MADE}  }}\n",
        f"  affine.parallel (%i) = (0) to (8) {{\n  {MADE}  }}\n",
        f"{LOOP}    %a = memref.alloc(%i) : memref<?xi64>\n  }}\n",
    ],
    ids=["freed on a path", "freed by another name", "an unknown op", "an address", "a condition", "goes round",
    "parallel",
         "threads", "affine.parallel", "a size"],
)  # fmt: skip
def test_what_stays_in_loops(body: str) -> None:
    assert passed(function(body), OUT) == function(body)


def test_a_callee_that_frees_its_argument() -> None:
    frees = f"func.func private @free(%a: {A}) {{\n  memref.dealloc %a : {A}\n  return\n}}\n"
    text = frees + function(f"{LOOP}  {MADE}    func.call @free(%a) : ({A}) -> ()\n  }}\n")
    assert passed(text, OUT) == text
    text = frees + function(
        filled(BRANCHES, MADE).replace("memref.store %v, %y[%n] : memref<4xi64>", f"func.call @free(%y) : ({A}) -> ()")
    )
    assert passed(text, UP) == text


def test_what_a_pass_does_twice_changes_nothing() -> None:
    for body in (filled(BRANCHES, MADE), f"{LOOP}  {MADE}  }}\n"):
        once = passed(function(body), UP, OUT)
        assert passed(once, UP, OUT) == once


def diamonds(count: int) -> str:
    one = BRANCHES.replace("<0>", MADE)
    for name in ("one", "two", "join", "a", "y"):
        one = re.sub(rf"([%^]{name})\b", r"\1{}", one)
    return function("".join(one.replace("{}", str(number)) for number in range(count)))


@pytest.mark.parametrize("name", [UP, OUT])
def test_twice_as_many_allocations_are_twice_the_work(name: str) -> None:
    few, many = (counted(partial(passed, diamonds(count), name))[1] for count in (100, 200))
    assert many < 2.3 * few
