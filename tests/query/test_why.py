"""Why something stands on a line of the output: `ownlog why`."""

import json
from functools import cache
from pathlib import Path

import pytest

import ownlog
from ownlog import InputError
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.pipeline_text import parse_pipeline
from ownlog.query.reports.seen import PIPELINE
from ownlog.query.reports.why import Transformed, Why
from tests.explain.checking import from_json
from tests.query.programs import T
from tests.shared import REPOSITORY
from tests.tools import OwnlogFork

SOURCE = f"""\
func.func @f(%c: i1, %x: {T}) -> {T} {{
  %a = memref.alloc() : {T}
  %r = scf.if %c -> {T} {{
    %n = memref.alloc() : {T}
    scf.yield %n : {T}
  }} else {{
    scf.yield %x : {T}
  }}
  memref.copy %x, %a : {T} to {T}
  cf.br ^out(%r : {T})
^out(%o: {T}):
  return %o : {T}
}}
"""


SINGLE = (Step("ownership-based-buffer-deallocation"),)


@cache
def transformed(text: str = SOURCE, passes: tuple[Step, ...] = SINGLE) -> Transformed:
    return Transformed(ownlog.parse(text, "in.mlir"), passes, Context())


def line_of(text: str, source: str = SOURCE) -> int:
    """The number of the first line of the output that has a text in it."""
    lines = transformed(source).lines.text.split("\n")
    return next(number for number, line in enumerate(lines, 1) if text in line)


def why(text: str, source: str = SOURCE) -> Why:
    return transformed(source).why(line_of(text, source))


def reasons(answer: Why) -> list[tuple[str, str, str]]:
    """What each thing is, the relation of each of its reasons, and the number of its rule."""
    return [(t.made.kind, b.derivation.relation, b.derivation.rule) for t in answer.things for b in t.reasons]


def test_a_deallocation_has_its_conditions_and_what_it_retains() -> None:
    # The deallocation at the end of the entry block: what it frees, and %r, which goes to the next block.
    answer = why("retain (%r")
    assert {relation for _, relation, _ in reasons(answer)} == {"condition", "retained_on_edge"}
    freed = [b.derivation.cells for t in answer.things for b in t.reasons if b.derivation.relation == "condition"]
    assert ("@f/^entry", "@f/%a", "true") in freed
    assert ("@f/^entry", "@f/%r", "result @f/%r") in freed
    kept = [b.derivation.cells for t in answer.things for b in t.reasons if b.derivation.relation == "retained_on_edge"]
    assert kept == [("@f/^entry", 0, "@f/%r")]


def test_the_text_has_words_rules_and_lines_of_the_input() -> None:
    text = why("retain (%r").text()
    assert "the end of ^entry has to free %a if it owns it, and that is told by: true" in text
    assert f"    in.mlir:2: %a = memref.alloc() : {T}" in text
    assert "[block_ends.deallocation#6: A candidate is freed under its ownership in the block" in text
    assert "in.mlir:2:3" in text


def test_derivations_are_cut_where_it_is_said() -> None:
    answer = why("retain (%r")
    short, whole = answer.text(2), answer.text(0)
    assert "more lines: --depth 0 shows all)" in short
    assert "--depth" not in whole
    assert len(whole.split("\n")) > len(short.split("\n"))


def test_a_copy_and_what_is_nested_in_it() -> None:
    for text in ("bufferization.clone", "scf.if %0", "scf.yield %o", "scf.yield %3"):
        assert reasons(why(text)) == [("op", "return_copy", "block_ends.boundary#4")]


def test_indicators_among_arguments_results_and_operands() -> None:
    assert ("argument", "indicator_argument", "program.acquisition#4") in reasons(why("^out(%o"))
    assert ("result", "indicator_result", "program.acquisition#1") in reasons(why("scf.if %c"))
    assert ("operands", "passes_indicator", "block_ends.candidates#7") in reasons(why("cf.br ^out"))
    assert ("operands", "passes_indicator", "block_ends.candidates#8") in reasons(why("scf.yield %n"))


def test_what_helps_others_says_where_it_is_used() -> None:
    answer = why("arith.constant")
    assert reasons(answer) == []
    uses = answer.things[0].made.uses
    lines = transformed().lines.text.split("\n")
    name = lines[line_of("arith.constant") - 1].split()[0]
    assert uses
    assert all(name in lines[number - 1] for number in uses)
    assert "ask there" in answer.text()


def test_what_no_pass_touched_says_where_it_comes_from() -> None:
    answer = why("memref.copy")
    assert answer.things == ()
    assert "is as in line 9 of the input" in answer.note


def test_a_line_without_an_op_names_near_ones() -> None:
    source = "// a comment\n// another\n" + SOURCE
    answer = transformed(source).why(1)
    assert answer.note.startswith("no op begins on line 1 of the output; the nearest lines")


def test_a_line_of_the_input() -> None:
    # %a: freed at the end of the entry block, and nothing else.
    found = transformed().why_input(2)
    assert {relation for _, relation, _ in reasons(found)} == {"candidate", "condition"}
    assert all("@f/%a" in b.derivation.cells for t in found.things for b in t.reasons)
    assert transformed().why_input(9).note == "no pass made anything because of line 9 of the input"


def test_lines_that_are_not_there() -> None:
    with pytest.raises(InputError, match="the output has"):
        transformed().why(1000)
    with pytest.raises(InputError, match="the input has 13 lines"):
        transformed().why_input(14)


def test_json_has_the_derivations() -> None:
    data = json.loads(why("retain (%r").json_text())
    thing = data["things"][0]
    assert thing["kind"] == "op"
    assert thing["output_line"] == data["line"] == line_of("retain (%r")
    derivation = from_json(thing["reasons"][0]["derivation"])
    assert (derivation.relation, derivation.rule) == (thing["reasons"][0]["relation"], thing["reasons"][0]["rule"])
    assert thing["reasons"][0]["sources"][0]["file"] == "in.mlir"


def test_another_pipeline() -> None:
    source = "func.func @f(%x: memref<2xf32>) {\n  %a = memref.alloc() : memref<2xf32>\n  return\n}\n"
    steps = parse_pipeline("builtin.module(expand-realloc,ownership-based-buffer-deallocation)", anchored=True)
    both = Transformed(ownlog.parse(source), steps, Context())
    line = next(n for n, text in enumerate(both.lines.text.split("\n"), 1) if "bufferization.dealloc" in text)
    assert ("op", "condition", "block_ends.deallocation#6") in reasons(both.why(line))
    alone = Transformed(
        ownlog.parse(source), parse_pipeline("builtin.module(expand-realloc)", anchored=True), Context()
    )
    assert alone.why(2).things == ()


@pytest.mark.parametrize("passes", [SINGLE, PIPELINE], ids=["single", "pipeline"])
@pytest.mark.parametrize("name", ["diamond", "calls", "loop"])
def test_everything_that_the_passes_make_has_a_reason_that_holds(name: str, passes: tuple[Step, ...]) -> None:
    found = transformed((REPOSITORY / "examples" / f"{name}.mlir").read_text(), passes)
    for made in found.lines.all():
        answer = found.why(made.line)
        things = [thing for thing in answer.things if thing.made == made]
        if made.kind == "kept":
            assert things == []
        elif made.kind == "changed":
            # What `canonicalize` and `cse` do needs no rows.
            assert made.uses or passes == PIPELINE, made
            assert made.uses or f"it stands for line {made.input_line} of the input" in answer.text()
        else:
            assert things[0].reasons or made.uses, made
            # Rows that the rules did not derive would have no derivation.
            assert (
                len(things[0].reasons)
                >= len({cells for relation, cells in made.reasons if relation != "candidate"}) - 1
            )


# The pipeline


def planned(text: str) -> Why:
    found = transformed(SOURCE, PIPELINE)
    lines = found.lines.text.split("\n")
    return found.why(next(number for number, line in enumerate(lines, 1) if text in line))


def test_the_pipeline_says_where_each_buffer_is_released() -> None:
    assert [step.name for step in PIPELINE] == ["buffer-deallocation-pipeline"]
    assert reasons(planned("memref.dealloc %a")) == [("op", "release_after", "plan.release#8")]
    assert "%a is released in ^entry, where nothing needs it any more" in planned("memref.dealloc %a").text()


def test_what_branches_and_ends_of_regions_hand_on_has_the_reason_of_what_takes_it() -> None:
    diamond = transformed((REPOSITORY / "examples" / "diamond.mlir").read_text(), PIPELINE)
    lines = diamond.lines.text.split("\n")
    (branch,) = (number for number, line in enumerate(lines, 1) if "cf.br ^join(%small" in line)
    assert reasons(diamond.why(branch)) == [("operands", "carried_argument", "plan.release#21")]
    loop = transformed((REPOSITORY / "examples" / "loop.mlir").read_text(), PIPELINE)
    (end,) = (number for number, line in enumerate(loop.lines.text.split("\n"), 1) if "scf.yield %next" in line)
    assert reasons(loop.why(end)) == [("operands", "carried_result", "plan.release#22")]


def test_an_op_that_uses_something_new_says_where_that_was_made() -> None:
    loop = transformed((REPOSITORY / "examples" / "loop.mlir").read_text(), PIPELINE)
    lines = loop.lines.text.split("\n")
    (line,) = (number for number, text in enumerate(lines, 1) if text.startswith("  return"))
    (thing,) = loop.why(line).things
    assert thing.made.kind == "changed"
    (made,) = thing.made.uses
    assert "scf.if" in lines[made - 1]
    assert f"it uses what was made on line {made} of the output; ask there" in loop.why(line).text()


@pytest.mark.parametrize("passes", [SINGLE, PIPELINE], ids=["single", "pipeline"])
@pytest.mark.parametrize("name", ["diamond", "calls", "loop"])
def test_what_is_said_to_be_as_in_the_input_is(name: str, passes: tuple[Step, ...]) -> None:
    text = (REPOSITORY / "examples" / f"{name}.mlir").read_text()
    found = transformed(text, passes)
    before, after = text.split("\n"), found.lines.text.split("\n")
    for made in found.lines.all():
        if made.kind == "kept":
            assert made.input_line is not None
            assert after[made.line - 1].strip() == before[made.input_line - 1].strip()


def test_the_passes_are_named_first() -> None:
    assert planned("memref.dealloc %a").text().startswith("passes: buffer-deallocation-pipeline\noutput:")
    steps = parse_pipeline("ownership-based-buffer-deallocation{private-function-dynamic-ownership=true},cse")
    for answer in (transformed(SOURCE, tuple(steps)).why(1), transformed(SOURCE, tuple(steps)).why_input(1)):
        passes = "ownership-based-buffer-deallocation{private-function-dynamic-ownership=true},cse"
        assert answer.text().startswith(f"passes: {passes}\n")
        assert json.loads(answer.json_text())["passes"] == passes
        assert parse_pipeline(passes) == steps


def test_standard_input_is_as_good_as_a_file(tmp_path: Path) -> None:
    path, run = tmp_path / "in.mlir", OwnlogFork(("why",))
    path.write_text(text := "func.func @f(%a: memref<4xf32>) {\n  memref.dealloc %a : memref<4xf32>\n  return\n}\n")
    for line in ("1", "2", "3"):
        of_file, of_input = run([str(path), line]), run(["-", line], text)
        assert of_file.status == 0
        assert (of_input.status, of_input.out) == (0, of_file.out.replace(str(path), "<stdin>"))


def test_passes_may_be_flags(tmp_path: Path) -> None:
    path = tmp_path / "in.mlir"
    path.write_text("func.func @f() {\n  %a = memref.alloc() : memref<4xf32>\n  return\n}\n")
    run = OwnlogFork(())
    pipeline = "ownership-based-buffer-deallocation{private-function-dynamic-ownership=true},canonicalize"
    flags = ["--ownership-based-buffer-deallocation=private-function-dynamic-ownership=true", "-canonicalize"]
    asked = run(["why", str(path), "3", "-p", pipeline])
    assert asked.status == 0
    assert run(["why", *flags, str(path), "3"]) == asked
    for command in (["query", str(path), "buffer(V)"], ["explain", str(path), 'buffer("%a")']):
        assert run([*command, "--canonicalize"]) == run([*command, "-p", "canonicalize"])
    twice = run(["why", *flags, str(path), "3", "-p", "cse"])
    assert "the passes are named twice" in twice.err
    assert "no such option" in run(["why", str(path), "3", "--cannonicalize"]).err.lower()


def test_a_free_under_an_i1_says_why_there_is_one() -> None:
    text = (REPOSITORY / "examples" / "diamond.mlir").read_text()
    found = transformed(text, PIPELINE)
    meanings = {
        line: [because.meaning for thing in found.why(line).things for because in thing.reasons]
        for line, shown in enumerate(found.lines.text.splitlines(), 1)
        if "scf.if" in shown or "dealloc %scratch" in shown
    }
    assert list(meanings.values()) == [
        ["%scratch is released in ^narrow, where nothing needs it any more"],
        [
            "%result is released in ^join, where nothing needs it any more; an i1 tells whether it is owned:"
            " it is passed %given on line 20, and no ownership with it"
        ],
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (10, "what changed in `cf.cond_br %cond, ^narrow, ^wide`"),
        (14, "until: moves to %result, line 17"),
        (17, "what was added to `cf.br ^join(%small, %true : memref<16xf32>, i1)`"),
    ],
)
def test_a_line_of_the_input_has_what_changed_and_what_becomes_of_its_buffers(line: int, told: str) -> None:
    analysis = ownlog.analyze(ownlog.parse(REPOSITORY / "examples" / "diamond.mlir"))
    assert told in analysis.why(line, of_input=True).text(1)
