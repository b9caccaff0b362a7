"""Ownlog's ownership pass beside mlir-opt's on one program, after mlir-opt has canonicalised both: what differs, and
why.

Where constants stand and what values are called does not count; all else does. A difference that is meant has a reason
in `differences.tsv`; docs/differences.md tells them to users. Written anew with `python -m
tests.compiled_programs.differential`.
"""

import re
from enum import StrEnum
from pathlib import Path

from tests.compiled_programs.runs import Run, model_files, other_files

LIST = Path(__file__).with_name("differences.tsv")
_CONSTANT = re.compile(r"\s*(%\S+) = arith.constant (true|false)")
_NAME = re.compile(r"%[\w$.-]+")
_RETURN = re.compile(r"^\s*return (%[^:]*)", re.MULTILINE)


class Verdict(StrEnum):
    """What the comparison comes to; a difference has the reason as its value."""

    SAME = "the same"
    NOT_COMPARED = "mlir-opt or Ownlog refuses the program"
    TWICE = "a buffer that is returned twice is cloned, and the clone freed by the caller"
    COMPARED = "two returned buffers that may be one are compared, and the second is cloned if they are"
    SELECTED = "a select between two owned buffers is owned: no copy is made where it is returned"
    ORDER = "live values of different blocks stand in another order"


def compare(run: Run) -> Verdict:
    """The verdict on a run; AssertionError for a difference that has no known reason."""
    if run.theirs.status or run.ours.status:
        return Verdict.NOT_COMPARED
    assert run.tidied.status == 0, run.tidied.err
    left, right = normal_form(run.theirs.out), normal_form(run.tidied.out)
    return Verdict.SAME if left == right else _reason(run.theirs.out, run.tidied.out)


def normal_form(text: str) -> str:
    """The text without truth constants, its values numbered as they appear."""
    constants: dict[str, str] = {}
    lines = []
    for line in text.split("\n"):
        found = _CONSTANT.fullmatch(line)
        if found:
            constants[found[1]] = f"%{found[2].upper()}"
        else:
            lines.append(line)
    numbers: dict[str, str] = {}
    return _NAME.sub(lambda m: constants.get(m[0]) or numbers.setdefault(m[0], f"%v{len(numbers)}"), "\n".join(lines))


def _reason(theirs: str, ours: str) -> Verdict:
    returned = [[value.strip() for value in match[1].split(",")] for match in _RETURN.finditer(theirs)]
    if any(len(set(values)) < len(values) for values in returned):
        return Verdict.TWICE
    if "extract_aligned_pointer_as_index" in ours and "extract_aligned_pointer_as_index" not in theirs:
        return Verdict.COMPARED
    if ours.count("bufferization.clone") < theirs.count("bufferization.clone") or _operands(ours) < _operands(theirs):
        return Verdict.SELECTED
    assert _operands(ours) == _operands(theirs), "deallocations have other operands"
    assert sorted(_shapes(ours)) == sorted(_shapes(theirs)), "other ops were made"
    return Verdict.ORDER


def _operands(text: str) -> int:
    return sum(line.count("%") for line in text.split("\n") if "bufferization.dealloc" in line)


def _shapes(text: str) -> list[str]:
    """Each line without names, its types and labels in alphabetical order: the same for lines that differ in the order
    of operands.
    """
    return [
        " ".join(sorted(re.findall(r"[\w.<>?*]+", _NAME.sub("", re.sub(r"#\d+", "", line)))))
        for line in text.split("\n")
    ]


def read_list() -> dict[str, str]:
    """The reason by file, of those that differ."""
    lines = LIST.read_text().splitlines()[1:]
    return dict(line.split("\t") for line in lines)


def main() -> None:
    """Write the list anew and count the verdicts."""
    counts: dict[str, int] = {}
    rows = ["file\treason"]
    for name in [*model_files(), *other_files()]:
        verdict = compare(Run.of(name))
        counts[verdict.name] = counts.get(verdict.name, 0) + 1
        if verdict not in (Verdict.SAME, Verdict.NOT_COMPARED):
            rows.append(f"{name}\t{verdict.value}")
    LIST.write_text("\n".join(rows) + "\n")
    print(", ".join(f"{count} {name}" for name, count in sorted(counts.items())))


if __name__ == "__main__":
    main()
