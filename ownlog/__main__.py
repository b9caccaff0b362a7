"""`python -m ownlog` is the command `ownlog`."""

from ownlog.cli import start

start()
