"""The engine that needs nothing but Python: it compiles a program once and runs the compiled module."""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from types import CodeType, MappingProxyType
from typing import Any

from ownlog.base.cache import Cache, Nowhere
from ownlog.base.errors import Diagnostic, EngineError
from ownlog.base.later import NamedTuple
from ownlog.rules.engine.embedded.compiled import Compiled, Stratum
from ownlog.rules.engine.program.engine import Facts, Rows
from ownlog.rules.engine.program.image import Entry, Image
from ownlog.rules.engine.program.program import Program

VERSION = "1"
# Compiled programs that an engine has at hand; a process rarely runs more than the analysis and a few queries in turn.
_AT_HAND = 8
_NOTHING: Mapping[str, Any] = MappingProxyType({})


class _Step(NamedTuple):
    """A stratum, and the relations and indexes that nothing looks at behind it."""

    derive: Stratum
    relations: Collection[str]
    indexes: Collection[str]


class _Plan(NamedTuple):
    """What it takes to derive some relations."""

    strata: list[Entry]
    needed: set[str]
    """The relations that the strata touch."""
    settled: dict[str, Any]
    """The rows of the relations that hang on no facts: what models say, mostly."""
    open: list[_Step]
    """The strata of the others."""
    indexes: dict[str, Any]
    """The indexes of settled relations that were asked for already."""


class EmbeddedEngine:
    """Evaluates programs with generated Python: semi-naive, stratum by stratum, hash-indexed.

    `cache_dir` holds compiled programs; the default is `$XDG_CACHE_HOME/ownlog` or `~/.cache/ownlog`. Without `keep` nothing is read from
    there or written to it.
    """

    name = "embedded"

    def __init__(self, cache_dir: Path | None = None, *, keep: bool = True) -> None:
        self._cache = Cache(cache_dir) if keep else Nowhere(cache_dir)
        self._programs: dict[str, Compiled] = {}
        self._plans: dict[tuple[str, tuple[str, ...]], _Plan] = {}

    def version(self) -> str:
        """The version of this engine."""
        return VERSION

    def run(self, program: Program, facts: Facts, outputs: Collection[str] | None = None) -> Rows:
        """The rows of the relations `outputs` (by default those declared `.output`) that follow from `facts` and the rules.

        Facts may be given for any relation. Raises EngineError for an unknown relation, a row of the wrong width, a division by
        zero, and a text that is not a number where a rule asks for one.
        """
        wanted = program.outputs if outputs is None else tuple(outputs)
        check_names(program, [*facts, *wanted])
        with _no_garbage_collection():
            plan = self._planned(program, tuple(wanted))
            relations = _load(program, facts, plan.needed)
            if any(facts.get(name) for name in plan.settled):
                _evaluate(_steps(self._compiled(program), plan.strata, wanted), relations, {}, ())
            else:
                relations |= plan.settled
                _evaluate(plan.open, relations, plan.indexes, plan.settled.values())
            return {name: _rows(relations.pop(name), program.arities[name]) for name in dict.fromkeys(wanted)}

    def _planned(self, program: Program, wanted: tuple[str, ...]) -> _Plan:
        plan = self._plans.pop((program.key, wanted), None) or self._plan(program, wanted)
        self._plans[program.key, wanted] = plan
        while len(self._plans) > _AT_HAND:
            del self._plans[next(iter(self._plans))]
        return plan

    def _plan(self, program: Program, wanted: Iterable[str]) -> _Plan:
        compiled = self._compiled(program)
        image = compiled.image
        needed, selected = image.leading_to(wanted)
        known = [entry for entry in selected if image.has(entry.heads[0])]
        settled: dict[str, Any] = {name: dict.fromkeys(image.part(name)) for entry in known for name in entry.heads}
        indexes: dict[str, Any] = {}
        rest = []
        for entry in selected:
            if entry.heads[0] in settled:
                continue
            if all(name in settled or name in entry.heads for name in entry.reads):
                settled |= {name: {} for name in entry.heads}
                _evaluate([_Step(compiled.function(entry), (), ())], settled, indexes, settled.values())
            else:
                rest.append(entry)
        return _Plan(selected, needed, settled, _steps(compiled, rest, wanted), indexes)

    def _compiled(self, program: Program) -> Compiled:
        known = self._programs.get(program.key)
        if known is None:
            known = Compiled(program.image or self._read(program) or self._compile(program))
            while len(self._programs) >= _AT_HAND:
                del self._programs[next(iter(self._programs))]
            self._programs[program.key] = known
        return known

    def _read(self, program: Program) -> Image | None:
        cached = self._cache.read(f"{program.key}.code")
        return Image(cached) if cached is not None else None

    def _compile(self, program: Program) -> Image:
        packed = compile_program(program)
        self._cache.write(f"{program.key}.code", packed)
        return Image(packed)


def compile_program(program: Program, more: Mapping[str, Any] = _NOTHING, parts: Mapping[str, Any] = _NOTHING) -> bytes:
    """The image of a program, with what else it is to have (see `pack`). Raises EngineError for a rule that is too long."""
    from ownlog.rules.engine.embedded.codegen import generate
    from ownlog.rules.engine.program.image import pack

    try:
        strata, builders = generate(program)
        entries = [(*stratum[:-1], _compiled(stratum.source)) for stratum in strata]
        return pack(entries, {name: _compiled(source) for name, source in builders.items()}, more, parts)
    except SyntaxError as error:
        # What remains after the checks: more nested tests than Python's parser takes.
        message = f"a rule is too long for the embedded engine ({error.msg})"
        raise EngineError(Diagnostic(message, advice="split it with a helper relation")) from error


def settled_rows(program: Compiled) -> dict[str, list[Any]]:
    """The rows of all relations that hang on no facts."""
    rows: dict[str, Any] = {}
    for entry in program.image.strata:
        if all(name in rows or name in entry.heads for name in entry.reads):
            rows |= {name: {} for name in entry.heads}
            _evaluate([_Step(program.function(entry), (), ())], rows, {}, ())
    return {name: list(found) for name, found in rows.items()}


# As many as the strata of the analysis and their indexes, which programs that a process compiles in turn mostly share.
@lru_cache(maxsize=4096)
def _compiled(part: str) -> CodeType:
    return compile(part, "<compiled rules>", "exec", optimize=2)


def _steps(compiled: Compiled, entries: Sequence[Entry], wanted: Iterable[str]) -> list[_Step]:
    """The strata in order. What is `wanted` stays; all else goes as soon as it was looked at for the last time: that halves the peak."""
    steps: list[_Step] = []
    seen = set(wanted)
    asked: set[str] = set()
    for entry in reversed(entries):
        relations = {*entry.heads, *entry.reads} - seen
        indexes = {*entry.indexes} - asked
        steps.append(_Step(compiled.function(entry), relations, indexes))
        seen |= relations
        asked |= indexes
    steps.reverse()
    return steps


def _evaluate(steps: Iterable[_Step], relations: dict[str, Any], lasting: dict[str, Any], settled: Iterable[Any]) -> None:
    """Fills `relations`. Indexes of those that are `settled` are kept in `lasting`, from one evaluation to the next."""
    indexes = dict(lasting)
    last = set(map(id, settled))

    def index(name: str, build: Callable[[set[Any]], Any], rows: set[Any]) -> Any:
        found = indexes.get(name)
        if found is None:
            found = indexes[name] = build(rows)
            if id(rows) in last:
                lasting[name] = found
        return found

    for step in steps:
        step.derive(relations, index)
        for name in step.indexes:
            indexes.pop(name, None)
        for name in step.relations:
            del relations[name]


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """Rows never form cycles, but millions of new tuples would make the collector look at all of them again and again."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def check_names(program: Program, names: Iterable[str]) -> None:
    """Raises EngineError where a name is not a relation of the program."""
    odd = [name for name in names if name not in program.arities]
    unknown = [name for name in odd if name not in program.relations]
    if unknown:
        raise EngineError(f"the program has no relation {', '.join(unknown)}")
    if odd:
        raise EngineError(f"the relation {odd[0]} is inline: it has no rows that could be given or asked for")


def _load(program: Program, facts: Mapping[str, Iterable[tuple[str | int, ...]]], needed: Collection[str]) -> dict[str, Any]:
    """The relations that are `needed`, with the rows of facts; all facts are checked, needed or not.

    Relations are dictionaries without values, because those keep the order in which rows came: neighbouring rows are about neighbouring
    things, and a scan in hash order would fetch each of them from another end of the memory.
    """
    relations: dict[str, Any] = {name: {} for name in needed}
    for name, given in facts.items():
        arity = program.arities[name]
        rows = given if isinstance(given, list) else list(given)
        for width in set(map(len, rows)) - {arity}:
            raise EngineError(f"{name} has {arity} columns; a fact with {width} was given")
        if name in needed:
            stored = [row[0] for row in rows] if arity == 1 else rows
            relations[name] = dict.fromkeys(stored)
    return relations


def _rows(stored: Collection[Any], arity: int) -> set[tuple[str | int, ...]]:
    return {(value,) for value in stored} if arity == 1 else set(stored)
