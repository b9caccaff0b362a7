"""Each code by which the rules refuse an op, or have no plan, has its message and advice, and there are no others."""

import pytest

from ownlog import rules
from ownlog.backend import reasons
from ownlog.rules.engine.language.syntax_tree import Const

_UNPLANNED = ("unplannable", "pinned", "loan_goes_on", "used_by_giver", "kept_past_end")


@pytest.mark.parametrize(
    ("relations", "known"),
    [(("refusal", "pass_refusal"), reasons._REFUSALS), (_UNPLANNED, reasons._UNPLANNED)],
)
def test_codes_of_the_rules_are_those_of_the_tables(relations: tuple[str, ...], known: dict[str, object]) -> None:
    program = rules.load()
    last = [rule.head.args[-1] for name in relations for rule in program.rules_of(name)]
    assert {term.value for term in last if isinstance(term, Const)} == known.keys()


def test_what_is_no_code_is_its_own_message() -> None:
    assert reasons.refused("a raw free may free any buffer")[0] == "a raw free may free any buffer"
    assert reasons.unplanned("an obligation of copy was not proved")[0] == "an obligation of copy was not proved"
