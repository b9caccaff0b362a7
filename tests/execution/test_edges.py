"""Branches of which nothing tells where they go.

The programs are those of the other tests, but to the pass `cf.cond_br` is an op of some dialect that it only knows as a
branch.
"""

import re
from pathlib import Path

import pytest

import ownlog
from tests.execution.executor import Executor
from tests.execution.programs.choices import Choices
from tests.execution.programs.generator import generate
from tests.execution.soundness import PIPELINES
from tests.tiers import spans

_MODEL = 'dialect_effects_known("my").\nbranch("my.jump", 1).\n'
_BRANCH = re.compile(r"cf\.cond_br (%\w+), (\^\w+)(?:\((.*?) : (.*?)\))?, (\^\w+)(?:\((.*?) : (.*?)\))?$", re.MULTILINE)
PROGRAMS = 40


def _jump(found: re.Match[str]) -> str:
    condition, first, passed, types, second, also_passed, other_types = found.groups()
    sizes = [1, (passed or "").count("%"), (also_passed or "").count("%")]
    operands = ", ".join(part for part in (condition, passed, also_passed) if part)
    kinds = ", ".join(part for part in ("i1", types, other_types) if part)
    segments = f"<{{operandSegmentSizes = array<i32: {', '.join(map(str, sizes))}>}}>"
    return f'"my.jump"({operands})[{first}, {second}] {segments} : ({kinds}) -> ()'


@pytest.mark.parametrize("seeds", spans(PROGRAMS, PROGRAMS // 5))
def test_programs_stay_sound_where_deallocations_stand_on_edges(
    executor: Executor, tmp_path: Path, seeds: range
) -> None:
    model = tmp_path / "my.dl"
    model.write_text(_MODEL)
    programs = [text for text in (generate(Choices(seed)) for seed in seeds) if "cf.cond_br" in text]
    assert len(programs) >= len(seeds) // 2
    freed = [
        str(ownlog.run_pipeline(ownlog.parse(_BRANCH.sub(_jump, text)), pipeline, models=[model]))
        for pipeline in PIPELINES
        for text in programs
    ]
    assert all("cf.cond_br" not in text for text in freed)
    reports = executor.run([*programs, *(text.replace('"my.jump"', '"cf.cond_br"') for text in freed)])
    before, after = reports[: len(programs)], reports[len(programs) :]
    assert [(report.faults, report.cannot_run) for report in after] == [({}, "")] * len(freed)
    assert [report.observed for report in after] == [report.observed for report in before] * len(PIPELINES)
