"""Small programs as pipelines leave them, with a `@main` that runs them with all the decisions and arguments there are.

Each is what the pipeline of a tool makes of a random program or of a file of the corpus, without the functions that are
not run.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import ownlog
from tests.execution.mutants.drivers import Driver, entry
from tests.execution.mutants.mutants import runnable
from tests.execution.programs import decisions, generator, handovers
from tests.execution.programs.choices import Choices
from tests.execution.soundness import OUTSIDE, WHOLE, Maker, deallocate
from tests.shared import find_tool

MAKERS: tuple[Maker, ...] = (generator.generate, handovers.generate, decisions.generate)
LINES = 160
"""How long a program may be, as it comes out of a pipeline."""
BYTES = 4000
"""How large a file of the corpus may be."""
_PIPELINE = "--buffer-deallocation-pipeline"
_RUNS = 80
_NAMES = re.compile(r"@(\w+)")
_TOP = re.compile(r"(?:func\.func|memref\.global) .*?@(\w+)")
_DECLARED = "func.func private @decide() -> i1"


@dataclass(frozen=True, slots=True)
class Subject:
    """A program that a pipeline made, without its `@main`, which no change reaches."""

    source: str
    tool: str
    text: str
    main: str

    def program(self, text: str = "") -> str:
        """The program, or what was made of it, with its `@main`."""
        return (text or self.text) + self.main


def subjects(
    seeds: Iterable[int], tools: Sequence[str] = ("ownlog", "mlir-opt"), files: Sequence[Path] = ()
) -> Iterator[Subject]:
    """The program of each seed, as the tools take turns to leave it.

    Each fourth is of the corpus, where there are `files`.
    """
    for seed in seeds:
        tool = tools[seed % len(tools)]
        try:
            if files and seed // len(tools) % 4 == 3:
                found = _of_corpus(files[seed // len(tools) // 4 % len(files)], tool)
            else:
                found = _of_chance(seed, tool)
        except (ownlog.OwnlogError, subprocess.CalledProcessError):
            continue
        if found is not None and found.text.count("\n") <= LINES:
            yield found


def outputs(seeds: Iterable[int], peer: bool = False) -> Iterator[str]:
    """Random programs as a pipeline leaves them: ours, or mlir-opt's."""
    for seed in seeds:
        text = MAKERS[seed % len(MAKERS)](Choices(seed)).partition(OUTSIDE)[0]
        try:
            yield by_peer(text) if peer else deallocate(text, WHOLE)
        except (ownlog.OwnlogError, subprocess.CalledProcessError):
            continue


def by_peer(text: str) -> str:
    """What mlir-opt's pipeline makes of a program, without the module around it.

    Raises CalledProcessError where it refuses it.
    """
    tool = find_tool("mlir-opt-22")
    assert tool is not None
    lines = subprocess.run(
        [tool, _PIPELINE], input=text, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    if "module {" not in lines:
        return "\n".join(lines) + "\n"
    start, end = lines.index("module {"), len(lines) - lines[::-1].index("}") - 1
    return "\n".join(lines[:start] + [line.removeprefix("  ") for line in lines[start + 1 : end]]) + "\n"


def _made(text: str, tool: str) -> str:
    return by_peer(text) if tool == "mlir-opt" else deallocate(text, WHOLE)


def _of_chance(seed: int, tool: str) -> Subject | None:
    maker = MAKERS[seed // 2 % len(MAKERS)]
    text = maker(Choices(seed)).partition(OUTSIDE)[0]
    pruned = _needed(text, "run")
    if pruned.count("\n") > LINES:
        return None
    runs = [
        f"  func.call @run(%seed, %{cond}, %n{n}) : (i32, i1, index) -> ()" for cond in ("yes", "no") for n in (0, 1, 3)
    ]
    return Subject(
        f"{maker.__module__.rpartition('.')[2]} {seed}", tool, _needed(_made(pruned, tool), "run"), _main(runs)
    )


def _of_corpus(path: Path, tool: str) -> Subject | None:
    text = path.read_text()
    function = entry(ownlog.parse(text))
    if function is None:
        return None
    name = (function.attribute("sym_name") or "").strip('"@')
    driver = _Enumerating(function, "entry" if name == "main" else name)
    inside = runnable(_made(text, tool) + OUTSIDE)[0].partition(OUTSIDE)[0]
    inside = inside.rstrip("\n") + "\n" + (_DECLARED + "\n" if _DECLARED not in inside else "")
    body = driver.text(1).replace("func.func @main() {", "func.func @once(%seed: i32) {")
    # The driver of one run begins with the seed 0.
    body = re.sub(r"func\.call @restart\(%\w+\)", "func.call @restart(%seed)", body, count=1)
    return Subject(path.stem, tool, inside, body + _main(["  func.call @once(%seed) : (i32) -> ()"]))


class _Enumerating(Driver):
    """Makes integers by decisions, so that all of them are tried."""

    def scalar(self, index: str, type_: str) -> str:
        if type_ not in ("i1", "i32", "i64", "index"):
            return super().scalar(index, type_)
        bit = self.define("func.call @decide() : () -> i1")
        if type_ == "i1":
            return bit
        if type_ != "index":
            return self.define(f"arith.extui {bit} : i1 to {type_}")
        wide = self.define(f"arith.extui {bit} : i1 to i32")
        return self.define(f"arith.index_cast {wide} : i32 to index")


def _main(runs: Sequence[str]) -> str:
    counts = [f"  %n{n} = arith.constant {n} : index" for n in (0, 1, 3)]
    return "\n".join(
        [
            "func.func private @enumerate_decisions()",
            "func.func @main() {",
            "  func.call @enumerate_decisions() : () -> ()",
            *counts,
            f"  %most = arith.constant {_RUNS} : index",
            "  %yes = arith.constant true",
            "  %no = arith.constant false",
            "  scf.for %at = %n0 to %most step %n1 {",
            "  %seed = arith.index_cast %at : index to i32",
            *runs,
            "  }",
            "  return",
            "}",
            "",
        ]
    )


def _needed(text: str, root: str) -> str:
    """The program without what `root` does not come to."""
    parts: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        found = _TOP.match(line)
        if found:
            parts.append((found[1], [line]))
        elif line.strip() and not line.startswith("//"):
            if not parts or not (line.startswith((" ", "}", "^"))):
                parts.append(("", [line]))
            else:
                parts[-1][1].append(line)
    uses = {name: set(_NAMES.findall("\n".join(lines))) for name, lines in parts if name}
    wanted, work = {""}, [root]
    while work:
        name = work.pop()
        if name not in wanted:
            wanted.add(name)
            work += uses.get(name, ())
    return "\n".join("\n".join(lines) for name, lines in parts if name in wanted) + "\n"
