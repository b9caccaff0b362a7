"""The fact that control may come back to a block."""

from ownlog.frontend import parse
from ownlog.frontend.facts.extract import extract_facts
from ownlog.frontend.facts.names import Naming


def test_blocks_are_cyclic_to_which_control_may_come_back() -> None:
    module = parse("""func.func @f(%c: i1) {
  cf.br ^into
^into:
  cf.cond_br %c, ^round, ^self
^round:
  cf.cond_br %c, ^into, ^self
^self:
  cf.cond_br %c, ^self, ^last
^last:
  return
^lost:
  cf.br ^lost
}
""")
    facts = extract_facts(module, Naming(module))
    assert {block for (block,) in facts["cyclic"]} == {f"@f/^{name}" for name in ("into", "round", "self", "lost")}
    assert extract_facts(module, Naming(module), wanted=("op",))["cyclic"] == []
