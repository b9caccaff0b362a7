"""The examples of docs/custom-forms.md do what the text says."""

import re
from collections.abc import Iterator

import pytest

from benchmarks import parsing
from ownlog.base.errors import InputError
from ownlog.frontend import parse
from ownlog.frontend.forms import registry
from ownlog.frontend.forms.dialects import memref
from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.forms.tables import formats_in
from ownlog.frontend.generic.generic import print_generic
from ownlog.frontend.printing.printer import print_module
from tests.frontend.upstream.judge import forget_text
from tests.shared import REPOSITORY

_TEXT = (REPOSITORY / "docs" / "custom-forms.md").read_text()
_TABLES = re.findall(r"```forms\n(.*?)```", _TEXT, re.DOTALL)
_PYTHON = re.findall(r"```python\n(.*?)```", _TEXT, re.DOTALL)
_MLIR = re.findall(r"```mlir\n(.*?)```", _TEXT, re.DOTALL)


@pytest.fixture
def documented_forms() -> Iterator[None]:
    """The tables with the forms of the examples in them."""
    before = dict(memref.FORMS)
    for table in _TABLES:
        memref.FORMS.update(formats_in(table, "memref"))
    for code in _PYTHON:
        exec(code, {"FORMS": memref.FORMS, "Form": Form})
    registry._found.clear()
    yield
    memref.FORMS.clear()
    memref.FORMS.update(before)
    registry._found.clear()


@pytest.mark.usefixtures("documented_forms")
@pytest.mark.parametrize("text", [text for text in _MLIR if text.startswith("func.func")])
def test_an_example_is_read_and_written(text: str) -> None:
    module = parse(text)
    forget_text(module)
    assert print_module(module).strip() == text.strip()
    assert print_generic(parse(print_generic(module))) == print_generic(module)


@pytest.mark.usefixtures("documented_forms")
def test_the_generic_form_is_the_one_that_is_shown() -> None:
    shown = next(text for text in _MLIR if text.startswith("%next")).strip()
    assert shown in print_generic(parse(_MLIR[0]))


def test_what_the_text_names_is_there() -> None:
    named = re.findall(r"`((?:frontend|rules|tests)/[\w./]+)`", _TEXT)
    assert len(named) > 8
    assert [name for name in named if not (REPOSITORY / name).exists()] == []
    for module, name in (("frontend/forms/tables/__init__.py", "TABLES"), ("frontend/forms/registry.py", "RENAMED")):
        assert f"`{module}`" in _TEXT
        assert f"`{name}`" in _TEXT
        assert re.search(rf"^{name} = ", (REPOSITORY / module).read_text(), re.M)


def test_without_the_entry_the_op_is_unknown() -> None:
    with pytest.raises(InputError, match=r"custom op 'memref\.push' is unknown"):
        parse(_MLIR[0])


def test_the_benchmark_says_when_its_peer_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise ImportError

    monkeypatch.setattr(parsing, "_xdsl", missing)
    assert "not installed" in parsing.table(parsing.peer_rows())
