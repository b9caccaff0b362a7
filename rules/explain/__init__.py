"""Why a row holds, or why it does not: derivations of what a Datalog program derived, made after the fact and only when
asked for.

    rows = engine.run(program, facts, program.stored)
    print(explain(program, rows, "live_in", ("@f/^bb1", "@f/%a")).text())

The engines record nothing; `Explainer` finds the derivations again from the rules and the complete relations. Keep one
for many questions about the same rows: what it found for one row serves the next.
"""
