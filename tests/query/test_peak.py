"""The most bytes that are taken at once: `ownlog peak`."""

import json
from pathlib import Path
from typing import Any

import pytest

import ownlog
from ownlog import InputError
from ownlog.backend.context import Context
from ownlog.backend.passes.pipeline_text import parse_pipeline
from ownlog.query.reports.peak import Peaks
from ownlog.query.reports.peak_sizes import Assumptions
from tests.tools import OWNLOG

HEAD = "%c0 = arith.constant 0 : index\n  %v = arith.constant 7.0 : f32"
BIG, SMALL = "memref<64xf32>", "memref<4xf32>"


def asked(text: str, *sizes: str, passes: str = "") -> list[Any]:
    """The rows about a program, and about what passes make of it."""
    return [*Peaks(ownlog.parse(text), parse_pipeline(passes) if passes else (), Context(), Assumptions(sizes)).peaks()]


def reasons(text: str, *sizes: str) -> tuple[str, ...]:
    return Peaks(ownlog.parse(text), (), Context(), Assumptions(sizes)).peaks().notes


def body(*lines: str, head: str = "@f(%n: index, %c: i1)", end: str = "return") -> str:
    return "\n  ".join([f"func.func {head} {{", HEAD, *lines, end]) + "\n}\n"


def alloc(name: str, type_: str = SMALL, size: str = "") -> str:
    return f"{name} = memref.alloc({size}) : {type_}\n  memref.store %v, {name}[%c0] : {type_}"


def free(name: str, type_: str = SMALL) -> str:
    return f"memref.dealloc {name} : {type_}"


def test_what_is_freed_before_does_not_count() -> None:
    (row,) = asked(body(alloc("%a"), free("%a"), alloc("%b", BIG), free("%b", BIG), alloc("%d"), free("%d")))
    assert (row.function, row.program, row.bound, row.bytes, row.formula, row.line) == (
        "@f",
        "before",
        "exact",
        256,
        "",
        7,
    )
    assert (row.where, row.buffers) == ("line 7", "%b 256 (line 7)")


def test_before_and_after_the_passes() -> None:
    text = body(alloc("%a", BIG), alloc("%b", BIG))
    before, after = asked(text, passes="buffer-deallocation-pipeline")
    assert (before.program, before.bytes, after.program, after.bytes) == ("before", 512, "after", 256)


def test_what_is_counted_in_branches_is_at_most_taken() -> None:
    arms = ["scf.if %c {", alloc("%a", BIG), free("%a", BIG), "} else {", alloc("%b"), free("%b"), "}"]
    (row,) = asked(body(*arms))
    assert (row.bound, row.bytes) == ("at most", 256)


def test_buffers_of_exclusive_blocks_that_come_together_count_once() -> None:
    jump = "cf.br ^end(%{} : memref<4xf32>)"
    lines = [
        "cf.cond_br %c, ^one, ^two",
        "^one:",
        alloc("%a"),
        jump.format("a"),
        "^two:",
        alloc("%b"),
        jump.format("b"),
        f"^end(%x: {SMALL}):",
    ]
    (row,) = asked(body(*lines, free("%x")))
    assert (row.bound, row.bytes) == ("at most", 16)


def test_of_what_goes_round_a_loop_two_count_at_a_time() -> None:
    lines = [
        alloc("%a"), "%c1 = arith.constant 1 : index",
        f"%r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> ({SMALL}) {{",
        alloc("%b"), f"memref.copy %x, %b : {SMALL} to {SMALL}", free("%x"), f"scf.yield %b : {SMALL}", "}", free("%r"),
    ]  # fmt: skip
    (row,) = asked(body(*lines))
    assert (row.bound, row.bytes) == ("at most", 32)


def test_what_goes_round_a_loop_of_blocks_and_what_lives_through_it() -> None:
    lines = [
        alloc("%k", BIG), alloc("%a"), f"cf.br ^head(%a : {SMALL})", f"^head(%x: {SMALL}):",
        "cf.cond_br %c, ^body, ^out",
        "^body:", alloc("%b"), free("%x"), f"cf.br ^head(%b : {SMALL})", "^out:", free("%k", BIG), free("%x"),
    ]  # fmt: skip
    (row,) = asked(body(*lines))
    assert (row.bound, row.bytes) == ("at most", 288)


def test_what_a_loop_leaves_behind_piles_up() -> None:
    lines = ["%c1 = arith.constant 1 : index", "scf.for %i = %c0 to %n step %c1 {", alloc("%a"), "}"]
    (row,) = asked(body(*lines))
    assert (row.bound, row.bytes) == ("about", 16)
    assert reasons(body(*lines)) == ("@f: %a is not freed, and each round allocates another one",)


def test_iterations_that_run_at_a_time_have_a_buffer_each() -> None:
    lines = [
        "%c1 = arith.constant 1 : index",
        "scf.parallel (%i) = (%c0) to (%n) step (%c1) {",
        alloc("%a"),
        free("%a"),
        "}",
    ]
    assert reasons(body(*lines)) == ("@f: %a is there once for each of the iterations that run at a time",)


CALLEE = body(
    alloc("%t", BIG), alloc("%r"), free("%t", BIG), head=f"private @g() -> {SMALL}", end=f"return %r : {SMALL}"
)


def test_calls_count_what_the_callee_takes_and_returns() -> None:
    call = f"%x = func.call @g() : () -> {SMALL}"
    callee, caller, module = asked(
        CALLEE + body(alloc("%a"), call, alloc("%b", BIG), free("%a"), free("%x"), free("%b", BIG))
    )
    assert (callee.bound, callee.bytes) == ("exact", 272)
    assert (caller.bytes, caller.where) == (288, "line 16, @g line 6")
    assert caller.buffers == "@g %t 256 (line 4), @g %r 16 (line 6), %a 16 (line 14)"
    assert (module.function, module.bytes, module.where) == ("(module)", 288, "@f line 16, @g line 6")


def test_what_callees_leave_behind_stays() -> None:
    leaky = body(alloc("%t", BIG), head="private @g()")
    call = "func.call @g() : () -> ()"
    rows = {row.function: row for row in asked(leaky + body(call, call, alloc("%b"), free("%b")))}
    assert (rows["@f"].bytes, rows["@f"].where) == (528, "line 13")


def test_recursion_is_told() -> None:
    text = body("func.call @f(%n, %c) : (index, i1) -> ()", alloc("%a"), free("%a"), head="@f(%n: index, %c: i1)")
    (row,) = asked(text)
    assert (row.bound, row.bytes) == ("at least", 16)
    assert reasons(text) == ("@f: @f is called while it runs: each level takes as much again",)


def test_calls_without_a_body_are_told() -> None:
    declared = f"func.func private @other() -> {SMALL}\n"
    text = declared + body(f"%x = func.call @other() : () -> {SMALL}", free("%x"))
    (row,) = asked(text)
    assert (row.bound, row.bytes) == ("about", 16)
    assert reasons(text) == ("@f: what @other takes is not known",)


DYNAMIC = body(
    "%d = memref.dim %m, %c0 : memref<?xf32>", alloc("%a", "memref<?xf32>", "%n"), alloc("%b", "memref<?xf32>", "%d"),
    alloc("%k"),
    head="@f(%n: index, %m: memref<?xf32>)",
)  # fmt: skip


def test_sizes_that_types_leave_open() -> None:
    (row,) = asked(DYNAMIC)
    assert (row.bound, row.bytes, row.formula) == ("at least", 24, "16 + 4*%m[0] + 4*%n")
    assert reasons(DYNAMIC) == ("sizes that nobody tells count as 1: %m[0], %n; --size %m[0]=N tells one",)
    (row,) = asked(DYNAMIC, "%n=10", "@f/%m[0]=100")
    assert (row.bound, row.bytes) == ("exact", 456)
    (row,) = asked(DYNAMIC, "10")
    assert (row.bound, row.bytes) == ("at least", 96)
    assert reasons(DYNAMIC, "5", "%z=1") == (
        "sizes that nobody tells count as 5: %m[0], %n; --size %m[0]=N tells one",
        "--size %z: no buffer has this size",
    )


def test_constants_are_sizes_that_are_told() -> None:
    (row,) = asked(
        body("%k = arith.constant 8 : index", alloc("%a", "memref<?xf32>", "%k"), free("%a", "memref<?xf32>"))
    )
    assert (row.bound, row.bytes, row.formula) == ("exact", 32, "")


@pytest.mark.parametrize("text", ["%n", "%n=x", "=5", "%n=-1", ""])
def test_what_gives_no_size_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="gives no size"):
        Assumptions([text])


def test_a_size_that_is_given_twice_is_refused() -> None:
    with pytest.raises(InputError, match="twice"):
        Assumptions(["%n=1", "%n=2"])


def test_points_follow_the_program() -> None:
    text = body(alloc("%a"), alloc("%b", BIG), free("%a"), free("%b", BIG))
    points: list[Any] = [*Peaks(ownlog.parse(text), (), Context(), Assumptions()).points()]
    assert [(row.line, row.when, row.bytes, row.change) for row in points] == [
        (4, "while it runs", 16, "+%a 16"),
        (6, "while it runs", 272, "+%b 256"),
        (8, "behind it", 256, "-%a 16"),
        (9, "behind it", 0, "-%b 256"),
    ]


def test_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "in.mlir"
    path.write_text(DYNAMIC)
    ran = OWNLOG(["peak", str(path), "--format", "json", "--size", "%n=10", "--size", "%m[0]=10"])
    assert ran.status == 0
    found = json.loads(ran.out)
    assert found["passes"] == "buffer-deallocation-pipeline"
    assert [(row["program"], row["bound"], row["bytes"]) for row in found["rows"]] == [
        ("before", "exact", 96),
        ("after", "exact", 40),
    ]
    alone = OWNLOG(["peak", str(path), "-p", "", "--format", "csv"])
    assert [line.split(",")[1] for line in alone.out.splitlines()] == ["program", "before"]
    assert OWNLOG(["peak", str(path), "--points", "--func", "f"]).status == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--func", "g"], "there is no function g with a body"),
        (["--size", "much"], "--size much gives no size"),
        (["-p", "no-such-pass"], "does not refer to a registered pass"),
        (["-p", "cse", "--tensors-to-buffers"], "the passes are named twice"),
    ],
)
def test_mistakes_are_told(tmp_path: Path, arguments: list[str], message: str) -> None:
    path = tmp_path / "in.mlir"
    path.write_text(DYNAMIC)
    ran = OWNLOG(["peak", str(path), *arguments])
    assert ran.status == (1 if "--func" in arguments else 2)
    assert message in ran.err
    assert "Traceback" not in ran.err
