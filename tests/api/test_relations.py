"""Typed rows are those of the declarations, and the declarations are documented."""

from __future__ import annotations

import ast
import re
from typing import Any

import pytest

from ownlog import rules
from ownlog.rules import relations
from ownlog.rules.shipped.stated import kind
from ownlog.rules.stubs import stubs
from ownlog.rules.typed_rows import RowTypes, relation_name, type_name
from tests.effort import counted


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


def test_every_derived_relation_is_an_output() -> None:
    for relation in rules.load().relations.values():
        assert relation.is_output == (kind(relation) == "derived" and not relation.inline), relation.name


def test_every_rule_has_a_number() -> None:
    for rule in rules.load().rules:
        heads = {head.relation for head in rule.heads}
        if all(kind(rules.load().relations[head]) == "derived" for head in heads):
            assert rule.number, rule


def test_typed_rows_exist_for_all_relations_that_have_rows_and_are_no_models() -> None:
    program = rules.load()
    named = {name for name in program.stored if kind(program.relations[name]) != "model"}
    assert set(relations.RELATIONS) == named


def test_typed_rows_have_the_columns_of_their_relation() -> None:
    for relation in rules.load().relations.values():
        if kind(relation) == "model" or relation.inline:
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
