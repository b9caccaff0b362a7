"""Questions about what was derived: queries in Datalog and their answers; those with plain names are in `reports`."""

from ownlog.query.answer import Answer, Heading
from ownlog.query.questions import Questions

__all__ = ["Answer", "Heading", "Questions"]
