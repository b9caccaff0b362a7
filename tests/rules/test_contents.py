"""main.dl includes each file; a file needs only rules that stand above it."""

import re
from pathlib import Path

from ownlog import rules
from tests.rules.clauses import all_clauses, is_reference
from tests.shared import REPOSITORY

RULES = REPOSITORY / "rules"
MAIN = (RULES / "main.dl").read_text()
INCLUDED = re.findall(r'^\.include "((?:analysis|checking|bufferize|placement)/.*)"$', MAIN, re.M)


def test_every_file_with_rules_is_included() -> None:
    rooms = ("analysis", "checking", "bufferize", "placement")
    files = {path.relative_to(RULES).as_posix() for room in rooms for path in (RULES / room).rglob("*.dl")}
    references = {name for name in files if is_reference(Path(name))}
    assert sorted(INCLUDED) == sorted(files - references)


def test_a_reference_knows_no_rule_of_the_analysis() -> None:
    """It includes facts, models and other references."""
    references = sorted(filter(is_reference, RULES.rglob("*.dl")))
    assert len(references) >= 3
    for path in references:
        for name in re.findall(r'^\.include "(.*)"$', path.read_text(), re.M):
            included = (path.parent / name).resolve().relative_to(RULES.resolve())
            known = included in {path.relative_to(RULES) for path in references} or included.as_posix() in (
                "schema.dl",
                "assumptions.dl",
            )
            assert known or included.parts[0] == "dialects", (path, name)


def test_the_models_of_every_dialect_are_included() -> None:
    included = re.findall(r'^\.include "(dialects/\w+\.dl)"$', MAIN, re.M)
    assert sorted(included) == sorted(f"dialects/{path.name}" for path in (RULES / "dialects").glob("*.dl"))


def test_intervals_of_the_dominator_tree_are_compared_in_one_place() -> None:
    assert {clause.file.name for clause in all_clauses() if re.search(r"\bdominance\(", clause.text())} == {
        "structure.dl"
    }


def test_a_file_needs_only_what_is_declared_above() -> None:
    declared = {name: str(Path(relation.position.file)) for name, relation in rules.load().relations.items()}
    place = {str(RULES / name): number for number, name in enumerate(INCLUDED)}
    upwards = []
    for clause in all_clauses():
        here = place.get(str(clause.file.resolve()))
        for relation in re.findall(r"\b([a-z]\w*)\(", clause.text()) if here is not None else ():
            there = place.get(str((REPOSITORY / declared[relation]).resolve())) if relation in declared else None
            if there is not None and here is not None and there > here:
                upwards.append((clause.label, relation))
    assert upwards == []
