"""How the reader of what is as one above is chosen."""

import pytest

from ownlog.frontend.native import native_tree
from ownlog.frontend.reading import templates

_BUILT = pytest.mark.skipif(native_tree() is None, reason="the native reader was not built")


@pytest.fixture(params=["python", pytest.param("native", marks=_BUILT)])
def each_reader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test runs with the reader in C, and without it."""
    if request.param == "python":
        monkeypatch.setattr("ownlog.frontend.reading.parser.native_tree", lambda: None)


@pytest.fixture
def made_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second op of a text with regions is made of the first one."""
    monkeypatch.setattr(templates, "READ", 1)
