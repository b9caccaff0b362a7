"""Which programs there are, and what a run of the ownership pass makes of one of them."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.shared import require_shared, require_tool, shared_programs
from tests.tools import Outcome, OwnlogFork, Program

PASS = "--ownership-based-buffer-deallocation"
# Programs of the shapes that mlir-opt handles: all of them must work.
MODELS = ("mlp", "cnn", "dynamic", "densenet", "transformer")
_TIDY = ("--canonicalize", "--cse")


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

    def fault(self) -> str:
        """Why Ownlog refuses the program, or mlir-opt-22 what came out; empty where both take it."""
        if self.ours.status != 0 or self.ours.crashed:
            return f"refused: {self.ours.complaint}"
        if self.tidied.status != 0:
            return f"invalid: {self.tidied.complaint}"
        # Output that verifies may still be input that nothing was done to.
        if "bufferization.dealloc" in self.theirs.out and "bufferization.dealloc" not in self.ours.out:
            return "nothing is deallocated, but mlir-opt-22 does"
        return ""


def model_files() -> list[str]:
    """The files of the folders that must work; empty where there is no corpus."""
    return [name for name in _files() if name.split("/")[0] in MODELS]


def other_files() -> list[str]:
    """The files of all other folders; empty where there is no corpus."""
    return [name for name in _files() if name.split("/")[0] not in MODELS]


@cache
def _files() -> tuple[str, ...]:
    return tuple(shared_programs("corpus"))
