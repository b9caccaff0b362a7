"""What forms are made of: the form itself, kinds of attributes, rules for types. Nothing here knows of any one op."""
