"""Upstream's lit tests: what the list says fails, fails; all others pass."""

from functools import cache

import pytest

from tests.conformance.expectations import (
    BY_DESIGN,
    HOW_TO_UPDATE,
    Key,
    differences,
    files,
    is_of_bufferization,
    keys_of,
    ownlog_tools,
    passing_splits,
    read_list,
    rows_of,
    tools_present,
)
from tests.conformance.runner import FAIL, LitFile, Tools
from tests.shared import require_shared, shared_dir
from tests.tiers import every

EXPECTED = read_list()


@cache
def tools() -> Tools:
    return ownlog_tools()


@cache
def lit_file(name: str) -> LitFile:
    return LitFile(require_shared("upstream", name), tools())


def run_lines() -> list[Key]:
    """All that there is to run; nothing where upstream's tests or the tools are missing."""
    if shared_dir() is None or not tools_present():
        return []
    return [key for name in files() for key in keys_of(name, lit_file(name))]


RUN_LINES = run_lines()


@pytest.mark.peer
@pytest.mark.parametrize(
    "key", every(3, RUN_LINES, name=lambda key: f"{key.file.rsplit('/', 1)[-1]}-{key.run}-{key.mode}")
)
def test_upstream_run_line(key: Key) -> None:
    messages = differences(EXPECTED.get(key, []), list(rows_of(lit_file(key.file), key)))
    assert not messages, "\n".join([f"{key.file}, RUN line {key.run}, {key.mode}:", *messages, HOW_TO_UPDATE])


@pytest.mark.peer
def test_every_run_line_is_read_and_the_list_has_no_other() -> None:
    require_shared("upstream")
    assert len(RUN_LINES) == 318
    assert EXPECTED.keys() <= set(RUN_LINES), HOW_TO_UPDATE


def test_every_failure_has_a_reason_that_a_person_wrote() -> None:
    rows = [row for rows in EXPECTED.values() for row in rows]
    assert rows
    assert not [str(row) for row in rows if row.state == FAIL and not row.reason.startswith(BY_DESIGN)]


def test_splits_of_bufferization_pass_but_those_that_are_otherwise_by_design() -> None:
    counted = [passing_splits(lit_file(name), EXPECTED) for name in files() if is_of_bufferization(lit_file(name))]
    passing, all_splits = (sum(column) for column in zip(*counted, strict=True))
    assert len(counted) == 48
    assert passing >= 0.945 * all_splits
