"""Modules are compiled without what only type checkers read, and mean the same."""

from __future__ import annotations

import ast
import builtins
import dis
from collections.abc import Iterator
from types import CodeType

import pytest

from ownlog.trimming import trimmed
from tests.layout import import_name, top_folders

LAZY = "from __future__ import annotations\n"


def lines(text: str) -> list[str]:
    return ast.unparse(trimmed((LAZY + text).encode(), "module.py")).splitlines()[1:]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("from typing import Any\nx: Any = 1", ["x: Any = 1"]),
        ("from typing import Any, cast\nx: Any = cast(int, 1)", ["from typing import cast", "x: Any = cast(int, 1)"]),
        ("from typing import Any\nx = list[Any]", ["from typing import Any", "x = list[Any]"]),
        ("import os\n__all__ = ['os']", ["import os", "__all__ = ['os']"]),
        ("import os.path\nx: os.PathLike[str]", ["import os.path", "x: os.PathLike[str]"]),
        ("from ownlog.base import words\nx: words", ["from ownlog.base import words", "x: words"]),
        ("from . import words\nx: words", ["from . import words", "x: words"]),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import os\nx = 1", ["x = 1"]),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import os\nelse:\n    os = None", ["os = None"]),
        ("from typing import Any\ndef f(x: Any) -> Any:\n    y: Any = x", ["def f(x: Any) -> Any:", "    y: Any = x"]),
    ],
)
def test_what_no_run_reads_goes(text: str, left: list[str]) -> None:
    assert [line for line in lines(text) if line] == left


def test_a_module_whose_annotations_are_evaluated_stays() -> None:
    text = "from typing import Any\nx: Any = 1"
    assert ast.unparse(trimmed(text.encode(), "module.py")) == text


def test_some_modules_are_imported_where_they_are_used() -> None:
    text = "import re\nfrom pathlib import Path as P\ndef f(p: P) -> re.Pattern[str]:\n    return re.compile(P(p).name)"
    assert lines(text)[-1] == "    return __import__('re').compile(__import__('pathlib').Path(p).name)"
    assert not any(line.startswith(("import", "from")) for line in lines(text))
    assert lines(text)[-2] == "def f(p: P) -> re.Pattern[str]:"


@pytest.mark.parametrize(
    "text",
    [
        "import re\nx = re.compile('')\ndef f():\n    return re",
        "import re\ndef f(x=re.ASCII):\n    return re",
        "import re\n@re.escape\ndef f():\n    return re",
        "import re\nclass A:\n    x = re.ASCII\n    def f(self):\n        return re",
        "import re\ndef f():\n    re = 1\n    return re",
        "import re\ndef f(re):\n    return re",
        "import re\ndef f():\n    global re\n    re = 1",
        "import re\ndef f(x):\n    match x:\n        case [*re]:\n            return re",
        "import re\ndef f():\n    def re(): ...\n    return re",
        "import re\ndef f():\n    from os import path as re\n    return re",
        "import re\ntry:\n    from os import path as re\nexcept ImportError: ...\ndef f():\n    return re",
        "import re\ndef f():\n    try: ...\n    except ValueError as re:\n        return re",
    ],
)
def test_what_is_looked_up_at_once_or_bound_elsewhere_is_imported_at_once(text: str) -> None:
    assert "import re" in lines(text)
    assert "__import__" not in "\n".join(lines(text))


def test_lines_stay() -> None:
    text = f"{LAZY}from typing import Any\nimport re\n\ndef f(x: Any) -> Any:\n    return re.escape(x)\n"
    code = compile(trimmed(text.encode(), "module.py"), "module.py", "exec", dont_inherit=True)
    (function,) = (each for each in code.co_consts if isinstance(each, CodeType))
    assert function.co_firstlineno == 5
    assert {line for _, _, line in function.co_lines()} == {5, 6}


OF_MODULES = {"__annotations__", "__file__", "__name__", "__path__"}
MODULES = sorted(path for folder in top_folders().values() for path in folder.rglob("*.py"))


def test_no_trimmed_module_looks_up_what_it_has_not() -> None:
    lacking = []
    for path in MODULES:
        code = compile(trimmed(path.read_bytes(), str(path)), str(path), "exec", dont_inherit=True)
        bound = {*vars(builtins), *OF_MODULES, *_looked_up(code, "STORE")}
        missing = {name for name in _looked_up(code, "LOAD") if name not in bound}
        lacking += [(import_name(path.parent), path.name, name) for name in missing]
    assert lacking == []


def _looked_up(code: CodeType, how: str) -> Iterator[str]:
    """The global names that code looks up, or binds, that of its functions among it; names of classes count as bound."""
    for instruction in dis.get_instructions(code):
        if instruction.opname in (f"{how}_GLOBAL", f"{how}_NAME", f"{how}_CLASSDEREF"):
            yield str(instruction.argval)
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _looked_up(each, how)
