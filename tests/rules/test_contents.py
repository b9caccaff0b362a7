"""The table of contents in main.dl says which rules are in which file; a file needs only those that stand above it."""

import re
from collections import defaultdict
from pathlib import Path

import pytest

from ownlog import rules
from tests.rules.clauses import all_clauses, is_reference
from tests.shared import REPOSITORY

RULES = REPOSITORY / "rules"
MAIN = (RULES / "main.dl").read_text()
CONTENTS = dict(re.findall(r"^//   ((?:analysis|checking|bufferize|placement)/\S+\.dl) .*\n//       (.*)$", MAIN, re.M))
INCLUDED = re.findall(r'^\.include "((?:analysis|checking|bufferize|placement)/.*)"$', MAIN, re.M)


def labels(name: str) -> list[tuple[str, int]]:
    """The numbers of a file's rules, in the order of the file."""
    found = re.findall(r"^// ([A-Z]+)(\d+):", (RULES / name).read_text(), re.M)
    return [(letter, int(number)) for letter, number in found]


def ranges(numbers: list[tuple[str, int]]) -> str:
    """`A1-3 A5 B2` for A1, A2, A3, A5 and B2."""
    pieces: list[str] = []
    for letter in sorted({letter for letter, _ in numbers}):
        own = sorted({number for other, number in numbers if other == letter})
        starts = [number for number in own if number - 1 not in own]
        ends = [number for number in own if number + 1 not in own]
        pieces += [f"{letter}{a}" if a == b else f"{letter}{a}-{b}" for a, b in zip(starts, ends, strict=True)]
    return " ".join(pieces)


def test_every_file_with_rules_is_in_the_contents() -> None:
    rooms = ("analysis", "checking", "bufferize", "placement")
    files = {path.relative_to(RULES).as_posix() for room in rooms for path in (RULES / room).rglob("*.dl")}
    references = {name for name in files if is_reference(Path(name))}
    assert set(CONTENTS) == set(INCLUDED) == files - references


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


@pytest.mark.parametrize("name", CONTENTS)
def test_the_contents_name_the_rules_of_a_file(name: str) -> None:
    assert CONTENTS[name] == ranges(labels(name)), "write the new numbers into the contents of rules/main.dl"


def test_intervals_of_the_dominator_tree_are_compared_in_one_place() -> None:
    assert {clause.file.name for clause in all_clauses() if re.search(r"\bdominance\(", clause.text())} == {
        "structure.dl"
    }


def test_no_number_stands_twice() -> None:
    numbers = [label for name in CONTENTS for label in labels(name)]
    assert len(numbers) == len(set(numbers))


@pytest.mark.parametrize("name", CONTENTS)
def test_the_rules_of_a_relation_stand_in_the_order_of_their_numbers(name: str) -> None:
    text = (RULES / name).read_text()
    numbers: dict[tuple[str, str], list[int]] = defaultdict(list)
    for letter, number, head in re.findall(r"^// ([A-Z]+)(\d+):.*\n(?://.*\n)*(\w+)\(", text, re.M):
        numbers[head, letter].append(int(number))
    assert {key: found for key, found in numbers.items() if found != sorted(found)} == {}


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
