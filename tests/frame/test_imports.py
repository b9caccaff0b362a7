"""No file and no folder imports, over however many steps, what imports it; no folder is a heap.

Imports inside of functions and those for type checking only count like all others.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from tests.layout import modules
from tests.shared import REPOSITORY

MOST_FILES = 25
MOST_LINES = 440
MOST_FOLDERS = 75
DEEPEST = 4

MODULES = modules()
FLOORS = re.findall(r"^ ([\w/]+) +\S", (REPOSITORY / "docs" / "architecture.md").read_text(), re.M)
"""The folders as the floor plan has them, the highest first."""


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
    assert heaps == {}


def test_no_module_is_too_long() -> None:
    files = [*MODULES.values(), *(REPOSITORY / "rules").rglob("*.dl")]
    counts = {str(path.relative_to(REPOSITORY)): len(path.read_text().splitlines()) for path in files}
    assert {name: count for name, count in counts.items() if count > MOST_LINES} == {}


def test_the_floor_plan_has_a_line_for_each_folder() -> None:
    rules = {path.parent.relative_to(REPOSITORY).as_posix() for path in (REPOSITORY / "rules").rglob("*.dl")}
    assert sorted(FLOORS) == sorted({folder(module) for module in MODULES} | rules)


def test_imports_go_down_the_floor_plan() -> None:
    upwards = {
        (module, target)
        for module in MODULES
        for target in imported(module)
        if folder(module) != folder(target) and FLOORS.index(folder(module)) >= FLOORS.index(folder(target))
    }
    assert upwards == set()


def test_datalog_knows_nothing_of_mlir() -> None:
    rooms = ("rules/engine", "rules/explain", "ownlog/base")
    modules = [module for module in MODULES if folder(module).startswith(rooms)]
    others = {target for module in modules for target in imported(module) if not folder(target).startswith(rooms)}
    assert others == set()


def test_what_models_say_reaches_the_frontend_in_one_module() -> None:
    frontend = [module for module in MODULES if folder(module).startswith("frontend")]
    assert {
        module for module in frontend if any(folder(target).startswith("rules") for target in imported(module))
    } == {"ownlog.frontend.ir.traits"}


def test_folders_are_few_and_not_nested_deeply() -> None:
    product = {path.parent for path in _files() if not path.is_relative_to(REPOSITORY / "tests")}
    assert len(product) <= MOST_FOLDERS
    assert [path for path in _files() if len(path.relative_to(REPOSITORY).parts) > DEEPEST + 1] == []


def test_no_folder_has_one_or_two_files_only() -> None:
    files = Counter(path.parent for path in _files())
    branches = {parent for path in files for parent in path.parents}
    small = {path.relative_to(REPOSITORY).as_posix() for path in files if files[path] < 3 and path not in branches}
    assert small == {"docs", "editors/vscode", "examples"}


@cache
def _files() -> list[Path]:
    """The files with code, each where it lies and not through a link."""
    kinds = {".py", ".pyi", ".dl", ".c", ".h", ".forms", ".lark", ".js", ".css", ".html"}
    rooms = ("backend", "benchmarks", "docs", "editors", "examples", "frontend", "ownlog", "rules", "tests")
    paths = [path for room in rooms for path in (REPOSITORY / room).rglob("*") if path.suffix in kinds]
    return [path for path in paths if path.is_file() and path.resolve() == path]


def test_no_init_file_is_one_sentence() -> None:
    sizes = {path: len(path.read_text().splitlines()) for path in _files() if path.name == "__init__.py"}
    assert [path for path, size in sizes.items() if size == 1] == []


def test_each_room_of_tests_is_in_their_map() -> None:
    text = (REPOSITORY / "tests" / "README.md").read_text()
    rooms = {path.relative_to(REPOSITORY / "tests").parts[0] for path in (REPOSITORY / "tests").glob("*/*.py")}
    assert [room for room in sorted(rooms) if f"`{room}/`" not in text] == []
