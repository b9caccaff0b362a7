"""Typed rows are those of the declarations, and the declarations are documented."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from ownlog import rules
from ownlog.base.source import Source
from ownlog.rules import relations
from ownlog.rules.engine.language.items import Clause, RelationDecl
from ownlog.rules.engine.language.parser import parse
from ownlog.rules.engine.language.syntax_tree import atoms
from ownlog.rules.shipped.analysis import QUESTIONS, private_relations
from ownlog.rules.shipped.stated import kind
from ownlog.rules.stubs import stubs
from ownlog.rules.typed_rows import RowTypes, relation_name, type_name
from tests.effort import counted
from tests.layout import modules
from tests.shared import REPOSITORY


def test_type_checkers_see_the_rows_that_are_made() -> None:
    classes = {node.name: node for node in ast.parse(stubs()).body if isinstance(node, ast.ClassDef)}
    assert set(classes) == set(map(type_name, relations.RELATIONS))
    for name, row_type in relations.RELATIONS.items():
        declared = [item.target for item in classes[type_name(name)].body if isinstance(item, ast.AnnAssign)]
        fields = [target.id for target in declared if isinstance(target, ast.Name)]
        assert fields == list(row_type._fields), name  # type: ignore[attr-defined]


def test_every_relation_says_what_a_row_means() -> None:
    for relation in rules.load().relations.values():
        assert relation.doc, relation.name
        unnamed = [
            column.name for column in relation.columns if not re.search(rf"`[^`]*\b{column.name}\b[^`]*`", relation.doc)
        ]
        assert unnamed == [], f"{relation.name}: the comment leaves out columns"
        assert not re.match(r"As \w+, |As `", relation.doc), f"{relation.name}: the comment is about another relation"


def _relied_on() -> tuple[set[str], set[str]]:
    """The relations whose typed rows the product reads, or which rules of ready questions read; and those that it, or
    the docs, may name as a string besides, by their spelling.
    """
    types = {type_name(name): name for name in rules.load().stored}
    surely, maybe = set(), set()
    for path in modules().values():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module == relations.__name__:
                surely |= {types[alias.name] for alias in node.names if alias.name in types}
            elif isinstance(node, ast.Attribute) and getattr(node.value, "id", "") in ("rel", "relations"):
                surely |= {types[node.attr]} if node.attr in types else set()
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                maybe.add(node.value)
    for path in Path(QUESTIONS).glob("*.dl"):
        items = parse(Source(path.read_text(), path.name))
        own = {item.name for item in items if isinstance(item, RelationDecl)}
        read = {atom.relation for item in items if isinstance(item, Clause) for atom in atoms(item.body)}
        surely |= read - own
    for page in (REPOSITORY / "docs").glob("*.md"):
        maybe |= set(re.findall(r"\w+", page.read_text()))
    return surely, surely | maybe


def test_public_are_the_relations_that_users_and_python_rely_on() -> None:
    derived = {name for name, found in rules.load().relations.items() if kind(found) == "derived" and not found.inline}
    surely, perhaps = _relied_on()
    public = set(rules.load().outputs)
    assert public <= derived
    assert (surely & derived) - public == set(), "declare them .output"
    assert public - perhaps == set(), "nothing outside of the rules reads them"
    assert private_relations() == derived - public


def test_every_rule_has_a_number() -> None:
    for rule in rules.load().rules:
        heads = {head.relation for head in rule.heads}
        if all(kind(rules.load().relations[head]) == "derived" for head in heads):
            assert rule.number, rule


def test_typed_rows_exist_for_facts_and_public_relations() -> None:
    program = rules.load()
    assert set(relations.RELATIONS) == {*program.inputs, *program.outputs}
    assert not private_relations() & set(relations.RELATIONS)


def test_typed_rows_have_the_columns_of_their_relation() -> None:
    for relation in rules.load().relations.values():
        if not (relation.is_input or relation.is_output):
            continue
        row_type: Any = getattr(relations, type_name(relation.name))
        assert relation_name(row_type) == relation.name
        cells = range(len(relation.columns))
        assert row_type(*cells)._asdict() == dict(zip((column.name for column in relation.columns), cells, strict=True))
        assert relations.RELATIONS[relation.name] is row_type


def test_what_is_no_relation_has_no_typed_rows() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Livein'"):
        relations.Livein  # type: ignore[attr-defined]  # noqa: B018


def test_importing_the_typed_rows_makes_none() -> None:
    told = {f"a{i}": "first second" for i in range(1000)}
    types, effort = counted(lambda: RowTypes(told, "tests"))
    assert effort < 10
    made: Any = types["a7"]
    assert made(1, 2).second == 2
