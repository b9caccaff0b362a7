"""Which programs there are, and what a run of the ownership pass on one of them comes to."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.shared import require_shared, require_tool, shared_programs
from tests.tools import Outcome, OwnlogFork, Program

PASS = "--ownership-based-buffer-deallocation"
# Programs of the shapes that mlir-opt handles: all of them must work.
MODELS = ("mlp", "cnn", "dynamic", "densenet", "transformer")
LIST = Path(__file__).with_name("expectations.tsv")
HEADER = "file\tstate\treason"
OK, REFUSED, INVALID = "ok", "refused", "invalid"
HOW_TO_UPDATE = (
    "if this is what was meant to change, write the list anew: make expectations (python -m"
    " tests.compiled_programs.update)"
)
_TIDY = ("--canonicalize", "--cse")


@dataclass(frozen=True, slots=True)
class Row:
    """What a run comes to: ok, refused by Ownlog, or invalid where mlir-opt-22 does not accept the output."""

    file: str
    state: str
    reason: str = ""

    def __str__(self) -> str:
        return f"{self.file}\t{self.state}\t{self.reason}"


@dataclass(frozen=True, slots=True)
class Run:
    """The pass on one program: what Ownlog gives, that as mlir-opt-22 canonicalises it, and what mlir-opt's pass gives,
    canonicalised.
    """

    path: Path
    ours: Outcome
    tidied: Outcome
    theirs: Outcome

    @classmethod
    def of(cls, name: str) -> "Run":
        """Run on a file of the corpus. mlir-opt-22 refuses what Ownlog refused."""
        path = require_shared("corpus", name)
        mlir_opt = Program((require_tool("mlir-opt-22"),))
        ours = OwnlogFork(timeout=120)([PASS, str(path)])
        tidied = Outcome(1, "", "") if ours.status else mlir_opt(_TIDY, ours.out)
        return cls(path, ours, tidied, mlir_opt([PASS, *_TIDY, str(path)]))

    def row(self, name: str) -> Row:
        """What the list says of it."""
        if self.ours.status != 0 or self.ours.crashed:
            return Row(name, REFUSED, _short(self.ours.complaint, self.path))
        if self.tidied.status != 0:
            return Row(name, INVALID, _short(self.tidied.complaint, self.path))
        # Output that verifies may still be input that nothing was done to.
        if "bufferization.dealloc" in self.theirs.out and "bufferization.dealloc" not in self.ours.out:
            return Row(name, INVALID, "nothing is deallocated, but mlir-opt-22 does")
        return Row(name, OK)


def model_files() -> list[str]:
    """The files of the folders that must work; empty where there is no corpus."""
    return [name for name in _files() if name.split("/")[0] in MODELS]


def other_files() -> list[str]:
    """The files of all other folders; empty where there is no corpus."""
    return [name for name in _files() if name.split("/")[0] not in MODELS]


@cache
def _files() -> tuple[str, ...]:
    return tuple(shared_programs("corpus"))


def read_list() -> dict[str, Row]:
    """The rows of the list by file."""
    lines = LIST.read_text().splitlines()[1:] if LIST.exists() else []
    return {row.file: row for row in (Row(*line.split("\t")) for line in lines)}


def _short(text: str, path: Path) -> str:
    return " ".join(text.replace(str(path), path.name).split())[:120]
