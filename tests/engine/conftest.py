"""What the engine tests share: a way to write rule files."""

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def rules_file(tmp_path: Path) -> Callable[[str, str], Path]:
    """A function that writes a `.dl` file and gives its path."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write
