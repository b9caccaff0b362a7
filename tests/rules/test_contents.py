"""The table of contents in main.dl says which rule numbers are in which file."""

import re

import pytest

from tests.shared import REPOSITORY

RULES = REPOSITORY / "rules"
CONTENTS = re.findall(r"^//   ((?:analysis|checking)/\w+\.dl) .* ([A-Z])1 - \2(\d+)$", (RULES / "main.dl").read_text(), re.M)


def test_every_file_with_rules_is_in_the_contents() -> None:
    files = [path for room in ("analysis", "checking") for path in (RULES / room).glob("*.dl")]
    assert sorted(path for path, _, _ in CONTENTS) == sorted(path.relative_to(RULES).as_posix() for path in files)


def test_the_models_of_every_dialect_are_included() -> None:
    included = re.findall(r'^\.include "(dialects/\w+\.dl)"$', (RULES / "main.dl").read_text(), re.M)
    assert sorted(included) == sorted(f"dialects/{path.name}" for path in (RULES / "dialects").glob("*.dl"))


@pytest.mark.parametrize(("path", "letter", "last"), CONTENTS, ids=[path for path, _, _ in CONTENTS])
def test_the_contents_name_the_highest_number_of_a_file(path: str, letter: str, last: str) -> None:
    numbers = re.findall(r"^// ([A-Z])(\d+):", (RULES / path).read_text(), re.M)
    assert {prefix for prefix, _ in numbers} == {letter}
    assert max(int(number) for _, number in numbers) == int(last), "write the new number into the contents of rules/main.dl"
