"""Do the engines check, run and agree on Datalog programs? Ownlog's own rules are for `rules/`."""
