"""One browser for all tests of the page."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.report.browser import Browser
from tests.report.programs import AT_ENDS, DIAMOND, GRAPH, page_of


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium; the test is skipped where there is none."""
    found = Browser()
    yield found
    found.driver.quit()


@pytest.fixture
def diamond(browser: Browser, tmp_path: Path) -> Browser:
    """A browser that shows the page about the diamond."""
    browser.open(page_of(DIAMOND, "diamond.mlir", AT_ENDS), tmp_path)
    return browser


@pytest.fixture
def graph(browser: Browser, tmp_path: Path) -> Browser:
    """A browser that shows the page about a function with a loop and a view."""
    browser.open(page_of(GRAPH, "graph.mlir", AT_ENDS), tmp_path)
    return browser
