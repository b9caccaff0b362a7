"""The files made from the declarations are up to date, and the declarations are documented."""

from __future__ import annotations

from ownlog import rules
from ownlog.rules import generate, relations
from ownlog.rules.traits.stated import kind


def test_typed_rows_are_fresh() -> None:
    text = (rules.MAIN.parent / "relations.py").read_text()
    assert text == generate.python_rows(rules.load()), "run python -m ownlog.rules.generate"


def test_what_models_say_is_fresh() -> None:
    text = (rules.MAIN.parent / "traits" / "models.py").read_text()
    assert text == generate.python_models(rules.load()), "run python -m ownlog.rules.generate"


def test_the_relation_reference_is_fresh() -> None:
    text = (rules.MAIN.parent.parent / "docs" / "relations.md").read_text()
    assert text == generate.page(rules.load()), "run python -m ownlog.rules.generate"


def test_every_relation_says_what_a_row_means() -> None:
    for relation in rules.load().relations.values():
        assert relation.doc, relation.name
        named = [column.name for column in relation.columns if f"`{column.name}`" in relation.doc]
        assert named or not relation.columns, f"{relation.name}: the comment names no column"


def test_every_derived_relation_is_an_output() -> None:
    for relation in rules.load().relations.values():
        assert relation.is_output == (kind(relation) == "derived"), relation.name


def test_every_rule_has_a_number() -> None:
    for rule in rules.load().rules:
        heads = {head.relation for head in rule.heads}
        if all(kind(rules.load().relations[head]) == "derived" for head in heads):
            assert rule.number, rule


def test_typed_rows_exist_for_all_relations_that_are_no_models() -> None:
    named = {relation.name for relation in rules.load().relations.values() if kind(relation) != "model"}
    assert set(relations.RELATIONS) == named
