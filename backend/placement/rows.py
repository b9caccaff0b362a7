"""What the rules say of where the buffers of a module live."""

from __future__ import annotations

from collections.abc import Mapping

from ownlog.backend.context import Context
from ownlog.frontend.facts.extract import ABOUT_PLACES, extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.module import Module
from ownlog.rules.typed_rows import Relation, TypedRows, relation_names


def rows_about(
    module: Module,
    naming: Naming,
    context: Context,
    *relations: type[Relation],
    options: Mapping[str, str] | None = None,
) -> TypedRows:
    """The rows of `relations` about a module, with the options of the pass; a witness gets the facts."""
    facts = extract_facts(module, naming, options, wanted=ABOUT_PLACES)
    if context.witness is not None:
        context.witness(facts, naming)
    return TypedRows(context.derive(facts, relation_names(*relations)))
