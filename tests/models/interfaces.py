"""What LLVM 22's op definitions say of the traits, interfaces and memory effects of the ops that have rows or a probe.

`python -m tests.models.interfaces` writes `definitions.txt`: a line of words, and under it the ops whose definitions
say just these. The definitions are read with llvm-tblgen-22, from Debian's libmlir-22-dev.
"""

import json
import subprocess
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.models.kinds import rows_by_op
from tests.models.measure import probes
from tests.shared import find_tool

DEFINITIONS = Path(__file__).with_name("definitions.txt")
HEADERS = Path("/usr/lib/llvm-22/include")

_TRAITS = {
    "AsyncOpInterface::Trait": "async",
    "AutomaticAllocationScope": "allocation_scope",
    "BranchOpInterface::Trait": "branch",
    "CallOpInterface::Trait": "call",
    "ConstantLike": "constant",
    "FunctionOpInterface::Trait": "function",
    "HasParallelRegion": "parallel_region",
    "HasRecursiveMemoryEffects": "recursive_effects",
    "IsTerminator": "terminator",
    "MemoryEffectOpInterface::Trait": "effects",
    "RegionBranchOpInterface::Trait": "region_branch",
    "RegionBranchTerminatorOpInterface::Trait": "region_terminator",
    "ReturnLike": "return_like",
    "SelectLikeOpInterface::Trait": "select",
    "SymbolTable": "symbol_table",
    "ViewLikeOpInterface::Trait": "view",
}
"""The traits that a row of the dialect files may stand for, by LLVM's names."""

_EFFECTS = {"Allocate": "allocates", "Free": "frees", "Read": "reads", "Write": "writes"}
_NOTHING = "nothing"
_STACK = "AutomaticAllocationScopeResource"

Record = Mapping[str, Any]


def interfaces() -> dict[str, set[str]]:
    """What is written down: the words of an op, by its name."""
    found: dict[str, set[str]] = {}
    words = set[str]()
    for line in DEFINITIONS.read_text().splitlines():
        if line.startswith(" "):
            found |= dict.fromkeys(line.split(), words)
        else:
            words = set(line.split()) - {_NOTHING}
    return found


def lines() -> Iterator[str]:
    """What the definitions say today."""
    defined, asked = dict(_defined()), rows_by_op().keys() | {probe.op for probe in probes()}
    by_words: dict[str, list[str]] = {}
    for op in sorted(defined.keys() & asked):
        by_words.setdefault(" ".join(sorted(defined[op])) or _NOTHING, []).append(op)
    for words, ops in sorted(by_words.items()):
        yield words
        yield from textwrap.wrap(
            " ".join(ops), 120, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False
        )


def _defined() -> Iterator[tuple[str, set[str]]]:
    """The words of every op that is defined in a dialect's headers."""
    tool = find_tool("llvm-tblgen-22")
    assert tool is not None
    for path in sorted(HEADERS.glob("mlir/Dialect/**/*.td")):
        if not any(
            line.lstrip().startswith(("def ", "defm ")) for line in path.read_text(errors="replace").splitlines()
        ):
            continue
        command = [tool, "--dump-json", "-I", str(HEADERS), "-I", str(path.parent), str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        # What is made to be included elsewhere does not stand alone.
        if not done.returncode:
            yield from _ops(json.loads(done.stdout))


def _ops(records: Mapping[str, Any]) -> Iterator[tuple[str, set[str]]]:
    for name in records["!instanceof"].get("Op", ()):
        record = records[name]
        dialect = records[record["opDialect"]["def"]]["name"]
        variables = set(_of_variables(records, record))
        words = set(_of_traits(records, record)) | variables | ({"effects"} if variables else set())
        yield f"{dialect}.{record['opName']}", words


def _of_traits(records: Record, record: Record) -> Iterator[str]:
    for reference in record["traits"]:
        trait = records[reference["def"]]
        yield from _of_traits(records, trait) if "traits" in trait else ()
        if word := _TRAITS.get(str(trait.get("trait")).strip()):
            yield word
        if "MemoryEffects" in trait["!superclasses"]:
            yield from (_effect(records[effect["def"]]) for effect in trait["effects"])
            if not trait["effects"]:
                yield "no_effects"
        if reference["def"] == "ReturnLike":
            yield "return_like"


def _of_variables(records: Record, record: Record) -> Iterator[str]:
    """The effects on operands and results, with the number of the operand group or result."""
    operands = [
        reference for reference, _ in record["arguments"]["args"] if "TypeConstraint" in _kinds(records, reference)
    ]
    for variables in (operands, [reference for reference, _ in record["results"]["args"]]):
        for number, reference in enumerate(variables):
            for decorator in records[reference["def"]].get("decorators", ()):
                if "MemoryEffect" in records[decorator["def"]]["!superclasses"]:
                    word = _effect(records[decorator["def"]])
                    yield (
                        f"{word}.{number}"
                        if variables is operands or word.startswith("allocates")
                        else f"{word}_result.{number}"
                    )


def _kinds(records: Record, reference: Mapping[str, str]) -> list[str]:
    record = records[reference["def"]]
    inner = record.get("constraint")
    kinds: list[str] = record["!superclasses"]
    return kinds + (_kinds(records, inner) if inner else [])


def _effect(record: Record) -> str:
    word = _EFFECTS[record["effect"].rpartition("::")[2]]
    resource = record["resource"]
    named = resource if isinstance(resource, str) else resource["def"]
    return f"{word}_on_stack" if named.endswith(_STACK) else word


def main() -> None:
    """Write the file anew."""
    DEFINITIONS.write_text("".join(f"{line}\n" for line in lines()))


if __name__ == "__main__":
    main()
