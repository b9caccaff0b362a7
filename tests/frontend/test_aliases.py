"""Aliases and escapes: whoever reads an attribute sees what it means, and the text stays as it was written."""

from functools import cache

import pytest

from ownlog.base.errors import InputError
from ownlog.frontend import parse
from ownlog.frontend.facts.extract import extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.module import Module
from ownlog.frontend.printing.printer import print_module
from ownlog.frontend.text.spelling import normal_string, symbol_reference, symbols_in
from tests.frontend.upstream.judge import GENERIC, generic_forms
from tests.peer import mlir_opt_one
from tests.tools import OwnlogFork

PROGRAMS = {
    "function type": (
        """!takes = (i32) -> i32
"func.func"() <{function_type = !takes, sym_name = "f"}> ({
^bb0(%a: i32):
  "func.return"(%a) : (i32) -> ()
}) : () -> ()
"""
    ),
    "callee": (
        """#callee = @g
func.func private @g()
func.func @f() {
  "func.call"() <{callee = #callee}> : () -> ()
  return
}
"""
    ),
    "segments": (
        """#sizes = array<i32: 1, 0>
func.func @f(%n: index) {
  %m = "memref.alloc"(%n) <{operandSegmentSizes = #sizes}> : (index) -> memref<?xf32>
  return
}
"""
    ),
    "type of a call": (
        """!takes = (i32) -> ()
func.func @f(%callee: !takes, %a: i32) {
  func.call_indirect %callee(%a) : !takes
  return
}
"""
    ),
    "cases": (
        """#cases = dense<[0x10, 3]> : vector<2xi8>
func.func @f(%flag: i8) {
  "cf.switch"(%flag)[^bb1, ^bb1, ^bb1] <{case_operand_segments = array<i32: 0, 0>, case_values = #cases,
    operandSegmentSizes = array<i32: 1, 0, 0>}> : (i8) -> ()
^bb1:
  return
}
"""
    ),
    "cases of a truth value": (
        """func.func @f(%flag: i1) {
  cf.switch %flag : i1, [default: ^bb1, true: ^bb1, false: ^bb1]
^bb1:
  return
}
"""
    ),
    "map in a list in an alias": (
        """#map = affine_map<(d0) -> (d0)>
#maps = [#map, #map]
func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) {
  linalg.generic {indexing_maps = #maps, iterator_types = ["parallel"]} ins(%a : memref<4xf32>) outs(%b \
: memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}
"""
    ),
    "type in a type in an attribute": (
        """!scalar = f32
!vector = tensor<4x!scalar>
#zeros = dense<0.0> : !vector
func.func @f() -> !vector {
  %a = arith.constant #zeros
  return %a : !vector
}
"""
    ),
    "dictionary of arguments": (
        """#both = [{test.note = @f}, {}]
!takes = (i32, i32) -> ()
"func.func"() <{function_type = !takes, sym_name = "f", arg_attrs = #both}> ({
^bb0(%a: i32, %b: i32):
  "func.return"() : () -> ()
}) : () -> ()
"""
    ),
    "escaped symbols": (
        r"""func.func private @"\70ick"(i32) -> i32
func.func private @"two words \C3\A9"()
func.func @f(%a: i32) -> i32 {
  %b = call @pick(%a) : (i32) -> i32
  call @"two\20words é"() : () -> ()
  return %b : i32
}
"""
    ),
    "location": (
        """#loc = loc("file":1:2)
func.func @f() {
  return loc(#loc)
}
#back = loc("file":3:4)
"""
    ),
}


def _facts(text: str) -> tuple[Module, dict[str, list[tuple[str | int, ...]]]]:
    module = parse(text)
    return module, extract_facts(module, Naming(module))


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_text_stays_as_it_is(name: str) -> None:
    module = parse(PROGRAMS[name])
    assert print_module(module) == PROGRAMS[name]
    for op in module.walk():
        op.touched = True
    assert print_module(module) == PROGRAMS[name]


@cache
def _anew(name: str) -> str:
    module = parse(PROGRAMS[name])
    for op in module.walk():
        op.changed = op.touched = True
    return print_module(module)


@pytest.mark.peer
@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_written_anew_means_the_same(name: str) -> None:
    said = mlir_opt_one((*PROGRAMS.values(), *map(_anew, PROGRAMS)), *GENERIC)
    expected = said[PROGRAMS[name]]
    assert expected.status == 0
    assert said[_anew(name)].out == expected.out


def test_changed_ops_are_written_with_their_aliases() -> None:
    module = parse(PROGRAMS["callee"])
    call = next(op for op in module.walk() if op.name == "func.call")
    assert call.attribute("callee") == "@g"
    call.mark_changed()
    assert print_module(module) == PROGRAMS["callee"]


def test_symbols_behind_aliases_are_used() -> None:
    _, facts = _facts(
        "#name = @g\n#table = [{key = #name}]\nfunc.func private @g()\nmodule attributes {test.table = #table} {\n}\n"
    )
    assert [row[2] for row in facts["symbol_use"]] == ["@g"]


def test_calls_of_escaped_symbols_are_calls_of_the_function() -> None:
    _, facts = _facts(PROGRAMS["escaped symbols"])
    assert {"@pick", '@"two words \\C3\\A9"'} < {row[1] for row in facts["symbol_definition"]}
    assert {row[2] for row in facts["symbol_use"]} == {"@pick", '@"two words \\C3\\A9"'}
    assert {row[2] for row in facts["attribute"] if row[1] == "callee"} == {"@pick", '@"two words \\C3\\A9"'}


def test_attributes_are_facts_without_aliases() -> None:
    for text in PROGRAMS.values():
        _, facts = _facts(text)
        assert not [
            row for row in facts["attribute"] if str(row[2]).startswith(("#map", "#sizes", "#cases", "#both", "!takes"))
        ]


@pytest.mark.parametrize(
    ("spelling", "normal"),
    [
        ("@f", "@f"),
        ('@"f"', "@f"),
        ('"f"', "@f"),
        (r'@"\66"', "@f"),
        (r'@"a\22b"', r'@"a\22b"'),
        (r'@"a\"b"', r'@"a\22b"'),
        ('@"1"', '@"1"'),
    ],
)
def test_a_symbol_has_one_spelling(spelling: str, normal: str) -> None:
    assert symbol_reference(spelling) == normal


def test_strings_are_no_references() -> None:
    assert symbols_in(r'[@a::@"\62", "@c", {x = @d}]') == {"@a", "@b", "@d"}
    assert normal_string(r'"\41\0A\n\t\\\""') == r'"A\0A\0A\09\\\22"'


@pytest.mark.peer
def test_the_pipeline_takes_all_of_them() -> None:
    made = {name: OwnlogFork()(["--buffer-deallocation-pipeline"], text) for name, text in PROGRAMS.items()}
    assert {name: run.err for name, run in made.items() if run.status != 0} == {}
    forms = generic_forms([run.out for run in made.values()])
    assert [name for name, form in zip(made, forms, strict=True) if form is None] == []


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("func.func @f(%a: memref<4xf32, #missing>) {", 32),
        ("func.func @f(%a: tuple<i1, !missing>) {", 28),
        ("func.func @f(%a: !missing) {", 18),
    ],
)
def test_an_alias_that_is_not_defined_is_pointed_at(text: str, column: int) -> None:
    with pytest.raises(InputError, match="undefined symbol alias id 'missing'") as caught:
        parse(f"{text}\n  return\n}}\n")
    position = caught.value.diagnostics[0].position
    assert position is not None
    assert (position.line, position.column) == (1, column)
