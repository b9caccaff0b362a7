"""static-memory-planner: which buffers go into an arena, where it is made and freed, and what is refused."""

import re

import pytest

import ownlog
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.registry import run_passes
from ownlog.base.errors import InputError

PASS, STRICT = "static-memory-planner", "static-memory-planner-analysis"
A, B = "memref<16xi64>", "memref<8xi64>"


def passed(text: str, name: str = PASS, **options: str) -> str:
    module = ownlog.parse(text)
    run_passes(module, [Step(name, tuple((key.replace("_", "-"), value) for key, value in options.items()))])
    return str(module)


def function(*lines: str, head: str = "%v: i64, %n: index, %c: i1", result: str = "") -> str:
    body = "".join(f"  {line}\n" for line in lines)
    end = "" if lines and lines[-1].lstrip().startswith("return") else "  return\n"
    return f"func.func private @ext(i64)\nfunc.func @f({head}){result} {{\n{body}{end}}}\n"


def made(name: str, type: str = A, attributes: str = "") -> str:
    return f"%{name} = memref.alloc() {attributes}: {type}"


def used(name: str, type: str = A) -> str:
    return f"memref.store %v, %{name}[%n] : {type}"


def freed(name: str, type: str = A) -> str:
    return f"memref.dealloc %{name} : {type}"


def offsets(text: str) -> dict[str, int]:
    """Where each view begins."""
    constants = {name: int(number) for name, number in re.findall(r"(%\S+) = arith.constant (\d+) : index", text)}
    return {name: constants[at] for name, at in re.findall(r"%(\w+) = memref.view %arena\w*\[(%\w+)\]", text)}


def size(text: str) -> int:
    (found,) = re.findall(r"%arena\w* = memref.alloc\(\).*memref<(\d+)xi8>", text)
    return int(found)


def test_an_arena_is_one_allocation_that_is_freed_at_the_return() -> None:
    assert passed(function(made("a"), used("a"), freed("a"), "call @ext(%v) : (i64) -> ()")) == function(
        "%arena = memref.alloc() {alignment = 8 : i64} : memref<128xi8>",
        "%c0 = arith.constant 0 : index",
        f"%a = memref.view %arena[%c0][] : memref<128xi8> to {A}",
        used("a"),
        "call @ext(%v) : (i64) -> ()",
        "memref.dealloc %arena : memref<128xi8>",
    )


def test_what_is_used_one_after_the_other_has_the_same_bytes() -> None:
    text = passed(function(made("a"), made("b"), used("a"), used("b"), freed("a"), freed("b")))
    assert (offsets(text), size(text)) == ({"a": 0, "b": 0}, 128)


def test_the_algorithms_of_llvm_count_from_the_allocation() -> None:
    text = function(made("a"), made("b"), used("a"), used("b"), freed("a"), freed("b"))
    for algorithm in ("trivial", "best-fit"):
        out = passed(text, algorithm=algorithm)
        assert (offsets(out), size(out)) == ({"a": 0, "b": 128}, 256)


def test_what_is_used_at_a_time_does_not_overlap() -> None:
    text = passed(
        function(
            made("a"),
            made("b", B),
            f"memref.store %v, %a[%n] : {A}",
            used("b", B),
            used("a"),
            freed("b", B),
            freed("a"),
        )
    )
    assert sorted(offsets(text).values()) in ([0, 64], [0, 128])
    assert size(text) == 192


def test_a_use_in_a_region_takes_the_part_for_all_of_it() -> None:
    loop = [
        made("a"),
        made("b"),
        "scf.for %i = %n to %n step %n {",
        f"  {used('a')}",
        f"  {used('b')}",
        "}",
        freed("a"),
        freed("b"),
    ]
    assert size(passed(function(*loop))) == 256


def test_parts_in_regions_and_behind_branches() -> None:
    region = [
        made("a"),
        "scf.if %c {",
        f"  {made('b')}",
        f"  {used('b')}",
        f"  {used('a')}",
        f"  {freed('b')}",
        "}",
        freed("a"),
    ]
    out = passed(function(*region))
    assert size(out) == 256
    assert out.index("%arena") < out.index("scf.if")
    branches = ["cf.cond_br %c, ^a, ^b"]
    for name in "ab":
        branches += [
            f"^{name}:",
            made(f"x{name}"),
            used(f"x{name}"),
            freed(f"x{name}"),
            "return" if name == "b" else "cf.br ^b",
        ]
    out = passed(function(*branches))
    assert size(out) == 128
    assert out.count("memref.dealloc %arena") == 1
    assert out.index("memref.dealloc %arena") > out.index("%xb")


def test_alignments_are_kept() -> None:
    lines = [made("s", "memref<1xi8>"), made("a", A, "{alignment = 64 : i64} "), used("a"),
             "%x = memref.load %s[%n] : memref<1xi8>", used("a"), "%y = memref.load %s[%n] : memref<1xi8>",
             freed("a"), freed("s", "memref<1xi8>")]  # fmt: skip
    text = passed(function(*lines))
    assert "{alignment = 64 : i64} : memref<" in text
    assert offsets(text)["a"] % 64 == 0


VECTORS = [("vector<4xf32>", 16), ("vector<3xf32>", 16), ("vector<8xf32>", 32), ("vector<3x2xf32>", 8)]


@pytest.mark.parametrize(("vector", "alignment"), VECTORS)
def test_an_arena_is_aligned_as_its_parts_need_it(vector: str, alignment: int) -> None:
    type = f"memref<2x{vector}>"
    load = f"%y = memref.load %a[%n] : {type}"
    byte = [made("s", "memref<3xi8>"), "%x = memref.load %s[%n] : memref<3xi8>", freed("s", "memref<3xi8>")]
    text = passed(function(byte[0], made("a", type), load, *byte[1:], freed("a", type)))
    assert f"{{alignment = {alignment} : i64}} : memref<" in text
    assert offsets(text)["a"] % alignment == 0
    view = f"%b = memref.view %a[%n][] : memref<96xi8> to {type}"
    text = passed(
        function(
            byte[0], made("a", "memref<96xi8>"), view, load.replace("%a", "%b"), *byte[1:], freed("a", "memref<96xi8>")
        )
    )
    assert f"{{alignment = {alignment} : i64}} : memref<" in text
    assert offsets(text)["a"] % alignment == 0


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["%a = memref.alloc(%n) : memref<?xi64>", "memref.dealloc %a : memref<?xi64>"], "size is not fixed"),
        ([made("a", "memref<0xi64>"), freed("a", "memref<0xi64>")], "no bytes"),
        ([made("a", "memref<16xi64, 1>"), freed("a", "memref<16xi64, 1>")], "memory space"),
        ([made("a"), used("a")], "nothing frees it"),
        ([made("a"), "scf.if %c {", f"  {freed('a')}", "}"], "not freed once"),
        ([made("a"), f'"other.op"(%a) : ({A}) -> ()', freed("a")], "out of sight"),
        (["scf.parallel (%i) = (%n) to (%n) step (%n) {", f"  {made('a')}", f"  {freed('a')}", "}"], "at a time"),
        ([made("a"), f"%b = memref.assume_alignment %a, 32 : {A}", f"memref.store %v, %b[%n] : {A}", freed("a")],
        "alignment"),
    ],
    ids=["size", "empty", "space", "kept", "a condition", "unknown op", "threads", "alignment"],
)  # fmt: skip
def test_what_is_left_alone(lines: list[str], reason: str) -> None:
    module, context = ownlog.parse(function(*lines)), Context()
    run_passes(module, [Step(PASS)], context)
    assert str(module) == function(*lines)
    assert any(reason in remark.message for remark in context.remarks)


def test_a_remark_tells_how_good_the_plan_is() -> None:
    module, context = (
        ownlog.parse(function(made("a"), used("a"), freed("a"), made("b", B), used("b", B), freed("b", B))),
        Context(),
    )
    run_passes(module, [Step(PASS)], context)
    assert [remark.message for remark in context.remarks] == [
        "2 buffers of 192 bytes are in an arena of 128 bytes; no arena is smaller"
    ]


GIVEN = "%arena: memref<{}xi8>, %v: i64, %n: index"


def test_the_arena_of_the_caller() -> None:
    lines = [made("a"), used("a"), freed("a")]
    out = passed(function(*lines, head=GIVEN.format(200)), arena_mode="arg")
    assert "memref.view %arena[%c0][] : memref<200xi8>" in out
    assert "alloc" not in out


@pytest.mark.parametrize(
    ("head", "lines", "message"),
    [
        ("", [], "requires at least one function argument"),
        ("%v: i64, %n: index", [], "requires first argument to be memref<...xi8>"),
        ("%x: memref<256xf32>, %v: i64, %n: index", [], "requires first argument to be memref<...xi8>"),
        (GIVEN.format(100), [], "the first argument has 100 bytes, and the arena takes 128"),
        (GIVEN.format(200), ["%b = memref.load %arena[%n] : memref<200xi8>"], "that nothing else uses"),
    ],
)  # fmt: skip
def test_arguments_that_are_no_arena(head: str, lines: list[str], message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        passed(function(made("a"), freed("a"), *lines, head=head), arena_mode="arg")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (function(made("a")), "no dealloc found; run the deallocation pipeline before this pass"),
        (function(made("a"), "scf.if %c {", f"  {freed('a')}", "}"), "dealloc is in a different block than the alloc"),
        (
            function(made("a"), freed("a"), made("b"), f"return %b : {A}", result=f" -> {A}"),
            "does not support functions with memref return types",
        ),
    ],
)  # fmt: skip
def test_what_llvm_refuses(text: str, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        passed(text, STRICT)
    passed(text)
