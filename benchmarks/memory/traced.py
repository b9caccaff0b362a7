"""The least that a program's buffers could take: the largest sum of bytes of those that are between their first access
and their last.

Each load, store and copy of the lowered program tells `trace.c` the address that it goes to.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from benchmarks.peaks import LOWERING, Runner, numbers_after

SOURCE = Path(__file__).with_name("trace.c")
_DECLARED = """\
  llvm.func @trace_access(!llvm.ptr)
  llvm.func @trace_move(!llvm.ptr, !llvm.ptr)
  llvm.func @trace_copy(!llvm.ptr, !llvm.ptr)
"""
_LOADED = re.compile(r"^(\s*)%\S+ = llvm\.load (?:volatile )?(%[\w#]+)")
_STORED = re.compile(r"^(\s*)llvm\.store (?:volatile )?%[\w#]+, (%[\w#]+)")
_MOVED = re.compile(r'^(\s*)"llvm\.intr\.mem(?:cpy|move)"\((%[\w#]+), (%[\w#]+),')
_SET = re.compile(r'^(\s*)"llvm\.intr\.memset"\((%[\w#]+),')
_COPIED = re.compile(r"^(\s*)llvm\.call @memrefCopy\(%[\w#]+, (%[\w#]+), (%[\w#]+)\)")
_UPDATED = re.compile(r"^(\s*)%\S+ = llvm\.(?:atomicrmw \w+|cmpxchg(?: weak)?) (%[\w#]+),")


class Excess(NamedTuple):
    """Where most is allocated: the bytes of buffers that the run never accesses, only accesses later, or no more."""

    never: int
    later: int
    no_more: int


class TracingRunner(Runner):
    """Runs programs whose accesses are traced: their peak is the bound."""

    def excess(self, text: str, called: str, name: str) -> Excess:
        """What is allocated and not in use where the program has allocated most; see `run`. Raises CannotRun."""
        most = max(numbers_after("allocated ", self.said(text, called, name)))
        return Excess(*most[1:])

    def lower(self, module: str, file: Path) -> None:
        """With calls that tell each address."""
        text = self.process([self.optimizer, *LOWERING, "-"], module, "cannot be lowered")
        self.process([self.optimizer, "--emit-bytecode", "-o", str(file), "-"], traced(text), "cannot be traced")


def traced(text: str) -> str:
    """A module in LLVM dialect that tells `trace_access` where it loads and stores."""
    lines: list[str] = []
    declared = False
    for line in text.splitlines():
        lines += _calls(line)
        lines.append(line)
        if not declared and line.startswith("module"):
            lines.append(_DECLARED.rstrip("\n"))
            declared = True
    return "\n".join([*lines, ""])


def _calls(line: str) -> list[str]:
    for pattern in (_LOADED, _STORED, _SET, _UPDATED):
        if found := pattern.match(line):
            return [f"{found[1]}llvm.call @trace_access({found[2]}) : (!llvm.ptr) -> ()"]
    for pattern, tells in ((_MOVED, "trace_move"), (_COPIED, "trace_copy")):
        if found := pattern.match(line):
            return [f"{found[1]}llvm.call @{tells}({found[2]}, {found[3]}) : (!llvm.ptr, !llvm.ptr) -> ()"]
    return []
