"""Modules for runs: what only type checkers read is left out, and `re` and `pathlib` are imported where they are first used.

No annotation is ever evaluated (`from __future__ import annotations`), but what it names is imported. Together, these modules and `typing`
take Python as long to import as Ownlog takes to rewrite a small file. Line numbers stay.
"""

from __future__ import annotations

import ast
import sys

_LATE = ("pathlib", "re")
"""Modules that many modules use in functions which few runs come to."""
_ANNOTATIONS = ("annotation", "returns")
"""Where syntax trees have them."""


def trimmed(text: bytes, path: str) -> ast.Module:
    """The module that `text` is, less what no run reads; all of it where its annotations are evaluated. Raises SyntaxError."""
    module = ast.parse(text, path)
    if not any(isinstance(each, ast.ImportFrom) and each.module == "__future__" for each in module.body):
        return module
    module.body = [kept for each in module.body for kept in _run(each)]
    at_once, later, written = set[str](), set[str](), set[str]()
    for each in module.body:
        if not isinstance(each, ast.Import | ast.ImportFrom):
            _sort(each, at_once, later, written)
    moved = _Moved()
    module.body = [kept for each in module.body if (kept := _less(each, at_once | written, later, moved)) is not None]
    return ast.fix_missing_locations(moved.visit(module)) if moved.origins else module


def _run(statement: ast.stmt) -> list[ast.stmt]:
    """What of a statement runs: of one under `TYPE_CHECKING`, the other side."""
    match statement:
        case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=others):
            return others
    return [statement]


def _sort(node: ast.AST, at_once: set[str], later: set[str], written: set[str]) -> None:
    """Sort the names below a node by whether the module looks them up as it is imported, its functions do later, or somebody binds them.

    Texts count as looked up: `__all__` may list them.
    """
    match node:
        case ast.Name(id=name, ctx=ast.Load()):
            at_once.add(name)
        case ast.Name(id=name) | ast.arg(arg=name) | ast.ExceptHandler(name=str(name)):
            written.add(name)
        case ast.alias(name=name, asname=other):
            written.add(other or name.partition(".")[0])
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            written.update(names)
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
            written.add(name)
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            written.add(name)
        case ast.Constant(value=str(text)):
            at_once.add(text)
    body = "body" if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) else None
    for field, value in ast.iter_fields(node):
        if field not in _ANNOTATIONS:
            looked = later if field == body else at_once
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    _sort(child, looked, later, written)


def _less(statement: ast.stmt, needed: set[str], later: set[str], moved: _Moved) -> ast.stmt | None:
    """The statement without imports that nobody needs as the module is imported; None where nothing is left of it.

    Those that functions use `later` stay, but where they come from modules that are imported late: these are told to `moved`.
    """
    match statement:
        case ast.ImportFrom(module=str(found), level=0) if found != "__future__":
            module = found
        case ast.Import():
            module = ""
        case _:
            return statement
    kept = []
    for alias in statement.names:
        origin = module or alias.name
        name = alias.asname or alias.name
        is_standard = origin.partition(".")[0] in sys.stdlib_module_names
        if not is_standard or "." in name or name in needed:
            kept.append(alias)
        elif name in later and origin in _LATE:
            moved.origins[name] = origin, alias.name if module else None
        elif name in later:
            kept.append(alias)
    statement.names = kept
    return statement if kept else None


class _Moved(ast.NodeTransformer):
    """Puts imports where names are used: by name the module it is in (or is), and what it is called there."""

    def __init__(self) -> None:
        self.origins: dict[str, tuple[str, str | None]] = {}

    def generic_visit(self, node: ast.AST) -> ast.AST:
        annotations = {field: getattr(node, field) for field in _ANNOTATIONS if hasattr(node, field)}
        for field in annotations:
            setattr(node, field, None)
        super().generic_visit(node)
        for field, annotation in annotations.items():
            setattr(node, field, annotation)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.origins:
            return node
        module, name = self.origins[node.id]
        imported = ast.Call(ast.Name("__import__", ast.Load()), [ast.Constant(module)], [])
        return ast.copy_location(imported if name is None else ast.Attribute(imported, name, ast.Load()), node)

