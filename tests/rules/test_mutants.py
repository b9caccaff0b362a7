"""The mutants that tests plant in rules."""

from pathlib import Path

from tests.rules.clauses import clauses
from tests.rules.mutants import mutants


def test_the_mutants_of_a_rule(tmp_path: Path) -> None:
    file = tmp_path / "rules.dl"
    file.write_text(
        '.decl p(x: number)\n// X1: a rule.\np(x) :- (q(x, "a, b"); r(x)), !s(x), x < f(x, 3). // Done.\n',
        encoding="utf-8",
    )
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
