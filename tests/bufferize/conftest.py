"""The executor of the tests that run programs."""

from tests.execution.conftest import executor

__all__ = ["executor"]
