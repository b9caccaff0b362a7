"""The commands of the command line, one module for each family; `ownlog/cli.py` finds them by name."""
