"""What an op means, Python asks of the models: it names ops only where it reads and prints them, makes new ones, or
folds i1s.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ownlog.frontend.forms import registry
from ownlog.rules import load
from ownlog.rules.shipped.analysis import own_models

ROOT = Path(__file__).parent.parent.parent
MODELLED = {
    str(row[0])
    for name, rows in own_models().items()
    if (columns := load().relations[name].columns) and columns[0].type == "OpName"
    for row in rows
}
# Where names may stand, and why.
ALLOWED = {
    "frontend/forms/": "forms",
    "frontend/syntax/structure.py": "what makes ops well formed",
    "frontend/verify/": "what an op's definition asks of its own operands and types",
    "frontend/generic/defaults.py": "what forms leave out",
    "frontend/generic/linalgmaps.py": "what forms leave out: the maps of linalg's named ops",
    "frontend/generic/hidden.py": "what forms leave out: builds the bodies of linalg's named ops",
    "backend/rewriting/build.py": "builds ops, and says what those are called",
    "backend/rewriting/copies.py": "builds ops",
    "backend/passes/expand_realloc.py": "builds what takes a realloc's place",
    "backend/rewriting/folds.py": "folds of i1s, and of the numbers that decide them",
    "backend/rewriting/constants.py": "folds of i1s: constants",
    "backend/canonicalization/cse.py": "folds of i1s: their operands may change places",
    "backend/canonicalization/canonicalize.py": "folds of affine.apply",
    "backend/canonicalization/control_flow.py": (
        "folds of scf and cf ops whose condition is constant, which it makes anew"
    ),
    "backend/canonicalization/while_ifs.py": "folds of scf.while, which it makes anew",
    "backend/bufferize/ops/": "builds the forms of ops on buffers",
    "backend/bufferize/assembly.py": "builds the forms of ops on buffers",
    "backend/bufferize/constants.py": "builds the forms of ops on buffers",
    "backend/bufferize/table.py": "builds the forms of ops on buffers",
    "backend/bufferize/walk.py": "builds the forms of ops on buffers",
    "backend/context.py": "the anchors of pass pipelines, as mlir-opt's users write them",
    "backend/dealloc_op/lowering.py": "the anchors of pass pipelines, as mlir-opt's users write them",
    "backend/pass_definition.py": "the anchors of pass pipelines, as mlir-opt's users write them",
    "backend/passes/pipeline_text.py": "the anchors of pass pipelines, as mlir-opt's users write them",
}
_NAME = re.compile(r"[a-z]\w*(?:\.\w+)+")


def _is_op(word: str) -> bool:
    return _NAME.fullmatch(word) is not None and (word in MODELLED or registry.lookup(word) is not None)


def names_in(text: str) -> Iterator[tuple[int, str]]:
    """The ops that string constants name, alone or in a list of words, with their lines.

    Sentences and programs may name any.
    """
    for node in ast.walk(ast.parse(text)):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and (words := node.value.split())
            and all(map(_is_op, words))
        ):
            yield from ((node.lineno, word) for word in words)


FILES = [path for room in ("frontend", "rules", "backend", "ownlog") for path in sorted((ROOT / room).rglob("*.py"))]


def test_no_other_file_names_an_op() -> None:
    found = {}
    for path in FILES:
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(tuple(ALLOWED)) and (named := list(names_in(path.read_text(encoding="utf-8")))):
            found[name] = named
    assert found == {}, "ask the traits (frontend/ir/traits.py), or state it in a model"


def test_every_exception_is_still_one() -> None:
    for name in ALLOWED:
        path = ROOT / name
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
        assert any(list(names_in(file.read_text(encoding="utf-8"))) for file in files), name


@pytest.mark.parametrize(
    "text",
    [
        'x = "func.func"',
        'f(a, "scf.yield")',
        'T = "scf.for scf.if".split()',
        'match n:\n    case "cf.br":\n        ...',
    ],
)
def test_a_name_is_seen(text: str) -> None:
    assert list(names_in(text))


@pytest.mark.parametrize(
    "text", ['"""func.func is one."""', 'x = "write a func.func"', 'x = "memref<4xf32>"', "import os.path"]
)
def test_a_sentence_is_no_name(text: str) -> None:
    assert not list(names_in(text))
