"""No file and no folder imports, over however many steps, what imports it; no folder is a heap.

Imports inside of functions and those for type checking only count like all others.
"""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.layout import modules
from tests.shared import REPOSITORY

MOST_FILES = 25
MOST_LINES = 500
ONE_FOR_EACH = {"frontend/forms/directives", "frontend/forms/written", "backend/placement"}
"""Folders with a file for each dialect or for each step of placement: they grow with what there is and not by neglect.
"""


MODULES = modules()


@cache
def imported(module: str) -> frozenset[str]:
    """The modules that a module imports, in functions and for type checking, too."""
    return frozenset(_imported(ast.parse(MODULES[module].read_text())))


def _imported(node: ast.AST) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names if alias.name in MODULES)
        elif isinstance(child, ast.ImportFrom):
            assert child.level == 0, "imports name the whole module"
            for alias in child.names:
                whole = f"{child.module}.{alias.name}"
                if whole in MODULES:
                    yield whole
                elif child.module in MODULES:
                    yield child.module
        yield from _imported(child)


def folder(module: str) -> str:
    return str(MODULES[module].parent.relative_to(REPOSITORY))


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """Some circle of a graph, [] where there is none."""
    done: set[str] = set()
    for start in graph:
        path: list[str] = []
        stack = [(start, iter(sorted(graph[start])))] if start not in done else []
        path = [start]
        while stack:
            node, rest = stack[-1]
            for target in rest:
                if target in path:
                    return [*path[path.index(target) :], target]
                if target not in done:
                    stack.append((target, iter(sorted(graph[target]))))
                    path.append(target)
                    break
            else:
                done.add(node)
                stack.pop()
                path.pop()
    return []


def test_a_circle_is_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_imports_in_functions_and_for_types_are_seen() -> None:
    tree = ast.parse("if TYPE_CHECKING:\n  from ownlog.api import watch\ndef f():\n  import ownlog.cli\n")
    assert list(_imported(tree)) == ["ownlog.api.watch", "ownlog.cli"]


def test_no_circle_of_files() -> None:
    assert circle({module: set(imported(module) - {module}) for module in MODULES}) == []


def test_no_circle_of_folders() -> None:
    graph: dict[str, set[str]] = {folder(module): set() for module in MODULES}
    for module in MODULES:
        graph[folder(module)] |= {folder(target) for target in imported(module)} - {folder(module)}
    assert circle(graph) == []


def test_no_folder_is_a_heap() -> None:
    rules = (REPOSITORY / "rules" / "analysis").rglob("*.dl")
    files = Counter(path.parent for path in (*MODULES.values(), *rules) if path.stem != "__init__")
    heaps = {str(room.relative_to(REPOSITORY)): count for room, count in files.items() if count > MOST_FILES}
    assert {room: count for room, count in heaps.items() if room not in ONE_FOR_EACH} == {}


def test_no_module_is_too_long() -> None:
    files = [*MODULES.values(), *(REPOSITORY / "rules").rglob("*.dl")]
    counts = {str(path.relative_to(REPOSITORY)): len(path.read_text().splitlines()) for path in files}
    assert {name: count for name, count in counts.items() if count > MOST_LINES} == {}


@pytest.mark.parametrize("name", sorted(module for module, path in MODULES.items() if path.stem == "__init__"))
def test_each_folder_says_what_belongs_there(name: str) -> None:
    assert ast.get_docstring(ast.parse(MODULES[name].read_text()))


def test_each_room_of_rules_and_of_tests_says_what_belongs_there() -> None:
    rules = {path.parent for path in (REPOSITORY / "rules").rglob("*.dl")} | {REPOSITORY / "rules" / "analysis"}
    tests = {path.parent for path in (REPOSITORY / "tests").rglob("*.py")} - {REPOSITORY / "tests"}
    silent = [room for room in rules | tests if not (_docstring(room) or (room / "README.md").is_file())]
    assert [room.relative_to(REPOSITORY).as_posix() for room in silent] == []


def _docstring(room: Path) -> str | None:
    initial = room / "__init__.py"
    return ast.get_docstring(ast.parse(initial.read_text())) if initial.is_file() else None
