"""Programs with many ops of each dialect: read without loss, and in generic form and written anew the same to
mlir-opt-22.
"""

from functools import cache
from pathlib import Path

import pytest

from ownlog.frontend import parse, split_input
from ownlog.frontend.generic.generic import print_generic
from ownlog.frontend.printing.printer import print_module
from tests.frontend.upstream.judge import Verdict, forget_text, judge
from tests.peer import MARKER

PROGRAMS = sorted(Path(__file__).with_name("programs").glob("*.mlir"))


def _pieces(path: Path) -> list[str]:
    return [piece for piece, _ in split_input(path.read_text())]


@cache
def _verdicts() -> dict[str, Verdict]:
    """The verdicts on the pieces of all programs, by their number in all of them."""
    return {
        verdict.piece: verdict
        for verdict in judge(f"\n{MARKER}\n".join(piece for path in PROGRAMS for piece in _pieces(path)))
    }


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_is_read_without_loss(path: Path) -> None:
    for text in _pieces(path):
        module = parse(text, path.name)
        assert print_module(module) == text
        generic = print_generic(module)
        assert print_generic(parse(generic)) == generic
        forget_text(module)
        assert print_generic(parse(print_module(module))) == generic


@pytest.mark.peer
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_means_the_same_to_mlir_opt(path: Path) -> None:
    start = sum(len(_pieces(other)) for other in PROGRAMS[: PROGRAMS.index(path)])
    verdicts = [_verdicts().get(str(start + number)) for number in range(len(_pieces(path)))]
    assert None not in verdicts, "mlir-opt-22 refuses a piece"
    assert not [verdict for verdict in verdicts if verdict is not None and verdict.fault]
