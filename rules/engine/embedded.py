"""The engine of every installation: it plans a program once, and runs plans natively or by an interpreter."""

from __future__ import annotations

import gc
from _thread import allocate_lock
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from ownlog.base.cache import Cache, Nowhere
from ownlog.base.errors import EngineError
from ownlog.rules.engine.interpreter import Table
from ownlog.rules.engine.native import is_here
from ownlog.rules.engine.planning.functors import COMPARISONS, OPERATIONS
from ownlog.rules.engine.program.engine import Facts, Rows
from ownlog.rules.engine.program.image import Entry, Image
from ownlog.rules.engine.program.program import Program
from ownlog.rules.engine.storage import Numbers, Storage

Stratum: TypeAlias = "Callable[[dict[str, Any], Callable[..., Any]], None]"
"""The compiled rules of one stratum: fills relations, with a function that fetches or builds an index."""


class Compiled:
    """The strata of a program, run natively or by the interpreter."""

    def __init__(self, image: Image, native: bool) -> None:
        self.image = image
        self._native = native
        self._functions: dict[str, Stratum] = {}

    def function(self, entry: Entry) -> Stratum:
        found = self._functions.get(entry.heads[0])
        if found is None:
            found = self._functions[entry.heads[0]] = self._gated(entry)
        return found

    def _gated(self, entry: Entry) -> Stratum:
        """The function of a stratum, whose plan is loaded when it may derive something."""
        # What has no gates is always open.
        gates, load = entry.gates or ((),), cache(partial(self._load, entry))

        def run(relations: dict[str, Any], index: Callable[..., Any]) -> None:
            for names in gates:
                if all(map(relations.__getitem__, names)):
                    load()(relations, index)
                    break

        return run

    def _load(self, entry: Entry) -> Stratum:
        made: Any
        if self._native:
            from ownlog.rules.engine.native.joins import Stratum as made
        else:
            from ownlog.rules.engine.interpreter import Stratum as made
        relations, constants, named, *rest = self.image.plan(entry)
        functions = tuple(OPERATIONS.get(name) or COMPARISONS[name] for name in named)
        stratum: Stratum = made(relations, constants, functions, *rest)
        return stratum

    def storage(self) -> Storage:
        """Where a run of the functions keeps its rows."""
        return Numbers() if self._native else Storage()


VERSION = "1"
# Compiled programs that an engine has at hand, and plans: the road from tensors asks for 12 sets of relations in turn.
_AT_HAND = 16


class _Step(NamedTuple):
    """A stratum, and the relations and indexes that nothing looks at behind it."""

    derive: Stratum
    relations: Collection[str]
    indexes: Collection[str]


class _Plan(NamedTuple):
    """What it takes to derive some relations."""

    storage: Storage
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
    """Evaluates programs semi-naively, stratum by stratum, with hash indexes.

    `cache_dir` holds compiled programs (by default `$XDG_CACHE_HOME/ownlog` or `~/.cache/ownlog`); without `keep` it is
    not used. `native` selects the extension or the interpreter; None takes the extension if it was built.
    """

    name = "embedded"

    def __init__(self, cache_dir: Path | str | None = None, *, keep: bool = True, native: bool | None = None) -> None:
        self._cache = Cache(cache_dir) if keep else Nowhere(cache_dir)
        self._native = is_here() if native is None else native
        self._programs: dict[str, Compiled] = {}
        self._plans: dict[tuple[str, tuple[str, ...]], _Plan] = {}
        # What a plan keeps belongs to one run at a time.
        self._alone = allocate_lock()

    @cached_property
    def _unbounded(self) -> EmbeddedEngine:
        """An engine whose numbers may be of any size."""
        engine = EmbeddedEngine(native=False)
        engine._cache = self._cache
        return engine

    def version(self) -> str:
        return VERSION

    def run(self, program: Program, facts: Facts, outputs: Collection[str] | None = None) -> Rows:
        """The rows of `outputs` (by default those declared `.output`) that follow from `facts`, of any relations.

        Raises EngineError for an unknown relation, a row of the wrong width, a division by zero, and a text that is no
        number where a rule needs one.
        """
        wanted = program.outputs if outputs is None else tuple(outputs)
        check_names(program, [*facts, *wanted])
        with self._alone, _no_garbage_collection():
            try:
                return self._derived(program, facts, tuple(wanted))
            except OverflowError:
                if not self._native:
                    raise
                return self._unbounded.run(program, facts, wanted)

    def _derived(self, program: Program, facts: Facts, wanted: tuple[str, ...]) -> Rows:
        plan = self._planned(program, wanted)
        storage = plan.storage
        try:
            relations = _load(program, facts, plan.needed, storage)
            if any(facts.get(name) for name in plan.settled):
                _evaluate(_steps(self._compiled(program), plan.strata, wanted), relations, {}, ())
            else:
                relations |= plan.settled
                _evaluate(plan.open, relations, plan.indexes, plan.settled.values())
            return {name: storage.rows(relations.pop(name), program.arities[name]) for name in dict.fromkeys(wanted)}
        finally:
            storage.forget()

    def _planned(self, program: Program, wanted: tuple[str, ...]) -> _Plan:
        plan = self._plans.pop((program.key, wanted), None) or self._plan(program, wanted)
        self._plans[program.key, wanted] = plan
        while len(self._plans) > _AT_HAND:
            del self._plans[next(iter(self._plans))]
        return plan

    def _plan(self, program: Program, wanted: Iterable[str]) -> _Plan:
        compiled = self._compiled(program)
        image, storage, arities = compiled.image, compiled.storage(), program.arities
        needed, selected = image.leading_to(wanted)
        known = [entry for entry in selected if image.has(entry.heads[0])]
        settled = {name: storage.relation(arities[name], image.part(name)) for entry in known for name in entry.heads}
        indexes: dict[str, Any] = {}
        rest = []
        for entry in selected:
            if entry.heads[0] in settled:
                continue
            if all(name in settled or name in entry.heads for name in entry.reads):
                settled |= {name: storage.relation(arities[name]) for name in entry.heads}
                _evaluate([_Step(compiled.function(entry), (), ())], settled, indexes, settled.values())
            else:
                rest.append(entry)
        storage.settle()
        return _Plan(storage, selected, needed, settled, _steps(compiled, rest, wanted), indexes)

    def _compiled(self, program: Program) -> Compiled:
        known = self._programs.get(program.key)
        if known is None:
            image = program.image or self._read(program) or self._compile(program)
            known = Compiled(image, self._native)
            while len(self._programs) >= _AT_HAND:
                del self._programs[next(iter(self._programs))]
            self._programs[program.key] = known
        return known

    def _read(self, program: Program) -> Image | None:
        cached = self._cache.read(f"{program.key}.plans")
        return Image(cached) if cached is not None else None

    def _compile(self, program: Program) -> Image:
        # What compiles is not needed where that was done.
        from ownlog.rules.engine.compiling import compile_program

        packed = compile_program(program)
        self._cache.write(f"{program.key}.plans", packed)
        return Image(packed)


def settled_rows(image: Image) -> dict[str, list[Any]]:
    """The rows of all relations that hang on no facts."""
    program = Compiled(image, native=False)
    rows: dict[str, Any] = {}
    for entry in image.strata:
        if all(name in rows or name in entry.heads for name in entry.reads):
            rows |= {name: Table() for name in entry.heads}
            _evaluate([_Step(program.function(entry), (), ())], rows, {}, ())
    return {name: found.rows for name, found in rows.items()}


def _steps(compiled: Compiled, entries: Sequence[Entry], wanted: Iterable[str]) -> list[_Step]:
    """The strata in order; relations that are not `wanted` go after their last use, which halves the peak."""
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


def _evaluate(
    steps: Iterable[_Step], relations: dict[str, Any], lasting: dict[str, Any], settled: Iterable[Any]
) -> None:
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
    """Rows never form cycles, but the collector would look at millions of new tuples again and again."""
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


def _load(program: Program, facts: Facts, needed: Collection[str], storage: Storage) -> dict[str, Any]:
    """The relations that are `needed`, with the rows of facts; all facts are checked, needed or not."""
    arities = program.arities
    relations: dict[str, Any] = {}
    for name, given in facts.items():
        rows = given if isinstance(given, list) else list(given)
        for width in set(map(len, rows)) - {arities[name]}:
            raise EngineError(f"{name} has {arities[name]} columns; a fact with {width} was given")
        if name in needed:
            relations[name] = storage.relation(arities[name], rows)
    for name in needed:
        if name not in relations:
            relations[name] = storage.relation(arities[name])
    return relations
