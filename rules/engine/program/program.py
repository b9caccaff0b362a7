"""A checked Datalog program: what its relations are, its rules, and in which order they can be evaluated."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from ownlog.base.cache import Cache, digest
from ownlog.base.errors import Diagnostic, Position
from ownlog.base.source import Source
from ownlog.rules.engine.program.stamp import engine_stamp

if TYPE_CHECKING:
    from ownlog.rules.engine.language.items import Item
    from ownlog.rules.engine.language.sources import SourceFile
    from ownlog.rules.engine.program.image import Image
    from ownlog.rules.engine.program.relations import Core, Relation, Rule

Files: TypeAlias = "Mapping[Path | None, SourceFile]"


class Program:
    """A checked program, made by `load` or `from_text`; `key` is a digest of all source texts."""

    image: Image | None = None
    """The program as the embedded engine compiles it, where it came so."""

    def __init__(
        self, relations: dict[str, Relation], core: Core | bytes, key: str, files: Files, roots: Sequence[SourceFile]
    ) -> None:
        self._relations = relations
        self.key = key
        self._sources = files, roots
        self._stored_core = core
        for relation in relations.values():
            relation._program = self

    @cached_property
    def relations(self) -> dict[str, Relation]:
        """The relations by name, in the order of their declaration."""
        return self._relations

    @cached_property
    def sources(self) -> tuple[Files, Sequence[SourceFile]]:
        """The files that it was read from, and those of them that no other one includes."""
        return self._sources

    @classmethod
    def load(cls, path: Path | str, extra: Sequence[Path | SourceFile] = (), *, cache: Cache | None = None) -> Program:
        """The program of a `.dl` file, its `.include`s, and the files `extra` as if included at the end.

        A known program comes from the cache without parsing. Raises RuleError with every problem found.
        """
        from ownlog.rules.engine.language.sources import SourceFile, read_source

        roots = [name if isinstance(name, SourceFile) else read_source(Path(name).resolve()) for name in (path, *extra)]
        return cls._build(roots, cache if cache is not None else Cache())

    @classmethod
    def from_text(
        cls, text: str, name: str = "<rules>", base: Path | None = None, *, cache: Cache | None = None
    ) -> Program:
        """The program of a text; its includes are relative to the directory `base`, by default the current one."""
        from ownlog.rules.engine.language.sources import SourceFile

        root = SourceFile(Source(text, name), None, base=base)
        return cls._build([root], cache if cache is not None else Cache())

    @classmethod
    def from_items(cls, items: Sequence[tuple[Source, Item]]) -> Program:
        """The program of parsed or made items, with the texts for messages; it has no `text` of its own."""
        from ownlog.rules.engine.program.checks import check_items

        relations, core = check_items(items)
        return cls(relations, core, digest(repr([item for _, item in items]).encode()), {}, ())

    @classmethod
    def _build(cls, roots: Sequence[SourceFile], cache: Cache) -> Program:
        # What reads and checks programs is not needed for those that come compiled.
        import pickle

        from ownlog.rules.engine.language.sources import collect

        files = collect(roots)
        parts = [f"{file.path}\0{file.source.name}\0{file.source.text}".encode() for file in files.values()]
        key = digest(engine_stamp(), str(len(roots)).encode(), *parts)
        cached = cache.read(f"{key}.program")
        if cached is not None:
            relations, core = pickle.loads(cached)
            return cls(relations, core, key, files, roots)

        # Checking needs the grammar and lark; running a program that is in the cache needs neither.
        from ownlog.rules.engine.program.checks import check

        relations, checked = check(files, roots)
        cache.write(f"{key}.program", pickle.dumps((relations, pickle.dumps(checked)), pickle.HIGHEST_PROTOCOL))
        return cls(relations, checked, key, files, roots)

    @cached_property
    def core(self) -> Core:
        """The rules in all forms."""
        import pickle

        from ownlog.rules.engine.program.relations import Core

        core = pickle.loads(self._stored_core) if isinstance(self._stored_core, bytes) else self._stored_core
        assert isinstance(core, Core)
        return core

    @property
    def text(self) -> str:
        """The whole program as one text without includes, with `#` line markers."""
        from ownlog.rules.engine.language.sources import concatenated

        return concatenated(*self.sources)

    def diagnostic(self, position: Position, message: str, advice: str) -> Diagnostic:
        """A diagnostic that shows a line of one of the program's files."""
        texts = [file.source.text for file in self.sources[0].values() if file.source.name == position.file]
        line = texts[0].splitlines()[position.line - 1] if texts else None
        return Diagnostic(message, position, line, advice)

    def own_texts(self, folder: Path) -> dict[str, Path]:
        """The files that lie in `folder`, by the names that positions give them."""
        return {
            file.source.name: path
            for path, file in self.sources[0].items()
            if path is not None and path.is_relative_to(folder)
        }

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that it was read from."""
        return tuple(path for path in self.sources[0] if path is not None)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules and facts in source order, then those that `eqrel` implies."""
        return self.core.rules

    def rules_of(self, name: str) -> tuple[Rule, ...]:
        """The rules that have a relation in their head, in order."""
        return tuple(rule for rule in self.rules if any(head.relation == name for head in rule.heads))

    @cached_property
    def arities(self) -> dict[str, int]:
        """How many columns the relations have that have rows: all but the inline ones."""
        return {name: relation.arity for name, relation in self.relations.items() if not relation.inline}

    @property
    def stored(self) -> tuple[str, ...]:
        """The names of the relations that have rows: all but the inline ones."""
        return tuple(self.arities)

    @cached_property
    def reads(self) -> dict[str, dict[str, None]]:
        """For each relation those that its rules read, as they are written, in the order of first mention."""
        from ownlog.rules.engine.language.normal_form import normalize
        from ownlog.rules.engine.language.stratify import dependencies

        rules = enumerate(self.rules)
        return dependencies(
            self.relations, (clause for index, rule in rules for clause in normalize(rule.heads, rule.body, index))
        )

    def leading_to(self, names: Collection[str]) -> set[str]:
        """Some relations, those that their rules read, and so on."""
        read = self.reads
        found, waiting = set(names), list(names)
        while waiting:
            new = [name for name in read.get(waiting.pop(), ()) if name not in found]
            found.update(new)
            waiting += new
        return found

    @cached_property
    def outputs(self) -> tuple[str, ...]:
        """The names of the relations declared `.output`."""
        return tuple(name for name, relation in self.relations.items() if relation.is_output)

    @cached_property
    def inputs(self) -> tuple[str, ...]:
        """The names of the relations declared `.input`."""
        return tuple(name for name, relation in self.relations.items() if relation.is_input)
