"""Which programs there are, and what a run on one of them comes to."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.shared import require_shared, require_tool, shared_dir
from tests.tools import OwnlogFork, Program

PASS = "--ownership-based-buffer-deallocation"
# Programs of the shapes that mlir-opt handles: all of them must work.
MODELS = ("mlp", "cnn", "dynamic", "densenet", "transformer")
LIST = Path(__file__).with_name("expectations.tsv")
HEADER = "file\tstate\treason"
OK, REFUSED, INVALID = "ok", "refused", "invalid"
HOW_TO_UPDATE = "if this is what was meant to change, write the list anew: make expectations (python -m tests.corpus.update)"


@dataclass(frozen=True, slots=True)
class Row:
    """What a run comes to: ok, refused by Ownlog, or invalid where mlir-opt-22 does not accept the output."""

    file: str
    state: str
    reason: str = ""

    def __str__(self) -> str:
        return f"{self.file}\t{self.state}\t{self.reason}"


def model_files() -> list[str]:
    """The files of the folders that must work; empty where there is no corpus."""
    return [name for name in _files() if name.split("/")[0] in MODELS]


def other_files() -> list[str]:
    """The files of all other folders; empty where there is no corpus."""
    return [name for name in _files() if name.split("/")[0] not in MODELS]


@cache
def _files() -> tuple[str, ...]:
    root = shared_dir()
    corpus = root / "corpus" if root else Path()
    return tuple(sorted(str(path.relative_to(corpus)) for path in corpus.glob("*/*.mlir"))) if root else ()


def read_list() -> dict[str, Row]:
    """The rows of the list by file."""
    lines = LIST.read_text().splitlines()[1:] if LIST.exists() else []
    return {row.file: row for row in (Row(*line.split("\t")) for line in lines)}


def deallocate(name: str) -> Row:
    """Runs Ownlog on a file of the corpus, and mlir-opt-22 on what it prints."""
    path = require_shared("corpus", name)
    mlir_opt = Program((require_tool("mlir-opt-22"),))
    ours = OwnlogFork(timeout=120)([PASS, str(path)])
    if ours.status != 0 or ours.crashed:
        return Row(name, REFUSED, _short(ours.complaint, path))
    checked = mlir_opt([], ours.out)
    if checked.status != 0:
        return Row(name, INVALID, _short(checked.complaint, path))
    # Output that verifies may still be input that nothing was done to.
    theirs = mlir_opt([PASS, str(path)])
    if "bufferization.dealloc" in theirs.out and "bufferization.dealloc" not in ours.out:
        return Row(name, INVALID, "nothing is deallocated, but mlir-opt-22 does")
    return Row(name, OK)


def _short(text: str, path: Path) -> str:
    return " ".join(text.replace(str(path), path.name).split())[:120]
