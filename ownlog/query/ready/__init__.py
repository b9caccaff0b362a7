"""Questions with commands of their own (alias, owners, summary, why). Their rules are in `rules/questions/`."""
