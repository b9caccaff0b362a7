"""What the page says about tensors: classes of buffers, and each copy with the lines that are to blame, in data and in
a browser.
"""

from pathlib import Path

import pytest

import ownlog
from ownlog.api.analysis import Analysis
from ownlog.report import page
from ownlog.report.collect import gather
from ownlog.report.page.model import Model
from ownlog.rules.explain.names import short_name
from ownlog.rules.relations import BufferClass, OutOfPlace
from tests.bufferize.deciding.asked import PROGRAMS
from tests.frame.programs import assert_refused
from tests.report.browser import Browser
from tests.report.programs import AT_ENDS, GRAPH, embedded
from tests.shared import REPOSITORY
from tests.tools import OwnlogFork

EXAMPLE = REPOSITORY / "examples" / "tensors" / "update.mlir"

report = OwnlogFork(("report",))


def made(text: str) -> tuple[Analysis, Model]:
    analysis = ownlog.analyze(ownlog.parse(text, "in.mlir"))
    return analysis, gather(analysis, AT_ENDS)


@pytest.mark.parametrize("name", PROGRAMS)
def test_classes_are_those_that_were_decided(name: str) -> None:
    analysis, model = made(PROGRAMS[name])
    tensors = model["tensors"]["tensors"]
    members = [[tensors[member]["name"] for member in group["members"]] for group in model["tensors"]["classes"]]
    firsts = {row.value: row.first for row in analysis.rows(BufferClass)}
    expected = [[value for value in firsts if firsts[value] == first] for first in set(firsts.values())]
    assert sorted(map(sorted, members)) == sorted(sorted(map(short_name, group)) for group in expected)
    assert sorted(member for group in model["tensors"]["classes"] for member in group["members"]) == list(
        range(len(tensors))
    )


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_use_out_of_place_is_there_with_lines_that_name_its_ops(name: str) -> None:
    analysis, model = made(PROGRAMS[name])
    copied = model["tensors"]["copied"]
    assert len(copied) == len({(row.op, row.operand) for row in analysis.rows(OutOfPlace)}) > 0
    for use in copied:
        assert use["op"].rpartition(".")[2] in model["lines"][use["line"] - 1]
        assert use["reasons"]
        for reason in use["reasons"]:
            assert reason["why"] is not None
            named = [line for role, line in reason["places"] if role in ("write", "read") and line != use["line"]]
            assert all(f"line {line}" in reason["text"] for line in named)


def test_a_conflict_has_its_three_lines() -> None:
    _, model = made(EXAMPLE.read_text())
    places = [reason["places"] for use in model["tensors"]["copied"] for reason in use["reasons"]]
    assert places == [[("write", 11), ("read-only", 10)], [("write", 12), ("read", 13), ("definition", 9)]]


def test_a_module_without_tensors_says_nothing_of_them() -> None:
    _, model = made(GRAPH)
    assert model["tensors"] == {"passes": "", "tensors": [], "classes": [], "copied": [], "left_out": 0}


def test_the_command_takes_options_of_the_pass(tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    assert (
        report([str(EXAMPLE), "-o", str(out), "--one-shot-bufferize=bufferize-function-boundaries=false"]).status == 0
    )
    tensors = embedded(out.read_text())["tensors"]
    assert tensors["passes"] == "one-shot-bufferize{bufferize-function-boundaries=false}"
    assert [use["op"] for use in tensors["copied"] if not use["reasons"][0]["places"]] == [
        "func.return",
        "func.call",
        "func.return",
    ]
    assert_refused(report([str(EXAMPLE), "-o", str(out), "--one-shot-bufferize=no-such-option"]), usage=True)


def test_what_the_pass_refuses_is_noted() -> None:
    text = EXAMPLE.read_text().replace(
        "%zeros = arith.constant dense<0.0>", "%zeros = bufferization.to_tensor %m : memref<4xf32> to"
    )
    _, model = made(
        text.replace(" to : tensor", " to tensor").replace("@update(%given", "@update(%m: memref<4xf32>, %given")
    )
    assert any("without `restrict`" in note for note in model["notes"])


@pytest.fixture
def tensors(browser: Browser, tmp_path: Path) -> Browser:
    """A browser that shows the tensors of the second function of the example."""
    browser.open(page(ownlog.analyze(ownlog.parse(EXAMPLE.read_text(), "update.mlir"))), tmp_path)
    browser.run(
        "const choice = document.getElementById('function'); choice.value = '1'; choice.dispatchEvent(new"
        " Event('change'))"
    )
    browser.click("#tab-tensors")
    return browser


def test_the_tab_lists_classes_and_copies(tensors: Browser) -> None:
    assert tensors.complaints() == []
    rows = tensors.each("#tensors table:not(.places) tbody tr", "e.innerText.replace(/\\s+/g, ' ').trim()")
    assert rows == ["A %given 9", "B %zeros 10 read-only", "C %first 11", "D %set 12 %refilled 15"]
    assert [text.split()[0] for text in tensors.texts("#tensors .card header")] == ["copied", "copied"]


def test_the_lines_of_a_conflict_are_links(tensors: Browser) -> None:
    links = tensors.each("#tensors .card:last-child .places .goto", "e.textContent")
    assert links == ["line 12", "line 13", "line 9"]
    first = len(tensors.each("#tensors .card:first-child .places .goto", "e.textContent"))
    tensors.click("#tensors .places .goto", first + 1)
    assert tensors.each("#code .here .no", "e.textContent") == ["13"]


def test_a_page_without_tensors_has_no_such_tab(browser: Browser, tmp_path: Path) -> None:
    browser.open(page(ownlog.analyze(ownlog.parse(GRAPH, "graph.mlir"))), tmp_path)
    assert browser.run("return document.getElementById('tab-tensors').hidden") is True


def test_the_tab_speaks_of_the_passes_of_the_page() -> None:
    analysis = ownlog.analyze(ownlog.parse(REPOSITORY / "examples" / "tensors" / "update.mlir"))
    shown = gather(analysis, "tensors-to-buffers")["tensors"]
    assert (shown["passes"], shown["copied"]) == ("tensors-to-buffers", [])
    assert {each["type"].partition("<")[0] for each in shown["tensors"]} == {"tensor"}
    alone = gather(analysis, "buffer-deallocation-pipeline")["tensors"]
    assert alone["passes"].startswith("one-shot-bufferize")
    assert len(alone["copied"]) == 2
