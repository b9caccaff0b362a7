"""Carries out the decisions about a module: copies, then buffers."""

from __future__ import annotations

from ownlog import rules
from ownlog.backend.bufferize.analysis.analysis import COPY_BEFORE_WRITE
from ownlog.backend.bufferize.analysis.result import Analysis, facts_of
from ownlog.backend.bufferize.copies import DERIVED, Copies, insert_copies
from ownlog.backend.bufferize.ops.settings import OneShotOptions
from ownlog.backend.bufferize.ops.state import Scopes
from ownlog.backend.bufferize.walk import Walk
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import spelled
from ownlog.base.errors import InputError
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module
from ownlog.rules import relations
from ownlog.rules.engine.choose import default_engine
from ownlog.rules.engine.program.engine import Facts, Row
from ownlog.rules.typed_rows import relation_names

_TOLD = ("assume_in_place", "assume_changed", "assume_class", "assume_parted")

_GIVEN = relation_names(
    relations.ArgumentAtEnd, relations.ArrivesNext, relations.Bufferized, relations.EndsIteration, relations.GivenBack,
    relations.YieldsOperand, relations.MustBeInPlace, relations.NeedsFill, relations.ReadOnly, relations.Refilled,
    relations.SeenDefinition, relations.Shares, relations.SoleResult, relations.TensorAt, relations.TensorUse,
    relations.Uncarried, relations.Writes,
)  # fmt: skip


def copied(analysis: Analysis, naming: Naming, options: OneShotOptions, context: Context) -> Facts:
    """What is copied by the decisions, and where nothing was decided: the rows of `copies.DERIVED`."""
    parts = [(analysis.derived, "false")] + [(analysis.undecided, "true")] * bool(analysis.undecided)
    found: dict[str, list[Row]] = {name: [] for name in DERIVED}
    told = analysis.facts(naming)
    for derived, without in parts:
        known = {row[0] for row in derived.get("bufferized", ())}
        facts = {name: list(rows) for name, rows in derived.items() if name in _GIVEN}
        facts["tensor_use"] = [row for row in facts.get("tensor_use", ()) if row[0] in known]
        facts |= {name: told[name] for name in _TOLD}
        facts["option"] = [*{**spelled(options), COPY_BEFORE_WRITE: without}.items()]
        for name, rows in (context.engine or default_engine()).run(rules.load(context.models), facts, DERIVED).items():
            found[name] += rows
    return found


def copy_tensors(module: Module, naming: Naming, analysis: Analysis, options: OneShotOptions, context: Context) -> None:
    """Insert the copies that the analysis of `module` asks for; other tensors get memory spaces."""
    if context.decided is not None:
        context.decided(facts_of(naming, analysis), naming)
    walk, copies, functions = _prepared(module, naming, analysis, options, context)
    walk.infer(functions)
    for value in copies.like:
        assert isinstance(value.owner, Op)
        found = walk.types.known_of(value)
        if found is None:
            raise InputError(value.owner.diagnostic("could not infer memory space"))
        if found.space is not None:
            value.owner.properties["memory_space"] = f"{found.space} : i64" if found.space.isdecimal() else found.space


def bufferize(module: Module, naming: Naming, analysis: Analysis, options: OneShotOptions, context: Context) -> None:
    """Rewrites `module`, which was analysed, to buffers, and tells what it went by."""
    facts = facts_of(naming, analysis) if context.decided is not None else {}
    walk, _, functions = _prepared(module, naming, analysis, options, context)
    walk.run(functions)
    if context.decided is not None:
        found = ((naming.find(op), have, wanted) for op, have, wanted in walk.state.recopied)
        context.decided(
            {**facts, "assume_layout": [(name, have, wanted) for name, have, wanted in found if name is not None]},
            naming,
        )


def _prepared(
    module: Module, naming: Naming, analysis: Analysis, options: OneShotOptions, context: Context
) -> tuple[Walk, Copies, list[Op]]:
    """A module with its copies made explicit, a walk that rewrites it, and its functions, callees first."""
    scopes = Scopes(module, naming.traits)
    known = {naming.ops[name] for name in analysis.known}
    callees = {naming.ops[call]: naming.ops[function] for call, function in analysis.calls.items()}
    copies = insert_copies(naming, scopes, copied(analysis, naming, options, context))
    known |= copies.ops
    if options.bufferize_function_boundaries:
        known |= {op for op in module.functions(naming.traits) if naming.traits.says("bufferizable", op.name)}
    functions = [naming.ops[name] for name in (*analysis.external, *analysis.order)]
    rest = [op for op in module.functions(naming.traits) if op not in set(functions)]
    walk = Walk(module, scopes, naming.traits, options, known, callees, copies.like)
    return walk, copies, [*functions, *rest]
