"""Why a row of a Datalog program holds, or why it does not: derivations, made afterwards and on demand.

The engines record nothing; `Explainer` finds derivations again from the rules and the complete relations. Keep one for
many questions about the same rows: what it found for one row serves the next.
"""
