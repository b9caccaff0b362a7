"""Questions about what was derived: queries in Datalog, and ready ones with plain names."""

from ownlog.query.answer import Answer, Heading
from ownlog.query.questions import Questions

__all__ = ["Answer", "Heading", "Questions"]
