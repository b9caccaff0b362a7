"""One browser for all tests of the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.report.browser import Browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium; the test is skipped where there is none."""
    found = Browser()
    yield found
    found.driver.quit()
