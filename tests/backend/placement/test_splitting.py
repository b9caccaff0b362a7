"""buffer-splitting: which contents of a buffer get one of their own, who uses it, and what keeps two contents in one
buffer.
"""

from functools import partial

import pytest

import ownlog
from ownlog.backend.checking import check
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.registry import run_passes
from tests.backend.placement.test_sinking import passed
from tests.effort import counted

SPLIT, WHOLE = "buffer-splitting", "buffer-deallocation-pipeline"
A = "memref<4xi64>"
MAPS = "#same = affine_map<(d0) -> (d0)>\n#back = affine_map<(d0) -> (-d0 + 3)>\n"
HEAD = f"func.func @f(%c: i1, %d: i1, %v: i64, %n: index, %x: {A}) {{\n"
MADE = f"  %a = memref.alloc() : {A}\n"
FILL = f"  linalg.fill ins(%v : i64) outs(%a : {A})\n"
USE = f"  memref.copy %a, %x : {A} to {A}\n"
CAST = f"  %b = memref.cast %a : {A} to memref<?xi64>\n"
PART = f"  memref.store %v, %a[%n] : {A}\n"


def function(*parts: str) -> str:
    return f"{MAPS}{HEAD}{''.join(parts)}  return\n}}\n"


def within(*parts: str, condition: str = "%c") -> str:
    return f"  scf.if {condition} {{\n{''.join(parts)}  }}\n"


def loop(*parts: str) -> str:
    return f"  scf.for %i = %n to %n step %n {{\n{''.join(parts)}  }}\n"


def computed(inputs: str, maps: str = "#same, #same, #same", element: str = "%q") -> str:
    return (
        f'  linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel"]}} ins({inputs} : {A}, {A}) outs(%a'
        f" : {A}) {{\n  ^bb0(%p: i64, %q: i64, %r: i64):\n    %t = arith.addi %p, {element} : i64\n    linalg.yield %t"
        " : i64\n  }\n"
    )


def allocations(*parts: str) -> int:
    """How many a function has behind the pass; one that it does not change has as many as before."""
    text = function(*parts)
    out = passed(text, SPLIT)
    assert (out == str(ownlog.parse(text))) == (out.count("memref.alloc") == text.count("memref.alloc"))
    return out.count("memref.alloc")


def test_contents_of_two_branches_get_buffers_of_their_own() -> None:
    out = passed(function(MADE, within(FILL, PART, USE), within(FILL, USE, condition="%d")), SPLIT)
    assert out.index("scf.if %c") < out.index("%alloc = ") < out.index("outs(%alloc :") < out.index("%v, %alloc[")
    assert out.index("scf.if %d") < out.index("%alloc_0 = ") < out.index("copy %alloc_0, %x")
    assert "%a " not in out.replace("%a,", "%a ")


def test_contents_of_one_block_get_buffers_of_their_own_too() -> None:
    out = passed(function(MADE, FILL, USE, within(FILL, USE)), SPLIT)
    assert out.count("memref.alloc") == 2
    assert out.count("copy %alloc,") == out.count("copy %alloc_0,") == 1
    assert passed(function(MADE, FILL, USE, FILL, USE), SPLIT).count("memref.alloc") == 2


def test_what_was_in_between_for_nothing_is_one_buffer_again() -> None:
    text = function(MADE, FILL, USE, FILL, USE)
    assert passed(text, f"{WHOLE}{{placement=splitting,reuse}}").count("memref.alloc") == 1


def test_sizes_and_attributes_are_those_of_the_allocation() -> None:
    text = function(MADE, within(FILL, USE), within(FILL, USE, condition="%d"))
    text = text.replace("alloc()", "alloc(%n) {alignment = 64 : i64}").replace(
        f"{A}\n  scf.if %c", "memref<?xi64>\n  scf.if %c"
    )
    text = text.replace(f"outs(%a : {A})", "outs(%a : memref<?xi64>)").replace(f"%x : {A} to", "%x : memref<?xi64> to")
    assert passed(text, SPLIT).count("memref.alloc(%n) {alignment = 64 : i64} : memref<?xi64>") == 2


@pytest.mark.parametrize(
    "parts",
    [
        (MADE, within(FILL, USE)),
        (MADE, FILL, within(FILL), USE),
        (MADE, within(FILL), within(FILL, condition="%d"), USE),
        (MADE, FILL, within(PART, USE), within(PART, USE, condition="%d")),
        (MADE, loop(FILL, USE), loop(FILL, USE)),
        (MADE, loop(within(USE), within(FILL, condition="%d"))),
        (MADE.replace("4xi64", "2xi64"), *(part.replace("4xi64", "2xi64") for part in (within(FILL), within(FILL,
        condition="%d")))),
        (MADE, CAST, within(FILL), within(FILL, condition="%d"), "  memref.dealloc %b : memref<?xi64>\n"),
        (MADE, within(FILL, USE), within(FILL, USE, condition="%d"),
        f"  %b = memref.extract_aligned_pointer_as_index %a : {A} -> index\n"),
        (MADE, "  scf.parallel (%i) = (%n) to (%n) step (%n) {\n", within(FILL, USE), within(FILL, USE, condition="%d"),
        "  }\n"),
        (f"  %a = memref.alloca() : {A}\n", within(FILL, USE), within(FILL, USE, condition="%d")),
        (within(FILL, USE), within(FILL, USE, condition="%d")),
    ],
    ids=[
        "one content", "needed behind", "of two ways", "in part", "in a loop", "in a later round", "small", "freed",
        "seen by address", "at a time", "on the stack", "an argument",
    ],
)  # fmt: skip
def test_other_contents_stay(parts: tuple[str, ...]) -> None:
    text = function(*parts)
    if "%a = " not in text:
        text = text.replace("%x: ", f"%a: {A}, %x: ")
    assert passed(text, SPLIT) == str(ownlog.parse(text))


LATER = f"  memref.copy %e, %x : {A} to {A}\n"
HANDED = f"""\
  %e = scf.if %c -> ({A}) {{
{FILL}    scf.yield %a : {A}
  }} else {{
    scf.yield %x : {A}
  }}
"""


def test_contents_that_have_another_name_are_split_where_nobody_looks_at_them_any_more() -> None:
    assert allocations(MADE, HANDED, LATER, within(FILL, USE, condition="%d")) == 2
    assert allocations(MADE, HANDED, within(FILL, USE, condition="%d"), LATER) == 1
    # The other way may go on looking, and the next round may do so.
    other = f"  scf.if %d {{\n{FILL}{USE}  }} else {{\n{LATER}  }}\n"
    assert allocations(MADE, HANDED, other) == 2
    assert allocations(MADE, HANDED, loop(other)) == 1


ROOM = (
    f"  %b = memref.alloc() : {A}\n  %g = memref.alloc() : {A}\n  memref.copy %x, %b : {A} to {A}\n  memref.copy %b, %g"
    f" : {A} to {A}\n"
)


def test_what_computes_each_element_from_the_old_one_writes_to_another_buffer_if_one_is_free() -> None:
    assert allocations(MADE, HANDED, within(ROOM, computed("%g, %e"), USE, condition="%d")) == 4
    # There is none, or the op looks at other elements, or at what it writes.
    assert allocations(MADE, HANDED, within(computed("%x, %e"), USE, condition="%d")) == 1
    assert (
        allocations(MADE, HANDED, within(ROOM, computed("%b, %e"), USE, USE.replace("%a", "%g"), condition="%d")) == 3
    )
    assert allocations(MADE, HANDED, within(ROOM, computed("%g, %e", "#same, #back, #same"), USE, condition="%d")) == 3
    assert allocations(MADE, HANDED, within(ROOM, computed("%g, %x", element="%r"), USE, condition="%d")) == 3
    assert allocations(MADE, HANDED, within(ROOM, computed("%g, %a"), USE, condition="%d")) == 3


def carried(body: str, handed: str) -> str:
    return f"""\
  %e = scf.for %i = %n to %n step %n iter_args(%p = %x) -> ({A}) {{
    memref.copy %p, %x : {A} to {A}
{body}    scf.yield {handed} : {A}
  }}
"""


def test_a_loop_that_hands_on_what_each_round_writes_makes_a_buffer_in_each() -> None:
    text = function(MADE, carried(FILL, "%a"))
    out = passed(text, SPLIT)
    assert out != str(ownlog.parse(text))
    assert out.index("scf.for") < out.index("memref.alloc") < out.index("linalg.fill")
    assert "yield %alloc" in out
    # What goes round may be the buffer, and is looked at behind the fill.
    assert allocations(MADE, carried(FILL + f"    memref.copy %p, %x : {A} to {A}\n", "%a")) == 1
    assert allocations(MADE, carried(FILL + USE, "%p")) == 1


def test_blocks_and_named_ops() -> None:
    named = "".join(f"  linalg.abs ins(%{a} : memref<8xf32>) outs(%{b} : memref<8xf32>)\n" for a, b in ("ya", "ay"))
    text = f"""\
func.func @f(%c: i1, %y: memref<8xf32>) {{
  %a = memref.alloc() : memref<8xf32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
{named}  cf.br ^bb2
^bb2:
{named}  return
}}
"""
    assert passed(text, SPLIT).count("memref.alloc") == 2
    # Not in a loop of blocks: what control does in there is not looked at.
    out = passed(text.replace("cf.br ^bb2\n^bb2", "cf.cond_br %c, ^bb1, ^bb2\n^bb2"), SPLIT)
    assert (
        out.index("%a = memref.alloc")
        < out.index("outs(%a :")
        < out.index("%alloc = memref.alloc")
        < out.index("outs(%alloc :")
    )


def test_what_is_split_is_freed_where_it_is_made() -> None:
    module = ownlog.parse(function(MADE, within(FILL, USE), within(FILL, USE, condition="%d")))
    context = Context()
    run_passes(module, [Step(WHOLE, (("placement", "splitting"),))], context)
    assert str(module).count("memref.dealloc") == str(module).count("memref.alloc") == 2
    assert check(module).status == "clean"
    remarks = [remark.message for remark in context.remarks]
    assert remarks.count("writes to a buffer of its own: nobody needs what the buffer of line 4 held before") == 2


def test_the_work_grows_with_the_branches_and_with_the_buffers() -> None:
    def branches(count: int) -> str:
        return function(MADE, *(within(FILL, USE) for _ in range(count)))

    def buffers(count: int) -> str:
        parts = (MADE + within(FILL, USE) + within(FILL, USE) for _ in range(count))
        return function(*(part.replace("%a", f"%a{k}") for k, part in enumerate(parts)))

    assert passed(branches(64), SPLIT).count("memref.alloc") == 64
    assert passed(branches(65), SPLIT).count("memref.alloc") == 1
    small, large = (counted(partial(passed, buffers(count), SPLIT))[1] for count in (50, 200))
    assert large < 4 * 1.3 * small
