"""Programs with many ops of each dialect: read without loss, and in generic form and written anew the same to mlir-opt."""

from pathlib import Path

import pytest

from ownlog.frontend import parse
from ownlog.frontend.generic import print_generic
from ownlog.frontend.printer import print_module
from tests.frontend.test_forms import forget_text
from tests.frontend.test_peers import mlir_opt

PROGRAMS = sorted((Path(__file__).parent / "dialects").glob("*.mlir"))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_is_read_without_loss(path: Path) -> None:
    text = path.read_text()
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
    expected = mlir_opt(text)
    assert expected is not None
    module = parse(text, path.name)
    assert mlir_opt(print_generic(module)) == expected
    forget_text(module)
    assert mlir_opt(print_module(module)) == expected
