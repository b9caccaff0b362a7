"""Runs many small programs at once with mlir-opt-22 and mlir-runner-22: what each of them says, in order, for some
arguments.
"""

import os
import re
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from pathlib import Path

from tests.shared import require_tool

SAYS = "func.func private @say(i64)\n"
"""What programs say something with."""
_LOWERING = (
    "--one-shot-bufferize=bufferize-function-boundaries allow-return-allocs-from-loops", "--convert-linalg-to-loops",
    "--expand-strided-metadata", "--lower-affine",
    "--arith-expand", "--convert-scf-to-cf", "--finalize-memref-to-llvm", "--convert-to-llvm",
    "--reconcile-unrealized-casts",
)  # fmt: skip
_PRINTS = """func.func private @printOpen()
func.func private @printI64(i64)
func.func private @printNewline()
func.func @say(%n: i64) {
  func.call @printI64(%n) : (i64) -> ()
  func.call @printNewline() : () -> ()
  return
}
"""
_LIBRARIES = "/usr/lib/llvm-22/lib"
_MARK = "("
"""What `printOpen` prints: a run begins."""


def said(programs: Mapping[str, str], arguments: Sequence[Sequence[str]]) -> dict[str, list[list[int]]]:
    """What functions say, by their names, for each list of `arguments`, which are constants.

    Programs declare no `@say`.
    """
    runs: list[str] = []
    driver: list[str] = []
    for name in programs:
        for given in arguments:
            number = len(runs)
            runs.append(name)
            values = [f"%v{number}_{place}" for place in range(len(given))]
            driver.append("func.call @printOpen() : () -> ()")
            driver += [f"{value} = arith.constant {text}" for value, text in zip(values, given, strict=True)]
            types = ", ".join(text.rpartition(" : ")[2] if " : " in text else "i1" for text in given)
            driver.append(f"func.call @{name}({', '.join(values)}) : ({types}) -> ()")
    text = "\n".join([_PRINTS, *programs.values(), "func.func @main() {", *driver, "return", "}"])
    found: dict[str, list[list[int]]] = {name: [] for name in programs}
    names = iter(runs)
    current: list[int] = []
    for word in _run(text):
        if word == _MARK:
            current = []
            found[next(names)].append(current)
        else:
            current.append(int(word))
    assert all(len(each) == len(arguments) for each in found.values())
    return found


def _run(text: str) -> list[str]:
    lowered = _tool("mlir-opt-22", [*_LOWERING], text)
    library = next(Path(_LIBRARIES).glob("libmlir_c_runner_utils.so*"))
    return _tool(
        "mlir-runner-22", ["-e", "main", "--entry-point-result=void", "-O0", f"--shared-libs={library}"], lowered
    ).split()


def folded(text: str) -> str:
    """What mlir-opt's folders make of a module."""
    # Functions are taken out of it, without the aliases of attributes at the top.
    return _tool("mlir-opt-22", ["--canonicalize", "--mlir-print-local-scope"], text)


def _tool(name: str, options: Sequence[str], text: str) -> str:
    # Fresh memory is full of other bytes than zeros, so that nothing happens to be right in it.
    environment = {**os.environ, "MALLOC_PERTURB_": "165"}
    found = subprocess.run(
        [require_tool(name), *options],
        input=text,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env=environment,
    )
    assert found.returncode == 0, found.stderr[:2000] + text[:2000]
    return found.stdout


def traced(text: str) -> str:
    """The program with calls that say which allocation is made, and which is freed, in place of both: 2 n and 2 n + 1
    for `%m<n>`.
    """
    numbers = count()

    def spoken(number: int) -> str:
        name = f"%spoken{next(numbers)}"
        return f"{name} = arith.constant {number} : i64\n  func.call @say({name}) : (i64) -> ()"

    text = re.sub(r"%m(\d+) = memref\.alloc\(\) : memref<4xf32>", lambda found: spoken(2 * int(found[1])), text)
    return re.sub(r"memref\.dealloc %m(\d+) : memref<4xf32>", lambda found: spoken(2 * int(found[1]) + 1), text)


def faulty(said: Iterable[int]) -> bool:
    """Whether a run of a traced program leaks, or frees something twice."""
    freed: dict[int, int] = {}
    for number in said:
        freed[number // 2] = freed.get(number // 2, 0) + number % 2
    return any(times != 1 for times in freed.values())
