"""promote-buffers-to-stack: which buffers are small, which scopes end them, and which of them are handed out."""

import pytest

import ownlog
from ownlog.backend.checking import check
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.registry import run_passes

PASS = "promote-buffers-to-stack"
A = "memref<4xi64>"
HEAD = f"func.func @f(%c: i1, %v: i64, %n: index, %x: {A}, %u: memref<*xf32>)"


def passed(text: str, options: str = "") -> str:
    return str(ownlog.run_pipeline(ownlog.parse(text), f"{PASS}{{{options}}}"))


def function(*lines: str, result: str = "") -> str:
    body = "".join(f"  {line}\n" for line in lines)
    end = "return %r : memref<4xi64>" if result else "return"
    return f"{HEAD}{result} {{\n{body}  {end}\n}}\n"


def promoted(text: str) -> str:
    return text.replace("memref.alloc(", "memref.alloca(")


@pytest.mark.parametrize(
    ("type", "options", "fits"),
    [
        ("memref<128xi64>", "", True),
        ("memref<129xi64>", "", False),
        ("memref<1024xi8>", "", True),
        ("memref<1025xi8>", "", False),
        ("memref<1024xi1>", "", True),
        ("memref<1025xi1>", "", False),
        ("memref<512xbf16>", "", True),
        ("memref<513xf16>", "", False),
        ("memref<64xcomplex<f64>>", "", True),
        ("memref<65xcomplex<f64>>", "", False),
        ("memref<32xvector<3xi64>>", "", True),
        ("memref<33xvector<3xi64>>", "", False),
        ("memref<128xindex>", "", True),
        ("memref<129xindex>", "", False),
        ("memref<1024xf8E4M3FN>", "", True),
        ("memref<i64>", "", True),
        ("memref<0xi64>", "", True),
        ("memref<4xi64>", "max-alloc-size-in-bytes=32", True),
        ("memref<4xi64>", "max-alloc-size-in-bytes=31", False),
        ("memref<1xi8>", "max-alloc-size-in-bytes=536870912", True),
        ("memref<1xi8>", "max-alloc-size-in-bytes=4294967295", True),
        ("memref<1xi8>", "max-alloc-size-in-bytes=18446744073709551616", True),
        ("memref<1073741825x4xf32>", "max-alloc-size-in-bytes=1024", False),
        ("memref<1073741825x4xf32>", "max-alloc-size-in-bytes=99999999999", False),
        ("memref<3090540x3090540x3090540xi32>", "", False),
        ("memref<4xi64, 1>", "", False),
        ("memref<4xi64, 0>", "", True),
        ("memref<4xi64, #gpu.address_space<workgroup>>", "", False),
        ("memref<4xi64, strided<[1000]>>", "", False),
        ("memref<4x!ptr.ptr<#ptr.generic_space>>", "", False),
        ("memref<4xmemref<4xi64>>", "", False),
    ],
)
def test_what_is_small(type: str, options: str, fits: bool) -> None:
    text = function(f"%a = memref.alloc() : {type}")
    assert passed(text, options) == (promoted(text) if fits else text)


def test_the_data_layout_says_how_large_an_index_is() -> None:
    text = function("%a = memref.alloc() {alignment = 64 : i64, mine} : memref<4xindex>")
    wide = f"module attributes {{dlti.dl_spec = #dlti.dl_spec<index = 256 : i64>}} {{\n{text}}}\n"
    assert passed(wide, "max-alloc-size-in-bytes=64") == wide
    assert passed(text, "max-alloc-size-in-bytes=64") == promoted(text)
    assert passed(wide, "max-alloc-size-in-bytes=128") == promoted(wide)


@pytest.mark.parametrize(("asked", "said"), [("", 16), (" {alignment = 1 : i64}", 16), (" {alignment = 64 : i64}", 64)])
def test_bytes_are_aligned_as_what_they_are_seen_as_needs_it(asked: str, said: int) -> None:
    view = "%b = memref.view %a[%n][] : memref<64xi8> to memref<4xvector<4xf32>>"
    text = function(f"%a = memref.alloc(){asked} : memref<64xi8>", view)
    assert passed(text) == promoted(text).replace(f"alloca(){asked}", f"alloca() {{alignment = {said} : i64}}")
    shown = f"func.func private @show(%a: memref<64xi8>, %n: index) {{\n  {view}\n  return\n}}\n"
    text = function(
        f"%a = memref.alloc(){asked} : memref<64xi8>", "func.call @show(%a, %n) : (memref<64xi8>, index) -> ()"
    )
    assert passed(shown + text) == shown + promoted(text).replace(
        f"alloca(){asked}", f"alloca() {{alignment = {said} : i64}}"
    )


def test_a_dynamic_size_has_to_be_a_rank() -> None:
    rank = "%k = memref.rank %u : memref<*xf32>"
    one, two = "%a = memref.alloc(%k) : memref<?xi64>", "%a = memref.alloc(%k, %k) : memref<?x?xi64>"
    assert passed(function(rank, one)) == promoted(function(rank, one))
    assert passed(function(rank, two)) == function(rank, two)
    assert passed(function(rank, two), "max-rank-of-allocated-memref=2") == promoted(function(rank, two))
    other = function(rank, "%a = memref.alloc(%n) : memref<?xi64>")
    assert passed(other) == other
    large = function(rank, "%a = memref.alloc(%k) : memref<?x200xi64>")
    assert passed(large, "max-rank-of-allocated-memref=2") == large


MADE = f"%a = memref.alloc() : {A}"


@pytest.mark.parametrize(
    "lines",
    [
        [MADE, f"memref.copy %x, %a : {A} to {A}"],
        ["scf.if %c {", f"  {MADE}", f"  memref.store %v, %a[%n] : {A}", "}"],
        [
            "cf.cond_br %c, ^one, ^two",
            "^one:",
            MADE,
            f"cf.br ^join(%a : {A})",
            "^two:",
            f"cf.br ^join(%x : {A})",
            f"^join(%y: {A}):",
        ],
        [f"%r = scf.if %c -> {A} {{", f"  {MADE}", f"  scf.yield %a : {A}", "} else {", f"  scf.yield %x : {A}", "}"],
        ["memref.alloca_scope {", f"  {MADE}", "}"],
        [MADE, "scf.for %i = %n to %n step %n {", f"  memref.store %v, %a[%n] : {A}", "}"],
    ],
    ids=["a function", "a condition", "blocks", "out of a region", "a scope", "used in a loop"],
)
def test_what_goes_to_the_stack(lines: list[str]) -> None:
    assert passed(function(*lines)) == promoted(function(*lines))


@pytest.mark.parametrize(
    "lines",
    [
        ["scf.for %i = %n to %n step %n {", f"  {MADE}", "}"],
        ["scf.for %i = %n to %n step %n {", "  scf.if %c {", f"    {MADE}", "  }", "}"],
        ["scf.parallel (%i) = (%n) to (%n) step (%n) {", f"  {MADE}", "  scf.reduce", "}"],
        ["cf.br ^head", "^head:", "cf.cond_br %c, ^body, ^end", "^body:", MADE, "cf.br ^head", "^end:"],
        ["cf.br ^head", "^head:", "scf.if %c {", f"  {MADE}", "}", "cf.cond_br %c, ^head, ^end", "^end:"],
        [MADE, f"memref.dealloc %a : {A}"],
        [MADE, "scf.if %c {", f"  memref.dealloc %a : {A}", "}"],
        [MADE, f'"other.op"(%a) : ({A}) -> ()'],
        [MADE, f"%p = memref.extract_aligned_pointer_as_index %a : {A} -> index"],
        [MADE, f"%m = memref.alloc() : memref<{A}>", f"memref.store %a, %m[] : memref<{A}>"],
    ],
    ids=["a loop", "a condition in a loop", "parallel", "a loop of blocks", "in a loop of blocks", "freed",
    "freed on a path",
         "an unknown op", "an address", "in memory"],
)  # fmt: skip
def test_what_stays_on_the_heap(lines: list[str]) -> None:
    assert passed(function(*lines)) == function(*lines)


@pytest.mark.parametrize(
    "lines",
    [
        [f"%r = memref.alloc() : {A}"],
        [MADE, f"%r = arith.select %c, %a, %x : {A}"],
        [MADE, f"%r = func.call @same(%a) : ({A}) -> {A}"],
        [f"%r = scf.if %c -> {A} {{", f"  {MADE}", f"  scf.yield %a : {A}", "} else {", f"  scf.yield %x : {A}", "}"],
        [f"%r = memref.alloca_scope -> ({A}) {{", f"  {MADE}", f"  memref.alloca_scope.return %a : {A}", "}"],
    ],
    ids=["returned", "a select", "a call", "a region", "a scope"],
)
def test_what_is_returned_stays_on_the_heap(lines: list[str]) -> None:
    same = f"func.func private @same(%x: {A}) -> {A} {{\n  return %x : {A}\n}}\n"
    text = same + function(*lines, result=f" -> {A}")
    assert passed(text) == text


def test_a_buffer_that_leaves_the_innermost_scope_stays_on_the_heap() -> None:
    text = function(f"%r = memref.alloca_scope -> ({A}) {{", f"  {MADE}", f"  memref.alloca_scope.return %a : {A}", "}")
    # What it takes of the stack would end with the inner scope.
    assert passed(text) == text


def test_what_is_clean_stays_clean() -> None:
    text = function(MADE, f"%b = memref.alloc() : {A}", f"memref.copy %a, %b : {A} to {A}", f"memref.dealloc %b : {A}")
    out = passed(text)
    assert out == text.replace(MADE, promoted(MADE))
    assert check(ownlog.parse(out)).status == "clean"


def test_a_limit_has_to_be_a_number() -> None:
    with pytest.raises(ownlog.InputError, match="invalid value 'many' for the option max-alloc-size-in-bytes"):
        passed(function(MADE), "max-alloc-size-in-bytes=many")


FREED = "promote-freed=true"


def freed(name: str = "a", type: str = A) -> str:
    return f"memref.dealloc %{name} : {type}"


def test_what_is_freed_where_it_is_made_goes_to_the_stack_if_asked() -> None:
    lines = (f"%a = memref.alloc() : {A}", f"memref.store %v, %a[%n] : {A}")
    assert passed(function(*lines, freed())) == function(*lines, freed())
    assert passed(function(*lines, freed()), FREED) == promoted(function(*lines))


@pytest.mark.parametrize(
    "lines",
    [
        (
            "scf.for %i = %n to %n step %n {",
            f"%a = memref.alloc() : {A}",
            f"memref.store %v, %a[%n] : {A}",
            freed(),
            "}",
        ),
        (
            "cf.br ^loop",
            "^loop:",
            f"%a = memref.alloc() : {A}",
            f"memref.store %v, %a[%n] : {A}",
            freed(),
            "cf.cond_br %c, ^loop, ^end",
            "^end:",
        ),
        (f"%a = memref.alloc() : {A}", "scf.if %c {", freed(), "} else {", freed(), "}"),
        ("%a = memref.alloc() : memref<4xi64, 1>", freed("a", "memref<4xi64, 1>")),
        ("%a = memref.alloc() : memref<999xi64>", freed("a", "memref<999xi64>")),
        (
            f"%a = memref.alloc() : {A}",
            "%p = memref.extract_aligned_pointer_as_index %a : memref<4xi64> -> index",
            "func.call @g(%p) : (index) -> ()",
            freed(),
        ),
    ],
    ids=["loop", "loop of blocks", "branches", "memory space", "large", "address"],
)
def test_what_could_grow_the_stack_or_is_elsewhere_stays_on_the_heap(lines: tuple[str, ...]) -> None:
    text = "func.func private @g(index)\n" + function(*lines)
    assert passed(text, FREED) == text


def test_frames_stay_small() -> None:
    lines = [line for k in range(4) for line in (f"%a{k} = memref.alloc() : {A}", freed(f"a{k}"))]
    text = function(*lines)
    assert passed(text, f"{FREED} max-frame-size-in-bytes=128") == promoted(function(*lines[::2]))
    assert passed(text, f"{FREED} max-frame-size-in-bytes=127") == text


def test_functions_that_may_be_called_again_get_nothing_on_the_stack() -> None:
    call = f"func.call @f(%c, %v, %n, %x, %u) : (i1, i64, index, {A}, memref<*xf32>) -> ()"
    text = function(f"%a = memref.alloc() : {A}", "scf.if %c {", call, "}", freed())
    assert passed(text, FREED) == text
    through = function(f"%a = memref.alloc() : {A}", "func.call @g() : () -> ()", freed())
    calls = "func.func private @g() {\n  func.call @h() : () -> ()\n  return\n}\nfunc.func private @h() {\n"
    assert "memref.alloca" in passed(through + f"{calls}  return\n}}\n", FREED)
    again = f"""{calls}  %c = arith.constant true
  %v = arith.constant 1 : i64
  %n = arith.constant 1 : index
  %x = memref.alloca() : {A}
  %y = memref.alloca() : memref<f32>
  %u = memref.cast %y : memref<f32> to memref<*xf32>
  {call}
  return
}}
"""
    assert passed(through + again, FREED) == through + again


def test_remarks_say_why_a_freed_buffer_stays_on_the_heap() -> None:
    context = Context()
    text = function(f"%a = memref.alloc() : {A}", freed())
    run_passes(
        ownlog.parse(text), [Step(PASS, (("promote-freed", "true"), ("max-frame-size-in-bytes", "31")))], context
    )
    assert [remark.message for remark in context.remarks] == [
        "stays on the heap: all small buffers of its function would take more of the stack than max-frame-size-in-bytes"
        " says"
    ]


def test_a_remark_says_why_a_freed_buffer_of_a_memory_space_stays_where_it_is() -> None:
    context = Context()
    other = "memref<8xf32, 1>"
    text = function(f"%a = memref.alloc() : {other}", f"memref.dealloc %a : {other}")
    module = ownlog.parse(text)
    run_passes(module, [Step(PASS, (("promote-freed", "true"),))], context)
    assert str(module) == text
    assert [remark.message for remark in context.remarks] == [
        "stays on the heap: its type names a memory space, of which nobody tells whether it has a stack"
    ]


def test_the_pipeline_puts_small_buffers_on_the_stack() -> None:
    text = function(f"%a = memref.alloc() : {A}", f"memref.store %v, %a[%n] : {A}")
    assert str(ownlog.run_pipeline(ownlog.parse(text), "buffer-deallocation-pipeline{placement=stack}")) == promoted(
        text
    )
