"""The records that `llvm-tblgen --dump-json` prints of a `.td` file, and the ops among them.

A record is a dictionary; its fields refer to others as `{"def": name}`. What is asked of one here is which classes it
comes from, and its fields.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from ownlog.base.errors import Diagnostic, InputError
from ownlog.base.source import Source
from ownlog.frontend.text.depth import shallow

_HOW = "a file of records is made by `llvm-tblgen --dump-json -I DIR FILE.td`"


class Record:
    """One record: its fields, with those that refer to records followed."""

    def __init__(self, records: Records, fields: Mapping[str, Any]) -> None:
        self.records = records
        self.fields = fields
        self.name = str(fields.get("!name", ""))

    @cached_property
    def classes(self) -> frozenset[str]:
        return frozenset(self.fields.get("!superclasses", ()))

    def is_a(self, *classes: str) -> bool:
        return not self.classes.isdisjoint(classes)

    def text(self, name: str) -> str:
        """A field that is text; nothing where there is none."""
        found = self.fields.get(name)
        return found.strip() if isinstance(found, str) else ""

    def flag(self, name: str) -> bool:
        return self.fields.get(name) == 1

    def record(self, name: str) -> Record | None:
        """A field that refers to a record."""
        return self.records.followed(self.fields.get(name))

    def each(self, name: str) -> list[Record]:
        """The records that a field lists."""
        found = self.fields.get(name)
        listed = (self.records.followed(entry) for entry in found) if isinstance(found, list) else ()
        return [record for record in listed if record is not None]

    def count(self, name: str) -> int:
        """How many arguments a field such as `(ins A:$a, B:$b)` has."""
        found = self.fields.get(name)
        return len(found.get("args", ())) if isinstance(found, dict) else 0

    def arguments(self, name: str) -> list[tuple[str, Record]]:
        """The named arguments of a field such as `(ins A:$a, B:$b)`."""
        found = self.fields.get(name)
        entries = found.get("args", ()) if isinstance(found, dict) else ()
        made = [(str(entry[1] or ""), self.records.followed(entry[0])) for entry in entries]
        return [(name, record) for name, record in made if record is not None]

    def position(self) -> str:
        """`FILE.td:LINE`, as far as it is known."""
        found = self.fields.get("!locs")
        return str(found[-1]) if isinstance(found, list) and found else ""


class Records:
    """All records of one dump."""

    def __init__(self, name: str, fields: Mapping[str, Any]) -> None:
        self.name = name
        self._fields = fields
        self._made: dict[str, Record] = {}

    def followed(self, reference: object) -> Record | None:
        """The record that `{"def": name}` refers to; None for anything else."""
        name = reference.get("def") if isinstance(reference, dict) else None
        return self.named(name) if isinstance(name, str) else None

    def named(self, name: str) -> Record | None:
        fields = self._fields.get(name)
        if not isinstance(fields, dict):
            return None
        if name not in self._made:
            self._made[name] = Record(self, fields)
        return self._made[name]

    def of(self, *classes: str) -> Iterator[Record]:
        """The records that come from any of these classes."""
        for name in dict.fromkeys(name for each in classes for name in self._fields["!instanceof"].get(each, ())):
            if (record := self.named(name)) is not None:
                yield record

    @cached_property
    def definitions(self) -> dict[str, Record]:
        """The types and attributes that are defined here, by their classes in C++ without namespace."""
        return {record.text("cppClassName"): record for record in self.of("TypeDef", "AttrDef")}


def read_records(text: str, name: str) -> Records:
    """The records in `text`. InputError for text that is no dump of records."""
    source = Source(text, name)
    try:
        with shallow():
            fields = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(source.diagnostic(error.pos, f"this is no JSON: {error.msg}", _HOW)) from None
    except RecursionError:
        raise InputError(Diagnostic(f"'{name}' is nested too deep for records", advice=_HOW)) from None
    if not isinstance(fields, dict) or not isinstance(fields.get("!instanceof"), dict):
        raise InputError(source.diagnostic(0, "this is no dump of TableGen's records: '!instanceof' is missing", _HOW))
    return Records(name, fields)


class Argument(NamedTuple):
    """An operand, result, attribute, region or successor by its name: `many` is "" for one, "?" for none or one, "..."
    for any number, "......" for any number of lists; `effects` are the classes of its memory effects.
    """

    name: str
    constraint: Record
    many: str = ""
    effects: tuple[str, ...] = ()


@dataclass
class Definition:
    """An op as its definition says it."""

    record: Record
    dialect: str
    name: str
    operands: list[Argument] = field(default_factory=list)
    results: list[Argument] = field(default_factory=list)
    properties: dict[str, Record] = field(default_factory=dict)
    regions: list[Argument] = field(default_factory=list)
    successors: list[Argument] = field(default_factory=list)
    traits: list[Record] = field(default_factory=list)

    @property
    def full_name(self) -> str:
        """The name with that of the dialect: `memref.alloc`."""
        return f"{self.dialect}.{self.name}"

    @cached_property
    def trait_names(self) -> frozenset[str]:
        """The traits by the names of their records, of their classes, and in C++ without namespace."""
        in_cpp = (trait.text("trait").rpartition("::Trait")[0] or trait.text("trait") for trait in self.traits)
        names = {name.rpartition("::")[2] for name in in_cpp} | {trait.name for trait in self.traits}
        return frozenset(names.union(*(trait.classes for trait in self.traits)))

    def has(self, *traits: str) -> bool:
        return not self.trait_names.isdisjoint(traits)

    def group(self, name: str) -> Argument | None:
        """The operand or result of this name."""
        return next((argument for argument in (*self.operands, *self.results) if argument.name == name), None)


def definitions(records: Records) -> list[Definition]:
    """The ops among the records. InputError where there are none."""
    found = [_definition(record) for record in records.of("Op")]
    if not found:
        raise InputError(
            Diagnostic(
                f"'{records.name}' defines no ops", advice="the records of a dialect's ops are those of its ...Ops.td"
            )
        )
    return found


def _definition(record: Record) -> Definition:
    dialect = record.record("opDialect")
    made = Definition(record, dialect.text("name") if dialect is not None else "", record.text("opName"))
    for number, (name, constraint) in enumerate(record.arguments("arguments")):
        argument = _argument(name or f"operand{number}", constraint)
        if argument.constraint.is_a("Attr", "AttrConstraint", "Property") and not argument.constraint.is_a("Type"):
            made.properties[argument.name] = argument.constraint
        else:
            made.operands.append(argument)
    results = record.arguments("results")
    made.results = [
        _argument(name or ("result" if len(results) == 1 else f"result{number}"), constraint)
        for number, (name, constraint) in enumerate(results)
    ]
    made.regions = [_argument(name or f"region{i}", each) for i, (name, each) in enumerate(record.arguments("regions"))]
    made.successors = [_argument(name, constraint) for name, constraint in record.arguments("successors")]
    made.traits = list(_traits(record.each("traits")))
    return made


_MANY = {"VariadicOfVariadic": "......", "Variadic": "...", "VariadicRegion": "...", "VariadicSuccessor": "..."}


def _argument(name: str, constraint: Record) -> Argument:
    effects: tuple[str, ...] = ()
    if constraint.is_a("OpVariable"):
        effects = tuple(sorted(set().union(*(each.classes | {each.name} for each in constraint.each("decorators")))))
        constraint = constraint.record("constraint") or constraint
    many = next((many for name, many in _MANY.items() if constraint.is_a(name)), "")
    return Argument(name, constraint, "?" if constraint.is_a("Optional") else many, effects)


def _traits(traits: list[Record]) -> Iterator[Record]:
    """The traits, and those that lists of traits among them have."""
    for trait in traits:
        yield trait
        if trait.is_a("TraitList"):
            yield from _traits(trait.each("traits"))
