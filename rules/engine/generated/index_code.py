"""The code that builds and extends hash indexes."""

from __future__ import annotations

from collections.abc import Iterable

from ownlog.rules.engine.generated.expressions import pattern, row
from ownlog.rules.engine.planning.indexes import IndexSpec


def growing(spec: IndexSpec) -> str:
    """The name of the function that builds an index that can be extended; `build_` and the index's name is that of one that cannot."""
    return f"{'grow' if spec.kind in ('lists', 'sets') else 'build'}_{spec.name}"


def builder(spec: IndexSpec) -> list[str]:
    """The functions that build an index from the rows of its relation.

    Where each key has one row, as it is with most indexes of facts, a tuple of one takes the place of a list or a set: that is made
    in half the time. Which indexes turned out to have several is kept in `several`.
    """
    if spec.kind == "rows":
        return [f"def build_{spec.name}(rows):", "    return list(rows)"]
    if spec.kind == "keys":
        target = pattern(spec.arity, {column: f"c{column}" for column in spec.key})
        return [f"def build_{spec.name}(rows):", f"    return {{{_key(spec)} for {target} in rows}}"]
    if spec.whole:
        return [
            f"def build_{spec.name}(rows):",
            f"    index = dict(zip(map(itemgetter({', '.join(map(str, spec.key))}), rows), zip(rows)))",
            "    if len(index) == len(rows):",
            "        return index",
            "    index = defaultdict(list)",
            "    for row in rows:",
            f"        index[{row([f'row[{column}]' for column in spec.key])}].append(row)",
            "    return index",
        ]
    container = "list" if spec.kind == "lists" else "set"
    return [
        f"def build_{spec.name}(rows):",
        f"    if {spec.name!r} not in several:",
        f"        index = {{{_key(spec)}: ({_kept(spec)},) for {_target([spec])} in rows}}",
        "        if len(index) == len(rows):",
        "            return index",
        f"        several.add({spec.name!r})",
        f"    return {growing(spec)}(rows)",
        f"def {growing(spec)}(rows):",
        f"    index = defaultdict({container})",
        f"    for {_target([spec])} in rows:",
        f"        {_insert(spec, 'index')}",
        "    return index",
    ]


def updates(specs: list[IndexSpec], rows: str, depth: int) -> list[str]:
    """The statements that extend indexes of one relation by the rows in the list `rows`."""
    indent = "    " * depth
    whole = [spec for spec in specs if spec.kind == "rows"]
    keyed = [spec for spec in specs if spec.kind != "rows"]
    lines = [f"{indent}{spec.name}.extend({rows})" for spec in whole]
    if keyed:
        lines.append(f"{indent}for {_target(keyed)} in {rows}:")
        lines += [f"{indent}    {_insert(spec, spec.name)}" for spec in keyed]
    return lines


def _target(specs: Iterable[IndexSpec]) -> str:
    specs = list(specs)
    columns = {column for spec in specs for column in spec.key + spec.values}
    return pattern(specs[0].arity, {column: f"c{column}" for column in columns})


def _key(spec: IndexSpec) -> str:
    return row([f"c{column}" for column in spec.key])


def _insert(spec: IndexSpec, index: str) -> str:
    if spec.kind == "keys":
        return f"{index}.add({_key(spec)})"
    method = "append" if spec.kind == "lists" else "add"
    return f"{index}[{_key(spec)}].{method}({_kept(spec)})"


def _kept(spec: IndexSpec) -> str:
    return row([f"c{column}" for column in spec.values])
