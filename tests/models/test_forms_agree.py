"""What models say of an op and what its form says:

Ownlog's own agree, and a user's model that does not is refused with both places.
"""

from pathlib import Path

import pytest

import ownlog
from ownlog import rules
from ownlog.base.errors import Diagnostic, RuleError
from ownlog.frontend.forms.contradictions import contradiction, place_of
from ownlog.frontend.syntax.structure import STRUCTURES
from ownlog.rules.models_agreement import Said, disagreements
from ownlog.rules.shipped.analysis import own_models

CONTRADICTIONS = {
    'function_like("scf.for").': "its regions see values from outside: frontend/forms/dialects/scf.py:",
    'return_like("arith.addi", 0).': "it ends no block: frontend/forms/tables/arith.forms:",
    'branch("memref.copy", 0).': "it ends no block: ",
    'symbol_table("memref.load").': "it has no regions: ",
    'region_flow("scf.while", 1, 2).': "it has 2 regions: frontend/forms/dialects/scf.py:",
    'conditional_region("scf.for", 1, "true", 0).': "it has 1 region: ",
}
# Beside what Ownlog's own files say: the fact, the row that it contradicts, and the file of that.
SHIPPED = {
    'pure("memref.store").': ('accesses_memory("memref.store", 1), and both cannot be', "rules/dialects/memref.dl"),
    'pure("memref.alloc").': ('allocates("memref.alloc", 0), and both cannot be', "rules/dialects/memref.dl"),
    'frees("memref.load", 0).': ('only_reads("memref.load"), and both cannot be', "rules/dialects/memref.dl"),
    'frees("memref.copy", 0).': (
        'effects_known("memref.copy"), so all its effects are told',
        "rules/dialects/memref.dl",
    ),
    'allocates("arith.addi", 0).': ('pure("arith.addi"), and both cannot be', "rules/dialects/arith.dl"),
    'frees("memref.dealloc", 1).': ('frees("memref.dealloc", 0), and no more of the kind', "rules/dialects/memref.dl"),
    'view_like("memref.cast", 0, 1).': (
        'view_like("memref.cast", 0, 0), and no more of the kind',
        "rules/dialects/memref.dl",
    ),
    'view_like("memref.alloc", 0, 0).': (
        'allocates("memref.alloc", 0), and both cannot be',
        "rules/dialects/memref.dl",
    ),
    'region_flow("scf.while", 1, -1).': ('region_flow("scf.while", ', "rules/dialects/scf.dl"),
    'byte_shift("memref.subview", 1).': (
        'keeps_address("memref.subview"), and both cannot be',
        "rules/dialects/memref.dl",
    ),
    'return_like("scf.yield", 1).': ('return_like("scf.yield", 0), and no more of the kind', "rules/dialects/scf.dl"),
}
# What says nothing of any op: the fact, what it has that stands for nothing, and what may stand there.
EMPTY = {
    'allocates("my.make", -5).': ("no number -5", "from 0"),
    'region_flow("my.loop", -1, -2).': ("no number -2", "from 0"),
    'conditional_region("my.if", 0, "True", 0).': ('"True" is none of its words', '"true" or "false"'),
    'bitwise("my.both", "nand").': ('"nand" is none of its words', '"and" or "or" or "xor"'),
    'compared_predicates("0 : i64", "1 : i64", "").': ('"" is none of its words', '"same" or "opposite"'),
}
# What is said of other ops, results, or relations, or is said again.
AGREEING = """
pure("my.size"). allocates("my.make", 0). allocates_on_stack("my.make", 1). view_like("my.make", 2, 0).
frees("memref.dealloc", 0). pure("arith.addi"). effects_known("my.make"). accesses_memory("memref.copy", 0).
frees("my.free", 0). frees("my.free", 1). only_allocates("my.make").
.decl mine(name: OpName)
mine(n) :- allocates(n, 0).
only_reads(n) :- mine(n), n = "no.op".
"""


def test_our_models_contradict_no_form() -> None:
    assert [
        found for relation, rows in own_models().items() for row in rows if (found := contradiction(relation, row))
    ] == []


def test_what_ends_a_region_of_a_described_op_is_described() -> None:
    """Or buffers that it forwards would be lost."""
    said = {str(row[0]) for relation in ("return_like", "branch") for row in own_models()[relation]}
    described = {
        str(row[0])
        for relation in ("region_branch", "function_like", "opaque_regions")
        for row in own_models()[relation]
    }
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


def _refusals(text: str, folder: Path) -> list[Diagnostic]:
    model = folder / "my.dl"
    model.write_text(text)
    with pytest.raises(RuleError) as caught:
        rules.load([model])
    return caught.value.diagnostics


def test_models_that_contradict_what_ships_are_refused(tmp_path: Path) -> None:
    found = _refusals("\n".join(SHIPPED), tmp_path)
    assert [diagnostic.source_line for diagnostic in found] == list(SHIPPED)
    for diagnostic, (row, file) in zip(found, SHIPPED.values(), strict=True):
        assert f"Ownlog's model says {row}" in diagnostic.message
        assert diagnostic.advice
        place, _, line = diagnostic.message.rpartition(": ")[2].partition(":")
        assert place == file
        said = row.partition(", and")[0].partition(", so")[0]
        assert said in (Path(rules.MAIN).parent.parent / place).read_text().splitlines()[int(line) - 1]


def test_facts_with_numbers_or_words_that_stand_for_nothing_are_refused(tmp_path: Path) -> None:
    found = _refusals("\n".join(EMPTY), tmp_path)
    assert [diagnostic.source_line for diagnostic in found] == list(EMPTY)
    for diagnostic, (said, advice) in zip(found, EMPTY.values(), strict=True):
        assert said in diagnostic.message
        assert advice in (diagnostic.advice or "")


def test_a_rule_that_derives_a_number_that_stands_for_nothing_is_refused(tmp_path: Path) -> None:
    model = tmp_path / "my.dl"
    model.write_text("frees(n, -2) :- op(_, n, _, _).\n")
    module = ownlog.parse('func.func @f() {\n  "my.free"() : () -> ()\n  return\n}\n')
    with pytest.raises(RuleError, match=r"my\.dl:1:1: error: frees\(\"\S+\", -2\) says nothing"):
        ownlog.run_pipeline(module, "canonicalize", models=[model])


def test_what_agrees_with_what_ships_is_taken(tmp_path: Path) -> None:
    (tmp_path / "my.dl").write_text(AGREEING)
    assert "mine" in rules.load([tmp_path / "my.dl"]).relations


def test_our_models_contradict_no_row_of_theirs() -> None:
    rows = [(relation, row) for relation, rows in own_models().items() for row in rows]
    for relation, row in rows:
        others = [
            Said(other, about, "", ships=True) for other, about in rows if about[0] == row[0] and other != relation
        ]
        assert [
            why for _, why in disagreements([Said(relation, row, "", ships=False), *others]) if "both cannot be" in why
        ] == []


def test_models_that_say_what_is_derived_are_refused(tmp_path: Path) -> None:
    found = _refusals(
        'may_alias("@f/%a", "@f/%x").\nescapes_by(v, v) :- buffer(v).\npure("my.f").\nop("a", "b", "c", 0).\n', tmp_path
    )
    assert [diagnostic.position.line for diagnostic in found if diagnostic.position] == [1, 2, 4]
    assert "'may_alias' is derived by Ownlog: rules/analysis/" in found[0].message
    assert "'op' holds facts of the program: rules/schema.dl:" in found[2].message
    assert all("--rules" in (diagnostic.advice or "") for diagnostic in found)


def test_a_rule_that_derives_a_contradiction_is_refused(tmp_path: Path) -> None:
    model = tmp_path / "my.dl"
    model.write_text('function_like(n) :- op(_, n, _, _), n = "scf.for".\n')
    module = ownlog.parse("func.func @f(%i: index) {\n  scf.for %j = %i to %i step %i {\n  }\n  return\n}\n")
    with pytest.raises(RuleError, match=r"my\.dl:1:1: error: this model contradicts what is known of 'scf\.for'"):
        ownlog.run_pipeline(module, "canonicalize", models=[model])


def test_a_rule_that_derives_what_ships_otherwise_is_refused(tmp_path: Path) -> None:
    model = tmp_path / "my.dl"
    model.write_text("pure(n) :- op(_, n, _, _).\n")
    module = ownlog.parse("func.func @f(%m: memref<4xf32>) {\n  memref.dealloc %m : memref<4xf32>\n  return\n}\n")
    with pytest.raises(RuleError, match=r"my\.dl:1:1: error: .* Ownlog\'s model says .*: rules/dialects/"):
        ownlog.run_pipeline(module, "canonicalize", models=[model])


def test_the_place_of_a_form_is_the_line_that_has_it() -> None:
    root = Path(rules.MAIN).parent.parent
    for name in ("scf.yield", "scf.for", "gpu.func", "memref.load", "arith.addi", "linalg.generic"):
        file, _, line = place_of(name).partition(":")
        text = (root / file).read_text().splitlines()[int(line) - 1]
        assert name in text or name.partition(".")[2] in text.partition(":")[0].split(), (name, text)
