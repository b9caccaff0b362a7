"""buffer-keeping: allocations that are what they would get a copy of, and what keeps both apart."""

from functools import partial

import pytest

import ownlog
from ownlog.backend.checking import check
from tests.effort import counted

PASS, WHOLE = "buffer-keeping", "buffer-deallocation-pipeline"
A = "memref<4xi64>"
HEAD = f"func.func @f(%c: i1, %v: i64, %n: index, %x: {A}) -> {A} {{\n"
MADE = f"  %a = memref.alloc() : {A}\n  memref.copy %x, %a : {A} to {A}\n"
COPIED = f"  %b = memref.alloc() : {A}\n  memref.copy %a, %b : {A} to {A}\n"
FREED = f"  memref.dealloc %a : {A}\n"
END = f"  return %b : {A}\n}}\n"


def passed(text: str, passes: str = PASS) -> str:
    return str(ownlog.run_pipeline(ownlog.parse(text), passes))


def written(name: str) -> str:
    return f"  memref.store %v, %{name}[%n] : {A}\n"


def read(name: str) -> str:
    return f"  %r = memref.load %{name}[%n] : {A}\n"


def test_what_is_freed_behind_its_copy_stays() -> None:
    assert passed(HEAD + MADE + COPIED + FREED + written("b") + END) == HEAD + MADE + written("a") + END.replace(
        "%b", "%a"
    )


@pytest.mark.parametrize(
    "between", [read("a"), read("b"), read("x"), "  %t = arith.constant true\n", f"  %d = memref.alloc() : {A}\n"]
)
def test_what_only_reads_may_stand_between(between: str) -> None:
    after = passed(HEAD + MADE + COPIED + between + FREED + END)
    assert "memref.copy %a" not in after
    assert "memref.dealloc" not in after


@pytest.mark.parametrize(
    "between",
    [
        written("a"),
        written("b"),
        # It may be any of the two that is written to under this name.
        f"  %s = arith.select %c, %a, %b : {A}\n{written('s')}",
        f"  scf.if %c {{\n  {written('b')}  }}\n",
        f'  "test.memref_user"(%a) : ({A}) -> ()\n',
        f"  linalg.fill ins(%v : i64) outs(%b : {A})\n",
    ],
)
def test_what_may_write_between_keeps_them_apart(between: str) -> None:
    text = HEAD + MADE + COPIED + between + FREED + END
    assert "memref.copy %a, %b" in passed(text)


def test_a_copy_that_is_freed_first_is_one() -> None:
    text = HEAD + MADE + COPIED + f"  memref.dealloc %b : {A}\n" + read("a") + FREED + f"  return %x : {A}\n}}\n"
    assert "memref.copy %a, %b" in passed(text)


def test_a_copy_under_a_condition_is_one() -> None:
    """What is freed either way is copied on one way only."""
    copied = f"  %b = memref.alloc() : {A}\n  scf.if %c {{\n    memref.copy %a, %b : {A} to {A}\n  }}\n"
    assert "memref.copy %a, %b" in passed(HEAD + MADE + copied + FREED + END)


def test_what_is_freed_under_a_condition_is_copied() -> None:
    freed = f"  scf.if %c {{\n  {FREED}  }}\n"
    assert "memref.copy %a, %b" in passed(HEAD + MADE + COPIED + freed + END)


def test_what_is_used_before_the_copy_is_an_allocation_of_its_own() -> None:
    early = f"  %b = memref.alloc() : {A}\n  %w = memref.cast %b : {A} to memref<?xi64>\n"
    text = HEAD + early + MADE + f"  memref.copy %a, %b : {A} to {A}\n" + FREED + END
    assert passed(text).count("memref.alloc") == 2


def test_one_of_two_copies_is_the_buffer() -> None:
    other = COPIED.replace("%b", "%d")
    text = HEAD + MADE + other + COPIED + FREED + written("b") + written("d") + f"  memref.dealloc %d : {A}\n" + END
    after = passed(text)
    assert (after.count("memref.alloc"), after.count("memref.dealloc")) == (2, 1)
    assert check(ownlog.parse(after)).status == "clean"


def test_a_chain_of_copies_is_one_buffer() -> None:
    link = COPIED + FREED
    links = "".join(link.replace("%a", f"%a{k}").replace("%b", f"%a{k + 1}") for k in range(5))
    after = passed(HEAD + MADE.replace("%a", "%a0") + links + END.replace("%b", "%a5"))
    assert (after.count("memref.alloc"), after.count("memref.dealloc"), after.count("memref.copy")) == (1, 0, 1)


@pytest.mark.parametrize(("first", "second", "count"), [("64", "64", 1), ("64", "32", 2), ("", "64", 2), ("64", "", 1)])
def test_an_alignment_is_kept(first: str, second: str, count: int) -> None:
    def aligned(text: str, by: str) -> str:
        return text.replace("alloc()", f"alloc() {{alignment = {by} : i64}}") if by else text

    assert passed(HEAD + aligned(MADE, first) + aligned(COPIED, second) + FREED + END).count("memref.alloc") == count


def test_rounds_of_a_loop_hand_on_what_they_got() -> None:
    """Each round copies what it got, frees that, and hands the copy on."""
    text = f"""\
func.func @f(%n: index, %v: i64, %x: {A}) -> {A} {{
  %i = memref.alloc() : {A}
  memref.copy %x, %i : {A} to {A}
  %l = scf.for %k = %n to %n step %n iter_args(%a = %i) -> ({A}) {{
    %b = memref.alloc() : {A}
    memref.copy %a, %b : {A} to {A}
    memref.store %v, %b[%n] : {A}
    scf.yield %b : {A}
  }}
  return %l : {A}
}}
"""
    after = passed(text, f"{WHOLE}{{placement=keeping}}")
    assert after.count("memref.alloc") == 1
    assert "memref.dealloc" not in after
    assert check(ownlog.parse(after)).status == "clean"


def _many(count: int) -> str:
    """Copies that all are freed behind the last of them."""
    links = [
        f"  %a{k} = memref.alloc() : {A}\n{COPIED.replace('%a', f'%a{k}').replace('%b', f'%b{k}')}"
        for k in range(count)
    ]
    frees = [f"  memref.dealloc %{name}{k} : {A}\n" for name in "ab" for k in range(count)]
    return f"func.func @f() {{\n{''.join((*links, *frees))}  return\n}}\n"


def test_the_work_grows_with_the_buffers() -> None:
    small, large = (counted(partial(passed, _many(count)))[1] for count in (100, 400))
    assert large < 4 * 1.3 * small
