"""Questions about what was derived: queries in Datalog, and ready ones with plain names."""

from ownlog.query.answers.answer import Answer, Heading
from ownlog.query.asking.questions import Questions

__all__ = ["Answer", "Heading", "Questions"]
