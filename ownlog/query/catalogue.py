"""What relations there are, as `ownlog relations` shows them: columns, meaning, rules."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ownlog import rules
from ownlog.base.errors import Diagnostic, InputError, Position
from ownlog.base.suggestions import did_you_mean, similar
from ownlog.query.answer import Answer, Heading
from ownlog.query.layer import Layer
from ownlog.rules.engine.program.program import Program
from ownlog.rules.engine.program.relations import Relation, Rule
from ownlog.rules.shipped.analysis import private_relations
from ownlog.rules.shipped.stated import kind

_HEADINGS = tuple(Heading(name, "symbol") for name in ("relation", "kind", "room", "meaning"))
KINDS = ("extensional", "model", "derived", "yours")
"""What a relation can be: facts about a module, facts about ops, what rules derive, what the user's rules derive."""
_RULE = re.compile(r"[A-Z][A-Za-z]*\d+[a-z]?|\w+\.\w+#\d+")
_END = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/|(?P<end>\.)(?=\s|$)', re.DOTALL)


@dataclass(frozen=True)
class Entry:
    """One relation; `kind` is one of `KINDS`, `rules` come with their text, `read_by` names relations."""

    relation: Relation
    kind: str
    rules: tuple[tuple[Rule, str], ...]
    read_by: tuple[str, ...]
    private: bool = False

    @property
    def signature(self) -> str:
        """The name with columns and their types."""
        return f"{self.relation.name}({', '.join(f'{column.name}: {column.type}' for column in self.relation.columns)})"

    @property
    def room(self) -> str:
        """The folder below rules/ that declares it ("" for that itself), or the user's file."""
        *folders, file = _place(self.relation.position).rpartition(":")[0].split("/")
        return file if self.kind == "yours" else "/".join(folders[1:])

    def text(self) -> str:
        """All about the relation, as a person reads it."""
        kind = f"{self.kind}, private" if self.private else self.kind
        lines = [self.signature, f"{kind}, {_place(self.relation.position)}", "", self.relation.doc]
        for rule, text in self.rules:
            lines += [
                "",
                *([f"{rule.number}: {rule.text}" if rule.text else rule.number] if rule.number else []),
                *(f"  {line}" for line in text.split("\n")),
            ]
        if self.read_by:
            lines += ["", f"read by: {', '.join(self.read_by)}"]
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """All about the relation, as JSON data."""
        place = self.relation.position
        return {
            "name": self.relation.name,
            "kind": self.kind,
            "private": self.private,
            "columns": [{"name": column.name, "type": column.type} for column in self.relation.columns],
            "room": self.room,
            "meaning": self.relation.doc,
            "file": place.file,
            "line": place.line,
            "rules": [{"number": rule.number, "text": rule.text, "rule": text} for rule, text in self.rules],
            "read_by": list(self.read_by),
        }


@dataclass(frozen=True)
class NumberedRule:
    """One rule with its text, and the relations that it derives."""

    rule: Rule
    source: str
    heads: tuple[Entry, ...]

    def text(self) -> str:
        """All about the rule, as a person reads it."""
        lines = [
            f"{self.rule.number}, {_place(self.rule.position)}",
            *([self.rule.text] if self.rule.text else []),
            *(f"  {line}" for line in self.source.split("\n")),
        ]
        lines += [line for entry in self.heads for line in ("", entry.signature, entry.relation.summary)]
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        place = self.rule.position
        told = {
            "number": self.rule.number,
            "text": self.rule.text,
            "rule": self.source,
            "file": place.file,
            "line": place.line,
        }
        return {**told, "relations": [entry.relation.name for entry in self.heads]}


class Catalogue:
    """The relations of Ownlog, of model files and of the user's rules. Raises RuleError for a faulty file."""

    def __init__(self, models: Sequence[Path] = (), own_rules: Sequence[Path] = (), private: bool = False) -> None:
        self._private = private
        self._base = rules.load(models)
        self._own: Program | None = None
        self._by_head: dict[Program, dict[str, list[Rule]]] = {}
        self._texts: dict[str, tuple[str, list[int]]] = {}
        own: tuple[Relation, ...] = ()
        if own_rules:
            layer = Layer(self._base, own_rules)
            self._own, own = layer.program(), layer.user_relations
        self._relations = {relation.name: relation for relation in (*self._base.relations.values(), *own)}

    def overview(self, words: str = "", kinds: Collection[str] = (), room: str = "") -> Answer:
        """Relations with their kind, their room (a folder under rules/) and the first sentence of their meaning.

        In: words in the name or meaning, in any case; kinds, and the end of the room's name ("plan"), to select by.
        """
        found = self.entries(words, kinds, room)
        rows = [(entry.signature, entry.kind, entry.room, entry.relation.summary) for entry in found]
        return Answer.of(_HEADINGS, rows, title="Relation", in_order=True)

    def entries(self, words: str = "", kinds: Collection[str] = (), room: str = "") -> list[Entry]:
        """The relations that `overview` tells of, in the order of their declarations."""
        found = []
        for name in self.names():
            entry = self.entry(name)
            text = f"{name} {' '.join(entry.relation.doc.split())}".lower()
            wanted = all(word in text for word in words.lower().split()) and (not kinds or entry.kind in kinds)
            if wanted and (not room or f"/{entry.room}".endswith(f"/{room.strip('/')}")):
                found.append(entry)
        return found

    def names(self) -> list[str]:
        """The names of the relations that are listed, in the order of their declarations."""
        return [name for name in self._relations if self._private or not self._is_private(name)]

    def _is_private(self, name: str) -> bool:
        return name in private_relations() and self._relations[name] is self._base.relations[name]

    def __contains__(self, name: str) -> bool:
        return name in self._relations

    def find(self, name: str) -> Entry | NumberedRule:
        """The relation, or the rule, such as plan.release#1, of a name. Raises InputError, with the nearest names."""
        if name in self._relations or _RULE.fullmatch(name) is None:
            return self.entry(name)
        return self.rule(name)

    def rule(self, number: str) -> NumberedRule:
        """The rule of a name such as plan.release#1. Raises InputError, with the nearest names, where there is none."""
        rules = {
            rule.number: rule for program in (self._base, self._own) if program is not None for rule in program.rules
        }
        found = rules.get(number) if number else None
        if found is None:
            advice = did_you_mean(similar(number, rules)) or "explanations name rules, such as plan.release#1"
            raise InputError(Diagnostic(f"there is no rule {number}", advice=advice))
        heads = tuple(self.entry(name) for name in dict.fromkeys(head.relation for head in found.heads))
        return NumberedRule(found, self._text_of(found), heads)

    def entry(self, name: str) -> Entry:
        """One relation. Raises InputError, with the nearest names, where there is none."""
        relation = self._relations.get(name)
        if relation is None:
            advice = did_you_mean(similar(name, self._relations)) or "ownlog relations lists them"
            raise InputError(Diagnostic(f"there is no relation {name}", advice=advice))
        own = relation is not self._base.relations.get(name)
        program = self._own if own and self._own is not None else self._base
        found = tuple((rule, self._text_of(rule)) for rule in self._rules(program).get(name, ()))
        readers = self._readers.get(name, ())
        return Entry(relation, "yours" if own else kind(relation), found, readers, self._is_private(name))

    def _rules(self, program: Program) -> Mapping[str, Sequence[Rule]]:
        """The rules of a program by the relations in their heads."""
        if program not in self._by_head:
            found: dict[str, list[Rule]] = {}
            for rule in program.rules:
                for name in dict.fromkeys(head.relation for head in rule.heads):
                    found.setdefault(name, []).append(rule)
            self._by_head[program] = found
        return self._by_head[program]

    @cached_property
    def _readers(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for program in (self._base, self._own):
            if program is not None:
                for head, read in program.reads.items():
                    for name in read:
                        if head in self._relations and head not in found.setdefault(name, []):
                            found[name].append(head)
        return {name: tuple(heads) for name, heads in found.items()}

    def _text_of(self, rule: Rule) -> str:
        """A rule as it stands in its file."""
        place = rule.position
        if place.file not in self._texts:
            self._texts[place.file] = _lines(place.file)
        text, starts = self._texts[place.file]
        start = starts[place.line - 1] + place.column - 1
        end = next((found.end() for found in _END.finditer(text, start) if found["end"]), len(text))
        return text[start:end]


def _lines(file: str) -> tuple[str, list[int]]:
    """The text of a file, and where its lines begin."""
    text = Path(file).read_text(encoding="utf-8")
    return text, [0, *itertools.accumulate(map(len, text.splitlines(keepends=True)))]


def _place(position: Position) -> str:
    parts = Path(position.file).parts
    shown = parts[len(parts) - 1 - parts[::-1].index("rules") :] if "rules" in parts else parts[-3:]
    return f"{'/'.join(shown)}:{position.line}"
