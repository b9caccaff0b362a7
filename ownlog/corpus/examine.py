"""The work on one file, in a process that may be killed: read, parse, analyse, rewrite, make tables."""

from __future__ import annotations

import hashlib
import os
import stat
import traceback
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from ownlog import rules
from ownlog.backend.reasons import refused, unplanned
from ownlog.backend.rewriting import build
from ownlog.base.errors import Diagnostic, InputError, Position
from ownlog.corpus.data.coded import NOTHING, Coded, coded
from ownlog.corpus.data.kept import kept
from ownlog.corpus.data.outcome import PIPELINE, Answer, FileReport, Options, Outcome, Request, Stage
from ownlog.corpus.data.schema import REWRITTEN, functions_by_name, tables_of
from ownlog.corpus.recalling import RecallingEngine
from ownlog.frontend import parse
from ownlog.frontend.facts.extract import Facts, extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.ir.traits import Traits
from ownlog.frontend.ir.walking import ops_in

if TYPE_CHECKING:
    from ownlog.backend.context import Context, Known
    from ownlog.backend.pass_definition import Step
    from ownlog.rules.engine.program.engine import Engine
    from ownlog.rules.engine.program.program import Program


@dataclass
class Left:
    """The `deallocations` of buffers, how many of them are `checks` at run time, and the `clones`."""

    deallocations: int = 0
    checks: int = 0
    clones: int = 0


def count_left(module: Module, traits: Traits) -> Left:
    """Counts in the functions of a module.

    A buffer of `bufferization.dealloc` is checked if its condition is no constant or if buffers are retained, a
    `memref.dealloc` if it is in an `scf.if`; a call of the library function is one deallocation with a check.
    """
    left = Left()
    for function in module.functions(traits):
        if _symbol(function).startswith("dealloc_helper"):
            continue
        for op in ops_in(function):
            if op.name == build.DEALLOC:
                buffers, conditions, retained = op.groups()
                left.deallocations += len(buffers)
                left.checks += (
                    len(buffers) if retained else sum(not _is_constant(condition) for condition in conditions)
                )
            elif op.name == build.FREE:
                left.deallocations += 1
                left.checks += _is_guarded(op)
            elif op.name == build.CALL and (op.attribute("callee") or "").startswith("@dealloc_helper"):
                left.deallocations += 1
                left.checks += 1
            elif op.name == build.CLONE:
                left.clones += 1
    return left


def _symbol(function: Op) -> str:
    return (function.attribute("sym_name") or "").strip('"')


def _is_constant(value: Value) -> bool:
    return isinstance(value.owner, Op) and value.owner.name == build.CONSTANT


def _is_guarded(op: Op) -> bool:
    region = op.parent.parent if op.parent is not None else None
    return region is not None and region.parent is not None and region.parent.name == build.IF


_UNPLANNED = "a pipeline tries again, with owners that stay and functions that keep to the ABI"
_WENT_THROUGH = (
    "the pipeline went through, with owners that stay or functions that keep to the ABI: checks says what is left to"
    " run time"
)
_DETAILS = 4000  # of a traceback, its end

Relations = Mapping[str, set[rules.Row]]


@dataclass
class Laboratory:
    """What all files share: options, rules, engine, passes, and the columns of texts (`symbols`).

    `wanted` are the derived relations of the data set, `ahead` those that the passes will ask for.
    """

    options: Options
    program: Program
    engine: Engine
    steps: list[Step]
    symbols: dict[str, list[int]] = field(init=False)
    wanted: list[str] = field(init=False)
    ahead: list[str] = field(init=False)
    recalling: RecallingEngine = field(init=False)

    def __post_init__(self) -> None:
        names = kept(self.program, self.options.relations)
        self.symbols = {name: table.symbols for name, table in tables_of(self.program, names).items()}
        inputs = set(self.program.inputs)
        self.wanted = [name for name in names if name not in inputs]
        self.ahead = sorted({name for name in self._asked_by_steps() if name not in inputs}.difference(self.wanted))
        self.recalling = RecallingEngine(self.engine)

    def context(self, known: Known | None = None) -> Context:
        """What passes go by: a new one for each file, which must not see another's remarks."""
        from ownlog.backend.context import Context

        return Context(tuple(map(Path, self.options.models)), self.recalling, known=known)

    @classmethod
    def equip(cls, options: Options) -> Laboratory:
        """Load what `options` need. Raises RuleError, EngineError, and InputError for what is no pipeline."""
        from ownlog.rules.engine.choose import default_engine, engine_named

        steps = []
        if options.pipeline is not None:
            from ownlog.backend.passes.pipeline_text import parse_pipeline

            steps = parse_pipeline(options.pipeline)
        program = rules.load([Path(model) for model in options.models])
        return cls(options, program, engine_named(options.engine) or default_engine(), steps)

    def analyze(self, module: Module) -> tuple[Facts, Relations, Naming]:
        """All facts about a module, and what follows from them in the relations that are wanted."""
        naming = Naming(module, self.context().effects(module))
        facts = extract_facts(module, naming)
        rows = self.recalling.learn(self.program, facts, [*self.wanted, *self.ahead])
        return facts, {name: rows[name] for name in self.wanted}, naming

    def _asked_by_steps(self) -> Iterable[str]:
        """What a pipeline that plans asks the rules about a file that the passes before its plan left alone."""
        if not any(step.name == PIPELINE for step in self.steps):
            return ()
        from ownlog.backend.ownership.strategy import NEEDED

        return NEEDED

    def rewrite(self, module: Module, facts: Facts, naming: Naming) -> None:
        """Run the passes on what has these facts and names. Raises InputError for what one of them refuses."""
        from ownlog.backend.context import Known
        from ownlog.backend.passes.registry import run_passes

        run_passes(module, self.steps, self.context(Known([*module.ops], naming, facts)))

    def coded(
        self, facts: Facts, derived: Relations, functions: Collection[str], rewritten: str | None = None
    ) -> Coded:
        """The rows of each relation that has some; `functions` are the names of all functions."""
        function_of = functions_by_name(functions)
        made: dict[str, Collection[rules.Row]] = {**facts, **derived}
        if rewritten is not None:
            made[REWRITTEN] = [(rewritten,)]
        return coded(made, self.symbols, function_of)


def functions_in(naming: Naming) -> set[str]:
    """The names of all functions, before a pass changes what they stand for."""
    return set(map(naming.op, naming.functions))


def examine(request: Request, laboratory: Laboratory, notify: Callable[[FileReport], None]) -> Answer:
    """Work on one file. `notify` is told the report so far whenever a stage begins. Raises nothing but MemoryError."""
    report = FileReport(request.file, request.path)
    examination = _Examination(report, laboratory, notify)
    try:
        return Answer(report, examination.run())
    except MemoryError:
        raise
    except Exception as error:
        report.end(
            Outcome.CRASHED,
            f"{type(error).__name__}: {error}"[:_DETAILS],
            "this is a mistake in Ownlog: please report it",
        )
        report.details = traceback.format_exc()[-_DETAILS:]
        return Answer(report)


class _Examination:
    def __init__(self, report: FileReport, laboratory: Laboratory, notify: Callable[[FileReport], None]) -> None:
        self.report = report
        self.laboratory = laboratory
        self.notify = notify

    def run(self) -> Coded:
        """The rows; none where the analysis was not reached."""
        with self._stage(Stage.READ):
            text = self._read()
        if text is None:
            return NOTHING
        with self._stage(Stage.PARSE):
            module = self._parse(text)
        if module is None:
            return NOTHING
        with self._stage(Stage.ANALYZE):
            facts, derived, naming = self.laboratory.analyze(module)
            self._count(facts, derived)
            self._judge(facts, derived, naming)
            functions = functions_in(naming)
            self.report.functions = len(functions)
        rewritten = None
        if self.laboratory.options.pipeline is not None:
            with self._stage(Stage.REWRITE):
                rewritten = self._rewrite(module, facts, naming)
        with self._stage(Stage.STORE):
            return self.laboratory.coded(facts, derived, functions, rewritten)

    @contextmanager
    def _stage(self, stage: Stage) -> Iterator[None]:
        self.report.stage = stage
        self.notify(self.report)
        start = perf_counter()
        try:
            yield
        finally:
            setattr(self.report, f"{stage.value}_seconds", perf_counter() - start)

    def _read(self) -> str | None:
        path = self.report.path
        try:
            kind = os.stat(path).st_mode
            if stat.S_ISDIR(kind):
                # Folders that can be read stand for the files in them.
                self.report.end(Outcome.REJECTED, "cannot read the folder", "check its permissions")
                return None
            if not stat.S_ISREG(kind):
                self.report.end(Outcome.REJECTED, "not a regular file", "name files with MLIR text")
                return None
            data = Path(path).read_bytes()
        except (OSError, ValueError) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
            self.report.end(Outcome.REJECTED, f"cannot read the file: {reason}", "check the path and its permissions")
            return None
        self.report.digest, self.report.bytes = hashlib.blake2b(data, digest_size=16).hexdigest(), len(data)
        return data.decode("utf-8", "surrogateescape")

    def _parse(self, text: str) -> Module | None:
        try:
            return parse(text, self.report.file)
        except InputError as error:
            first = error.diagnostics[0]
            self._end_at(
                first, Outcome.REJECTED if first.unsupported is None else Outcome.UNSUPPORTED, first.unsupported
            )
            return None

    def _end_at(self, diagnostic: Diagnostic, outcome: Outcome, op: str | None = None) -> None:
        self.report.end(outcome, diagnostic.message, diagnostic.advice)
        self.report.op = op
        if diagnostic.position is not None:
            self.report.line, self.report.column = diagnostic.position.line, diagnostic.position.column

    def _count(self, facts: Facts, derived: Relations) -> None:
        self.report.facts = sum(map(len, facts.values()))
        self.report.derived = sum(map(len, derived.values()))
        self.report.ops = len(facts["op"]) - 1  # without the module around everything

    def _judge(self, facts: Facts, derived: Relations, naming: Naming) -> None:
        """The rules' verdict on the file. With a pipeline, it is the pipeline that says which ops are unsupported."""
        unsupported = [(str(op), *refused(str(reason))) for op, reason in derived["refusal"]]
        undecided = [(str(op), unplanned(str(reason))[0], _UNPLANNED) for _, op, reason in derived["undecided"]]
        for outcome, rows in ((Outcome.UNSUPPORTED, unsupported), (Outcome.UNDECIDED, undecided)):
            if rows and (outcome is Outcome.UNDECIDED or self.laboratory.options.pipeline is None):
                places = {str(op): (int(line), int(column)) for op, _, line, column in facts["op_position"]}
                op, message, advice = min(rows, key=lambda row: (places.get(row[0], (0, 0)), row))
                self.report.end(outcome, message, advice)
                self.report.op = naming.ops[op].name
                self.report.line, self.report.column = places.get(op, (None, None))
                return

    def _rewrite(self, module: Module, facts: Facts, naming: Naming) -> str | None:
        try:
            self.laboratory.rewrite(module, facts, naming)
        except InputError as error:
            first = error.diagnostics[0]
            op = _op_at(first.position, facts) if first.position is not None else None
            self._end_at(first, Outcome.REJECTED if op is None else Outcome.UNSUPPORTED, op)
            return None
        if self.report.outcome is Outcome.UNDECIDED:
            self.report.advice = _WENT_THROUGH
        left = count_left(module, naming.traits)
        self.report.deallocations, self.report.checks, self.report.clones = left.deallocations, left.checks, left.clones
        return str(module)


def _op_at(position: Position, facts: Facts) -> str | None:
    """The name of the first op that begins there, as the text has it: passes may have changed what the module holds."""
    kinds = {op: str(name) for op, name, _, _ in facts["op"]}
    found = (
        kinds[op] for op, _, line, column in facts["op_position"] if (line, column) == (position.line, position.column)
    )
    return next(found, None)
