"""How the reader of what is as one above is tested."""

import pytest

from ownlog.frontend.reading import templates


@pytest.fixture
def made_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second op of a text with regions is made of the first one."""
    monkeypatch.setattr(templates, "READ", 1)
