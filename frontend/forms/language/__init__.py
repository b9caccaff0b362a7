"""The pieces of the format language: what each reads and writes. `format` is where the language is described."""
