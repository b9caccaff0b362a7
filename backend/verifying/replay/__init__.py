"""Runs two programs on the same arguments, to see whether they do different things: what is called different was seen
to be.

What belongs here: the machine, its memory, and the choice of arguments. What an op does is read from the models; what
they do not tell is unknown, and so is what is computed from that. Nothing here decides that two programs are the same.
"""

from ownlog.backend.verifying.replay.witness import Witness, find_witness

__all__ = ["Witness", "find_witness"]
