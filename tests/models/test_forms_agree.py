"""What models say of an op and what its form says: Ownlog's own agree, and a user's model that does not is refused with both places."""

from __future__ import annotations

from pathlib import Path

import pytest

import ownlog
from ownlog import rules
from ownlog.base.errors import RuleError
from ownlog.frontend.forms.contradictions import contradiction, place_of
from ownlog.frontend.forms.parts.structure import STRUCTURES
from ownlog.rules.traits.models import MODELS

CONTRADICTIONS = {
    'function_like("scf.for").': "its regions see values from outside: frontend/forms/dialects/scf.py:",
    'return_like("arith.addi", 0).': "it ends no block: frontend/forms/tables/base/arith.forms:",
    'branch("memref.copy", 0).': "it ends no block: ",
    'symbol_table("memref.load").': "it has no regions: ",
    'region_flow("scf.while", 1, 2).': "it has 2 regions: frontend/forms/dialects/scf.py:",
    'conditional_region("scf.for", 1, "true", 0).': "it has 1 region: ",
}


def test_our_models_contradict_no_form() -> None:
    assert [found for relation, rows in MODELS.items() for row in rows if (found := contradiction(relation, row))] == []


def test_what_ends_a_region_of_a_described_op_is_described() -> None:
    """Or buffers that it forwards would be lost."""
    said = {str(row[0]) for relation in ("return_like", "branch") for row in MODELS[relation]}
    described = {str(row[0]) for relation in ("region_branch", "function_like", "opaque_regions") for row in MODELS[relation]}
    ends = {name for name, structure in STRUCTURES.items() if described & set(structure.parents)}
    assert len(ends) > 5
    assert ends <= said


@pytest.mark.parametrize(("fact", "said"), CONTRADICTIONS.items(), ids=CONTRADICTIONS)
def test_a_model_that_contradicts_a_form_is_refused(fact: str, said: str, tmp_path: Path) -> None:
    model = tmp_path / "my.dl"
    model.write_text(f"// Mine.\n  {fact}\n")
    with pytest.raises(RuleError) as caught:
        rules.load([model])
    (diagnostic,) = caught.value.diagnostics
    assert said in diagnostic.message
    assert diagnostic.position is not None
    assert (diagnostic.position.line, diagnostic.position.column) == (2, 3)
    assert fact in (diagnostic.source_line or "")


def test_a_rule_that_derives_a_contradiction_is_refused(tmp_path: Path) -> None:
    model = tmp_path / "my.dl"
    model.write_text('function_like(n) :- op(_, n, _, _), n = "scf.for".\n')
    module = ownlog.parse("func.func @f(%i: index) {\n  scf.for %j = %i to %i step %i {\n  }\n  return\n}\n")
    with pytest.raises(RuleError, match=r"my\.dl:1:1: error: this model contradicts what is known of 'scf\.for'"):
        ownlog.run_pipeline(module, "canonicalize", models=[model])


def test_the_place_of_a_form_is_the_line_that_has_it() -> None:
    root = rules.MAIN.parent.parent
    for name in ("scf.yield", "scf.for", "gpu.func", "memref.load", "arith.addi", "linalg.generic"):
        file, _, line = place_of(name).partition(":")
        text = (root / file).read_text().splitlines()[int(line) - 1]
        assert name in text or name.partition(".")[2] in text.partition(":")[0].split(), (name, text)
