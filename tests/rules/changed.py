"""The analysis with one rule changed or taken out, as a program to run.

Only what leads to the relations that are asked for is checked and compiled, and nothing but the changed rule is parsed
again: that takes a fraction of the time that the whole program takes.
"""

from functools import cache

from ownlog.base.source import Source
from ownlog.rules.engine.language.items import Clause as ParsedClause
from ownlog.rules.engine.language.items import Item
from ownlog.rules.engine.language.parser import parse
from ownlog.rules.engine.language.sources import collect, read_source
from ownlog.rules.engine.program.checks import items_in_order
from ownlog.rules.engine.program.program import Program
from tests.rules.clauses import MAIN, Clause, all_clauses

_Located = tuple[Source, Item]


def changed_program(original: Clause, changed: Clause | None, wanted: frozenset[str]) -> Program:
    """The program with `original` replaced by `changed`, or left out where that is None, as far as the relations
    `wanted` need it.
    """
    replaced: list[_Located] = []
    if changed is not None:
        source = Source(changed.text(), "<mutant>")
        replaced = [(source, item) for item in parse(source)]
    items: list[_Located] = []
    needed = _needed(wanted)
    # The same rules in the same order, as another test makes sure.
    clauses = iter(all_clauses())
    for source, item in _items():
        if not isinstance(item, ParsedClause):
            items.append((source, item))
            continue
        clause = next(clauses)
        if clause == original:
            items += replaced
        elif any(head.relation in needed for head in item.heads):
            items.append((source, item))
    return Program.from_items(items)


@cache
def _items() -> list[_Located]:
    roots = [read_source(MAIN)]
    return list(items_in_order(collect(roots), roots))


@cache
def _needed(wanted: frozenset[str]) -> set[str]:
    """The relations that lead to those `wanted`; no change that tests make to a rule adds to them."""
    reads = Program.load(MAIN).reads
    found, todo = set[str](), set(wanted)
    while todo:
        name = todo.pop()
        found.add(name)
        todo |= reads[name].keys() - found
    return found
