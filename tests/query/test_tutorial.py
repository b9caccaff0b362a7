"""The tutorial notebook runs from its first cell to its last."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.shared import REPOSITORY


@pytest.mark.slow
def test_the_tutorial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("duckdb", reason="duckdb is not installed (extra corpus)")
    shutil.copytree(REPOSITORY / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    notebook = json.loads((REPOSITORY / "docs" / "tutorial.ipynb").read_text())
    names: dict[str, Any] = {}
    last: Any = None
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            *body, end = _parts("".join(cell["source"]))
            exec("\n".join(body), names)
            try:
                last = eval(end, names)
            except SyntaxError:
                exec(end, names)
            if hasattr(last, "_repr_html_"):
                assert "<table>" in last._repr_html_() or "Analysis" in repr(last)
    assert Path(os.getcwd()) == tmp_path
    out = capsys.readouterr().out
    assert "memref.dealloc %result" in out
    assert "leak" in out
    assert "may_alias" in out
    assert (tmp_path / "build" / "diamond.html").stat().st_size > 10_000


def _parts(code: str) -> list[str]:
    """The statements of a cell."""
    import ast

    return [ast.get_source_segment(code, statement) or "" for statement in ast.parse(code).body]
