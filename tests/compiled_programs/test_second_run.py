"""The pipeline on its own output has nothing left to free: a second run at most merges what computes the same, a third
changes nothing.
"""

from __future__ import annotations

import pytest

import ownlog
from tests.compiled_programs.runs import model_files, other_files
from tests.shared import require_shared

PIPELINE = "buffer-deallocation-pipeline"


FILES = sorted([*other_files(), *model_files()])


@pytest.mark.parametrize("name", FILES[::20])
def test_second_run(name: str) -> None:
    _check(name)


@pytest.mark.nightly
@pytest.mark.parametrize("name", FILES)
def test_second_run_of_all(name: str) -> None:
    _check(name)


def _check(name: str) -> None:
    module = ownlog.parse(require_shared("corpus", name).read_text(), name)
    once = str(ownlog.run_pipeline(module, PIPELINE))
    twice = str(ownlog.run_pipeline(ownlog.parse(once), PIPELINE))
    assert twice.count("dealloc") == once.count("dealloc")
    assert len(twice.splitlines()) <= len(once.splitlines())
    assert str(ownlog.run_pipeline(ownlog.parse(twice), PIPELINE)) == twice
