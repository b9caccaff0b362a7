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
    """What is known of a module that was read: its ops, their names, and its facts, as long as no pass has changed
    anything.
    """

    ops: Sequence[Op]
    naming: Naming
    facts: Facts

    def holds(self, module: Module) -> bool:
        """Whether that is this module, and nothing in it was changed."""
        return module.ops == self.ops and not any(op.touched for op in self.ops)


@dataclass(frozen=True, eq=False)
class Context:
    """What holds for a whole run: the user's model files and the engine (None: the default one).

    `anchor` is the op that the pass at hand runs on: one that runs on functions must not add anything outside of them.
    `prover` decides which simplifications are kept; `substitutes` are ops of the user's for the output.
    With `gate`, what passes make is checked and verified before it is printed; `cross_check` is another engine that
    derives decisions about tensors again, if there is one. `known` is what somebody has found out about the module
    before. `witness` is told the facts that a pass goes by, and the names in them, before the pass changes anything,
    `decided` those that bufferization went by, and what it decided. To `remarks` passes add what somebody who looks
    closer wants to know, to `notices` what everybody should know, without an effect on what they do. `around` stands
    around each pass, and around each step of one that is made of some.
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
        """What follows from facts, and what the user's ops for the output mean, by all rules, in the relations
        `outputs`.
        """
        told = [*facts["option"], *self.substitutes.options.items()]
        return rules.derive({**facts, "option": told}, self.models, self.engine, outputs)

    def about(
        self, module: Module, naming: Naming, outputs: tuple[str, ...], options: Mapping[str, str] | None = None
    ) -> dict[str, set[rules.Row]]:
        """What follows from `module` as it is now, in the relations `outputs`, by the facts that these hang on.

        What the module does with tensors, and where its ops and buffers are, is not looked at.
        """
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
