"""Runs MLIR programs and reports what they did to memory and what they observed.

A program is the text of a module with a function `@main` that takes and returns nothing. mlir-opt-22 lowers it to LLVM,
mlir-runner-22 runs it with `runtime.c` as its allocator. Starting those two costs more than most programs, so many
programs share a module: the functions of each get a prefix, and one new `@main` calls them in turn, each in a fork of
its own. Programs that mlir-opt refuses are left out; where it does not say which, the halves of the batch are tried,
down to the program at fault.
"""

import re
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Self

from tests.shared import find_tool
from tests.tools import Program

# In this order: reallocations become allocations; what the deallocations become needs arith and scf, scf needs cf,
# views need affine.
LOWERING = (
    "--expand-realloc",
    "--bufferization-lower-deallocations",
    "--convert-bufferization-to-memref",
    "--convert-linalg-to-loops",
    "--convert-scf-to-cf",
    "--expand-strided-metadata",
    "--lower-affine",
    # Calls its own names for malloc and free, so that only the program's buffers are counted.
    "--finalize-memref-to-llvm=use-generic-functions",
    "--convert-arith-to-llvm",
    "--convert-cf-to-llvm",
    "--convert-func-to-llvm",
    "--reconcile-unrealized-casts",
)
_BLOCKS, _MEMORY = LOWERING.index("--convert-scf-to-cf"), LOWERING.index("--convert-arith-to-llvm")
# The regions of affine loops hold one block only, so what is in them becomes blocks after they do; atomic ops hold no
# op of arith then.
SEQUENTIAL = (
    "--lower-affine",
    "--scf-forall-to-for",
    *LOWERING[: _MEMORY - 1],
    "--convert-arith-to-llvm",
    *LOWERING[_MEMORY - 1 :],
)
# Parallel loops become a team of threads, and each iteration a scope for its stack, which holds one block only too.
_MEMORY_FIRST = (*LOWERING[:_BLOCKS], *LOWERING[_BLOCKS + 1 : _MEMORY], LOWERING[_BLOCKS])
_TEAM = ("--scf-forall-to-parallel", "--lower-affine", "--convert-scf-to-openmp")
THREADS = (*_TEAM, *_MEMORY_FIRST, "--convert-openmp-to-llvm", *LOWERING[_MEMORY:])
TOOLS = ("mlir-opt-22", "mlir-runner-22", "cc")
# What mlir-opt makes of a copy between strided buffers; it lies beside mlir-opt.
_STRIDED_COPIES = "libmlir_c_runner_utils.so*"
# Only what is read has to be verified: a pass of mlir-opt is not what is tested here. The fast way to select
# instructions is good enough.
_LOWER, _RUN = (
    ("--verify-each=false", "--emit-bytecode"),
    ("-O0", "--fast-isel", "-e", "main", "--entry-point-result=void"),
)
# Bytes of data that mlir-opt, mlir-runner and each program may have: some change of a number makes a buffer of all the
# memory there is.
MEMORY = 2 << 30
# Programs in one module: more would make mlir-opt's symbol lookups slow, fewer would start more processes.
BATCH = 40
_REMEMBERED = 4 * BATCH

ENDLESS = "cannot run: does not end"
"""What is said of a program that takes seconds of the processor."""

_SYMBOL = re.compile(r"@([A-Za-z_][\w$.]*)")
_DEFINITION = re.compile(
    r"\bfunc\.func\s+(?:\w+\s+)?@([\w$.]+)|\bmemref\.global\s+(?:\"\w+\"\s+)?(?:constant\s+)?@([\w$.]+)"
)
_EXTERNAL = re.compile(r"^\s*func\.func private @([\w$.]+)\([^{]*$")
_ERROR = re.compile(r"<stdin>\"?:(\d+):\d+\)?: error: ")
_BEGINS, _MAIN = "// program", "func.func @main() {"
_ALIAS = re.compile(r"^([#!][\w$]+) = ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Report:
    """What one program did. Where `cannot_run` is not empty it says why nothing is known."""

    KINDS: ClassVar = ("leaks", "double_frees", "invalid_frees", "poisoned_reads", "poisoned_writes")

    leaks: int = 0
    double_frees: int = 0
    invalid_frees: int = 0
    poisoned_reads: int = 0
    poisoned_writes: int = 0
    observed: tuple[str, ...] = ()
    cannot_run: str = ""
    # The most bytes of the heap that were taken at once; two programs that do the same may differ in it.
    most_bytes: int = field(default=0, compare=False)

    @property
    def faults(self) -> dict[str, int]:
        """Each kind of fault that occurred, with its number."""
        return {kind: getattr(self, kind) for kind in self.KINDS if getattr(self, kind)}

    @property
    def clean(self) -> bool:
        """Whether it ran and did nothing wrong."""
        return not self.cannot_run and not self.faults


class Executor:
    """Lowers and runs programs; has the compiled run-time library in a directory of its own."""

    def __init__(self, library: Path, tools: dict[str, str]) -> None:
        self.tools = tools
        self._libraries = ",".join(map(str, [library, *find_strided_copies(tools["mlir-opt-22"])]))
        # What the last programs did: some are asked about twice in a row.
        self._known: dict[tuple[str, ...], Report] = {}

    @classmethod
    def build(cls, folder: Path) -> Self:
        """Compile the library into `folder`. Raises FileNotFoundError where a tool is missing."""
        tools = {name: path for name in TOOLS if (path := find_tool(name))}
        if missing := [name for name in TOOLS if name not in tools]:
            raise FileNotFoundError(", ".join(missing))
        library = folder / "libownlogruntime.so"
        sources = [Path(__file__).with_name(name) for name in ("runtime.c", "threads.c", "copies.c")]
        subprocess.run(
            [tools["cc"], "-std=gnu11", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library, *sources],
            check=True,
        )
        return cls(library, tools)

    def run(self, programs: Sequence[str], lowering: Sequence[str] = LOWERING) -> list[Report]:
        """A report for each program, in order. `lowering`: the passes of mlir-opt that turn them into LLVM dialect."""
        new = [text for text in dict.fromkeys(programs) if (text, *lowering) not in self._known]
        batches = [new[start : start + BATCH] for start in range(0, len(new), BATCH)]
        reports = [report for batch in batches for report in self._run_batch(batch, lowering)]
        self._known |= {(text, *lowering): report for text, report in zip(new, reports, strict=True)}
        found = [self._known[text, *lowering] for text in programs]
        for old in [*self._known][:-_REMEMBERED]:
            del self._known[old]
        return found

    def _run_batch(self, programs: Sequence[str], lowering: Sequence[str]) -> list[Report]:
        if not programs:
            return []
        tried = self._try_batch(programs, lowering)
        if not isinstance(tried, _Failure):
            return tried
        if len(programs) == 1:
            return [Report(cannot_run=tried.reason)]
        if tried.named:
            left = iter(
                self._run_batch([text for number, text in enumerate(programs) if number not in tried.named], lowering)
            )
            blamed = {number: self._run_batch([programs[number]], lowering)[0] for number in tried.named}
            return [blamed[number] if number in blamed else next(left) for number in range(len(programs))]
        half = len(programs) // 2
        return [*self._run_batch(programs[:half], lowering), *self._run_batch(programs[half:], lowering)]

    def _try_batch(self, programs: Sequence[str], lowering: Sequence[str]) -> "list[Report] | _Failure":
        """The reports, or what went wrong."""
        with tempfile.TemporaryDirectory() as folder:
            # As bytecode, because reading the text again would take as long as compiling it.
            file, text = f"{folder}/lowered.mlirbc", join(programs)
            lower = (self.tools["mlir-opt-22"], *lowering, *_LOWER, "-o", file)
            lowered = Program(lower, timeout=20 + len(programs), memory=MEMORY)(["-"], text)
            if lowered.status != 0:
                return _Failure(f"cannot lower: {lowered.complaint}", _named(lowered.err, text))
            command = (self.tools["mlir-runner-22"], file, *_RUN, f"--shared-libs={self._libraries}")
            ran = Program(command, timeout=30 + 4 * len(programs), memory=MEMORY)([])
        if ran.status != 0:
            # What mlir-opt leaves behind where a pass does not reach.
            return _Failure(f"cannot run: {ran.complaint}", _named(ran.err, text))
        reports = list(_reports(ran.out.splitlines()))
        if len(reports) != len(programs):
            return _Failure(f"cannot run: {len(programs)} programs began and {len(reports)} ended", frozenset())
        return reports


@dataclass(frozen=True, slots=True)
class _Failure:
    """Why nothing is known of a batch, and the numbers of the programs that an error lies in."""

    reason: str
    named: frozenset[int]


def find_strided_copies(optimizer: str) -> list[Path]:
    """MLIR's library with copies between strided buffers, by the path of its mlir-opt; empty where it is not
    installed.
    """
    beside = Path(optimizer).resolve().parent.parent / "lib"
    return sorted(beside.glob(_STRIDED_COPIES))[:1]


def join(programs: Sequence[str]) -> str:
    """One module with the functions of all `programs`, whose `@main` runs each program's `@main` between marks."""
    externals: dict[str, str] = {
        "program_begin": "func.func private @program_begin(i32) -> i1",
        "program_end": "func.func private @program_end(i32)",
    }
    aliases, bodies, calls = [], [], []
    for number, text in enumerate(programs):
        own_aliases, body = _isolated(text, f"p{number}_", externals)
        aliases += own_aliases
        bodies.append(f"{_BEGINS} {number}\n{body}")
        calls.append(f"  %n{number} = arith.constant {number} : i32")
        calls.append(f"  %is{number} = func.call @program_begin(%n{number}) : (i32) -> i1")
        calls.append(f"  scf.if %is{number} {{")
        calls.append(f"    func.call @p{number}_main() : () -> ()")
        calls.append(f"    func.call @program_end(%n{number}) : (i32) -> ()")
        calls.append("  }")
    main = "\n".join([_MAIN, *calls, "  return", "}"])
    return "\n".join([*aliases, *externals.values(), *bodies, main, ""])


def _isolated(text: str, prefix: str, externals: dict[str, str]) -> tuple[list[str], str]:
    """The attribute aliases and the rest of a program, with the prefix before all names of its own.

    Its declarations go to `externals`.
    """
    lines = []
    for line in text.splitlines():
        if declared := _EXTERNAL.match(line):
            # The library's functions take scalars only, and so mean the same in every program.
            externals.setdefault(declared[1], line.strip())
        elif line.strip() and not line.lstrip().startswith("//"):
            lines.append(line)
    body = "\n".join(lines)
    own = {name for match in _DEFINITION.finditer(body) for name in match.groups() if name}
    body = _SYMBOL.sub(lambda found: f"@{prefix}{found[1]}" if found[1] in own else found[0], body)
    for alias in _ALIAS.findall(body):
        body = re.sub(rf"{re.escape(alias)}\b", f"{alias[0]}{prefix}{alias[1:]}", body)
    rest = [line for line in body.splitlines() if not _ALIAS.match(line)]
    return [line for line in body.splitlines() if _ALIAS.match(line)], "\n".join(rest)


def _named(err: str, text: str) -> frozenset[int]:
    """The programs of a joined `text` in whose lines there are errors."""
    lines = text.splitlines()
    wrong = {int(found[1]) for found in _ERROR.finditer(err)}
    found, number = set(), -1
    for place, line in enumerate(lines, 1):
        if line.startswith(_BEGINS):
            number = int(line.removeprefix(_BEGINS))
        elif line == _MAIN:
            number = -1
        if place in wrong and number >= 0:
            found.add(number)
    return frozenset(found)


def _reports(lines: Sequence[str]) -> Iterator[Report]:
    observed: list[str] = []
    for line in filter(None, lines):
        word, *numbers = line.split()
        if word == "begin":
            observed = []
        elif word == "end":
            leaks, double_frees, invalid_frees, reads, writes, most = map(int, numbers[1:])
            yield Report(leaks, double_frees, invalid_frees, reads, writes, tuple(observed), most_bytes=most)
        elif word == "killed":
            yield Report(
                cannot_run=ENDLESS if int(numbers[0]) == signal.SIGXCPU else f"cannot run: signal {numbers[0]}"
            )
        elif word == "left":
            yield Report(cannot_run=f"cannot run: exit status {numbers[0]}")
        else:
            observed.append(line)
