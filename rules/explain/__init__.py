"""Why a row holds, or why it does not: derivations of what a Datalog program derived, made after the fact and only when asked for.

    rows = engine.run(program, facts, program.stored)
    print(explain(program, rows, "live_in", ("@f/^bb1", "@f/%a")).text())

The engines record nothing; `Explainer` finds the derivations again from the rules and the complete relations. Keep one for many questions
about the same rows: what it found for one row serves the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.base.later import exported

if TYPE_CHECKING:
    from ownlog.rules.explain.absence import Attempt, Missing, WhyNot, why_not
    from ownlog.rules.explain.derivation import Derivation, Kind
    from ownlog.rules.explain.explainer import Explainer, explain

__all__ = ["Attempt", "Derivation", "Explainer", "Kind", "Missing", "WhyNot", "explain", "why_not"]

__getattr__ = exported(__name__, {
    "Attempt": "absence",
    "Missing": "absence",
    "WhyNot": "absence",
    "why_not": "absence",
    "Derivation": "derivation",
    "Kind": "derivation",
    "Explainer": "explainer",
    "explain": "explainer",
})
