"""What the rules say of where the buffers of a module live."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ownlog.backend.rewriting.rows import Derive
from ownlog.frontend.facts.extract import ABOUT_PLACES, Facts, extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Module
from ownlog.rules.typed_rows import Relation, TypedRows, relation_names

Witness = Callable[[Facts, Naming], None]
"""Who asks for reasons later."""


def rows_about(
    module: Module,
    naming: Naming,
    derive: Derive,
    *relations: type[Relation],
    options: Mapping[str, str] | None = None,
    witness: Witness | None = None,
) -> TypedRows:
    """The rows of `relations` that follow from a module, as it is now, and from the options of the pass. `witness` is told the facts."""
    facts = extract_facts(module, naming, options, wanted=ABOUT_PLACES)
    if witness is not None:
        witness(facts, naming)
    return TypedRows(derive(facts, relation_names(*relations)))
