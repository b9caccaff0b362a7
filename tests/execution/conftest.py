"""One executor for all tests: its library is compiled once."""

import pytest

from tests.execution.executor import TOOLS, Executor
from tests.shared import require_tool


@pytest.fixture(scope="session")
def executor(tmp_path_factory: pytest.TempPathFactory) -> Executor:
    """Skips the tests that need it where a tool is missing."""
    for tool in TOOLS:
        require_tool(tool)
    return Executor.build(tmp_path_factory.mktemp("runtime"))
