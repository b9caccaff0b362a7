"""canonicalize, as far as deallocation needs it, and on demand what bufferization leaves: views, sizes, conversions.

Source: MLIR's `-canonicalize`. A worklist per function; values carried by control flow are simplified as a whole,
between runs of the worklist.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain

from ownlog.backend.canonicalization.asked import Answers, Questions, ask, questions
from ownlog.backend.canonicalization.carried import Carried
from ownlog.backend.canonicalization.clones import drop_clones, fold_cast
from ownlog.backend.canonicalization.conditions import use_known_conditions
from ownlog.backend.canonicalization.control_flow import Structure
from ownlog.backend.context import Context
from ownlog.backend.dealloc_op.unused import drop_unused
from ownlog.backend.pass_definition import Options, Pass, option
from ownlog.backend.proofs.prover import Prover
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.constants import adopt_constants
from ownlog.backend.rewriting.effects import Effects
from ownlog.backend.rewriting.folds import fold, invert_comparison, may_fold
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.backend.rewriting.rows import About
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module

_ALWAYS, _UNUSED, _NEVER = range(1, 4)
"""When ops of some name are worth a look: always, when nobody uses their results, or never."""


def canonicalize(
    module: Module,
    effects: Effects,
    prover: Prover,
    about: About,
    functions: Iterable[Op] | None = None,
    *,
    buffers: bool = False,
) -> None:
    """Simplify every function of `module`, or some `functions`, in place; `buffers` includes what bufferization leaves.

    `about` derives rows between two rounds; `prover` proves changes of deallocations first.
    """
    asked: dict[_Canonicalization, Questions] = {}
    looks: dict[str, int] = {}
    for function in list(module.functions(effects)) if functions is None else functions:
        if function.regions and function.regions[0].blocks:
            run = _Canonicalization(function, effects, prover, buffers, looks)
            run.simplify()
            if found := questions(run.rewriter):
                asked[run] = found
    # What need not be made, or is known, depends on the whole module, as it is by then.
    while asked:
        answers = ask(chain(*asked.values()), module, effects, about)
        changed = [run for run in asked if run.follow(answers)]
        asked = {run: found for run in changed if (found := questions(run.rewriter))}


def _of_buffers() -> tuple[Callable[[Op, Rewriter], bool], ...]:
    """What simplifies what bufferization leaves."""
    from ownlog.backend.canonicalization.buffer_casts import visit_cast
    from ownlog.backend.canonicalization.buffer_conversions import visit_conversion
    from ownlog.backend.canonicalization.buffer_sizes import visit_size
    from ownlog.backend.canonicalization.buffer_slices import visit_slice

    return visit_cast, visit_slice, visit_size, visit_conversion


class _Canonicalization:
    def __init__(self, function: Op, effects: Effects, prover: Prover, buffers: bool, looks: dict[str, int]) -> None:
        self.prover = prover
        self.visits = _of_buffers() if buffers else ()
        self.looks = looks
        """When ops are worth a look, by their names."""
        self.rewriter = Rewriter(function, effects)
        self.structure = Structure(self.rewriter)
        self.simplified: dict[str, Callable[[Op], bool]] = {
            build.DEALLOC: self._simplify_dealloc,
            build.CLONE: lambda op: fold_cast(op, self.rewriter),
            "affine.apply": self._simplify_apply,
        }
        """How ops are simplified that are no matter of folding, nor of control flow, by their names."""
        adopt_constants(self.rewriter)
        self.rewriter.visit(self._worth_a_look())

    def follow(self, answers: Answers) -> bool:
        """Do what the rules advise, and simplify on; whether they may advise more then."""
        changed = drop_clones(answers.spares, self.rewriter)
        changed |= drop_unused(answers.unused, self.rewriter, self.prover)
        changed |= use_known_conditions(answers.known, self.rewriter)
        if changed:
            self.simplify()
        return changed

    def simplify(self) -> None:
        changed = True
        while changed:
            self._drain()
            carried = Carried(self.rewriter)
            changed = carried.simplify()
            if changed:
                self._drain()
                carried = Carried(self.rewriter)
            changed |= carried.sweep()
        self.rewriter.flush()

    def _drain(self) -> None:
        changed = True
        while changed:
            while (op := self.rewriter.next()) is not None:
                self._visit(op)
            self.rewriter.flush()
            # What only ops in unreachable blocks used is waiting to be looked at.
            changed = self.structure.remove_unreachable()
            self.rewriter.flush()

    def _worth_a_look(self) -> list[Op]:
        """The ops at which there may be something to do as long as none changes that has to do with them."""
        looks, is_used = self.looks, self.rewriter.is_used
        found = []
        for op in self.rewriter.ops()[1:]:
            look = looks.get(op.name) or self._look(op.name)
            if look == _ALWAYS or (
                look == _UNUSED and op.results and not op.regions and not any(map(is_used, op.results))
            ):
                found.append(op)
        return found

    def _look(self, name: str) -> int:
        """When ops of this name may be simplified: most may not as long as they are needed."""
        if self.visits or name in self.simplified or name in self.structure.visits or may_fold(name):
            look = _ALWAYS
        else:
            look = _NEVER if self.rewriter.effects.may_write_as(name) else _UNUSED
        self.looks[name] = look
        return look

    def _visit(self, op: Op) -> bool:
        if not any(map(self.rewriter.is_used, op.results)) and self.rewriter.effects.is_removable(op):
            self.rewriter.erase(op)
            return True
        if (self.looks.get(op.name) or self._look(op.name)) != _ALWAYS:
            return False
        simplify = self.simplified.get(op.name)
        if simplify is not None:
            return simplify(op)
        if self.visits and any(visit(op, self.rewriter) for visit in self.visits):
            return True
        if fold(op, self.rewriter) or invert_comparison(op, self.rewriter):
            return True
        change = self.structure.visits.get(op.name)
        return change is not None and change(op)

    def _simplify_dealloc(self, op: Op) -> bool:
        from ownlog.backend.dealloc_op.patterns import simplify_dealloc

        if simplify_dealloc(op, self.rewriter, self.prover):
            self.rewriter.revisit(op)
            return True
        return False

    def _simplify_apply(self, op: Op) -> bool:
        from ownlog.backend.canonicalization.affine_apply import simplify_apply

        return simplify_apply(op, self.rewriter)


@dataclass(frozen=True)
class CanonicalizeOptions(Options):
    """An option of mlir-opt's pass."""

    test_convergence: bool = option(
        False, "Accepted as in mlir-opt: canonicalize always goes on until nothing changes."
    )


def _run(module: Module, _: CanonicalizeOptions, context: Context) -> None:
    canonicalize(module, context.effects(module), context.prover, context.about, buffers=True)


PASSES = (Pass("canonicalize", "simplify what deallocation leaves behind", _run, CanonicalizeOptions),)
