"""Programs that free all they allocate, each in another way."""

from __future__ import annotations

from tests.checking.clean import control, handles

PROGRAMS = {**control.PROGRAMS, **handles.PROGRAMS}
"""By name."""
