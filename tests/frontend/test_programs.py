"""Programs with many ops of each dialect: read without loss, and in generic form and written anew the same to mlir-opt-22."""

from __future__ import annotations

from pathlib import Path

import pytest

from ownlog.frontend import parse, split_input
from ownlog.frontend.generic.generic import print_generic
from ownlog.frontend.printing.printer import print_module
from tests.frontend.upstream.judge import forget_text, judge

PROGRAMS = sorted(Path(__file__).with_name("programs").glob("*.mlir"))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_is_read_without_loss(path: Path) -> None:
    for text, _ in split_input(path.read_text()):
        module = parse(text, path.name)
        assert print_module(module) == text
        generic = print_generic(module)
        assert print_generic(parse(generic)) == generic
        forget_text(module)
        assert print_generic(parse(print_module(module))) == generic


@pytest.mark.peer
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_means_the_same_to_mlir_opt(path: Path) -> None:
    text = path.read_text()
    verdicts = judge(text)
    assert len(verdicts) == len(split_input(text)), "mlir-opt-22 refuses a piece"
    assert not [verdict for verdict in verdicts if verdict.fault]
