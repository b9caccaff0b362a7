"""What holds for a whole run of passes, beside the module."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ownlog import rules
from ownlog.backend.rewriting.substitutes import Substitutes
from ownlog.base.errors import Diagnostic
from ownlog.frontend.facts.extract import RELATIONS, Facts, extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module

if TYPE_CHECKING:
    from ownlog.backend.proofs.prover import Prover
    from ownlog.backend.rewriting.effects import Effects
    from ownlog.rules.engine.program.engine import Engine


Around = Callable[[str, Module], AbstractContextManager[None]]
"""What stands around a pass that runs, or a step of one: is told its name and the module."""


def _new_prover() -> Prover:
    from ownlog.backend.proofs.prover import Prover

    return Prover()


class Known(NamedTuple):
    """A module as read, before any change: its ops, their names, and its facts."""

    ops: Sequence[Op]
    naming: Naming
    facts: Facts

    def holds(self, module: Module) -> bool:
        """Whether that is this module, and nothing in it was changed."""
        return module.ops == self.ops and not any(op.touched for op in self.ops)


@dataclass(frozen=True, eq=False)
class Context:
    """Settings of a whole run: model files and the engine (None: the default one).

    `anchor` is the op that the pass runs on: one on functions must not add anything outside of them. `prover` decides
    which simplifications are kept; `substitutes` are the user's ops for the output. With `gate`, output is checked and
    verified; `cross_check` is another engine for decisions about tensors. `known` is what is known of the module
    before. `witness` gets the facts that a pass uses, with their names, before any change, `decided` those of
    bufferization, with its decisions. `remarks` are for users who look closer, `notices` for all. `around` wraps each
    pass, and each step of a compound one.
    """

    models: tuple[Path, ...] = ()
    engine: Engine | None = None
    witness: Callable[[Facts, Naming], None] | None = None
    decided: Callable[[Facts, Naming], None] | None = None
    known: Known | None = None
    anchor: str = "builtin.module"
    prover: Prover = field(default_factory=_new_prover)
    substitutes: Substitutes = field(default_factory=Substitutes)
    remarks: list[Diagnostic] = field(default_factory=list)
    gate: bool = True
    cross_check: Engine | None = None
    notices: list[Diagnostic] = field(default_factory=list)
    around: Around | None = None

    def step(self, name: str, module: Module) -> AbstractContextManager[None]:
        """What is to stand around a pass, or a step of one, that is called `name`, in which `module` may change."""
        return self.around(name, module) if self.around is not None else nullcontext()

    def derive(self, facts: Facts, outputs: tuple[str, ...]) -> dict[str, set[rules.Row]]:
        """The rows of `outputs` that follow from facts and the meaning of the user's ops for the output."""
        told = [*facts["option"], *self.substitutes.options.items()]
        return rules.derive({**facts, "option": told}, self.models, self.engine, outputs)

    def about(
        self, module: Module, naming: Naming, outputs: tuple[str, ...], options: Mapping[str, str] | None = None
    ) -> dict[str, set[rules.Row]]:
        """The rows of `outputs` that follow from `module` as it is now, without tensors and places."""
        image = rules.load(self.models).image
        if image is None:
            # What the rules of models read takes longer to tell than all facts take.
            return self.derive(extract_facts(module, naming, options), outputs)
        wanted = image.leading_to(outputs)[0] & set(RELATIONS)
        return self.derive(extract_facts(module, naming, options, wanted=wanted, exact=True), outputs)

    def effects(self, module: Module) -> Effects:
        """What the models say of the ops of `module`. Raises RuleError for a faulty model file."""
        from ownlog.backend.rewriting.effects import effects_of

        return effects_of(module, self.models, self.engine)
