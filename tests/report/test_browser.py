"""The page in a real browser: what a person sees, and reaches with the mouse and with the keyboard."""

import re
from pathlib import Path

import pytest

from ownlog.report import page
from tests.report.browser import Browser, choose, names, shown
from tests.report.programs import DIAMOND, EXAMPLES, GRAPH, HOSTILE, analysis_of, example, long_function, page_of


@pytest.mark.parametrize("name", [*EXAMPLES, "graph", "hostile", "empty"])
def test_it_loads_without_complaints_and_from_nowhere_else(name: str, browser: Browser, tmp_path: Path) -> None:
    text = {"graph": GRAPH, "hostile": HOSTILE, "empty": ""}.get(name) if name not in EXAMPLES else example(name)
    assert text is not None
    browser.open(page_of(text), tmp_path)
    for tab in ("buffer", "buffers", "classes", "graph", "memory"):
        browser.click(f"#tab-{tab}")
    browser.click("#show-edits")
    assert browser.complaints() == []
    assert browser.run("return performance.getEntriesByType('resource').length") == 0


def test_the_source_is_shown_as_it_is(browser: Browser, tmp_path: Path) -> None:
    for text in (DIAMOND, GRAPH, HOSTILE):
        browser.open(page_of(text), tmp_path)
        lines = browser.each("#code .row[id] .what", "e.textContent")
        assert "\n".join(lines) == text


def test_what_the_input_says_runs_nowhere(browser: Browser, tmp_path: Path) -> None:
    browser.open(page_of(HOSTILE, "<img src=x onerror='window.hacked=1'>.mlir"), tmp_path)
    choose(browser, "%buffer")
    for tab in ("buffers", "classes", "graph"):
        browser.click(f"#tab-{tab}")
    assert browser.run("return window.hacked === undefined && document.images.length === 0")


def test_a_click_on_a_value_highlights_its_class(graph: Browser) -> None:
    choose(graph, "%kept")
    assert shown(graph) == "%kept"
    marked = {name: set(graph.each(f".v.{name}", "e.textContent")) for name in ("selected", "same", "maybe")}
    assert marked == {"selected": {"%kept"}, "same": {"%view"}, "maybe": {"%last", "%turn"}}
    assert len(set(graph.each(".v.same, .v.selected", "/k\\d/.exec(e.className)[0] + e.dataset.letter"))) == 1


def test_the_panel_lists_must_may_and_never_as_derived(graph: Browser) -> None:
    analysis = analysis_of(GRAPH)
    for name in ("%kept", "%turn", "%last", "%size"):
        choose(graph, name)
        must, may, never = (
            {str(b) for a, b in analysis[r] if a == f"@graph/{name}"}
            for r in ("must_alias", "may_alias", "never_alias")
        )
        for relation, expected in (("MUST", must), ("MAY", may - must), ("NEVER", never)):
            found = names(graph, f"[data-relation={relation}] .buffer-link")
            assert {f"@graph/{found_name}" for found_name in found} == expected - {f"@graph/{name}"}


def test_a_pair_is_explained_by_the_rules(graph: Browser) -> None:
    choose(graph, "%kept")
    graph.click("[data-relation=NEVER] .buffer-link", 0)
    other = names(graph, "[data-relation=NEVER] .buffer-link[aria-pressed=true]").pop()
    said = graph.text("#pair .pair > .tree > li > details > summary")
    first, second = re.findall(r"%\w+", said)
    assert said.startswith("never_alias(")
    assert {first, second} == {"%kept", other}
    [derivation] = analysis_of(GRAPH).explain(f'never_alias("{first}", "{second}")')
    assert derivation.rule in said
    premises = graph.texts("#pair .pair > .tree > li > details > ul > li")
    assert len(premises) == len(derivation.premises)


def test_explanations_unfold_down_to_lines_of_the_source(diamond: Browser) -> None:
    choose(diamond, "%scratch")
    while diamond.count(".card.freed details:not([open])"):
        diamond.click(".card.freed details:not([open]) > summary")
    assert "candidate(^narrow, %scratch, allocation)" in diamond.text(".card.freed")
    assert "block_ends.candidates#3" in diamond.text(".card.freed")
    assert "line 13" in diamond.texts(".card.freed .tree .goto")


def test_where_it_is_freed_and_why(diamond: Browser) -> None:
    choose(diamond, "%scratch")
    assert diamond.text(".card.freed header").split() == ["freed", "end", "of", "^narrow", "line", "17"]
    choose(diamond, "%small")
    assert diamond.text(".card.kept p") == "Kept: passed to ^join as %result."
    choose(diamond, "%result")
    assert diamond.text(".card.maybe p") == "Freed if the flag passed beside %result is set."


def test_bars_show_where_it_is_live(diamond: Browser) -> None:
    choose(diamond, "%scratch")
    assert diamond.each(".row[id] .live.s0", "e.parentElement.id") == ["L13", "L14", "L15", "L16"]
    assert diamond.each(".row[id] .live.held", "e.parentElement.id") == ["L17"]
    diamond.press(diamond.keys.ESCAPE)
    assert diamond.count(".live:is(.s0, .s1, .s2, .held)") == 0


def test_the_search_box_finds_a_value(diamond: Browser) -> None:
    diamond.press("/")
    assert diamond.run("return document.activeElement.id") == "search"
    diamond.press(*"smal")
    assert [text.split()[1] for text in diamond.texts("#found [role=option]")] == ["%small"]
    diamond.press(diamond.keys.ENTER)
    assert shown(diamond) == "%small"
    assert diamond.count("#L14.here") == 1
    assert diamond.texts("#found") == []


def test_the_search_box_finds_blocks_lines_and_nothing(diamond: Browser) -> None:
    diamond.press("/", *"join", diamond.keys.ENTER)
    assert diamond.count("#L22.here") == 1
    diamond.press("/", *":17", diamond.keys.ENTER)
    assert diamond.count("#L17.here") == 1
    diamond.press("/", *"nobody")
    assert "No buffer, block or function has this name" in diamond.text("#found")
    diamond.press(diamond.keys.ENTER, diamond.keys.ESCAPE, diamond.keys.ESCAPE)
    assert diamond.run("return document.activeElement.id") != "search"


def test_arrows_walk_through_what_was_found(diamond: Browser) -> None:
    diamond.press("/", "s")
    found = [text.split()[1] for text in diamond.texts("#found [role=option]")]
    assert len(found) > 2
    diamond.press(diamond.keys.ARROW_DOWN, diamond.keys.ARROW_DOWN, diamond.keys.ARROW_UP, diamond.keys.ENTER)
    assert shown(diamond) == found[1]


def test_the_source_is_one_tab_stop_in_which_arrows_move(diamond: Browser) -> None:
    assert diamond.count("#code .v[tabindex='0']") == 1
    diamond.run("document.querySelector('#wrap').focus()")
    diamond.press(diamond.keys.TAB)
    focused = "return document.activeElement.closest('.row')?.id + ' ' + document.activeElement.textContent"
    assert diamond.run(focused) == "L9 %given"
    diamond.press(diamond.keys.ARROW_RIGHT)
    assert diamond.run(focused) == "L9 %out"
    diamond.press(diamond.keys.ARROW_DOWN, diamond.keys.ARROW_DOWN, diamond.keys.ARROW_DOWN)
    assert diamond.run(focused) == "L14 %small"
    diamond.press(diamond.keys.ENTER)
    assert shown(diamond) == "%small"
    diamond.press(diamond.keys.HOME)
    assert diamond.run(focused) == "L9 %given"
    diamond.press(diamond.keys.ESCAPE)
    assert diamond.count(".v.selected") == 0
    diamond.press(diamond.keys.TAB)
    assert diamond.run("return document.activeElement.id") == "splitter"
    diamond.press(diamond.keys.TAB)
    assert diamond.run("return document.activeElement.id") == "tab-buffer"


def test_tabs_and_tables_are_reached_with_arrows(diamond: Browser) -> None:
    diamond.run("document.querySelector('#tab-buffers').focus()")
    diamond.press(diamond.keys.ARROW_RIGHT)
    assert diamond.texts("[role=tab][aria-selected=true]") == ["Alias classes"]
    assert [text.strip(" ↕") for text in diamond.texts("[role=tabpanel] th")] == [
        "Class",
        "Allocation",
        "Buffers",
        "May be the same as",
    ]
    diamond.press(diamond.keys.ARROW_LEFT, diamond.keys.TAB)
    assert diamond.run("return document.activeElement.innerText.split(/\\s/).at(-1)") == "%given"
    diamond.press(diamond.keys.END, diamond.keys.HOME)
    assert diamond.run("return document.activeElement.innerText") == "Buffer", "the heads of columns are reached, too"
    diamond.press(*[diamond.keys.ARROW_DOWN] * 7, *[diamond.keys.ARROW_UP] * 2, diamond.keys.ENTER)
    assert shown(diamond) == "%given"


def test_the_table_of_classes(graph: Browser) -> None:
    graph.click("#tab-classes")
    rows = graph.texts("#classes tbody tr")
    kept = next(row for row in rows if "%kept" in row)
    assert "%view" in kept
    assert "an allocation on the heap" in kept
    assert len(rows) == len({str(row.leader) for row in analysis_of(GRAPH)["alias_class_leader"]})  # type: ignore[attr-defined]


def test_the_graph_shows_where_a_buffer_is_live(graph: Browser) -> None:
    graph.click("#tab-graph")
    assert graph.count(".box") == 3
    boxes = graph.each(".box .face", "(r => [r.left, r.top, r.right, r.bottom])(e.getBoundingClientRect())")
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
    choose(graph, "%turn")
    assert graph.texts("[role=tab][aria-selected=true]") == ["Control flow"], "a selection is watched in the graph"
    assert graph.each(".box:is(.s0, .s1, .s2, .s3) .title", "e.textContent") == ["^loop"]
    assert graph.each(".box.s2 .badge", "e.textContent") == ["◐ freed"]
    graph.run("document.querySelector('.box').focus()")
    graph.press(graph.keys.ARROW_DOWN, graph.keys.ENTER)
    assert graph.count("#L5.here") == 1


def test_inserted_ops_stand_before_the_lines_they_come_before(diamond: Browser) -> None:
    assert diamond.texts(".edit") == []
    diamond.click("#show-edits")
    rows = diamond.each("#code .row", "e.id || e.textContent")
    assert any("bufferization.dealloc" in text for text in rows[rows.index("L23") : rows.index("L24")])
    diamond.click("#show-frees")
    assert diamond.texts(".ghost") == []


def test_an_inserted_op_tells_why_it_is_there(diamond: Browser) -> None:
    diamond.click("#show-edits")
    diamond.click(".edit .why-edit")
    assert diamond.text(".reasons summary") == "The end of ^entry may own %given, and has to free it then."
    assert diamond.count(".reasons .tree") == 0
    diamond.click(".reasons summary")
    assert re.match(r"\w+\(", diamond.texts(".reasons .tree")[0])
    diamond.click(".edit .why-edit")
    assert diamond.count(".reasons") == 0


def test_an_address_leads_to_a_value(browser: Browser, tmp_path: Path) -> None:
    browser.open(page_of(DIAMOND), tmp_path, "#%40diamond%2F%25small")
    assert shown(browser) == "%small"


@pytest.mark.slow
def test_a_long_function_stays_small_and_works(browser: Browser, tmp_path: Path) -> None:
    counts = {}
    for buffers in (150, 600):
        html = page(analysis_of(long_function(buffers)))
        browser.open(html, tmp_path)
        counts[buffers] = browser.count("*")
        assert browser.complaints() == []
    assert counts[600] < 4.5 * counts[150], "the page grows with the lines, not with the pairs"
    assert browser.count("#buffers tbody tr") == 300
    browser.click("#buffers > .more")
    assert browser.count("#buffers tbody tr") == 600
    browser.press("/", *"b590", browser.keys.ENTER)
    assert shown(browser) == "%b590"
    browser.click("[data-relation=NEVER] .more")
    assert len(names(browser, "[data-relation] .buffer-link")) == 599
    assert browser.complaints() == []
