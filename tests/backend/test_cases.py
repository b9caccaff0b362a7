"""What passes make of programs, line by line: the cases in `cases/`, in the notation of `tests/cases.py`."""

from functools import cache
from pathlib import Path

import pytest

import ownlog
from tests.cases import Case, read
from tests.shared import require_tool
from tests.tools import Program

FILES = sorted((Path(__file__).parent / "cases").glob("*.mlir"))
# Of what these passes make, they have no more to do.
SETTLED = ("canonicalize", "cse")
read_once = cache(read)


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=f"{path.stem}: {case.title}") for path in FILES for case in read_once(path)]
)
def test_the_output_is_what_the_marks_say(case: Case) -> None:
    after = case.run()
    assert case.written(after) == case.written(case.after)
    assert after == case.after
    again = ownlog.parse(after)
    if case.pipeline in SETTLED:
        assert str(ownlog.run_pipeline(again, case.pipeline)) == after


@pytest.mark.peer
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_mlir_opt_takes_programs_and_outputs(path: Path) -> None:
    cases = read_once(path)
    for texts in ([case.before for case in cases], [case.after for case in cases]):
        # Not joined, errors would be those of the first program only.
        run = Program((require_tool("mlir-opt-22"),))(
            ["-", "--split-input-file", "--allow-unregistered-dialect", "-o", "/dev/null"], "// -----\n".join(texts)
        )
        assert run.status == 0, run.err
