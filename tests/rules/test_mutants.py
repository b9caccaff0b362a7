"""What somebody might break in a rule, some case of that rule must notice."""

from pathlib import Path

import pytest

from tests.rules.clauses import Clause, analysis_clauses, clauses
from tests.rules.mutants import Laboratory, mutants
from tests.rules.survivors import SURVIVORS
from tests.tiers import every

CLAUSES = analysis_clauses()
_PARTS = 20


@pytest.mark.parametrize("clause", every(6, CLAUSES, name=lambda clause: clause.label))
def test_the_cases_of_a_rule_kill_its_mutants(clause: Clause, laboratory: Laboratory) -> None:
    alive = {str(mutant) for mutant, killers in laboratory.killers(clause).items() if not killers}
    assert alive == {name for name in SURVIVORS if name.startswith(f"{clause.label}: ")}


def test_the_list_of_survivors_names_existing_rules() -> None:
    assert {name.partition(": ")[0] for name in SURVIVORS} <= {clause.label for clause in analysis_clauses()}


def test_the_mutants_of_a_rule(tmp_path: Path) -> None:
    file = tmp_path / "rules.dl"
    file.write_text('.decl p(x: number)\n// X1: a rule.\np(x) :- (q(x, "a, b"); r(x)), !s(x), x < f(x, 3). // Done.\n', encoding="utf-8")
    (clause,) = clauses(file)
    assert [str(mutant) for mutant in mutants(clause)] == [
        "X1: taken out",
        'X1: without (q(x, "a, b"); r(x))',
        'X1: (r(x)) for (q(x, "a, b"); r(x))',
        'X1: (q(x, "a, b")) for (q(x, "a, b"); r(x))',
        "X1: without !s(x)",
        "X1: !s(_) for !s(x)",
        "X1: without x < f(x, 3)",
        "X1: x <= f(x, 3) for x < f(x, 3)",
    ]


def test_the_mutants_of_an_aggregate(tmp_path: Path) -> None:
    file = tmp_path / "rules.dl"
    file.write_text("// X1: the last.\np(x) :- x = max y : { q(y, z), r(z) }.\n", encoding="utf-8")
    (clause,) = clauses(file)
    whole = "x = max y : { q(y, z), r(z) }"
    assert [str(mutant) for mutant in mutants(clause)] == [
        "X1: taken out",
        f"X1: without {whole}",
        f"X1: x = min y : {{ q(y, z), r(z) }} for {whole}",
        f"X1: x = max y : {{ r(z) }} for {whole}",
        f"X1: x = max y : {{ q(_, z), r(z) }} for {whole}",
        f"X1: x = max y : {{ q(y, _), r(z) }} for {whole}",
        f"X1: x = max y : {{ q(y, z) }} for {whole}",
        f"X1: x = max y : {{ q(y, z), r(_) }} for {whole}",
    ]


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(_PARTS))
def test_one_step_claims_no_kill_that_the_whole_program_does_not_show(part: int, laboratory: Laboratory) -> None:
    for clause in CLAUSES[part::_PARTS]:
        # A rule that counts may count forever without its guard.
        unguarded = "+" in clause.head
        for mutant, killers in laboratory.killers(clause).items():
            if not (unguarded and mutant.changed):
                killed = {case.place for case in killers}
                assert killed <= {case.place for case in laboratory.killers_of_whole(mutant)}, str(mutant)
