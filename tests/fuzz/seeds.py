"""The texts that mutants are made of: small pieces of the corpus, of upstream's tests and of the project's own
programs.

A file is cut at its `// -----` markers. From what is still too long for a mutation to matter and for a hundred thousand
runs, single functions are taken, and from long functions a few ops in a row: what they use from elsewhere becomes
parameters.
"""

import random
import re
from collections.abc import Iterator
from pathlib import Path

from ownlog.base.errors import InputError
from ownlog.frontend import parse, split_input
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.text.spelling import symbols_in
from tests.shared import REPOSITORY, shared_dir

LONGEST = 2_500
"""Characters of a piece that is used as it is."""

_SHARED = (
    "upstream",
    "upstream-findings",
    "bufferization",
    "placement",
    "reviews",
    "faults",
    "reach",
    "corpus",
    "corpus-tensor",
)
_OWN = ("examples", "tests")
# Ownlog follows the upstream tests of the version in which this op yields any number of values; in mlir-opt-22 it is
# one.
_OF_OTHER_VERSIONS = ("test.isolated_one_region_with_recursive_memory_effects",)
_CUTS = 3  # pieces that a long text gives at most
_EXAMPLE = re.compile(r"```mlir[^\n]*\n(.*?)```", re.DOTALL)
_ALIAS = re.compile(r"[#!][A-Za-z_][\w$]*")


def files() -> list[Path]:
    """All files with MLIR text, the project's own first; those of the shared material where there is any."""
    found = [path for folder in _OWN for path in sorted((REPOSITORY / folder).rglob("*.mlir"))]
    shared = shared_dir()
    if shared is not None:
        found += [path for folder in _SHARED for path in sorted((shared / folder).rglob("*.mlir"))]
        found += sorted(shared.glob("*.md"))
    return found


def pieces(path: Path) -> list[str]:
    """The pieces of a file, none of them much longer than `LONGEST`; the same for the same file."""
    text = path.read_bytes().decode("utf-8", "surrogateescape")
    texts = [found[1] for found in _EXAMPLE.finditer(text)] if path.suffix == ".md" else [text]
    chunks = [chunk for text in texts for chunk, _ in split_input(text)]
    chance = random.Random(path.name)
    found = [
        piece
        for chunk in chunks
        if chunk.strip()
        for piece in ([chunk] if len(chunk) <= LONGEST else _cut(chunk, chance))
    ]
    return [piece for piece in found if not any(name in piece for name in _OF_OTHER_VERSIONS)]


def _cut(text: str, chance: random.Random) -> list[str]:
    try:
        module = parse(text)
    except InputError:
        return []
    functions = [op for op in module.functions() if op.regions and op.regions[0].blocks]
    made = (_piece(module, function, chance) for function in chance.sample(functions, min(_CUTS, len(functions))))
    return [piece for piece in made if piece is not None and _is_read(piece)]


def _piece(module: Module, function: Op, chance: random.Random) -> str | None:
    body = _text(module, function)
    if len(body) > LONGEST:
        body = _window(module, function.regions[0].blocks[0].ops[:-1], chance)
    if not body or len(body) > 2 * LONGEST:
        return None
    return _aliases(module, body) + "\n".join([*_needed(module, body, function), body, ""])


def _window(module: Module, ops: list[Op], chance: random.Random) -> str:
    """A function that holds some of the ops, in a row, and has what they use as parameters."""
    first = chance.randrange(len(ops)) if ops else 0
    taken: list[Op] = []
    length = 0
    for op in ops[first:]:
        length += op.end - op.start
        if taken and length > LONGEST:
            break
        taken.append(op)
    inside = {value for op in taken for value in op.results}
    used: dict[str, Value] = {}
    for nested in (nested for op in taken for nested in op.walk()):
        used |= {value.ref: value for value in nested.operands if value not in inside and _is_outside(value, taken)}
    if any(value.pack > 1 for value in used.values()):
        return ""
    parameters = ", ".join(f"{name}: {value.type}" for name, value in used.items())
    lines = "\n".join(f"  {_text(module, op)}" for op in taken)
    return f"func.func @piece({parameters}) {{\n{lines}\n  return\n}}"


def _is_outside(value: Value, ops: list[Op]) -> bool:
    if value.is_block_argument:
        region = value.block.parent
        return region is None or region.parent is None or not any(region.parent in op.walk() for op in ops)
    return not any(value.owner is nested for op in ops for nested in op.walk())


def _needed(module: Module, body: str, function: Op) -> Iterator[str]:
    """The globals that `body` refers to, and declarations of the functions."""
    wanted = symbols_in(body)
    for op in module.walk():
        name = (op.attribute("sym_name") or "").strip('"')
        if op is function or f"@{name}" not in wanted:
            continue
        if op.name == "func.func" and name not in body.split("(")[0]:
            yield f"func.func private @{name}{op.attribute('function_type')}"
        elif op.name == "memref.global" and op.end - op.start <= LONGEST:
            yield _text(module, op)


def _aliases(module: Module, body: str) -> str:
    defined = module.type_aliases | module.attribute_aliases
    wanted, waiting = set[str](), _ALIAS.findall(body)
    while waiting:
        name = waiting.pop()
        if name in defined and name not in wanted:
            wanted.add(name)
            waiting += _ALIAS.findall(defined[name])
    return "".join(f"{name} = {text}\n" for name, text in defined.items() if name in wanted)


def _text(module: Module, op: Op) -> str:
    return module.source.text[op.start : op.end]


def _is_read(text: str) -> bool:
    try:
        parse(text)
    except InputError:
        return False
    return True
