"""A checked Datalog program: what its relations are, its rules, and in which order they can be evaluated."""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ownlog.errors import Diagnostic, Position
from ownlog.frontend.source import Source
from ownlog.rules.engine.cache import Cache, digest, engine_stamp
from ownlog.rules.engine.items import Item
from ownlog.rules.engine.normal_form import NormalClause
from ownlog.rules.engine.sources import SourceFile, collect, concatenated, read_source
from ownlog.rules.engine.syntax_tree import Atom, BodyItem, Literal, expand

Files = Mapping[Path | None, SourceFile]


@dataclass(frozen=True)
class Column:
    """A column: its name, its declared type, and the base of that, "symbol" or "number"."""

    name: str
    type: str
    base: str


@dataclass(frozen=True)
class Rule:
    """A rule or fact as written.

    `number` and `text` come from a comment line `// O4: text` directly above it and may be empty. `implied` marks the rules that an `eqrel`
    declaration stands for.
    """

    number: str
    text: str
    heads: tuple[Atom, ...]
    body: tuple[BodyItem, ...]
    position: Position
    implied: bool = False

    @property
    def head(self) -> Atom:
        """The first head."""
        return self.heads[0]

    @property
    def alternatives(self) -> tuple[tuple[Literal, ...], ...]:
        """The body as a disjunction of conjunctions."""
        return expand(self.body)


@dataclass
class Relation:
    """A declared relation. `doc` is the comment directly above its declaration."""

    name: str
    columns: tuple[Column, ...]
    doc: str
    is_input: bool
    is_output: bool
    position: Position
    qualifiers: frozenset[str] = frozenset()
    _program: Program | None = field(default=None, repr=False, compare=False)

    @property
    def arity(self) -> int:
        """The number of columns."""
        return len(self.columns)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that have this relation in their head, in order."""
        rules = self._program.rules if self._program is not None else ()
        return tuple(rule for rule in rules if any(head.relation == self.name for head in rule.heads))


@dataclass(frozen=True)
class Core:
    """What only compiling and explaining need: the rules, their clauses, and the relations of each stratum in evaluation order."""

    rules: tuple[Rule, ...]
    clauses: tuple[NormalClause, ...]
    strata: tuple[tuple[str, ...], ...]


class Program:
    """A program that passed all checks. Make one with `load` or `from_text`.

    `relations` maps names to relations in the order of their declaration; `key` is a digest of all source texts.
    """

    def __init__(self, relations: dict[str, Relation], core: Core | bytes, key: str, files: Files, roots: Sequence[SourceFile]) -> None:
        self.relations = relations
        self.key = key
        self._files = files
        self._roots = roots
        self._core = core
        for relation in relations.values():
            relation._program = self

    @classmethod
    def load(cls, path: Path, extra: Sequence[Path] = (), *, cache: Cache | None = None) -> Program:
        """The program of a `.dl` file, its `.include`s (each file once) and the files `extra` as if included at the end.

        A program that was loaded before comes out of the cache without being parsed. Raises RuleError with every problem found.
        """
        roots = [read_source(Path(name).resolve()) for name in (path, *extra)]
        return cls._build(roots, cache if cache is not None else Cache())

    @classmethod
    def from_text(cls, text: str, name: str = "<rules>", base: Path | None = None, *, cache: Cache | None = None) -> Program:
        """The program of a text; its includes are relative to the directory `base`, by default the current one."""
        root = SourceFile(Source(text, name), None, base=base)
        return cls._build([root], cache if cache is not None else Cache())

    @classmethod
    def from_items(cls, items: Sequence[tuple[Source, Item]]) -> Program:
        """The program of items that were parsed or made, each with the text that messages show. It has no `text` to give away."""
        from ownlog.rules.engine.checks import check_items

        relations, core = check_items(items)
        return cls(relations, core, digest(repr([item for _, item in items]).encode()), {}, ())

    @classmethod
    def _build(cls, roots: Sequence[SourceFile], cache: Cache) -> Program:
        files = collect(roots)
        parts = [f"{file.path}\0{file.source.name}\0{file.source.text}".encode() for file in files.values()]
        key = digest(engine_stamp(), str(len(roots)).encode(), *parts)
        cached = cache.read(f"{key}.program")
        if cached is not None:
            relations, core = pickle.loads(cached)
            return cls(relations, core, key, files, roots)

        # Checking needs the grammar and lark; running a program that is in the cache needs neither.
        from ownlog.rules.engine.checks import check

        relations, checked = check(files, roots)
        cache.write(f"{key}.program", pickle.dumps((relations, pickle.dumps(checked)), pickle.HIGHEST_PROTOCOL))
        return cls(relations, checked, key, files, roots)

    @property
    def core(self) -> Core:
        """The rules in all forms."""
        if isinstance(self._core, bytes):
            self._core = pickle.loads(self._core)
        assert isinstance(self._core, Core)
        return self._core

    @property
    def text(self) -> str:
        """The whole program as one text without includes, with `#` line markers."""
        return concatenated(self._files, self._roots)

    def diagnostic(self, position: Position, message: str, advice: str) -> Diagnostic:
        """A diagnostic that shows a line of one of the program's files."""
        texts = [file.source.text for file in self._files.values() if file.source.name == position.file]
        line = texts[0].splitlines()[position.line - 1] if texts else None
        return Diagnostic(message, position, line, advice)

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that it was read from."""
        return tuple(path for path in self._files if path is not None)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules and facts in source order, then those that `eqrel` implies."""
        return self.core.rules

    @property
    def outputs(self) -> tuple[str, ...]:
        """The names of the relations declared `.output`."""
        return tuple(name for name, relation in self.relations.items() if relation.is_output)

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the relations declared `.input`."""
        return tuple(name for name, relation in self.relations.items() if relation.is_input)
