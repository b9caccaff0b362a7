"""Linalg ops on shapes that are known in one type and not in the other: no pipeline makes what mlir-opt-22 refuses."""

import pytest

from tests.fuzz.mixed import NAMES, judge, program
from tests.tiers import spans

pytestmark = pytest.mark.peer


@pytest.mark.parametrize("seeds", spans(150, 50))
def test_what_comes_out_is_valid(seeds: range) -> None:
    found = judge(seeds)
    assert found.taken == found.programs
    assert not found.wrong, "\n\n".join("// {1}\n{0}{2}".format(*each) for each in found.wrong[:3])


def test_every_op_is_there() -> None:
    texts = "\n".join(map(program, range(10 * len(NAMES))))
    assert [name for name in NAMES if f"linalg.{name} " not in texts and f"linalg.{name}\n" not in texts] == []
