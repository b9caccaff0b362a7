"""What `dump-alias-sets` and `print-conflicts` write onto ops, by Ownlog and by mlir-opt-22.

mlir-opt-22 tells of each use that is out of place one conflict of several, and another one in each run (it goes by
addresses). So the list `printed.tsv` has what it told in many runs; `python -m tests.bufferize.deciding.printed` adds
to it.
"""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ownlog.backend.bufferize.analysis.annotate import ARGUMENT_SETS, IN_PLACE, RESULT_SETS
from ownlog.frontend import parse
from tests.bufferize.deciding.marking import PEER_OPTIONS
from tests.frame.programs import opt
from tests.shared import find_tool, require_shared

LIST = Path(__file__).parent / "printed.tsv"
FILES: tuple[str, ...] = (
    "upstream/Dialect/Bufferization/Transforms/one-shot-bufferize-analysis.mlir",
    "upstream/Dialect/Bufferization/Transforms/one-shot-bufferize-analysis-bottom-up-from-terminators.mlir",
    "upstream/Dialect/Bufferization/Transforms/one-shot-module-bufferize-analysis.mlir",
    "upstream/Dialect/ControlFlow/one-shot-bufferize-analysis.mlir",
    "upstream/Dialect/Linalg/one-shot-bufferize-analysis.mlir",
    "upstream/Dialect/SCF/one-shot-bufferize-analysis.mlir",
    *(
        f"corpus-tensor/{name}.mlir"
        for name in (
            "cf/h_if_write_one_side__cf",
            "control_flow/h_nested_if_for",
            "control_flow/h_select_versions",
            "dynamic/h_dyn_filter_compact",
            "forall/h_forall_stencil_self",
            "inplace/h_cholesky",
            "inplace/h_double_write_conflict",
            "inplace/h_edit_rows",
            "multi_func/h_fn_const_result",
            "multi_func/h_fn_inplace_update",
            "multi_func/h_fn_same_twice",
            "tiled/jax_f_blocks__tile5r",
        )
    ),
)
RUNS = 40
_OPTIONS = f"{PEER_OPTIONS} dump-alias-sets print-conflicts"
_FLAGS = ["--allow-unregistered-dialect", f"--one-shot-bufferize={_OPTIONS}"]
_MARK = re.compile(r"([CW])_(\d+)\[([A-Z-]+): ([^\]]*)\]")


class Printed(NamedTuple):
    """By the numbers of ops in the order of the text: their decisions and alias sets; what is told of conflict number
    n, "READ: 0 of op 3" and so on; and what may not be written to, in order.
    """

    decided: dict[int, str]
    sets: dict[int, tuple[str, str]]
    conflicts: list[str]
    written: list[str]


def splits(file: str, mlir_opt: str) -> Iterator[tuple[int, str]]:
    """The splits of a file that mlir-opt-22 reads and analyses, with the names of values as it writes them."""
    for number, text in enumerate(require_shared(file).read_text().split("// -----")):
        done = _run([mlir_opt, "-", "--allow-unregistered-dialect"], text)
        if done is not None and "tensor<" in done and _run([mlir_opt, "-", *_FLAGS], done) is not None:
            yield number, done


def ours(text: str) -> Printed:
    """What Ownlog writes."""
    done = opt(_FLAGS, text)
    assert done.status == 0, done.err
    return _read(done.out)


def theirs(text: str, mlir_opt: str) -> Printed:
    """What mlir-opt-22 writes, in this run."""
    done = _run([mlir_opt, "-", *_FLAGS], text)
    assert done is not None
    return _read(done)


def _run(command: list[str], text: str) -> str | None:
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False, timeout=120)
    return done.stdout if done.returncode == 0 else None


def _read(text: str) -> Printed:
    decided: dict[int, str] = {}
    sets: dict[int, tuple[str, str]] = {}
    marks: dict[tuple[str, int], list[str]] = {}
    ops = [op for op in parse(text, "printed.mlir").walk() if op.name != "builtin.module"]
    for number, op in enumerate(ops):
        if (text_ := op.attribute(IN_PLACE)) is not None:
            decided[number] = text_
        found = (op.attribute(RESULT_SETS) or "", op.attribute(ARGUMENT_SETS) or "")
        if any(found):
            sets[number] = found
        for name in op.attrs:
            if (mark := _MARK.fullmatch(name.strip('"'))) is not None:
                marks.setdefault((mark[1], int(mark[2])), []).append(f"{mark[3]}: {mark[4]} of op {number}")
    told = {kind: ["; ".join(sorted(marks[key])) for key in sorted(marks) if key[0] == kind] for kind in "CW"}
    return Printed(decided, sets, told["C"], told["W"])


def read() -> dict[tuple[str, int], list[set[str]]]:
    """What mlir-opt-22 told of each conflict of each split, in some run."""
    found: dict[tuple[str, int], list[set[str]]] = {}
    for line in LIST.read_text().splitlines()[1:] if LIST.exists() else []:
        file, split, number, told = line.split("\t")
        conflicts = found.setdefault((file, int(split)), [])
        conflicts += [set[str]() for _ in range(int(number) + 1 - len(conflicts))]
        conflicts[int(number)].add(told)
    return found


def main() -> None:
    """Runs mlir-opt-22 and adds what it tells to the list."""
    mlir_opt, found = find_tool("mlir-opt-22"), read()
    assert mlir_opt is not None
    for file in FILES:
        for split, text in splits(file, mlir_opt):
            for _ in range(RUNS):
                told = theirs(text, mlir_opt).conflicts
                if not told:
                    break
                conflicts = found.setdefault((file, split), [set() for _ in told])
                for one, known in zip(told, conflicts, strict=True):
                    known.add(one)
    lines = ["file\tsplit\tnumber\ttold"]
    for (file, split), conflicts in sorted(found.items()):
        lines += [
            f"{file}\t{split}\t{number}\t{told}" for number, known in enumerate(conflicts) for told in sorted(known)
        ]
    LIST.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
