"""Answers as tuples, text, JSON, CSV, HTML, Arrow and pandas."""

import csv
import io
import json
import sys
from pathlib import Path

import pytest

from ownlog import InputError
from ownlog.query import Answer, Heading
from ownlog.query.answer import arrow_stream, csv_text, html, json_text, table
from tests.query.programs import analysis, diamond

TEXT, NUMBER = Heading("Text", "symbol"), Heading("N", "number", True)
SOME = Answer.of([TEXT, NUMBER], [("b", 10), ("a", 2), ("a", 1)])


def test_rows_are_named_tuples_in_order() -> None:
    assert [tuple(row) for row in SOME] == [("a", 1), ("a", 2), ("b", 10)]
    assert (SOME[0].Text, SOME[0].N) == ("a", 1)  # type: ignore[attr-defined]
    assert SOME[1:] == (("a", 2), ("b", 10))
    assert type(SOME[0]).__annotations__ == {"Text": str, "N": int}
    assert SOME.column("N") == [1, 2, 10]
    assert repr(SOME) == "<Answer (Text, N): 3 rows>"
    with pytest.raises(KeyError, match="the columns are Text, N"):
        SOME.column("n")


@pytest.mark.parametrize(
    ("names", "fields"),
    [
        (["V", "w"], ("V", "w")),
        (["?value", "in"], ("value", "in_")),
        (["_x", "__"], ("x", "column2")),
        (["?x", "x"], ("x", "x_2")),
        (["class", "class_"], ("class_", "class__2")),
        (["count", "index"], ("count", "index")),
    ],
)
def test_field_names_that_python_takes(names: list[str], fields: tuple[str, ...]) -> None:
    answer = Answer.of([Heading(name, "symbol") for name in names], [tuple("ab"[: len(names)])])
    assert answer[0]._fields == fields  # type: ignore[attr-defined]
    assert [heading.name for heading in answer.headings] == names


def test_a_query_with_such_names() -> None:
    answer = diamond().query("live_in(?block, in)")
    assert answer[0].block == "@diamond/^join"  # type: ignore[attr-defined]
    assert answer[0].in_ == "@diamond/%out"  # type: ignore[attr-defined]


def test_the_table_is_aligned_and_whole() -> None:
    assert table(SOME) == "Text   N\n----  --\na      1\na      2\nb     10\n(3 rows)"
    long = "x" * 5000
    assert long in table(Answer.of([TEXT], [(long,)]))
    assert table(Answer.of([TEXT], [("a\nb\x1b[31m\t\u2028",)])).split("\n")[2] == r"a\nb\u001b[31m\t\u2028"
    assert table(Answer.of([TEXT], [])) == "Text\n----\n(0 rows)"


def test_json() -> None:
    data = json.loads(json_text(Answer.of([TEXT, NUMBER], [("a", 1)], ["something is open"])))
    assert data == {
        "columns": [{"name": "Text", "type": "symbol"}, {"name": "N", "type": "number"}],
        "rows": [{"Text": "a", "N": 1}],
        "complete": False,
        "notes": ["something is open"],
    }


def test_csv_can_be_read_again() -> None:
    awkward = 'a,"b"\nc\r\nd;é'
    answer = Answer.of([TEXT, NUMBER], [(awkward, -1)])
    assert list(csv.reader(io.StringIO(csv_text(answer), newline=""))) == [["Text", "N"], [awkward, "-1"]]


def test_html_is_escaped_and_has_the_notes() -> None:
    text = html(Answer.of([TEXT], [("<b>&",)], ["not <all>"]))
    assert "<td>&lt;b&gt;&amp;</td>" in text
    assert "<p>not &lt;all&gt;</p>" in text
    assert SOME._repr_html_().count("<tr>") == 4
    assert Answer.of([], [()])._repr_html_() == "<p>yes</p>"


def test_arrow() -> None:
    ipc = pytest.importorskip("pyarrow.ipc", reason="pyarrow is not installed (ownlog[arrow])")
    answer = Answer.of([TEXT, NUMBER], [("a\udcff", 1), ("b", 2)], ["something is open"])
    read = ipc.open_stream(arrow_stream(answer)).read_all()
    assert read.to_pydict() == {"Text": ["a\\udcff", "b"], "N": [1, 2]}
    assert [str(kind) for kind in read.schema.types] == ["string", "int64"]
    assert json.loads(read.schema.metadata[b"notes"]) == ["something is open"]
    assert read.schema.field("N").metadata == {b"type": b"number"}
    assert answer.to_arrow().equals(read)
    empty = Answer.of([TEXT, NUMBER], []).to_arrow()
    assert (empty.num_rows, [str(kind) for kind in empty.schema.types]) == (0, ["string", "int64"])


def test_pandas() -> None:
    pytest.importorskip("pandas", reason="pandas is not installed (ownlog[pandas])")
    frame = SOME.to_pandas()
    assert list(frame.columns) == ["Text", "N"]
    assert frame["N"].sum() == 13
    assert str(frame["N"].dtype) == "int64"
    empty = Answer.of([TEXT, NUMBER], []).to_pandas()
    assert (len(empty), str(empty["N"].dtype)) == (0, "int64")


@pytest.mark.parametrize(("module", "method"), [("pyarrow", "to_arrow"), ("pandas", "to_pandas")])
def test_a_missing_extra_says_what_to_install(module: str, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(InputError, match=f"{module} is not installed") as error:
        getattr(SOME, method)()
    assert error.value.diagnostics[0].advice == f'pip install "ownlog[{"arrow" if module == "pyarrow" else module}]"'


def test_a_notebook_shows_an_analysis_as_a_table() -> None:
    text = analysis((Path(__file__).parents[2] / "examples" / "calls.mlir").read_text())._repr_html_()
    assert text.count("<tr>") == 4
    assert "<td>@pick</td><td>1</td><td>3</td><td>0</td><td>1</td><td>0</td><td>0</td><td></td>" in text


def test_the_summary_says_what_is_refused() -> None:
    one = analysis(
        'func.func @f(%x: memref<4xf32>) {\n  "my.op"(%x) : (memref<4xf32>) -> ()\n  return\n}\nfunc.func private'
        " @g()\n"
    )
    summary = one.summary()
    assert [row[0] for row in summary] == ["@f", "@g"]
    assert summary[0].refused  # type: ignore[attr-defined]
    assert not summary[1].refused  # type: ignore[attr-defined]
