"""Decisions of bufferization about a module's tensors, as facts, and what the rules derive from them, on demand."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ownlog import rules
from ownlog.backend.bufferize.analysis.analysis import Analyser
from ownlog.backend.bufferize.analysis.instances import separate_iterations, shares_tensors
from ownlog.backend.bufferize.analysis.result import Analysis, facts_of
from ownlog.backend.bufferize.one_shot import check_options, faults
from ownlog.backend.bufferize.ops.settings import OneShotOptions
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step, parsed
from ownlog.backend.passes.pipeline_text import pipeline_text
from ownlog.base.errors import Diagnostic
from ownlog.derived.rooms import about_tensors
from ownlog.frontend import copy_of
from ownlog.frontend.facts.extract import Facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Value
from ownlog.frontend.ir.module import Module
from ownlog.rules.explain.positions import READ

if TYPE_CHECKING:
    from ownlog.derived.explanations import Explanations
    from ownlog.rules.engine.program.engine import Engine
    from ownlog.rules.engine.program.program import Program

PASS = "one-shot-bufferize"
ASKED_WITH = {"bufferize-function-boundaries": "true"}
"""The options that questions set unless the user does: who asks about a program asks about its functions, too."""


def has_tensors(module: Module) -> bool:
    """Whether any value of a module is a tensor, by its type."""
    return any(is_tensor(value) for op in module.walk() for value in (*op.operands, *op.results))


def is_tensor(value: Value) -> bool:
    """Whether a value is a tensor, by its type."""
    return value.type.is_tensor


class Decisions:
    """The decisions of `passes` about a module's tensors, and all that follows from them; `facts` has the decisions,
    too.
    """

    def __init__(
        self,
        naming: Naming,
        facts: Facts,
        models: Sequence[Path] = (),
        engine: Engine | None = None,
        passes: str = PASS,
    ) -> None:
        self.naming, self.models, self.passes = naming, tuple(models), passes
        self._facts, self._engine = facts, engine

    @property
    def facts(self) -> Facts:
        """All facts about the module, those about tensors and what was decided among them."""
        return self._facts

    def refusals(self) -> list[Diagnostic]:
        """What keeps the program from being bufferized at all, as notes."""
        return []

    @cached_property
    def program(self) -> Program:
        """The rules."""
        return rules.load(self.models)

    @cached_property
    def derived(self) -> dict[str, set[rules.Row]]:
        """The rows of all relations about tensors, and of what these rest on."""
        return rules.derive(self.facts, self.models, self._engine, sorted(self._needed))

    @cached_property
    def explanations(self) -> Explanations:
        """What answers questions about these rows."""
        from ownlog.derived.explanations import Explanations

        return Explanations(self.facts, self.models, self._engine, self.derived)

    @cached_property
    def _needed(self) -> Collection[str]:
        """The relations about tensors that have rows, and those that their rules read."""
        waiting = about_tensors(self.program, self.program.relations) | {*READ}
        return self.program.leading_to(waiting) & set(self.program.stored)


class Tensors(Decisions):
    """The decisions about a module's tensors, made when first asked for.

    In: options of one-shot-bufferize by name (`ASKED_WITH` is the default), and of other passes. Raises InputError for
    unknown options.
    """

    def __init__(
        self,
        module: Module,
        naming: Naming,
        options: Mapping[str, str] | None = None,
        models: Sequence[Path] = (),
        engine: Engine | None = None,
        others: Mapping[str, str] | None = None,
    ) -> None:
        given = {**ASKED_WITH, **(options or {})}
        # With the options that were set.
        step = Step(PASS, tuple((name, value or "true") for name, value in given.items()))
        super().__init__(naming, {}, models, engine, pipeline_text([step]))
        self.module = module
        self._options = parsed(OneShotOptions, PASS, given.items())
        check_options(self._options)
        self._others = dict(others or {})

    @cached_property
    def analysis(self) -> Analysis:
        """The decisions, made when first asked for."""
        return Analyser(*self._seen, self._options, self.models, self._engine).run()

    @cached_property
    def facts(self) -> Facts:
        """All facts about the module, those about tensors and what was decided among them."""
        return facts_of(self._seen[1], self.analysis, self._others)

    @cached_property
    def rewritten(self) -> list[Diagnostic]:
        """What the pass rewrites before it decides, as remarks."""
        return []

    @cached_property
    def _seen(self) -> tuple[Module, Naming]:
        """The module as the pass decides about it, and its naming, which has the same names."""
        if not shares_tensors(self.module, self.naming.traits):
            return self.module, self.naming
        module, context = copy_of(self.module), Context(self.models, self._engine, remarks=self.rewritten)
        separate_iterations(module, self._options, context)
        return module, Naming(module, context.effects(module))

    def refusals(self) -> list[Diagnostic]:
        """What keeps the program from being bufferized at all, as notes."""
        return [
            Diagnostic(
                f"{PASS} refuses the program: {found.message}",
                found.position,
                found.source_line,
                found.advice,
                severity="note",
            )
            for found in faults(self.analysis, self.naming, self._options)
        ]
