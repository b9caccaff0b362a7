"""buffer-deallocation-simplification: drops operands of deallocations by derived aliases, and splits them.

Source: MLIR's `-buffer-deallocation-simplification`. Aliases are the derived relations `must_alias` and `never_alias`,
and every change is proved. An operand is dropped in more cases than there (whatever else is retained, if its result is
unused or known), and never if that would change a result.
"""

from __future__ import annotations

from collections.abc import Mapping

from ownlog import rules
from ownlog.backend.context import Context
from ownlog.backend.dealloc_op.operands import NEEDED, OTHER, Aliases, Deallocation, condition
from ownlog.backend.dealloc_op.patterns import simplify_dealloc
from ownlog.backend.dealloc_op.unused import Unused, drop_unused, unused_allocations, used_once
from ownlog.backend.pass_definition import Options, Pass
from ownlog.backend.proofs.obligation import Dealloc
from ownlog.backend.proofs.prover import Prover
from ownlog.backend.proofs.terms import Or, Result, Term, Var
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.constants import adopt_constants, truth
from ownlog.backend.rewriting.effects import Effects
from ownlog.backend.rewriting.folds import fold
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.frontend.facts.extract import FOR_PASSES, extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.forms.registry import ops_within
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.rules import relations as rel
from ownlog.rules.typed_rows import TypedRows, relation_names, typed

_DYNAMIC = {"private-function-dynamic-ownership": "true"}


def simplify_deallocations(module: Module, context: Context, options: Mapping[str, str] = _DYNAMIC) -> None:
    """Simplify every `bufferization.dealloc` in functions, in place.

    `options` are those of the ownership pass before; if unknown, private functions may return their arguments.
    """
    known = context.effects(module)
    functions = [f for f in module.functions(known) if any(op.name == build.DEALLOC for op in ops_within(f))]
    if not functions:
        return
    naming = Naming(module, known)
    facts = extract_facts(module, naming, options, wanted=FOR_PASSES)
    rows = rules.derive(facts, context.models, context.engine, relation_names(*NEEDED))
    aliases = Aliases(TypedRows(rows), naming)
    waiting: list[_Simplification] = []
    for function in functions:
        run = _Simplification(function, aliases, known, context.prover)
        run.simplify()
        if used_once(run.rewriter):
            waiting.append(run)
    # What nobody uses depends on the module as it is by then.
    while waiting:
        unused = _unused(module, known, context)
        changed = [run for run in waiting if run.drop_unused(unused)]
        waiting = [run for run in changed if used_once(run.rewriter)]


def _unused(module: Module, known: Effects, context: Context) -> Unused:
    naming = Naming(module, known)
    facts = extract_facts(module, naming, wanted=FOR_PASSES)
    rows = rules.derive(facts, context.models, context.engine, relation_names(rel.UnusedAllocation))
    return unused_allocations(typed(rows, rel.UnusedAllocation), naming.ops, naming.values)


class _Simplification:
    def __init__(self, function: Op, aliases: Aliases, known: Effects, prover: Prover) -> None:
        self.rewriter = Rewriter(function, known)
        self.aliases = aliases
        self.prover = prover
        adopt_constants(self.rewriter)
        self.rewriter.visit(self.rewriter.ops()[1:])

    def drop_unused(self, unused: Unused) -> bool:
        """Drop allocations that nobody uses, and simplify on; whether there were any."""
        changed = drop_unused(unused, self.rewriter, self.prover)
        if changed:
            self.simplify()
        return changed

    def simplify(self) -> None:
        while (waiting := self.rewriter.next()) is not None:
            self._visit(waiting)
        self.rewriter.flush()

    def _visit(self, op: Op) -> None:
        if self.rewriter.effects.is_removable(op) and not any(map(self.rewriter.is_used, op.results)):
            self.rewriter.erase(op)
        elif op.name != build.DEALLOC:
            fold(op, self.rewriter)
        elif (
            simplify_dealloc(op, self.rewriter, self.prover)
            or _Patterns(op, self.rewriter, self.prover, self.aliases).apply()
        ):
            self.rewriter.revisit(op)


class _Patterns(Deallocation):
    """The simplifications of one deallocation that take aliases."""

    def __init__(self, op: Op, rewriter: Rewriter, prover: Prover, aliases: Aliases) -> None:
        super().__init__(op, rewriter, prover)
        self.aliases = aliases

    def apply(self) -> bool:
        """Simplify once; whether anything changed."""
        return self._drop_retained() or any(map(self._drop_operand, range(len(self.buffers)))) or self._split()

    def _drop_retained(self) -> bool:
        """A retained buffer that no operand can be is no reason to keep one, and is owned by none."""
        kept = [not self._is_never_freed(value, self.buffers) for value in self.retained]
        if all(kept):
            return False
        for result, keep in zip(self.op.results, kept, strict=True):
            if not keep and self.rewriter.is_used(result):
                self.rewriter.replace(result, self.rewriter.constant(False))
        self.retain_only(kept)
        return True

    def _is_never_freed(self, value: Value, buffers: list[Value]) -> bool:
        if not all(self.aliases.never(buffer, value) for buffer in buffers):
            return False
        owned = Var("owned")
        return all(
            self.proves(
                "retained-never-freed",
                (Dealloc(((buffer, owned),), (value,)),),
                (Dealloc(((buffer, owned),)),),
                ((Result(0, 0), False),),
                never=((buffer, value),),
            )
            for buffer in buffers
        )

    def _drop_operand(self, number: int) -> bool:
        """An operand that is the same as a retained buffer is never freed; its condition goes into their results."""
        buffer, owned = self.operands()[number]
        kept = next((value for value in self.retained if self.aliases.must(buffer, value)), None)
        if kept is None:
            return False
        others = self.operands()[:number] + self.operands()[number + 1 :]
        used = [
            (value, result)
            for value, result in zip(self.retained, self.op.results, strict=True)
            if self.rewriter.is_used(result)
        ]
        if not self._proves_drop(buffer, owned, kept, (), ()):
            return False
        owners: list[Value] = []
        for value, result in used:
            if self.aliases.must(buffer, value):
                gives: Term = Or((Result(0, 1), condition(owned)))
                if not self._proves_drop(
                    buffer, owned, kept, (value,), ((Result(0, 1), gives),), must=((buffer, value),)
                ):
                    return False
                owners.append(result)
            elif self.aliases.never(buffer, value):
                if not self._proves_drop(
                    buffer, owned, kept, (value,), ((Result(0, 1), Result(0, 1)),), never=((buffer, value),)
                ):
                    return False
            elif not self._is_owned_anyway(buffer, owned, kept, value, others):
                return False
        self.set(others)
        new = [either for result in owners for either in self._add_owner(result, owned)]
        self.rewriter.insert_after(self.op, new)
        return True

    def _proves_drop(
        self,
        buffer: Value,
        owned: Value,
        kept: Value,
        retained: tuple[Value, ...],
        results: tuple[tuple[Term, Term], ...],
        *,
        must: tuple[tuple[Value, Value], ...] = (),
        never: tuple[tuple[Value, Value], ...] = (),
    ) -> bool:
        before = Dealloc(((buffer, condition(owned)), OTHER), (kept, *retained))
        after = Dealloc((OTHER,), (kept, *retained))
        return self.proves("operand-retained", (before,), (after,), results, must=((buffer, kept), *must), never=never)

    def _is_owned_anyway(
        self, buffer: Value, owned: Value, kept: Value, value: Value, others: list[tuple[Value, Value]]
    ) -> bool:
        """Does another operand, whose condition is true, own the retained buffer `value`?"""
        owner = next((other for other, its in others if truth(its) is True and self.aliases.must(other, value)), None)
        if owner is None:
            return False
        before = Dealloc(((buffer, condition(owned)), (owner, True), OTHER), (kept, value))
        after = Dealloc(((owner, True), OTHER), (kept, value))
        results = ((Result(0, 1), Result(0, 1)),)
        return self.proves("operand-retained", (before,), (after,), results, must=((buffer, kept), (owner, value)))

    def _add_owner(self, result: Value, owned: Value) -> list[Op]:
        """Let users of `result` use what is true if it or `owned` is; the new op that computes it, if it takes one."""
        if truth(owned) is True:
            self.rewriter.replace(result, owned)
            return []
        either = build.or_i(result, owned, self.rewriter.names)
        either.because = self.op.because
        self.rewriter.replace(result, either.results[0])
        return [either]

    def _split(self) -> bool:
        """Operands that are never the same are freed one by one, or group by group."""
        groups = self._groups()
        if len(groups) < 2 or not self._proves_split(groups):
            return False
        says: list[list[Value]] = [[] for _ in self.retained]
        kept: list[bool] = []
        for group in groups:
            buffers = [buffer for buffer, _ in group]
            kept = [not self._is_never_freed(value, buffers) for value in self.retained]
            if group is groups[-1]:
                break
            retained = [value for value, keep in zip(self.retained, kept, strict=True) if keep]
            part = build.dealloc(buffers, [owned for _, owned in group], retained, self.rewriter.names)
            part.because = self.op.because
            self.rewriter.insert_before(self.op, [part])
            results = iter(part.results)
            for number, keep in enumerate(kept):
                if keep:
                    says[number].append(next(results))
        self._join_results(says, kept)
        self.set(groups[-1])
        self.retain_only(kept)
        return True

    def _join_results(self, says: list[list[Value]], kept: list[bool]) -> None:
        """Combine the results of the parts; the last part is this op, which still retains what `kept` marks."""
        joined: list[Op] = []
        for result, values, keep in zip(self.op.results, says, kept, strict=True):
            if not self.rewriter.is_used(result):
                continue
            if not keep and not values:
                self.rewriter.replace(result, self.rewriter.constant(False))
                continue
            rest = list(values)
            start = result if keep else rest.pop(0)
            new: list[Op] = []
            for value in rest:
                new.append(build.or_i(start, value, self.rewriter.names))
                new[-1].because = self.op.because
                start = new[-1].results[0]
            if start is not result:
                self.rewriter.replace(result, start)
            joined += new
        self.rewriter.insert_after(self.op, joined)

    def _groups(self) -> list[list[tuple[Value, Value]]]:
        """The operands in groups: what may be the same is in one group."""
        groups: list[list[tuple[Value, Value]]] = []
        for operand in self.operands():
            near = [group for group in groups if not all(self.aliases.never(operand[0], other) for other, _ in group)]
            if not near:
                groups.append([operand])
                continue
            near[0].append(operand)
            for group in near[1:]:
                near[0].extend(group)
                groups.remove(group)
        return groups

    def _proves_split(self, groups: list[list[tuple[Value, Value]]]) -> bool:
        first, second = Var("first"), Var("second")
        kept = "any retained buffer"
        results = ((Result(0, 0), Or((Result(0, 0), Result(1, 0)))),)
        pairs = (
            (one, other)
            for i, group in enumerate(groups)
            for one, _ in group
            for later in groups[i + 1 :]
            for other, _ in later
        )
        return all(
            self.proves(
                "never-the-same",
                (Dealloc(((one, first), (other, second)), (kept,)),),
                (Dealloc(((one, first),), (kept,)), Dealloc(((other, second),), (kept,))),
                results,
                never=((one, other),),
            )
            for one, other in pairs
        )


def _run(module: Module, _: Options, context: Context) -> None:
    simplify_deallocations(module, context)


PASSES = (
    Pass("buffer-deallocation-simplification", "drop from deallocations what aliases allow to, and split them", _run),
)
