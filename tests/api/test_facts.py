"""The extractor against the schema, and the facts of a small module."""

import pytest

import ownlog
from ownlog import rules
from ownlog.backend.checking.judge import check
from ownlog.frontend.facts.extract import RELATIONS, Facts, extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.facts.places import RELATIONS as PLACE_RELATIONS
from ownlog.frontend.facts.tensors import RELATIONS as TENSOR_RELATIONS

MODULE = """
func.func @f(%c: i1, %m: memref<?xf32>) -> memref<?xf32> {
  %x = memref.alloc() : memref<4xf32>
  cf.cond_br %c, ^bb1, ^bb2(%m : memref<?xf32>)
^bb1:
  %y = memref.cast %x : memref<4xf32> to memref<?xf32>
  cf.br ^bb2(%y : memref<?xf32>)
^bb2(%z: memref<?xf32>):
  return %z : memref<?xf32>
}
func.func private @g(memref<*xf32>)
"""


def facts_of(text: str) -> Facts:
    module = ownlog.parse(text)
    return extract_facts(module, Naming(module), {"flag": "true"})


def test_the_extractor_fills_the_relations_of_the_schema() -> None:
    declared = {relation.name for relation in rules.load().relations.values() if relation.is_input}
    assert {*RELATIONS, *PLACE_RELATIONS, *TENSOR_RELATIONS} == declared


def test_rows_have_the_columns_of_the_schema() -> None:
    relations = rules.load().relations
    for name, rows in facts_of(MODULE).items():
        kinds = [int if column.base == "number" else str for column in relations[name].columns]
        for row in rows:
            assert [type(cell) for cell in row] == kinds, (name, row)


def test_ops_blocks_and_positions() -> None:
    facts = facts_of(MODULE)
    assert ("@f/0:memref.alloc", "memref.alloc", "@f/^entry", 0) in facts["op"]
    assert ("@f/1:cf.cond_br", "cf.cond_br", "@f/^entry", 1) in facts["op"]
    assert ("@f/^bb2", "@f/4:func.return") in facts["terminator"]
    assert ("@f/^entry", 1, "@f/%m") in facts["block_argument"]
    assert ("@f/1:cf.cond_br", 1, "@f/^bb2") in facts["successor"]


def test_operand_groups_cut_the_operands() -> None:
    facts = facts_of(MODULE)
    groups = {row[1:] for row in facts["operand_group"] if row[0] == "@f/1:cf.cond_br"}
    assert groups == {(0, 0, 1), (1, 1, 0), (2, 1, 1)}
    assert ("@f/3:cf.br", 0, 0, 1) in facts["operand_group"]


def test_types_symbols_attributes_and_options() -> None:
    facts = facts_of(MODULE)
    assert ("memref<4xf32>", "ranked") in facts["memref_type"]
    assert ("@f/%x", "memref<4xf32>") in facts["value_type"]
    assert {name for _, name in facts["symbol_definition"]} == {"@f", "@g"}
    assert any(name == "sym_visibility" and value == '"private"' for _, name, value in facts["attribute"])
    assert facts["option"] == [("flag", "true")]


def test_definitions_are_numbered_in_text_order() -> None:
    order = {str(value): int(number) for value, number in facts_of(MODULE)["value_order"]}
    names = ["@f/%c", "@f/%m", "@f/%x", "@f/%y", "@f/%z"]
    assert sorted(order, key=order.__getitem__) == names


def test_positions_point_into_the_text() -> None:
    rows = {row[0]: row[1:] for row in facts_of(MODULE)["op_position"]}
    assert rows["@f/0:memref.alloc"] == ("<string>", 3, 3)


def test_a_name_that_is_used_again_gets_a_tick() -> None:
    text = """
func.func @f(%c: i1) {
  scf.if %c { %0 = arith.constant 1 : i32 } else { %0 = arith.constant 2 : i32 }
  return
}
"""
    values = {str(value) for value, _ in facts_of(text)["value_type"]}
    assert {"@f/%0", "@f/%0'2"} <= values


def test_functions_of_one_name_in_nested_modules_are_told_apart() -> None:
    text = "module @a { func.func @f(%x: i1) { return } }\nmodule @b { func.func @f(%x: i1) { return } }\n"
    values = {str(value) for value, _ in facts_of(text)["value_type"]}
    assert values == {"@f/%x", "@f'2/%x"}


_TWICE = """
func.func @f() {
  %a = memref.alloc() : memref<4xi32>
  memref.dealloc %a : memref<4xi32>
  memref.dealloc %a : memref<4xi32>
  return
}
"""


@pytest.mark.parametrize("symbol", ["f/0:memref.alloc", "f/1:memref.dealloc", "f/%a", "f/^entry", "f"])
@pytest.mark.parametrize("is_first", [False, True])
def test_no_function_is_called_like_what_is_in_another_one(symbol: str, is_first: bool) -> None:
    other = f'module {{\n  func.func @"{symbol}"() {{\n    return\n  }}\n}}\n'.replace("module", "builtin.module")
    module = ownlog.parse(other + _TWICE if is_first else _TWICE + other)
    naming = Naming(module)
    assert len({*naming.ops, *naming.values, *naming.blocks}) == len(naming.of_op) + len(naming.of_value) + len(
        naming.of_block
    )
    [fault] = check(module).findings
    assert "twice" in fault.message
