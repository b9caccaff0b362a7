"""How each op is read and written in its custom form. What an op means is for `rules/dialects/`."""
