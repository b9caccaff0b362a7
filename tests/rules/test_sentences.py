"""The comment of a rule is sentences that can be read by themselves; a long rule has one.

What follows can tell a fragment ("as an operand.") from a sentence, not a false sentence from a true one: that takes
a reader.
"""

import re
from itertools import takewhile
from pathlib import Path

import pytest

from tests.rules.clauses import clauses, is_reference
from tests.shared import REPOSITORY

RULES = REPOSITORY / "rules"
FILES = sorted(
    path
    for room in ("analysis", "checking", "placement", "questions")
    for path in (RULES / room).rglob("*.dl")
    if not is_reference(path)  # docs/reference-rules.md explains these
)
_AFTER_A_CONDITION = re.compile(r"^(?:If|Where|In|On|Of|Along|Past|From|At|After|Before|Whatever)\b[^,]*, (.*)$")
_CONDITION = re.compile(r",? (?:if|unless|because)\b|: ")
_POINTING = re.compile(
    r"(?:It (?!is open|matters)|They|This (?!run )|That|These|Those|Its|Such|The same|Likewise)\b|.*\b(?:as"
    r" above|likewise|ditto)\b",
    re.I,
)
_HELPERS = "are can cannot did does has have is may must need needs was would"
_VERBS = """
    act acts adds alias allocate arrives ask asks begins belong belongs borrow borrows branches calls captures carries
    chooses claims
    clears climbs comes compares compute computes consumes copies counts covers crosses decides defines depends dies
    differ differs
    drops duplicates ends enters entangles escapes exposes fills finishes fits flows follows forwards frees gets gives
    go goes grows
    hands hangs hide hold holds hinges idles inherits inserts intersect intersects iterates joins keeps lacks lasts
    lead leads leaves lies
    looks loops loses makes masks matters means misleads misses moves names nests notes outlives overrules overruns
    overwrites own owns
    parts passes picks places points provides races read reads refers refuses rehearses releases repeats reports reruns
    restates retains
    returns retypes runs says sees selects sets share shares shifts slice slices splits stands starts stays steers
    stems stops stores
    takes tell tells touches uses views waits watches weighs writes
"""
VERBS = frozenset((_HELPERS + _VERBS).split())


def sentences(path: Path) -> list[tuple[str, str]]:
    """The name of each rule of a file that has a comment, and that."""
    lines = path.read_text(encoding="utf-8").split("\n")
    found = []
    for clause in clauses(path):
        above = [*takewhile(lambda line: line.startswith("//"), reversed(lines[: clause.line - 1]))]
        if above and clause.body:
            found.append((clause.label, " ".join(line.removeprefix("//").strip() for line in reversed(above))))
    return found


def main_clause(sentence: str) -> str:
    """What a sentence says without the condition that stands before it or behind."""
    ahead = _AFTER_A_CONDITION.match(sentence)
    return _CONDITION.split(ahead[1] if ahead else sentence)[0]


def faults(sentence: str) -> list[str]:
    """What keeps a sentence from being one that says by itself what it is about; nothing where it is fine."""
    words = re.findall(r"[\w'`-]+", sentence)
    found = []
    if not sentence[:1].isupper() or not sentence.endswith("."):
        found.append("it has a capital at its beginning and a full stop at its end")
    if len(words) < 6:
        found.append("it has a subject, a verb, and what the rule goes by")
    if not VERBS & set(re.findall(r"\w+", main_clause(sentence).lower())):
        found.append("its main clause has a finite verb (if this has one, add it to VERBS)")
    if _POINTING.match(sentence):
        found.append("it names what it is about, and does not point to another sentence")
    return found


@pytest.mark.parametrize("path", FILES, ids=[path.relative_to(RULES).as_posix() for path in FILES])
def test_the_comment_of_a_rule_is_a_sentence(path: Path) -> None:
    wrong = {f"{label}: {sentence}": found for label, sentence in sentences(path) if (found := faults(sentence))}
    assert wrong == {}


def test_no_two_rules_say_the_same() -> None:
    said: dict[str, list[str]] = {}
    for path in FILES:
        for label, sentence in sentences(path):
            said.setdefault(sentence, []).append(label)
    assert {sentence: labels for sentence, labels in said.items() if len(labels) > 1} == {}


@pytest.mark.parametrize("path", FILES, ids=[path.relative_to(RULES).as_posix() for path in FILES])
def test_a_rule_of_more_than_eight_literals_has_a_comment(path: Path) -> None:
    commented = {label for label, _ in sentences(path)}
    assert [clause.label for clause in clauses(path) if len(clause.body) > 8 and clause.label not in commented] == []


@pytest.mark.parametrize(
    "fragment",
    [
        "by where it stands.",
        "As an operand.",
        "In a block of the region, or nested in it.",
        "Any buffer, if the model says of another result only what it is a view of.",
        "Its callee has one, or a body elsewhere in the module.",
        "The same holds the other way round, for every two buffers.",
        "A buffer is live on entry if some successor needs it",
    ],
)
def test_a_fragment_is_noticed(fragment: str) -> None:
    assert faults(fragment)


@pytest.mark.parametrize(
    "path", [*FILES, *sorted((RULES / "dialects").glob("*.dl"))], ids=lambda path: path.relative_to(RULES).as_posix()
)
def test_a_file_says_at_its_top_what_it_is_about(path: Path) -> None:
    """By its own name: a copied header is a false one."""
    assert re.match(rf"// {re.escape(path.name)}: [^\n]*\w[^\n]*\n", path.read_text(encoding="utf-8"))
