"""Programs that mlir-opt-22 bufferizes wrongly: here they are decided so that they let others observe what they should.

`findings/` has a small program for each cause. A comment on a line says which operands must be out of place there, or
in place, which are copied when a loop hands them over, and where mlir-opt-22 decides otherwise.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.bufferize.deciding.marking import HEURISTICS, Analysed, Refused, analyse, ours, theirs
from tests.bufferize.running.soundness import by_value, wrong
from tests.rules.clauses import analysis_clauses
from tests.shared import REPOSITORY, require_shared, require_tool, shared_dir

HERE = Path(__file__).parent / "findings"
PROGRAMS = sorted(HERE.glob("*.mlir"))
_SAID = re.compile(r"// (out of place|in place|copied): ([\d ]+)(, in mlir-opt-22 (in|out of) place)?$")
_CRASHES = {"select_in_a_loop_of_blocks"}
SHARED = ("findings", "findings-executed", "findings-executed/controls")


def said(text: str) -> dict[int, tuple[str, list[int], bool]]:
    """What comments say by line: how, of which operands, and whether mlir-opt-22 decides otherwise."""
    found = ((number, _SAID.search(line)) for number, line in enumerate(text.splitlines(), 1))
    return {number: (m[1], [int(k) for k in m[2].split()], m[3] is not None) for number, m in found if m is not None}


def copied(found: Analysed) -> dict[int, list[int]]:
    """What loops hand over in another buffer than goes round, by line."""
    lines: dict[int, list[int]] = {}
    for changed in found.analysis.changed:
        op = found.naming.ops[changed.op]
        assert op.source is not None
        lines.setdefault(op.source.position(op.start).line, []).append(changed.number)
    return {line: sorted(numbers) for line, numbers in lines.items()}


@pytest.mark.parametrize("heuristic", HEURISTICS)
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_own_program(path: Path, heuristic: str) -> None:
    text = path.read_text()
    found = analyse(text, heuristic)
    marks = {marked.line: marked.marks for marked in ours(found)}
    for line, (how, operands, _) in said(text).items():
        if how == "copied":
            assert copied(found)[line] == operands
        else:
            assert {marks[line][operand] for operand in operands} == {"true" if how == "in place" else "false"}
    assert wrong(text, found) is None
    assert None not in by_value(text)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_marks_can_be_wrong(path: Path) -> None:
    """With all in place, what is observed is something else wherever a comment says that an operand must not be."""
    text = path.read_text()
    found = analyse(text)
    must_not = {(line, k) for line, (how, operands, _) in said(text).items() for k in operands if how == "out of place"}
    lines = {
        op.source.position(op.start).line: name
        for name, op in found.naming.ops.items()
        if op.source is not None and op.start >= 0
    }
    found.analysis.in_place |= {(lines[line], k) for line, k in must_not}
    assert (wrong(text, found) is not None) == bool(must_not)


@pytest.mark.peer
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_what_mlir_opt_decides(path: Path) -> None:
    text = path.read_text()
    found = theirs(text, "bottom-up", require_tool("mlir-opt-22"))
    if path.stem in _CRASHES:
        assert isinstance(found, Refused)
        return
    assert not isinstance(found, Refused), found
    by_order = {mine.line: other.marks for mine, other in zip(ours(analyse(text)), found, strict=True)}
    for line, (how, operands, otherwise) in said(text).items():
        if how != "copied":
            assert {by_order[line][operand] for operand in operands} == {
                "true" if (how == "in place") != otherwise else "false"
            }


def test_each_shared_program_has_its_line() -> None:
    """In docs/differences.md: with the small program for its cause, and relations that rules derive."""
    page = (REPOSITORY / "docs" / "differences.md").read_text()
    lines = {m[1]: m[2] for m in re.finditer(r"^\| `(\w+)` \|(.*)\|$", page, re.MULTILINE)}
    known = {Path(name).stem for name in _shared() if "controls" not in name}
    assert known <= lines.keys()
    assert len(lines) == 18
    relations = {clause.relation for clause in analysis_clauses()}
    for program, line in lines.items():
        *_, rules, own = (cell.strip() for cell in line.split("|"))
        assert own.strip("`") in {path.stem for path in PROGRAMS}, program
        named = re.findall(r"`(\w+)`", rules)
        assert set(named) <= relations, program


def _shared() -> list[str]:
    root = shared_dir()
    if root is None:
        return []
    folder = root / "bufferization"
    return sorted(str(path.relative_to(folder)) for part in SHARED for path in (folder / part).glob("*.mlir"))


@pytest.mark.parametrize("name", _shared())
def test_shared_program(name: str) -> None:
    path = require_shared("bufferization", name)
    text = path.read_text()
    for heuristic in HEURISTICS:
        assert wrong(text, analyse(text, heuristic)) is None
    expected = path.with_suffix(".expect")
    if expected.exists():
        observed = [float(line.split()[1]) for line in expected.read_text().splitlines()]
        assert [float(element) for element in by_value(text) if element is not None] == observed
