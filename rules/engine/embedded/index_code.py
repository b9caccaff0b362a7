"""Hash indexes: which columns are the key, which are kept, and the code that builds and extends them."""

from __future__ import annotations

from collections.abc import Iterable

from ownlog.base.later import dataclass
from ownlog.rules.engine.embedded.code_writer import safe
from ownlog.rules.engine.embedded.expressions import pattern, row


@dataclass(frozen=True)
class IndexSpec:
    """An index of a relation: from the values of the columns `key` to those of the columns `values`.

    `distinct` asks for each combination of kept values once. Kinds: "rows" (no key: a list of whole rows), "keys" (no values: a set of
    keys), "lists" and "sets" (a dictionary of those). Lists are made where nothing can occur twice, or may. Where a key has hardly more
    than one row, all columns are kept, the key's too: one such index, of rows that are there already, serves whatever asks by that key.
    """

    relation: str
    arity: int
    key: tuple[int, ...]
    values: tuple[int, ...]
    distinct: bool

    @property
    def kind(self) -> str:
        """How the index is stored."""
        if not self.key:
            return "rows"
        if self.whole:
            return "lists"
        if not self.values and self.distinct:
            return "keys"
        return "lists" if len(self.key) + len(self.values) == self.arity or not self.distinct else "sets"

    @property
    def whole(self) -> bool:
        """Whether the rows are kept as they are, and found by a key."""
        return bool(self.key) and len(self.values) == self.arity

    @property
    def name(self) -> str:
        """A name that tells what the index holds; equal specifications have equal names."""
        columns = "_".join(map(str, self.key)) + "__" + "_".join(map(str, self.values))
        return f"I_{safe(self.relation)}_{columns}_{self.kind}"

    @property
    def growing(self) -> str:
        """The name of the function that builds an index that can be extended; `build_` and the index's name is that of one that cannot."""
        return f"{'grow' if self.kind in ('lists', 'sets') else 'build'}_{self.name}"

    def builder(self) -> list[str]:
        """The functions that build the index from the rows of the relation.

        Where each key has one row, as it is with most indexes of facts, a tuple of one takes the place of a list or a set: that is made
        in half the time. Which indexes turned out to have several is kept in `several`.
        """
        if self.kind == "rows":
            return [f"def build_{self.name}(rows):", "    return list(rows)"]
        if self.kind == "keys":
            target = pattern(self.arity, {column: f"c{column}" for column in self.key})
            return [f"def build_{self.name}(rows):", f"    return {{{self._key()} for {target} in rows}}"]
        if self.whole:
            return [
                f"def build_{self.name}(rows):",
                f"    index = dict(zip(map(itemgetter({', '.join(map(str, self.key))}), rows), zip(rows)))",
                "    if len(index) == len(rows):",
                "        return index",
                "    index = defaultdict(list)",
                "    for row in rows:",
                f"        index[{row([f'row[{column}]' for column in self.key])}].append(row)",
                "    return index",
            ]
        container = "list" if self.kind == "lists" else "set"
        return [
            f"def build_{self.name}(rows):",
            f"    if {self.name!r} not in several:",
            f"        index = {{{self._key()}: ({self._kept()},) for {self._target([self])} in rows}}",
            "        if len(index) == len(rows):",
            "            return index",
            f"        several.add({self.name!r})",
            f"    return {self.growing}(rows)",
            f"def {self.growing}(rows):",
            f"    index = defaultdict({container})",
            f"    for {self._target([self])} in rows:",
            f"        {self._insert('index')}",
            "    return index",
        ]

    @staticmethod
    def updates(specs: list[IndexSpec], rows: str, depth: int) -> list[str]:
        """The statements that extend indexes of one relation by the rows in the list `rows`."""
        indent = "    " * depth
        whole = [spec for spec in specs if spec.kind == "rows"]
        keyed = [spec for spec in specs if spec.kind != "rows"]
        lines = [f"{indent}{spec.name}.extend({rows})" for spec in whole]
        if keyed:
            lines.append(f"{indent}for {IndexSpec._target(keyed)} in {rows}:")
            lines += [f"{indent}    {spec._insert(spec.name)}" for spec in keyed]
        return lines

    @staticmethod
    def _target(specs: Iterable[IndexSpec]) -> str:
        specs = list(specs)
        columns = {column for spec in specs for column in spec.key + spec.values}
        return pattern(specs[0].arity, {column: f"c{column}" for column in columns})

    def _key(self) -> str:
        return row([f"c{column}" for column in self.key])

    def _insert(self, index: str) -> str:
        if self.kind == "keys":
            return f"{index}.add({self._key()})"
        method = "append" if self.kind == "lists" else "add"
        return f"{index}[{self._key()}].{method}({self._kept()})"

    def _kept(self) -> str:
        return row([f"c{column}" for column in self.values])
