"""What the page says of the pipeline's plan is what the pipeline does."""

from pathlib import Path

import pytest

from ownlog.report.collect import gather
from ownlog.report.page.model import BY_FLAG, NOT_OWNED, OWNED, Buffer, Model
from tests.report.browser import Browser
from tests.report.programs import EXAMPLES, analysis_of, buffer_number, example, page_of
from tests.shared import require_shared

PIPELINE = "buffer-deallocation-pipeline"
CORPUS = [
    "cfg/u_early_exit_nested__cf.mlir",
    "control_flow/while_keep_best__id.mlir",
    "control_flow/early_exit_mlp__std.mlir",
]


@pytest.fixture(scope="module", params=[*EXAMPLES, *CORPUS])
def model(request: pytest.FixtureRequest) -> Model:
    """The model of a program's page; no test may change it."""
    name: str = request.param
    text = example(name) if name in EXAMPLES else require_shared("corpus", *Path(name).parts).read_text()
    return gather(analysis_of(text), PIPELINE)


def freeing(model: Model) -> set[str]:
    """The buffers that the page says are freed somewhere."""
    outcomes = ("freed", "maybe", "partly")
    return {
        buffer["name"]
        for buffer in model["buffers"]
        if any(ending["outcome"] in outcomes for ending in buffer["endings"])
    }


def test_what_is_said_to_be_freed_is_what_the_pipeline_frees(model: Model) -> None:
    inserted = [text for _, sign, text, _ in model["edits"] if sign == "+"]
    texts = [line.strip() for text in inserted for line in text.splitlines()]
    freed = {
        line.removeprefix("memref.dealloc ").partition(" ")[0] for line in texts if line.startswith("memref.dealloc ")
    }
    # Of what has a layout, the buffer that it begins in is freed.
    freed |= {
        line.partition("extract_strided_metadata ")[2].partition(" ")[0]
        for line in texts
        if "extract_strided_metadata" in line
    }
    made = {line.partition(" = ")[0] for line in texts}
    named = {name for name in freed - made if any(buffer["name"] == name for buffer in model["buffers"])}
    assert named <= freeing(model)
    # What a select chooses between is freed by another select's name.
    chosen = {
        b["name"]
        for b in model["buffers"]
        for e in b["endings"]
        if e["outcome"] == "maybe" and "is not it" in e["text"]
    }
    assert freeing(model) - chosen <= freed


def test_a_parameter_is_never_freed(model: Model) -> None:
    for buffer in model["buffers"]:
        if buffer["origin"].startswith("as parameter") and model["texts"][buffer["state"]] == "the caller's":
            assert (buffer["sign"], buffer["endings"]) == (NOT_OWNED, [])
    assert {model["buffers"][number]["name"] for block in model["blocks"] for number, _ in block["freed"]} == freeing(
        model
    )


def test_what_is_freed_in_a_block_is_owned_there(model: Model) -> None:
    for buffer in model["buffers"]:
        owned = {state.block for state in buffer["states"] if state.sign in (OWNED, BY_FLAG)}
        assert {
            ending["block"] for ending in buffer["endings"] if ending["outcome"] in ("freed", "maybe", "partly")
        } <= owned
        for ending in buffer["endings"]:
            block = model["blocks"][ending["block"]]
            assert block["line"] <= ending["line"] <= block["end"]


def test_reasons_stand_beside_decisions(model: Model) -> None:
    strings, parts = model["reasons"]["strings"], model["reasons"]["parts"]
    proved = 0
    for buffer in model["buffers"]:
        for ending in buffer["endings"]:
            for _, why in ending["whys"]:
                if why is not None:
                    assert buffer["full"] in [strings[cell] for cell in parts[why][3] if cell >= 0]
                    proved += 1
    assert proved


def one(model: Model, name: str) -> Buffer:
    return model["buffers"][buffer_number(model, name)]


def test_the_words() -> None:
    model = gather(analysis_of(example("loop")), PIPELINE)
    last, following = one(model, "%last"), one(model, "%next")
    assert last["sign"] == BY_FLAG
    assert model["texts"][last["state"]] == "owned on some ways: an i1 tells, or holds %initial, which nobody here owns"
    assert [ending["text"] for ending in following["endings"]] == [
        "Moves to %current, line 21.",
        "Moves to %last, line 21.",
    ]
    notes = ["Copied where it is returned, line 23, if not owned then.", "It is moved from %next, line 21."]
    assert [text for text, _ in last["notes"]] == notes
    assert model["notes"][0] == f"Ownership and freeing are those of {PIPELINE}."


@pytest.mark.parametrize("size", [(1400, 900), (700, 900)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page(browser: Browser, tmp_path: Path, size: tuple[int, int], scheme: str) -> None:
    browser.open(page_of(example("loop")), tmp_path)
    browser.resize(*size)
    browser.prefer(scheme)
    assert browser.complaints() == []
    assert "memref.dealloc" in browser.run(
        "return [...document.querySelectorAll('.row.edit .what')].map(e => e.textContent).join()"
    )
    assert browser.run("return document.getElementById('show-frees').parentElement.hidden")
    assert browser.run("return document.documentElement.scrollWidth") <= size[0]
