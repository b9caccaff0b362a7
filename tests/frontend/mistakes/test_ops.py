"""Random ops of the kinds that passes make or touch: the same verdict as mlir-opt-22's."""

import os
import re
from itertools import islice

import pytest

from tests.frontend.mistakes.judge import judged
from tests.frontend.mistakes.ops import FLAG, MAKERS, ops

pytestmark = pytest.mark.peer

_SLOW = int(os.environ.get("OWNLOG_PROGRAMS", "3000"))


@pytest.mark.parametrize(("count", "seed"), [(300, 1), pytest.param(_SLOW, 2, marks=pytest.mark.slow)])
def test_ops_are_judged_as_mlir_opt_judges_them(count: int, seed: int) -> None:
    found = judged([*islice(ops(seed), count)], FLAG)
    refused = [verdict for verdict in found if verdict.theirs]
    assert count / 3 < len(refused) < 2 * count / 3
    different = [f"{verdict.text}{verdict.ours or verdict.theirs}" for verdict in found if not verdict.same]
    assert not different, "\n".join(different[:5])


def test_each_kind_has_right_and_wrong_ones() -> None:
    found = judged([*islice(ops(3), 24 * len(MAKERS))], FLAG)
    assert (
        {verdict.kind for verdict in found if verdict.theirs}
        == {verdict.kind for verdict in found if not verdict.theirs}
        == {*MAKERS}
    )


def test_what_passes_make_is_among_them() -> None:
    texts = "\n".join(text for _, text in islice(ops(4), 20 * len(MAKERS)))
    made = {
        *re.findall(r'"((?:memref|tensor|linalg|scf|arith|bufferization|cf|func|affine|vector|gpu)\.[\w.]+)"', texts)
    }
    assert len(made) > 90
