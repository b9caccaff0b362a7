"""A module as the steps of placement rewrite it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ownlog.backend.context import Context
from ownlog.backend.rewriting.rewriters import Rewriters
from ownlog.frontend.facts.extract import ABOUT_PLACES, extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module
from ownlog.rules.typed_rows import Relation, TypedRows, relation_names


class Placing:
    """What the rules say of a module in some relations, the ops that rows name, and rewriters of its functions.

    In: the module, which is not changed yet, and options of the pass. A witness of the context gets the facts.
    """

    def __init__(
        self, module: Module, context: Context, *relations: type[Relation], options: Mapping[str, str] | None = None
    ) -> None:
        self._module, self._context = module, context
        self.effects = context.effects(module)
        self.naming = Naming(module, self.effects)
        self.ops = self.naming.ops
        self.rewriters = Rewriters(self.effects)
        facts = extract_facts(module, self.naming, options, wanted=ABOUT_PLACES)
        if context.witness is not None:
            context.witness(facts, self.naming)
        self.rows = TypedRows(context.derive(facts, relation_names(*relations)))

    def in_order(self, ops: Collection[Op]) -> list[Op]:
        """Ops in the order of the text."""
        return [op for op in self._module.walk() if op in ops] if ops else []

    def remark(self, op: Op, message: str) -> None:
        """Add a remark on `op` to those of the context."""
        self._context.remarks.append(op.diagnostic(message, severity="remark"))
