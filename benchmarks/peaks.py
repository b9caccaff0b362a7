"""The most bytes that are alive at once when a program is run: what each public function needs beyond its arguments.

The programs of a corpus have no `main`. A driver is written for each: it makes arguments (dynamic sizes are 4, integers
1, other numbers
0.5), calls every public function once, and keeps the results. Both tools' outputs get the same driver, are lowered by
mlir-opt-22 and run by mlir-runner-22 with `peak.c` as their allocator. Sparse programs, which know what their arrays
mean, get empty tensors in long arrays.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import ownlog
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.types import Type
from tests.execution.executor import find_strided_copies
from tests.shared import find_tool

SOURCE = Path(__file__).with_name("peak.c")
LIMIT = 20
"""Seconds for one program; a convolution in loops that nothing optimizes may take longer, and is then not counted."""
LOWERING = (
    "--expand-realloc",
    "--bufferization-lower-deallocations",
    "--convert-bufferization-to-memref",
    "--convert-linalg-to-loops",
    "--scf-forall-to-for",
    "--expand-strided-metadata",
    "--lower-affine",
    "--convert-scf-to-cf",
    "--arith-expand",
    "--convert-math-to-llvm",
    "--convert-math-to-libm",
    "--convert-complex-to-standard",
    "--finalize-memref-to-llvm=use-generic-functions",
    "--convert-index-to-llvm",
    "--convert-arith-to-llvm",
    "--convert-ub-to-llvm",
    "--convert-cf-to-llvm",
    "--convert-func-to-llvm",
    "--reconcile-unrealized-casts",
)
_ENTRY = "measured_main"
_STRUCT = "!llvm.struct"
"""What the sizes of a sparse tensor are in."""


class CannotRun(Exception):
    """Why a program cannot be run."""


@dataclass(frozen=True)
class _Inputs:
    """What arguments are made of."""

    size: int
    integer: int


_DENSE, _SPARSE = _Inputs(4, 1), _Inputs(64, 0)


@dataclass(frozen=True)
class Peak:
    """Bytes at the worst moment, allocations and frees, of all public functions of a program together."""

    bytes: int
    allocations: int
    frees: int


def driver(text: str) -> str:
    """A function that calls every public function of the module `text`, and declarations for it. Raises CannotRun."""
    functions = [op for op in ownlog.parse(text).functions() if op.attribute("sym_visibility") != '"private"']
    externals = [op for op in ownlog.parse(text).functions() if not op.regions or not op.regions[0].blocks]
    if externals:
        raise CannotRun("calls functions without a body")
    if not functions:
        raise CannotRun("no public function")
    declared = [f"func.func private @{name}" for name in ("peak_begin()", "peak_end()", "peak_touch(index)")]
    lines = [*declared, f"func.func @{_ENTRY}() {{"]
    for number, function in enumerate(functions):
        lines += _call(function, f"%f{number}_")
    return "\n".join([*lines, "  return", "}", ""])


def _call(function: Op, prefix: str) -> list[str]:
    types = [argument.type for argument in function.regions[0].blocks[0].arguments]
    inputs = _SPARSE if any(str(type).startswith(_STRUCT) for type in types) else _DENSE
    names = [f"{prefix}{number}" for number in range(len(types))]
    made = [f"  {line}" for name, type in zip(names, types, strict=True) for line in _make(name, type, inputs)]
    symbol = (function.attribute("sym_name") or "").strip('"')
    ended = next(op for op in function.walk() if op.name == "func.return")
    results = [str(value.type) for value in ended.operands]
    given = f"{prefix}r:{len(results)} = " if results else ""
    call = (
        f"  {given}func.call @{symbol}({', '.join(names)}) : ({', '.join(map(str, types))}) -> ({', '.join(results)})"
    )
    return [
        *made,
        "  func.call @peak_begin() : () -> ()",
        call,
        *_touches(prefix, results),
        "  func.call @peak_end() : () -> ()",
    ]


def _touches(prefix: str, results: list[str]) -> list[str]:
    """Lines that use the buffers among some results: whoever calls wants to see them."""
    lines = []
    for number, type in enumerate(results):
        if type.startswith("memref<") and "*" not in type:
            value = f"{prefix}r#{number}"
            lines.append(f"  {prefix}t{number} = memref.extract_aligned_pointer_as_index {value} : {type} -> index")
            lines.append(f"  func.call @peak_touch({prefix}t{number}) : (index) -> ()")
    return lines


def _make(name: str, type: Type, inputs: _Inputs) -> list[str]:
    """Lines that make a value of `type`."""
    if str(type).startswith(_STRUCT):
        return [f"{name} = llvm.mlir.zero : {type}"]
    if not type.is_memref:
        return [_constant(name, str(type), inputs)]
    if type.is_unranked_memref:
        raise CannotRun("an argument of unknown rank")
    sizes, element, rest = type.memref_parts
    if any(not re.fullmatch(r"strided<\[[?, ]*\](, offset: \?)?>", part) for part in rest):
        raise CannotRun(f"an argument with the layout {', '.join(rest)}")
    whole = f"memref<{''.join(f'{size}x' for size in sizes)}{element}>"
    dynamic = ", ".join(f"{name}_n{at}" for at, size in enumerate(sizes) if size == "?")
    lines = [f"{name}_n{at} = arith.constant {inputs.size} : index" for at, size in enumerate(sizes) if size == "?"]
    lines += [f"{name}_m = memref.alloc({dynamic}) : {whole}", _constant(f"{name}_x", element, inputs)]
    lines.append(f"linalg.fill ins({name}_x : {element}) outs({name}_m : {whole})")
    return [*lines, f"{name} = memref.cast {name}_m : {whole} to {type}"]


def _constant(name: str, type: str, inputs: _Inputs) -> str:
    if type == "i1":
        return f"{name} = arith.constant true"
    if type == "index" or re.fullmatch(r"i\d+", type):
        return f"{name} = arith.constant {inputs.integer} : {type}"
    if re.fullmatch(r"b?f\d+", type):
        return f"{name} = arith.constant 0.5 : {type}"
    raise CannotRun(f"an argument of type {type}")


class Runner:
    """Runs programs with an allocator that counts, which is compiled into a directory of its own."""

    def __init__(self, library: Path, optimizer: str, runner: str) -> None:
        self.optimizer, self.runner = optimizer, runner
        self.libraries = ",".join(map(str, [library, *find_strided_copies(optimizer)]))
        self.folder = library.parent

    @classmethod
    def build(cls, folder: Path, source: Path = SOURCE) -> Self | None:
        """None where a tool is missing."""
        optimizer, runner, compiler = map(find_tool, ("mlir-opt-22", "mlir-runner-22", "cc"))
        if optimizer is None or runner is None or compiler is None:
            return None
        library = folder / f"lib{source.stem}.so"
        subprocess.run(
            [compiler, "-std=gnu11", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library, source], check=True
        )
        return cls(library, optimizer, runner)

    def run(self, text: str, called: str, name: str) -> Peak:
        """Run the module `text` with the driver `called`; `name` is for a file. Raises CannotRun."""
        rows = numbers_after("peak ", self.said(text, called, name))
        return Peak(max(row[0] for row in rows), sum(row[2] for row in rows), sum(row[3] for row in rows))

    def said(self, text: str, called: str, name: str) -> str:
        """What a program prints that is run as `run` does. Raises CannotRun."""
        file = self.folder / f"{name}.mlirbc"
        try:
            module = (
                f"{text}\n{called}"
                if not re.search(r"^\s*module\b", text, re.MULTILINE)
                else _into_module(text, called)
            )
            self.lower(module, file)
            command = [
                self.runner,
                str(file),
                "-O0",
                "-e",
                _ENTRY,
                "--entry-point-result=void",
                f"--shared-libs={self.libraries}",
            ]
            return self.process(command, "", "does not run")
        finally:
            file.unlink(missing_ok=True)

    def lower(self, module: str, file: Path) -> None:
        """Leave in `file` what a module with its driver becomes in LLVM dialect."""
        self.process([self.optimizer, *LOWERING, "--emit-bytecode", "-o", str(file), "-"], module, "cannot be lowered")

    def process(self, command: list[str], given: str, failure: str) -> str:
        """What a command says that reads `given`. Raises CannotRun, with `failure`, where it does not succeed."""
        try:
            done = subprocess.run(command, input=given, capture_output=True, text=True, timeout=LIMIT, check=False)
        except subprocess.TimeoutExpired as error:
            raise CannotRun(f"takes more than {LIMIT} s") from error
        if done.returncode != 0:
            said = [line for line in done.stderr.splitlines() if "error:" in line or "assert" in line.lower()]
            reason = re.sub(r"^.*?error: ", "", said[0])[:80] if said else f"exit status {done.returncode}"
            raise CannotRun(f"{failure}: {reason}")
        return done.stdout


def numbers_after(word: str, said: str) -> list[list[int]]:
    """The numbers of each line that begins with `word`."""
    return [list(map(int, re.findall(r"-?\d+", line))) for line in said.splitlines() if line.startswith(word)]


def _into_module(text: str, called: str) -> str:
    """The text with more functions before the end of its last module."""
    end = text.rindex("}")
    return f"{text[:end]}{called}{text[end:]}"
