"""What the rules say of where the buffers of a module live."""

from __future__ import annotations

from collections.abc import Mapping

from ownlog.backend.rewriting.rows import Derive
from ownlog.frontend.facts.extract import ABOUT_PLACES, extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Module
from ownlog.rules.typed_rows import Relation, TypedRows, relation_names


def rows_about(
    module: Module, naming: Naming, derive: Derive, *relations: type[Relation], options: Mapping[str, str] | None = None
) -> TypedRows:
    """The rows of `relations` that follow from a module, as it is now, and from the options of the pass."""
    return TypedRows(derive(extract_facts(module, naming, options, wanted=ABOUT_PLACES), relation_names(*relations)))
