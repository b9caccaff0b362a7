"""What is asked about tensors is answered: each use that is out of place has its reason, in rows, in words and in
Python.
"""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from ownlog import rules
from ownlog.api.analysis import Analysis
from ownlog.base.errors import EngineError, InputError
from ownlog.frontend import split_input
from ownlog.rules.engine.clingo import ClingoEngine
from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.program.engine import Engine
from ownlog.rules.engine.souffle import SouffleEngine
from ownlog.rules.relations import (
    AssumeConflict,
    AssumeUnwritable,
    Conflict,
    InPlace,
    NextRound,
    OutOfPlace,
    Race,
    WrittenReadOnly,
)
from tests.bufferize.deciding.asked import (
    ELSEWHERE,
    EXAMPLE,
    LOOP,
    NEIGHBOURS,
    OPTIONS,
    PARALLEL,
    PROGRAMS,
    UNKNOWN,
    T,
    analysis,
    answer,
    use,
)
from tests.bufferize.programs.tricky import NAMES, tricky
from tests.frame.programs import assert_refused
from tests.pages import assert_prints, shown
from tests.shared import require_shared, shared_programs
from tests.tools import OwnlogFork

LARGEST, EVERY = 20_000, 50
"""Programs of compilers that are looked at: how many bytes they have at most, and every which of them."""
why = OwnlogFork(("why",))


@shown("bufferization.md")
def test_the_page_shows_what_is_printed(command: str, output: str) -> None:
    assert_prints(command, output)


def assert_each_use_has_its_reason(found: Analysis) -> int:
    """What was decided is what the rules find reasons for; how many uses are out of place."""
    decided = found.tensors.analysis
    in_place = {(row.op, row.operand) for row in found.rows(InPlace)}
    out_of_place = {(row.op, row.operand) for row in found.rows(OutOfPlace)}
    assert in_place == decided.in_place
    assert in_place.isdisjoint(out_of_place)
    assert set(decided.refused) <= out_of_place
    explained = {row[:6] for row in found.rows(Conflict)} | {row[:6] for row in found.rows(Race)}
    assert explained == {tuple(row) for row in found.rows(AssumeConflict)}
    assert {tuple(row) for row in found.rows(WrittenReadOnly)} == {tuple(row) for row in found.rows(AssumeUnwritable)}
    return len(decided.refused)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(options.values()) or "default")
@pytest.mark.parametrize("name", PROGRAMS)
def test_each_use_out_of_place_has_its_reason(name: str, options: Mapping[str, str]) -> None:
    assert assert_each_use_has_its_reason(analysis(PROGRAMS[name], options)) > 0


@pytest.mark.parametrize("folder", ["findings", "findings-executed", "order"])
def test_so_it_is_in_programs_that_mlir_opt_gets_wrong(folder: str) -> None:
    out_of_place = 0
    for path in sorted(require_shared("bufferization", folder).glob("*.mlir")):
        for text, _ in split_input(path.read_text()):
            try:
                found = analysis(text)
            except InputError:
                continue
            out_of_place += assert_each_use_has_its_reason(found)
    assert out_of_place > 0


@pytest.mark.parametrize("name", NAMES)
def test_so_it_is_in_programs_written_to_be_bufferized_wrongly(name: str) -> None:
    for text in tricky(name):
        assert_each_use_has_its_reason(analysis(text))


def test_so_it_is_in_programs_of_compilers() -> None:
    folder = require_shared("corpus-tensor")
    files = shared_programs("corpus-tensor", largest=LARGEST)[::EVERY]
    assert sum(assert_each_use_has_its_reason(analysis((folder / file).read_text())) for file in files) > 0


def assert_engines_agree(engine: Engine) -> None:
    for text in PROGRAMS.values():
        tensors = analysis(text).tensors
        names = (
            "in_place",
            "out_of_place",
            "conflict",
            "race",
            "written_read_only",
            "read_only_because",
            "next_round",
            "buffer_class",
        )
        ours, theirs = (each.run(rules.load(), tensors.facts, names) for each in (EmbeddedEngine(), engine))
        assert ours == theirs
        assert ours["out_of_place"]


def test_clingo_derives_the_same_reasons() -> None:
    pytest.importorskip("clingo")
    assert_engines_agree(ClingoEngine())


@pytest.mark.souffle
def test_souffle_derives_the_same_reasons() -> None:
    try:
        engine = SouffleEngine()
    except EngineError as error:
        pytest.skip(str(error))
    assert_engines_agree(engine)


def test_a_conflict_names_write_read_and_definition_with_their_lines() -> None:
    found = use(EXAMPLE.read_text(), 12)
    (because,) = found.reasons
    assert (found.verdict, found.value) == ("out of place", "%given")
    assert [(role, place.position.line) for role, place in because.places] == [
        ("write", 12),
        ("read", 13),
        ("definition", 9),
    ]
    assert (
        because.meaning
        == "%set = tensor.insert at line 12 would overwrite %given, which %old = tensor.extract at line 13 still"
        " reads; "
        "%given is an argument of @update at line 9"
    )
    assert because.derivation.relation == "conflict"


def test_a_write_elsewhere_is_told_with_what_would_share_the_buffer() -> None:
    """A branch passes one tensor twice; one of the two is written in the block that it leads to."""
    text = f"""\
func.func @f(%t: {T}, %i: index, %f: f32) -> ({T}, {T}) {{
  cf.br ^next(%t, %t : {T}, {T})
^next(%a: {T}, %b: {T}):
  %w = tensor.insert %f into %a[%i] : {T}
  return %w, %b : {T}, {T}
}}
"""
    (branch,) = answer(text, 2).ops
    (because,) = (because for found in branch.uses for because in found.reasons)
    assert (
        because.meaning
        == "with %b in the buffer of %t, %w = tensor.insert at line 4 would overwrite %b, which func.return at line 5"
        " still reads; %b is an argument of @f at line 3"
    )


def test_an_op_that_is_given_one_tensor_twice_is_told_as_which_operand_it_reads_it() -> None:
    text = f"""\
func.func @f(%t: {T}, %l: index, %u: index, %s: index, %f: f32) -> ({T}, {T}) {{
  %r:2 = scf.for %i = %l to %u step %s iter_args(%a = %t, %b = %t) -> ({T}, {T}) {{
    %w = tensor.insert %f into %a[%i] : {T}
    scf.yield %w, %b : {T}, {T}
  }}
  return %r#0, %r#1 : {T}, {T}
}}
"""
    (loop,) = answer(text, 2).ops
    first, second = (because.meaning for found in loop.uses for because in found.reasons)
    assert "would overwrite %t, which it reads itself, as operand 4; " in first
    assert "would overwrite %t, which it reads itself, as operand 3; " in second


@pytest.mark.parametrize(
    ("head", "options", "told"),
    [
        (f"func.func private @g(%t: {T}) -> {T}\n", {},
        "@g, which has no body (bufferization.access at its arguments can tell)"),
        (
            f"func.func @g(%t: {T}) -> {T} {{\n  %r = call @g(%t) : ({T}) -> {T}\n  return %r : {T}\n}}\n", {},
            "@g there, because of a cycle of calls",
        ),
        (f"func.func @g(%t: {T}) -> {T} {{\n  return %t : {T}\n}}\n", {"no-analysis-func-filter": "g"},
        "@g, which an option leaves out"),
    ],
)  # fmt: skip
def test_a_call_of_which_nothing_is_known_says_why(head: str, options: Mapping[str, str], told: str) -> None:
    text = f"""\
func.func @f(%t: {T}, %i: index) -> ({T}, f32) {{
  %r = call @g(%t) : ({T}) -> {T}
  %x = tensor.extract %t[%i] : {T}
  return %r, %x : {T}, f32
}}
"""
    meaning = use(text + head, 2, options).reasons[0].meaning
    assert meaning.endswith(f"; nothing is known of {told}")


def test_a_read_in_the_next_round_of_a_loop_is_called_that() -> None:
    assert (
        "which %x = tensor.extract at line 3 reads in the next round of %r = scf.for at line 2"
        in use(LOOP, 4).reasons[0].meaning
    )
    assert {row.loop for row in analysis(LOOP).rows(NextRound)} == {"@f/0:scf.for"}


def test_a_write_that_all_instances_of_a_region_do() -> None:
    reasons = use(PARALLEL, 4).reasons
    assert [because.derivation.relation for because in reasons] == ["race"]
    assert "in all instances of %r = scf.forall at line 3, which run at the same time" in reasons[0].meaning


INSIDE = {"bufferize-function-boundaries": "false"}


@pytest.mark.parametrize(
    ("text", "line", "options", "cause"),
    [
        (EXAMPLE.read_text(), 11, {}, "what %zeros = arith.constant at line 10 gives is read-only"),
        (
            EXAMPLE.read_text(),
            5,
            INSIDE,
            "it is an argument of @refill, and buffers do not go over the boundaries of functions",
        ),
        (UNKNOWN, 2, {}, "an attribute of @f says so"),
        (
            UNKNOWN,
            4,
            {},
            "it is a result of %n = my.op at line 3, of which nothing is known: no model tells what it does",
        ),
        (ELSEWHERE, 7, {}, "%z = func.call at line 6 gives what its callee must not write to either"),
        (
            LOOP,
            6,
            {**INSIDE, "dialect-filter": "tensor"},
            "it is an argument in a region of %r = scf.for at line 2, of which nothing",
        ),
    ],
)
def test_what_is_read_only_has_its_cause(text: str, line: int, options: Mapping[str, str], cause: str) -> None:
    found = use(text, line, options)
    assert [because.derivation.relation for because in found.reasons] == ["written_read_only"]
    assert f"to which nothing may be written: {cause}" in found.reasons[0].meaning


def test_an_op_that_nothing_is_known_of() -> None:
    assert (
        "nothing is known of what %n = my.op at line 3 does with tensors: no model"
        in use(UNKNOWN, 3).reasons[0].meaning
    )


def test_what_must_be_in_place_and_must_not() -> None:
    source = f"""\
func.func @f(%t: {T}, %i: index, %f: f32) -> ({T}, f32) {{
  %c = arith.constant dense<1.0> : {T}
  %r = bufferization.materialize_in_destination %t in %c : ({T}, {T}) -> {T}
  %x = tensor.extract %t[%i] : {T}
  return %r, %x : {T}, f32
}}
"""
    found = answer(source, 3)
    assert {use.value: use.verdict for op in found.ops for use in op.uses} == {"%t": "in place", "%c": "impossible"}
    assert "takes no copy, so that the program cannot be bufferized" in found.text()
    assert found.notes[0].startswith("in.mlir:3:3: one-shot-bufferize refuses the program: ")


def test_what_is_in_place_says_what_has_its_buffer() -> None:
    found = answer(EXAMPLE.read_text(), 5)
    (fill,), text = found.ops, found.text()
    assert [(u.verdict, u.meaning) for u in fill.uses] == [("in place", "%filled has the same buffer")]
    assert fill.results[0].shares_with == ("%row",)
    assert "passes: one-shot-bufferize{bufferize-function-boundaries=true}\n" in text


def test_of_a_large_class_some_are_listed_and_all_are_there() -> None:
    inserts = [f"  %t{i + 1} = tensor.insert %f into %t{i}[%i] : {T}" for i in range(12)]
    text = "\n".join(
        [f"func.func @f(%t0: {T}, %i: index, %f: f32) -> {T} {{", *inserts, f"  return %t12 : {T}", "}", ""]
    )
    found = answer(text, 13)
    assert found.ops[0].results[0].shares_with == tuple(f"%t{i}" for i in range(12))
    assert "may share memory with %t0, %t1, %t2, %t3, %t4, %t5, %t6, %t7 and 4 more tensors\n" in f"{found.text()}\n"


def test_a_line_without_tensors_and_a_line_that_is_not_there() -> None:
    found = analysis(EXAMPLE.read_text())
    assert found.why_in_place(1) is None
    with pytest.raises(InputError, match="there is no line 99"):
        found.why_in_place(99)


def test_the_column_chooses_the_innermost_op() -> None:
    found = analysis(LOOP).why_in_place(2, 4)
    assert found is not None
    assert [op.name for op in found.ops] == ["scf.for"]
    inner = analysis(LOOP).why_in_place(4, 12)
    assert inner is not None
    assert [op.name for op in inner.ops] == ["tensor.insert"]


def test_the_command_takes_a_place_as_messages_name_it(tmp_path: Path) -> None:
    path = tmp_path / "in.mlir"
    path.write_text(LOOP)
    run = why([f"{path}:4:7", "--depth", "1"])
    assert (run.status, run.err) == (0, "")
    assert f"{path}:4:5: %u = tensor.insert" in run.out
    assert "out of place, so that tensor.insert works on a copy" in run.out
    assert why([f"{path}:4", "--depth", "1"]).out == run.out
    # The line of the output is as in the input: the question is about that.
    assert why([str(path), "4", "--depth", "1"]).out == run.out
    data = json.loads(why([f"{path}:4", "--format", "json"]).out)
    (reason,) = data["ops"][0]["operands"][0]["reasons"]
    assert (reason["write"]["line"], reason["read"]["line"], reason["definition"]["line"]) == (4, 3, 1)


def test_what_is_rewritten_before_the_decisions_is_said() -> None:
    """What an iteration reads of a shared tensor where others insert it reads of the tensor from outside."""
    only = use(NEIGHBOURS, 2)
    assert only.verdict == "out of place"
    assert "would overwrite %t, which %p = tensor.extract_slice at line 5 still reads" in only.reasons[0].meaning
    read = answer(NEIGHBOURS, 5)
    assert [each.value for each in read.ops[0].uses] == ["%t"]
    assert [note.partition(": ")[::2] for note in read.notes] == [
        (
            "in.mlir:5:5",
            "this uses %t instead of %o: other iterations of the loop may insert into the part of %o that it uses",
        )
    ]
    found = analysis(NEIGHBOURS)
    [[copied, reader]] = found.query("conflict(Copied, _, Reader, _, _, _, _)")
    assert (copied, reader) == ("@f/0:scf.forall", "@f/3:tensor.extract_slice")
    assert str(found.module) == NEIGHBOURS


def test_options_of_the_pass_are_those_of_the_question(tmp_path: Path) -> None:
    path = tmp_path / "in.mlir"
    path.write_text(EXAMPLE.read_text())
    run = why([f"{path}:5", "--one-shot-bufferize=bufferize-function-boundaries=false analysis-heuristic=top-down"])
    assert "passes: one-shot-bufferize{bufferize-function-boundaries=false analysis-heuristic=top-down}" in run.out
    assert "out of place" in run.out
    assert_refused(why([f"{path}:5", "--one-shot-bufferize=heuristic=top-down"]), usage=True)
    assert_refused(why([f"{path}:5", "--one-shot-bufferize=analysis-heuristic=sideways"]), usage=True)


def test_mistakes_in_a_place_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "in.mlir"
    path.write_text(EXAMPLE.read_text())
    assert_refused(why([str(path)]), usage=True)
    assert_refused(why([f"{path}:0"]), usage=True)
    assert_refused(why([f"{path}:77"]))
    assert_refused(why([f"{path}:1", "--one-shot-bufferize="]))
