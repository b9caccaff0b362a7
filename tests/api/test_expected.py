"""`--verify-diagnostics`: expectations in comments against what was reported."""

import pytest

from ownlog.api.expected import check_expected
from ownlog.base.errors import Diagnostic
from ownlog.base.source import Source


def problems(text: str, *reported: tuple[int, str], first_line: int = 1) -> list[str]:
    source = Source(text, "f.mlir", first_line)
    starts = [0, *(i + 1 for i, c in enumerate(text) if c == "\n")]
    diagnostics = [source.diagnostic(starts[line - first_line], message) for line, message in reported]
    return [d.message for d in check_expected(source, diagnostics)]


@pytest.mark.parametrize(
    "text",
    [
        "op // expected-error {{bad op}}\n",
        "// expected-error@+1 {{bad op}}\nop\n",
        "// expected-error @below {{bad op}}\nop\n",
        "// expected-error-re@+1 {{bad {{o.}}}}\nop\n",
    ],
)
def test_a_met_expectation_is_no_problem(text: str) -> None:
    line = 1 if text.startswith("op") else 2
    assert problems(text, (line, "this is a bad op")) == []


def test_above_and_minus() -> None:
    assert problems("op\n// expected-error@-1 {{bad}}\n", (1, "bad")) == []
    assert problems("op\n// expected-error @above {{bad}}\n", (1, "bad")) == []


def test_several_expectations_above_one_op_mean_that_op() -> None:
    text = "// expected-error @below {{one}}\n// expected-error @below {{two}}\nop\n"
    assert problems(text, (3, "two"), (3, "one")) == []


def test_what_is_missing_is_said() -> None:
    assert problems("op // expected-error {{bad}}\n") == ['expected error "bad" was not produced']


def test_what_was_not_expected_is_said() -> None:
    assert problems("op\n", (1, "bad")) == ["unexpected error: bad"]


def test_the_line_must_agree() -> None:
    found = problems("op // expected-error {{bad}}\nop\n", (2, "bad"))
    assert sorted(found) == ['expected error "bad" was not produced', "unexpected error: bad"]


def test_one_expectation_meets_one_diagnostic() -> None:
    assert problems("op // expected-error {{bad}}\n", (1, "bad"), (1, "bad")) == ["unexpected error: bad"]


def test_lines_of_a_later_chunk_count_from_the_file() -> None:
    assert problems("op // expected-error {{bad}}\n", (11, "bad"), first_line=11) == []


def test_a_diagnostic_without_place_meets_an_expectation_of_an_unknown_place() -> None:
    source = Source("// expected-error@unknown {{nowhere}}\n", "f.mlir")
    assert check_expected(source, [Diagnostic("nowhere to be found")]) == []
