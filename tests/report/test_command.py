"""The command `ownlog report`: one page or none, and nothing in it that the input could have put there."""

import base64
import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ownlog
from ownlog.report import page
from tests.frame.programs import GOOD, UNDEFINED, assert_refused, contents, write
from tests.report.programs import ATTACK, HOSTILE, analysis_of, elements, embedded, example, page_of
from tests.tools import OwnlogFork

report = OwnlogFork(("report",))


def test_it_writes_a_page_and_nothing_else(tmp_path: Path) -> None:
    source = write(tmp_path, GOOD)
    run = report([str(source), "-o", str(tmp_path / "out.html")])
    assert (run.status, run.out, run.err) == (0, "", "")
    assert set(contents(tmp_path)) == {"in.mlir", "out.html"}
    model = embedded((tmp_path / "out.html").read_text())
    assert model["lines"] == GOOD.split("\n")


def test_the_page_on_standard_output_is_the_same() -> None:
    run = report(["-", "-o", "-"], GOOD)
    assert run.status == 0
    assert run.out == page_of(GOOD, "<stdin>")


def test_a_file_that_does_not_parse_gives_a_diagnostic_and_no_page(tmp_path: Path) -> None:
    source, out = write(tmp_path, UNDEFINED), tmp_path / "out.html"
    run = report([str(source), "-o", str(out)])
    assert_refused(run)
    assert f"{source}:4:" in run.err
    assert set(contents(tmp_path)) == {"in.mlir"}
    out.write_text("an older page")
    assert_refused(report([str(source), "-o", str(out)]))
    assert out.read_text() == "an older page"


@pytest.mark.parametrize(
    "arguments", [["--pass-pipeline", "no-such-pass"], ["--pass-pipeline", "((("], ["--model", "{source}"]]
)
def test_bad_options_give_no_page(arguments: list[str], tmp_path: Path) -> None:
    source = write(tmp_path, GOOD)
    given = [argument.format(source=source) for argument in arguments]
    assert_refused(report([str(source), "-o", str(tmp_path / "out.html"), *given]), usage="--pass-pipeline" in given)
    assert set(contents(tmp_path)) == {"in.mlir"}


def test_the_pipeline_is_the_one_that_was_chosen(tmp_path: Path) -> None:
    source, out = write(tmp_path, GOOD), tmp_path / "out.html"
    assert report([str(source), "-o", str(out), "--pass-pipeline", "expand-realloc"]).status == 0
    assert embedded(out.read_text())["edits"] == []
    assert report([str(source), "-o", str(out)]).status == 0
    assert embedded(out.read_text())["edits"]


def test_a_page_does_not_depend_on_the_order_of_sets(tmp_path: Path) -> None:
    source = write(tmp_path, example("diamond"))
    pages = set()
    for seed in ("1", "2"):
        command = [sys.executable, "-m", "ownlog", "report", str(source), "-o", "-"]
        done = subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True)
        pages.add(done.stdout)
    assert len(pages) == 1


def test_the_module_stays_as_it_is() -> None:
    analysis = analysis_of(example("loop"))
    page(analysis)
    assert str(analysis.module) == example("loop")


def test_a_module_without_functions_has_a_page() -> None:
    for text in ("", "module {\n}\n", "func.func private @f(memref<4xf32>)\n"):
        assert embedded(page_of(text))["functions"] == []


def test_what_the_input_says_stays_text() -> None:
    html = page_of(HOSTILE, f"{ATTACK}.mlir")
    assert elements(html) == elements(page_of(GOOD)), "the markup is that of any other page"
    assert ATTACK not in html
    model = embedded(html)
    assert model["file"] == f"{ATTACK}.mlir"
    assert "\n".join(model["lines"]) == HOSTILE
    assert html.isascii() or not re.search(r"[\u2028\u2029]", html)


def test_bytes_that_are_no_utf8_survive(tmp_path: Path) -> None:
    source, out = tmp_path / "in.mlir", tmp_path / "out.html"
    source.write_bytes(GOOD.encode().replace(b"comment", b"\xff\xfe"))
    assert report([str(source), "-o", str(out)]).status == 0
    out.read_bytes().decode("utf-8")
    assert embedded(out.read_text())["lines"][0] == "// A \udcff\udcfe that stays."


def test_the_page_allows_its_own_script_and_style_and_no_network() -> None:
    html = page_of(GOOD)
    found = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert found is not None
    policy = found[1].replace("&#x27;", "'")
    assert policy.startswith("default-src 'none';")
    for tag in ("style", "script"):
        [body] = re.findall(rf"(?s)<{tag}>(.*?)</{tag}>", html)
        digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert not re.search(r"(?:src|href)=\"(?!#)", html)
    assert not re.search(
        r"\b(?:fetch|XMLHttpRequest|WebSocket|innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval)\b", html
    )


def test_the_api_gives_the_page() -> None:
    html = ownlog.analyze(ownlog.parse(GOOD, "in.mlir")).report()
    assert html.startswith("<!doctype html>")
    assert embedded(html)["file"] == "in.mlir"
