"""buffer-results-to-out-params: what callers allocate and pass, what functions write to, which results stay, and what
is refused.
"""

import pytest

import ownlog
from tests.tools import OwnlogFork

PASS = "buffer-results-to-out-params"
STATIC, DYNAMIC = "hoist-static-allocs=true", "hoist-dynamic-allocs=true"
A = "memref<4xi64>"
CALLER = f"""\
func.func @caller(%c: i1, %x: {A}, %n: index) -> i64 {{
  %r = func.call @f(%c, %x, %n) : (i1, {A}, index) -> {A}
  %l = memref.load %r[%n] : {A}
  return %l : i64
}}
"""


def changed(text: str, options: str = "") -> str:
    return str(ownlog.run_pipeline(ownlog.parse(text), f"{PASS}{{{options}}}" if options else PASS))


def function(body: str, visibility: str = "private ") -> str:
    return f"func.func {visibility}@f(%c: i1, %x: {A}, %n: index) -> {A} {{\n{body}\n}}\n"


FILLED = f"  %a = memref.alloc() {{alignment = 64 : i64}} : {A}\n  memref.copy %x, %a : {A} to {A}\n  return %a : {A}"


def test_a_result_is_copied_to_what_the_caller_allocates() -> None:
    out = changed(function(FILLED) + CALLER)
    assert f"func.func private @f(%c: i1, %x: {A}, %n: index, %out: {A}) {{" in out
    assert f"  memref.copy %a, %out : {A} to {A}\n  return\n" in out
    assert f"  %alloc = memref.alloc() : {A}\n  call @f(%c, %x, %n, %alloc) : (i1, {A}, index, {A}) -> ()\n" in out
    assert "memref.load %alloc[%n]" in out


def test_an_allocation_that_is_returned_is_the_callers() -> None:
    out = changed(function(FILLED) + CALLER, STATIC)
    assert out.count("memref.alloc") == 1
    assert f"%alloc = memref.alloc() {{alignment = 64 : i64}} : {A}\n  call @f" in out
    assert f"memref.copy %x, %out : {A} to {A}\n  return\n" in out


TWO = f"""\
  %a = memref.alloc() : {A}
  %b = memref.alloc() : {A}
  linalg.copy ins(%x : {A}) outs(%b : {A})
  cf.cond_br %c, ^a, ^b
^a:
  return %a : {A}
^b:
  return %b : {A}"""
APART = f"""\
  cf.cond_br %c, ^a, ^b
^a:
  %a = memref.alloc() : {A}
  return %a : {A}
^b:
  %b = memref.alloc() : {A}
  return %b : {A}"""
LOOP = f"""\
  cf.br ^a(%x : {A})
^a(%k: {A}):
  %a = memref.alloc() : {A}
  linalg.copy ins(%k : {A}) outs(%a : {A})
  cf.cond_br %c, ^a(%a : {A}), ^b
^b:
  return %a : {A}"""
FREED = f"""\
  %a = memref.alloc() : {A}
  %b = memref.alloc() : {A}
  cf.cond_br %c, ^a, ^b
^a:
  memref.dealloc %a : {A}
  return %b : {A}
^b:
  return %a : {A}"""
VIEWED = f"""\
  %a = memref.alloc() : {A}
  %v = memref.cast %a : {A} to memref<?xi64>
  %w = memref.cast %v : memref<?xi64> to {A}
  cf.cond_br %c, ^a, ^b
^a:
  return %w : {A}
^b:
  return %a : {A}"""


@pytest.mark.parametrize(
    ("body", "left", "copies"),
    [(TWO, 1, 1), (APART, 0, 0), (LOOP, 1, 1), (FREED, 2, 2), (VIEWED, 1, 2)],
    ids=["both alive", "exclusive", "in a loop", "freed elsewhere", "a view of it is returned"],
)
def test_one_parameter_stands_for_allocations_that_are_never_alive_together(body: str, left: int, copies: int) -> None:
    out = changed(function(body), STATIC)
    assert (out.count("memref.alloc"), out.count("memref.copy")) == (left, copies)
    ownlog.parse(out)


@pytest.mark.parametrize(
    ("body", "cause"),
    [
        (f"  return %x : {A}", "may be an argument"),
        (f"  %g = memref.get_global @g : {A}\n  return %g : {A}", "may be a global buffer"),
        (f'  %u = "my.op"() : () -> {A}\n  return %u : {A}', "may be anybody's"),
        (f'  %a = memref.alloc() : {A}\n  "my.op"(%a) : ({A}) -> ()\n  return %a : {A}', "may be known to others"),
    ],
)
def test_a_result_that_others_have_too_stays_where_calls_could_tell(body: str, cause: str) -> None:
    text = f"memref.global @g : {A} = uninitialized\n" + function(body)
    assert changed(text + CALLER) == text + CALLER
    run = OwnlogFork()([f"--{PASS}", "--stats"], text + CALLER)
    assert f"remark: result #0 of @f stays: it {cause}" in run.err
    assert "memref.copy" in changed(text), "nobody calls it"


def test_public_functions_change_if_the_user_wants_it() -> None:
    text = function(FILLED, visibility="")
    assert changed(text) == text
    out = changed(text, "modify-public-functions=true add-result-attr=true")
    assert f"func.func @f(%c: i1, %x: {A}, %n: index, %out: {A} {{bufferize.result}}) {{" in out
    value = f"func.func @v() -> ((i1, {A}, index) -> {A}) {{\n  %v = func.constant @f : (i1, {A}, index) -> {A}\n"
    value += f"  return %v : (i1, {A}, index) -> {A}\n}}\n"
    assert changed(text + value, "modify-public-functions=true") == text + value


def test_a_layout_that_says_nothing_is_cast_to() -> None:
    layout = "memref<4xi64, strided<[?], offset: ?>>"
    cast = f"  %a = memref.alloc() : {A}\n  %v = memref.cast %a : {A} to {layout}\n  return %v : {layout}\n"
    text = f"func.func private @f() -> {layout} {{\n{cast}}}\n"
    text += f"func.func @g() {{\n  %r = call @f() : () -> {layout}\n  return\n}}\n"
    assert f"%cast = memref.cast %alloc : {A} to {layout}\n  call @f(%cast) : ({layout}) -> ()" in changed(text)


@pytest.mark.parametrize(
    ("type", "size", "place", "message", "advice"),
    [
        (
            "memref<?xi64>",
            "%n",
            "<stdin>:6:3",
            "cannot create out param for dynamically shaped result",
            "hoist-dynamic-allocs",
        ),
        (
            "memref<4xi64, strided<[2]>>",
            "",
            "<stdin>:1:1",
            "cannot create out param for result with unsupported layout",
            "result #0 is memref<4xi64, strided<[2]>>: return memref<4xi64>",
        ),
    ],
)
def test_what_callers_cannot_allocate_is_refused(type: str, size: str, place: str, message: str, advice: str) -> None:
    text = f"""\
func.func private @f(%n: index) -> {type} {{
  %a = memref.alloc({size}) : {type}
  return %a : {type}
}}
func.func @g(%n: index) {{
  %r = call @f(%n) : (index) -> {type}
  return
}}
"""
    run = OwnlogFork()([f"--{PASS}"], text)
    assert (run.status, run.out) == (1, "")
    assert f"{place}: error: {message}" in run.err
    assert advice in run.err


@pytest.mark.parametrize(
    ("before", "hoisted"),
    [
        ("", True),
        ("%d = arith.addi %n, %n : index", True),
        ('cf.assert %c, "small"', False),
        ("func.call @h(%n) : (index) -> ()", False),
        ("cf.br ^next\n^next:", False),
    ],
)
def test_callers_allocate_no_open_size_that_the_function_may_not_come_to(before: str, hoisted: bool) -> None:
    text = f"""\
func.func private @h(index)
func.func private @f(%n: index, %c: i1) -> memref<?xi64> {{
  {before}
  %a = memref.alloc(%n) : memref<?xi64>
  return %a : memref<?xi64>
}}
func.func @g(%n: index, %c: i1) {{
  %r = call @f(%n, %c) : (index, i1) -> memref<?xi64>
  return
}}
"""
    run = OwnlogFork()([f"--{PASS}={DYNAMIC}"], text)
    assert (run.status == 0) == hoisted
    assert hoisted or "where it comes to the allocation in any case" in run.err
