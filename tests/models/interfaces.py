"""What LLVM 22's op definitions say of each op's traits, interfaces and memory effects.

`python -m tests.models.interfaces` writes it down anew. The definitions are read with llvm-tblgen-22, from Debian's
libmlir-22-dev.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.shared import find_tool

INTERFACES = Path(__file__).with_name("interfaces.tsv")
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
_STACK = "AutomaticAllocationScopeResource"

Record = Mapping[str, Any]


def interfaces() -> dict[str, set[str]]:
    """What is written down: the words of an op, by its name."""
    rows = (line.split("\t") for line in INTERFACES.read_text().splitlines()[1:])
    return {op: set(words.split()) for op, words in rows}


def lines() -> Iterator[str]:
    """What the definitions say today, one op a line."""
    tool = find_tool("llvm-tblgen-22")
    assert tool is not None
    found: dict[str, set[str]] = {}
    for path in sorted(HEADERS.glob("mlir/Dialect/**/*.td")):
        if not any(
            line.lstrip().startswith(("def ", "defm ")) for line in path.read_text(errors="replace").splitlines()
        ):
            continue
        command = [tool, "--dump-json", "-I", str(HEADERS), "-I", str(path.parent), str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        # What is made to be included elsewhere does not stand alone.
        if not done.returncode:
            found |= dict(_ops(json.loads(done.stdout)))
    yield "op\twhat its definition says"
    yield from (f"{op}\t{' '.join(sorted(words))}" for op, words in sorted(found.items()))


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
    INTERFACES.write_text("".join(f"{line}\n" for line in lines()))


if __name__ == "__main__":
    main()
