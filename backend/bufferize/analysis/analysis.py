"""The analysis of a module: function by function, callees first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ownlog import rules
from ownlog.backend.bufferize.aliasing.classes import Class
from ownlog.backend.bufferize.aliasing.decisions import Decider
from ownlog.backend.bufferize.aliasing.disjoint import Asker
from ownlog.backend.bufferize.aliasing.equivalence import Equivalence, Ties
from ownlog.backend.bufferize.aliasing.order import in_order, postorder
from ownlog.backend.bufferize.aliasing.uses import Uses
from ownlog.backend.bufferize.analysis.functions import FactsOf, levels
from ownlog.backend.bufferize.analysis.result import DERIVED, Analysis, Changed, Summary
from ownlog.backend.bufferize.minimize_copies.choice import Chooser, Outcome
from ownlog.backend.bufferize.minimize_copies.effort import Effort
from ownlog.backend.bufferize.minimize_copies.rounds import ASKED as ROUNDS_ASKED
from ownlog.backend.bufferize.minimize_copies.rounds import Rounds
from ownlog.backend.bufferize.minimize_copies.weights import Weights
from ownlog.backend.bufferize.ops.settings import FEWEST_COPIES, GREEDY, OneShotOptions
from ownlog.backend.pass_definition import spelled
from ownlog.backend.proofs.prover import Prover
from ownlog.frontend.facts.extract import RELATIONS, Facts, extract_facts
from ownlog.frontend.facts.tensors import RELATIONS as TENSOR_FACTS
from ownlog.rules.engine.choose import default_engine
from ownlog.rules.relations import (
    ArgumentAtEnd,
    ArrivesNext,
    Bufferized,
    Callee,
    EndsIteration,
    EndsOtherwise,
    Filtered,
    FunctionArgument,
    FunctionReturn,
    HoldsFunction,
    IterYield,
    LacksAttribute,
    ReadOnly,
    SeenDefinition,
    SeveralBlocks,
    TensorAt,
    Uncarried,
    ValueRead,
    YieldsOperand,
)
from ownlog.rules.typed_rows import TypedRows, relation_names, typed

if TYPE_CHECKING:
    from ownlog.frontend.facts.names import Naming
    from ownlog.frontend.ir.ir import Block, Value
    from ownlog.frontend.ir.module import Module
    from ownlog.rules.engine.program.engine import Engine

COPY_BEFORE_WRITE = "copy-before-write"
ROUNDS_GIVEN = relation_names(ArgumentAtEnd, ArrivesNext, EndsIteration, YieldsOperand, ReadOnly, TensorAt, Uncarried)


class Analyser:
    """Analyses a module.

    In: it, its naming, the options of the pass, model files, the engine, and what asks the prover.
    """

    def __init__(
        self,
        module: Module,
        naming: Naming,
        options: OneShotOptions,
        models: Sequence[Path] = (),
        engine: Engine | None = None,
        asker: Asker | None = None,
        effort: Effort | None = None,
    ) -> None:
        self.module, self.naming = module, naming
        self.program, self.engine = rules.load(models), engine or default_engine()
        self.options = options
        self.asker = asker or Asker(Prover())
        self.effort = effort or Effort()
        self.facts = extract_facts(module, naming, spelled(options), wanted=(*RELATIONS, *TENSOR_FACTS))
        self.result = Analysis(text=self.facts)

    def run(self) -> Analysis:
        """What is decided."""
        without = self.options.copy_before_write
        if not self.options.bufferize_function_boundaries:
            if without:
                self._leave(self.facts)
            else:
                self._analyse(self.facts, [self.module.top])
            return self.result
        functions = {self.naming.op(op): op for op in self.module.functions(self.naming.traits)}
        found = self.engine.run(self.program, self.facts, relation_names(Callee, Filtered, HoldsFunction))
        self.result.holding = sorted({row.op for row in typed(found, HoldsFunction)})
        bodies = {name: op for name, op in functions.items() if any(region.blocks for region in op.regions)}
        self.result.external = [name for name in functions if name not in bodies]
        self.result.left_out = {row.op for row in typed(found, Filtered) if row.op in bodies}
        if without:
            self.result.left_out |= bodies.keys()
        places = FactsOf(self.facts, functions, self.naming)
        called: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for row in typed(found, Callee):
            called[places.owner.get(row.op, "")].append((row.op, row.function))
            self.result.calls[row.op] = row.function
        callees = {name: [callee for _, callee in found if callee in bodies] for name, found in called.items()}
        for level in levels(bodies, callees):
            self.result.order += level
        if left_out := [name for name in self.result.order if name in self.result.left_out]:
            self._leave(places.of(left_out))
        bodies = {name: op for name, op in bodies.items() if name not in self.result.left_out}
        callees = {name: [callee for callee in found if callee in bodies] for name, found in callees.items()}
        for level in levels(bodies, callees):
            external = {callee for name in level for _, callee in called[name]}.intersection(self.result.external)
            facts = places.of([*level, *sorted(external)])
            facts["assume_external"] = [(name,) for name in self.result.external]
            for name in level:
                self._told(
                    facts, [pair for pair in called[name] if pair[1] in external or pair[1] in self.result.functions]
                )
            for name in level:
                self.result.functions[name] = Summary()
            self._analyse(
                facts, [block for name in level for region in functions[name].regions for block in region.blocks], level
            )
        self.result.told["assume_external"] = [(name,) for name in self.result.external]
        return self.result

    def _told(self, facts: Facts, calls: Iterable[tuple[str, str]]) -> None:
        """Adds what is known of the functions that are called to `facts`, and to what the result tells."""
        for call, callee in calls:
            found: Facts = {"assume_call": [(call, callee)]}
            summary = self.result.functions.get(callee)
            if summary is not None:
                found["assume_read_only"] = [(callee, i) for i in summary.read_only]
                found["assume_shared"] = [(callee, i, k) for i, k in summary.shared]
                found["assume_read"] = [(callee, k) for k in summary.reads]
                found["assume_written"] = [(callee, k) for k in summary.writes]
                found["assume_returned"] = [
                    (callee, i, k, "equivalent") for i, k in summary.equivalent.items() if k is not None
                ]
                found["assume_returned"] += [
                    (callee, i, k, "overlapping") for i, k in summary.overlapping if summary.equivalent.get(i) != k
                ]
            for name, rows in found.items():
                facts[name] += rows
                self.result.told[name] += rows

    def _leave(self, facts: Facts) -> None:
        """Derives what is known of ops of which nothing is decided."""
        derived = {name: sorted(rows) for name, rows in self.engine.run(self.program, facts, DERIVED).items()}
        rows, result = TypedRows(derived), self.result
        result.undecided = derived
        result.known |= {row.op for row in rows(Bufferized)} | result.left_out
        result.lacking += rows(LacksAttribute)
        result.several_blocks += [row.op for row in rows(SeveralBlocks)]
        result.ends_otherwise += [row.op for row in rows(EndsOtherwise)]

    def _analyse(self, facts: Facts, blocks: Sequence[Block], functions: Sequence[str] = ()) -> None:
        """Decides the ops in some blocks, and summarises the functions whose bodies these are."""
        derived = self._settled(facts)
        uses = Uses(derived, facts)
        decider, outcome = self._decided(uses, derived, facts, blocks)
        copied = outcome is None or outcome.cost.copied > 0
        if copied and decider.decisions.refused and derived["apart_open"] and not self.options.test_analysis_only:
            shown = self._settled(facts, derived)
            if shown is not derived:
                derived, uses = shown, Uses(shown, facts)
                decider, outcome = self._decided(uses, derived, facts, blocks)
        rows = TypedRows(derived)
        for name, found_rows in derived.items():
            self.result.derived.setdefault(name, []).extend(found_rows)
        if outcome is not None:
            self.result.outcomes.append(outcome)
        decider.part()
        found, result = decider.decisions, self.result
        result.lacking += rows(LacksAttribute)
        result.several_blocks += [row.op for row in rows(SeveralBlocks)]
        result.ends_otherwise += [row.op for row in rows(EndsOtherwise)]
        result.known |= decider.uses.known
        result.in_place |= found.in_place
        result.refused |= found.refused
        result.rivals |= found.rivals
        result.impossible += found.impossible
        result.told_why += found.told
        result.would_be |= found.would_be
        result.parted |= found.parted
        result.classes.append(decider.classes)
        result.definitions |= {(row.op, row.operand): row.definition for row in typed(derived, SeenDefinition)}
        same = Equivalence(Ties(rows, [self.naming.op(op) for op in postorder(blocks)]), decider.decisions.in_place)
        result.changed += [
            Changed(row.end, row.number) for row in rows(IterYield) if not same.same(row.value, row.next)
        ]
        if functions:
            self._summarise(rows, decider, same)

    def _settled(self, facts: Facts, before: Facts | None = None) -> Facts:
        """The rows that follow from facts, in a stable order; with `before`, open questions are asked."""

        def derive(facts: Facts) -> Facts:
            return {name: sorted(rows) for name, rows in self.engine.run(self.program, facts, DERIVED).items()}

        derived, answers = self.asker.settle(self.naming, facts, derive, before, opens=before is not None)
        for name, rows in answers.told.items():
            self.result.told[name] += rows
        self.result.shown |= answers.shown
        return derived

    def _decided(
        self, uses: Uses, derived: Facts, facts: Facts, blocks: Sequence[Block]
    ) -> tuple[Decider, Outcome | None]:
        """What is decided, and how good that is, where the fewest copies are looked for."""
        if self.options.analysis_heuristic == FEWEST_COPIES:
            return self._chosen(uses, derived, facts, blocks)
        return self._ordered(uses, blocks), None

    def _ordered(self, uses: Uses, blocks: Sequence[Block]) -> Decider:
        """Decides in the order of the heuristic."""
        decider = Decider(uses, tells=self.options.test_analysis_only)
        order = self._order(uses, blocks, self.options.analysis_heuristic)
        decider.decide_all(order)
        if not self.options.test_analysis_only:
            decider.reconsider(order)
            if decider.decisions.impossible:
                # What must be in place may be, by all that is known to harm nobody.
                other = Decider(uses, frozenset())
                other.decide_all(order)
                return decider if other.decisions.impossible else other
        return decider

    def _chosen(self, uses: Uses, derived: Facts, facts: Facts, blocks: Sequence[Block]) -> tuple[Decider, Outcome]:
        """Decides so that the fewest bytes are copied."""
        rows = TypedRows(derived)

        def derive(told: Facts) -> Facts:
            given = {name: derived[name] for name in ROUNDS_GIVEN}
            found = self.engine.run(
                self.program, {**given, **told, "option": [(COPY_BEFORE_WRITE, "false")]}, ROUNDS_ASKED
            )
            return {name: sorted(rows) for name, rows in found.items()}

        orders = [partial(self._order, uses, blocks, heuristic) for heuristic in GREEDY]
        ops = [self.naming.op(op) for op in postorder(blocks)]
        returns = self.options.allow_return_allocs_from_loops
        weights = Weights(derived, facts, self.naming)
        effort = self.effort.part()
        return Chooser(uses, weights, Rounds(rows, ops, derive, effort), rows, orders, effort, returns=returns).run()

    def _order(self, uses: Uses, blocks: Sequence[Block], heuristic: str) -> list[tuple[str, int]]:
        """The ops by their names, with the numbers of their operands, as a heuristic orders them."""
        naming, traits = self.naming, self.naming.traits

        def sources(value: Value) -> list[Value]:
            return [naming.values[name] for name in uses.sources(naming.value(value))]

        ordered = in_order(
            blocks, heuristic, lambda op: traits.forwarded(op) is not None, sources, self.options.analysis_fuzzer_seed
        )
        return [(naming.op(op), len(op.operands)) for op in ordered]

    def _summarise(self, rows: TypedRows, decider: Decider, same: Equivalence) -> None:
        """What is found of functions, for those that call them."""
        arguments: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
        read = {row.value for row in rows(ValueRead)}
        for row in rows(FunctionArgument):
            summary = self.result.functions[row.function]
            arguments[row.function].append((row.number, row.value))
            if row.value in read:
                summary.reads.add(row.number)
            if decider.classes.of(row.value).writes:
                summary.writes.add(row.number)
        returned: defaultdict[str, list[tuple[int, Class]]] = defaultdict(list)
        fixed: dict[Class, bool] = {}
        for end in rows(FunctionReturn):
            summary = self.result.functions[end.function]
            equal = next((k for k, value in arguments[end.function] if same.same(value, end.value)), None)
            if summary.equivalent.setdefault(end.result, equal) != equal:
                summary.equivalent[end.result] = None
            whole = decider.classes.of(end.value)
            summary.overlapping |= {
                (end.result, k) for k, value in arguments[end.function] if decider.classes.of(value) is whole
            }
            if whole not in fixed:
                # What the caller passes is as read-only there as it was.
                given = {value for _, value in arguments[end.function]}
                fixed[whole] = not given.issuperset(decider.classes.fixed(end.value))
            if fixed[whole]:
                summary.read_only.add(end.result)
            summary.shared |= {
                (end.result, other) for other, found in returned[end.function] if found is whole and other != end.result
            }
            returned[end.function].append((end.result, whole))
