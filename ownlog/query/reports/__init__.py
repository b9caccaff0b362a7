"""Questions with commands of their own (alias, owners, peak, summary, why). Their rules are in `rules/questions/`."""
