"""The facts that number the uses of buffers, and say how many there are."""

from ownlog.frontend import parse
from ownlog.frontend.facts.extract import FOR_PASSES, extract_facts
from ownlog.frontend.facts.names import Naming

_USED_ABOVE = """func.func @f(%x: memref<4xf32>) {
  cf.br ^second
^first:
  memref.copy %a, %x : memref<4xf32> to memref<4xf32>
  return
^second:
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  memref.copy %a, %a : memref<4xf32> to memref<4xf32>
  cf.br ^first
}
"""


def test_uses_count_that_stand_above_the_definition_in_the_text() -> None:
    module = parse(_USED_ABOVE)
    facts = extract_facts(module, Naming(module))
    assert sorted(number for value, number, _ in facts["use"] if value == "@f/%a") == [0, 1, 2]
    assert set(facts["use_count"]) == {("@f/%a", 3), ("@f/%x", 2)}


def test_uses_are_counted_alike_where_nobody_asks_for_each() -> None:
    module = parse(_USED_ABOVE)
    wanted = [name for name in FOR_PASSES if name != "use"]
    facts = extract_facts(module, Naming(module), wanted=wanted)
    assert facts["use"] == []
    assert set(facts["use_count"]) == {("@f/%a", 3), ("@f/%x", 2)}
