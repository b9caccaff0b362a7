"""Programs that free all they allocate, each in another way."""

from tests.checking import clean_control, clean_handles

PROGRAMS = {**clean_control.PROGRAMS, **clean_handles.PROGRAMS}
"""By name."""
