"""The whole analysis, compiled when the package is built, in an image beside the rules.

In a checkout, where rules may change, the image records the states of the files, and is made again when they change, as
Python does with modules.
"""

from __future__ import annotations

import mmap
import os
import sys
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ownlog.rules.engine.program.image import Image
from ownlog.rules.engine.program.program import Files, Program
from ownlog.rules.engine.program.stamp import engine_stamp

if TYPE_CHECKING:
    from ownlog.rules.engine.language.items import Item
    from ownlog.rules.engine.language.sources import SourceFile
    from ownlog.rules.engine.program.relations import Core, Relation, Rule

HERE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
"""The folder of the rules."""
MAIN = f"{HERE}/main.dl"
QUESTIONS = f"{HERE}/questions"
"""The folder of the programs that answer ready questions: they read the analysis, and are no part of it."""
IMAGE = f"{HERE}/main.{sys.implementation.cache_tag}.image"

CONCLUDED = ("just_allocates", "just_computes", "just_reads")
"""What rules conclude from models alone, so that it is known without a run."""
_MODELS = "!models"

_States = Mapping[str, tuple[int, int]]


def shipped() -> Shipped:
    """The analysis, from the image beside the rules or the user's cache, or else compiled."""
    with suppress(OSError, ValueError):
        image = Image(_mapped(IMAGE))
        states = image.more["states"]
        if states is None or states == _states(states):
            return Shipped(image)
    from ownlog.base.cache import Cache, digest

    states = _states()
    name = f"{digest(repr(sorted(states.items())).encode(), engine_stamp())}.image"
    cache = Cache()
    cached = cache.read(name)
    if cached is None:
        cached = compile_analysis(states)
        if not _written(cached):
            cache.write(name, cached)
    return Shipped(Image(cached))


@cache
def own_models() -> Mapping[str, Collection[tuple[str | int, ...]]]:
    """What the files of `dialects/` say of ops, and what `CONCLUDED` names: rows by relation."""
    rows: Mapping[str, Collection[tuple[str | int, ...]]] = shipped().image.part(_MODELS)
    return rows


@cache
def private_relations() -> frozenset[str]:
    """The relations that rules derive on their way: users and Python read the others, which are declared `.output`."""
    return frozenset(shipped().image.more["private"])


def place(fixed: bool) -> None:
    """Put the image beside the rules; it need not be held against these where they are `fixed`."""
    _written(compile_analysis(None if fixed else _states()))


def _mapped(path: str) -> memoryview:
    """The bytes of a file, of which only those are read that somebody looks at."""
    with open(path, "rb") as file:
        return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


def _written(image: bytes) -> bool:
    """Whether the image could be put beside the rules: all of it, or nothing."""
    temporary = f"{IMAGE}.{id(image)}.tmp"
    try:
        Path(temporary).write_bytes(image)
        os.replace(temporary, IMAGE)
    except OSError:
        return False
    return True


def _states(names: Mapping[str, object] | None = None) -> _States:
    """Size and time of each file that an image is made of, or of these `names`."""
    if names is None:
        engine = (path for path in Path(HERE, "engine").rglob("*") if path.suffix in (".py", ".lark"))
        found = [*Path(HERE, "shipped").glob("*.py"), *Path(HERE).rglob("*.dl"), *engine]
        names = {str(path.relative_to(HERE)): None for path in found}
    known = {}
    for name in names:
        state = os.stat(f"{HERE}/{name}")
        known[name] = state.st_size, state.st_mtime_ns
    return known


def compile_analysis(states: _States | None) -> bytes:
    """The image of the analysis; `states` are the files' states for readers to compare (None: they need not)."""
    from ownlog.base.cache import digest
    from ownlog.base.source import Source
    from ownlog.rules.engine.compiling import compile_program
    from ownlog.rules.engine.embedded import EmbeddedEngine, settled_rows
    from ownlog.rules.engine.language.parser import parse
    from ownlog.rules.shipped.pickles import pickled
    from ownlog.rules.shipped.stated import is_private, stated

    program = Program.load(MAIN)
    names = {name: path.relative_to(HERE).as_posix() for name, path in program.own_texts(Path(HERE)).items()}
    more = {
        "states": states,
        "key": digest(*(file.source.text.encode() for file in program.sources[0].values())),
        "arities": program.arities,
        "outputs": program.outputs,
        "inputs": program.inputs,
        "columns": {
            name: " ".join(column.name for column in relation.columns)
            for name, relation in program.relations.items()
            if relation.is_input or relation.is_output
        },
        "private": tuple(name for name, relation in program.relations.items() if is_private(relation)),
    }
    relations = {name: replace(relation, _program=None) for name, relation in program.relations.items()}
    parts: dict[str, Any] = {"!relations": pickled(relations, names), "!core": pickled(program.core, names)}
    parts["!inline"] = pickled(
        {name: relation.rules for name, relation in program.relations.items() if relation.inline}, names
    )
    for path in Path(QUESTIONS).glob("*.dl"):
        parts[f"!{path.name}"] = pickled(parse(Source(path.read_text(encoding="utf-8"), path.name)), names)
    bare = Image(compile_program(program))
    rows = {name: _interned(found) for name, found in settled_rows(bare).items()}
    concluded = EmbeddedEngine(keep=False).run(program, {}, CONCLUDED)
    models = {**stated(program), **{name: sorted(concluded[name]) for name in CONCLUDED}}
    parts[_MODELS] = {name: tuple(found) for name, found in models.items()}
    return compile_program(program, more, {**parts, **rows})


def _interned(rows: list[Any]) -> list[Any]:
    """The same rows, whose strings are the same objects wherever they are read."""

    def same(value: Any) -> Any:
        return sys.intern(value) if isinstance(value, str) else value

    return [tuple(map(same, row)) if isinstance(row, tuple) else same(row) for row in rows]


class Shipped(Program):
    """The analysis out of an image: relations, rules and texts are read when somebody asks for them."""

    image: Image

    def __init__(self, image: Image) -> None:
        self.image = image
        self.key = image.more["key"]
        self.arities = image.more["arities"]
        self.outputs = image.more["outputs"]
        self.inputs = image.more["inputs"]
        self.columns: Mapping[str, str] = image.more["columns"]
        """The columns, separated by blanks, of the relations with typed rows: facts and public derived ones."""
        # Positions show paths from the directory that the analysis was asked for in.
        self._directory = os.getcwd()
        self._names: dict[str, str] = {}

    def _shown(self, name: str) -> str:
        known = self._names.get(name)
        if known is None:
            path = Path(HERE, name)
            known = self._names[name] = str(
                path.relative_to(self._directory) if path.is_relative_to(self._directory) else path
            )
        return known

    def _read(self, part: str) -> Any:
        from ownlog.rules.shipped.pickles import unpickled

        assert self.image is not None
        return unpickled(self.image.part(part), self._shown)

    @cached_property
    def relations(self) -> dict[str, Relation]:
        relations: dict[str, Relation] = self._read("!relations")
        for relation in relations.values():
            relation._program = self
        return relations

    @cached_property
    def core(self) -> Core:
        core: Core = self._read("!core")
        return core

    def items(self, question: str) -> list[Item]:
        """What a file of `QUESTIONS` says, in order."""
        items: list[Item] = self._read(f"!{question}")
        return items

    def rules_of(self, name: str) -> tuple[Rule, ...]:
        """As of any program; those of inline relations without reading all."""
        found = self._inline.get(name)
        return found if found is not None else super().rules_of(name)

    @cached_property
    def _inline(self) -> dict[str, tuple[Rule, ...]]:
        """The rules of the relations that rows of are never made, which all programs on top of the analysis need."""
        inline: dict[str, tuple[Rule, ...]] = self._read("!inline")
        return inline

    @cached_property
    def sources(self) -> tuple[Files, Sequence[SourceFile]]:
        from ownlog.rules.engine.language.sources import collect, read_source

        roots = [read_source(Path(MAIN))]
        return collect(roots), roots
