"""Why bufferization put something on a line of its output: each copy and each allocation leads to an op with tensors,
and to why.
"""

import re
from functools import cache

import pytest

import ownlog
from ownlog import InputError, rules
from ownlog.backend.context import Context
from ownlog.backend.passes.pipeline_text import parse_pipeline
from ownlog.query.reports.tensor_words import HANDED
from ownlog.query.reports.why import Thing, Transformed
from ownlog.rules.engine.language.syntax_tree import Const
from tests.bufferize.programs.generator import program
from tests.shared import REPOSITORY
from tests.tiers import spans
from tests.tools import OwnlogFork

EXAMPLE = REPOSITORY / "examples" / "tensors" / "update.mlir"
ROAD = "tensors-to-buffers"
IN_ORDER = f"{ROAD}{{analysis-heuristic=bottom-up}}"
"""Where reads do not come before the writes that they are in conflict with."""
MAKES = re.compile(r"(?:memref\.(?:alloc|copy)|bufferization\.clone)\b")
why = OwnlogFork(("why",))


@cache
def transformed(text: str, pipeline: str = ROAD) -> Transformed:
    return Transformed(ownlog.parse(text, "in.mlir"), parse_pipeline(pipeline), Context())


def things(text: str, what: str, pipeline: str = ROAD) -> list[Thing]:
    """What stands on the first line of the output that has a text in it."""
    found = transformed(text, pipeline)
    line = next(number for number, line in enumerate(found.lines.text.split("\n"), 1) if what in line)
    return list(found.why(line).things)


def said(text: str, what: str, pipeline: str = ROAD) -> list[tuple[str, list[tuple[str, int]]]]:
    """The reasons in words, with the lines of the input by what they are."""
    reasons = [because for thing in things(text, what, pipeline) for because in thing.reasons]
    return [(because.meaning, [(role, place.position.line) for role, place in because.places]) for because in reasons]


def function(body: str, arguments: str = "%t: tensor<4xf32>, %i: index, %f: f32", results: str = "f32") -> str:
    return f"func.func @f({arguments}) -> {results} {{\n{body}\n}}\n"


@pytest.mark.parametrize(
    "made", ["%alloc_0 = memref.alloc()", "memref.copy %given, %alloc_0", "memref.store %f, %alloc_0"]
)
def test_a_copy_for_a_conflict_has_the_op_the_write_the_read_and_the_definition(made: str) -> None:
    ((meaning, places),) = said(EXAMPLE.read_text(), made, IN_ORDER)
    assert places == [("op", 12), ("write", 12), ("read", 13), ("definition", 9)]
    said_so = (
        "%set = tensor.insert at line 12 works on a copy of %given: it would overwrite %given, which %old ="
        " tensor.extract at line 13"
    )
    assert meaning.startswith(said_so)


def test_a_copy_of_what_is_read_only_says_why_it_is() -> None:
    ((meaning, places),) = said(EXAMPLE.read_text(), "memref.copy %zeros, %alloc ", IN_ORDER)
    assert places == [("op", 11), ("write", 11), ("read_only", 10)]
    assert "to which nothing may be written: what %zeros = arith.constant at line 10 gives is read-only" in meaning


def test_a_copy_because_buffers_do_not_go_over_boundaries_of_functions() -> None:
    body = (
        "  %w = tensor.insert %f into %t[%i] : tensor<4xf32>\n  %r = tensor.extract %w[%i] : tensor<4xf32>\n  return %r"
        " : f32"
    )
    ((meaning, places),) = said(function(body), "memref.copy", "one-shot-bufferize")
    assert places[0] == ("op", 2)
    assert "buffers do not go over the boundaries of functions" in meaning


def test_a_slice_that_is_copied_and_not_what_it_is_a_slice_of() -> None:
    body = "  %s = tensor.extract_slice %t[0] [2] [1] : tensor<4xf32> to tensor<2xf32>\n"
    body += "  %w = tensor.insert %f into %s[%i] : tensor<2xf32>\n  %r = tensor.extract %t[%i] : tensor<4xf32>\n"
    body += "  %v = tensor.extract %w[%i] : tensor<2xf32>\n  return %r, %v : f32, f32"
    ((meaning, places),) = said(function(body, results="(f32, f32)"), "memref.copy", IN_ORDER)
    assert meaning.startswith("%s = tensor.extract_slice at line 2 makes a copy of what it takes of %t: with %s in")
    assert (
        " in the buffer of %t, %w = tensor.insert at line 3 would overwrite %t, which %r = tensor.extract at line 4"
        " still" in meaning
    )
    assert places == [("op", 2), ("write", 3), ("read", 4), ("definition", 1)]


def test_a_buffer_that_needs_no_contents_says_so() -> None:
    body = (
        "  %w = linalg.fill ins(%f : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>\n  %r = tensor.extract %t[%i] :"
        " tensor<4xf32>\n"
    )
    body += "  %v = tensor.extract %w[%i] : tensor<4xf32>\n  return %r, %v : f32, f32"
    ((meaning, _),) = said(function(body, results="(f32, f32)"), "memref.alloc")
    assert "works on a new buffer in place of %t, of which nothing is copied" in meaning


def test_a_copy_for_a_layout_names_both_types() -> None:
    body = "  %s = tensor.extract_slice %t[0, 0] [4, 2] [1, 1] : tensor<4x4xf32> to tensor<4x2xf32>\n"
    body += "  %c = tensor.collapse_shape %s [[0, 1]] : tensor<4x2xf32> into tensor<8xf32>\n"
    body += "  %r = tensor.extract %c[%i] : tensor<8xf32>\n  return %r : f32"
    text = function(body, "%t: tensor<4x4xf32>, %i: index")
    for made in ("memref.alloc", "memref.copy"):
        ((meaning, places),) = said(text, made)
        assert places == [("op", 3)]
        assert meaning.startswith(
            "%c = tensor.collapse_shape at line 3 needs memref<4x2xf32>, and no cast leads there from memref<"
        )


def test_an_allocation_that_the_program_asks_for_names_the_op() -> None:
    body = "  %e = tensor.empty() : tensor<4xf32>\n  %w = tensor.insert %f into %e[%i] : tensor<4xf32>\n"
    body += "  %r = tensor.extract %w[%i] : tensor<4xf32>\n  return %r : f32"
    assert said(function(body), "memref.alloc") == [("%e = tensor.empty at line 2 makes a new tensor", [("op", 2)])]


LOOP = """\
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %z = arith.constant dense<1.0> : tensor<4xf32>
  %l:2 = scf.for %k = %c0 to %i step %c1 iter_args(%a = %t, %b = %u) -> (tensor<4xf32>, tensor<4xf32>) {{
    %n = tensor.insert %f into %b[%k] : tensor<4xf32>
    scf.yield {0} : tensor<4xf32>, tensor<4xf32>
  }}
  %r = tensor.extract %l#0[%c0] : tensor<4xf32>
  %s = tensor.extract %x[%c0] : tensor<4xf32>
  %v = tensor.extract %l#1[%c0] : tensor<4xf32>
  return %r, %s, %v : f32, f32, f32"""


@pytest.mark.parametrize(
    ("ends", "why", "other"),
    [
        ("%x, %b", "%x: it is made in front of the loop", 5),
        ("%b, %a", "%b: it goes round under another number", 7),
        ("%n, %a", "%n: it may have come in as %b, which goes round under another number", 7),
        ("%z, %b", "%z: nothing may be written to it", 6),
        ("%a, %a", "%a: it is handed over under another number, too", 9),
    ],
)
def test_a_copy_at_the_end_of_a_round_says_what_else_has_the_buffer(ends: str, why: str, other: int) -> None:
    text = function(LOOP.format(ends), "%t: tensor<4xf32>, %u: tensor<4xf32>, %i: index, %f: f32", "(f32, f32, f32)")
    found = transformed(text)
    inside = found.lines.text[: found.lines.text.index("scf.yield")].count("\n")
    copies = [
        n for n, line in enumerate(found.lines.text.split("\n")[:inside], 1) if line.startswith("    memref.copy")
    ]
    reasons = [because for line in copies for thing in found.why(line).things for because in thing.reasons]
    assert f"scf.yield at line 9 hands over a copy of {why}" in [because.meaning for because in reasons]
    assert other in [place.position.line for because in reasons for _, place in because.places]


def test_every_cause_for_which_a_copy_is_handed_over_has_words() -> None:
    causes = [rule.head.args[3] for rule in rules.load().rules if rule.head.relation == "in_use_elsewhere"]
    assert {cause.value for cause in causes if isinstance(cause, Const)} == set(HANDED)
    assert all(isinstance(cause, Const) for cause in causes)


def test_a_part_that_stands_for_an_empty_tensor_says_which_insertion_it_is_for() -> None:
    body = (
        "  %e = tensor.empty() : tensor<2xf32>\n  %x = linalg.fill ins(%f : f32) outs(%e : tensor<2xf32>) ->"
        " tensor<2xf32>\n"
    )
    body += "  %w = tensor.insert_slice %x into %t[1] [2] [1] : tensor<2xf32> into tensor<4xf32>\n"
    body += "  %r = tensor.extract %w[%i] : tensor<4xf32>\n  return %r : f32"
    places = [place for _, places in said(function(body), "memref.subview") for place in places]
    assert ("", 4) in places


def test_lines_of_the_input_lead_to_what_was_made_for_them() -> None:
    answer = transformed(EXAMPLE.read_text(), IN_ORDER).why_input(12)
    texts = [thing.made.text.split(" : ")[0] for thing in answer.things]
    assert texts == [
        "%alloc_0 = memref.alloc() {alignment = 64",
        "memref.copy %given, %alloc_0",
        "memref.store %f, %alloc_0[%i]",
    ]


@pytest.mark.parametrize("seeds", spans(100, 5))
def test_all_that_is_allocated_and_copied_leads_to_the_input(seeds: range) -> None:
    for seed in seeds:
        text = program(seed)
        try:
            found = transformed(text)
        except InputError:
            continue
        made = [thing for thing in found.lines.all() if thing.kind != "kept" and MAKES.search(thing.text)]
        assert made
        for thing in made:
            reasons = [because for here in found.why(thing.line).things for because in here.reasons]
            assert reasons, (seed, thing)
            assert any(because.places for because in reasons), (seed, thing)


def test_the_command_names_the_road() -> None:
    run = why([str(EXAMPLE), "17", "--tensors-to-buffers=analysis-heuristic=bottom-up"])
    assert (run.status, run.err) == (0, "")
    assert run.out.startswith(f"passes: {IN_ORDER}\noutput:17: `memref.copy %given, %alloc_0 :")
    assert why([str(EXAMPLE), "17", "--tensors-to-buffers", "-p", "cse"]).err.startswith(
        "error: the passes are named twice"
    )


@pytest.mark.parametrize(("heuristic", "told"), [("fewest-copies", True), ("top-down", False)])
def test_a_copy_that_stays_says_what_could_be_copied_instead(heuristic: str, told: bool) -> None:
    body = """\
  %a = tensor.extract_slice %t[0] [3] [1] : tensor<4xf32> to tensor<3xf32>
  %b = tensor.extract_slice %t[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %a1 = tensor.insert %f into %a[%i] : tensor<3xf32>
  %b1 = tensor.insert %f into %b[%i] : tensor<2xf32>
  return %a1, %b1 : tensor<3xf32>, tensor<2xf32>"""
    text = function(body, results="(tensor<3xf32>, tensor<2xf32>)")
    reasons = said(
        text, "memref.copy", f"one-shot-bufferize{{bufferize-function-boundaries analysis-heuristic={heuristic}}}"
    )
    ((meaning, _),) = reasons
    instead = (
        "instead, a copy for operand 0 of %a = tensor.extract_slice at line 2 or operand 1 of %a1 = tensor.insert at"
        " line 4"
    )
    assert (instead in meaning) == told, meaning


def test_a_row_that_names_nothing_has_no_condition_about_it() -> None:
    """The copy at a return of what the function never owns is made in any case."""
    analysis = ownlog.analyze(ownlog.parse(REPOSITORY / "examples" / "tensors" / "late.mlir"))
    said = analysis.why(7, passes="tensors-to-buffers").text(1)
    assert "hands out a copy of its operand number 0, the buffer %t\n" in said
