"""The page in a real browser: what a person sees, and reaches with the mouse and with the keyboard."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ownlog
from ownlog.report import PIPELINE, page
from tests.report.browser import Browser
from tests.report.programs import AT_ENDS, EXAMPLES, GRAPH, HOSTILE, analysis_of, example, long_function, page_of

DIAMOND = example("diamond")


@pytest.fixture
def diamond(browser: Browser, tmp_path: Path) -> Browser:
    """A browser that shows the page about the diamond."""
    browser.open(page_of(DIAMOND, "diamond.mlir", AT_ENDS), tmp_path)
    return browser


@pytest.fixture
def graph(browser: Browser, tmp_path: Path) -> Browser:
    """A browser that shows the page about a function with a loop and a view."""
    browser.open(page_of(GRAPH, "graph.mlir", AT_ENDS), tmp_path)
    return browser


def names(browser: Browser, selector: str) -> set[str]:
    """The names of the buffers that some elements stand for."""
    return {text.split()[-1] for text in browser.texts(selector)}


def shown(browser: Browser) -> str:
    """The buffer that the panel is about."""
    return browser.text("#buffer h2 .mono:not(.quiet)")


def choose(browser: Browser, name: str) -> None:
    """Click on the definition of a buffer in the source."""
    browser.click("#code .v.def", browser.each("#code .v.def", "e.textContent").index(name))


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
        must, may, never = ({str(b) for a, b in analysis[r] if a == f"@graph/{name}"} for r in ("must_alias", "may_alias", "never_alias"))
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
    assert "D3" in diamond.text(".card.freed")
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
    assert [text.strip(" ↕") for text in diamond.texts("[role=tabpanel] th")] == ["Class", "Allocation", "Buffers", "May be the same as"]
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


def test_the_theme_follows_the_system_until_it_is_chosen(diamond: Browser) -> None:
    light = diamond.style("body", "backgroundColor")
    diamond.prefer("dark")
    dark = diamond.style("body", "backgroundColor")
    assert light != dark
    diamond.click("#theme")
    assert diamond.style("body", "backgroundColor") == light
    diamond.prefer("light")
    diamond.click("#theme")
    assert diamond.style("body", "backgroundColor") == dark
    diamond.run("localStorage.clear()")


CONTRAST = """
const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
const rgb = (colour, over) => {
  canvas.fillStyle = over; canvas.fillRect(0, 0, 1, 1);
  canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
};
const luminance = (parts) => {
  const [r, g, b] = parts.map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const paper = (element) => {
  const colours = [];
  for (let e = element; e; e = e.parentElement) colours.unshift(getComputedStyle(e).backgroundColor);
  return colours.reduce((over, colour) => `rgb(${rgb(colour, over)})`, 'white');
};
const poor = [];
for (const element of document.querySelectorAll('body *:not(script):not(style)')) {
  const hasText = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
  if (!hasText || !element.checkVisibility() || element.closest('svg')) continue;
  const below = paper(element);
  const [a, b] = [luminance(rgb(getComputedStyle(element).color, below)), luminance(rgb(below, below))];
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (ratio < 4.5) poor.push([ratio.toFixed(2), element.className, element.textContent.slice(0, 30)]);
}
return poor;
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_has_enough_contrast(scheme: str, browser: Browser, tmp_path: Path) -> None:
    browser.open(page_of(long_function(14), pipeline=AT_ENDS), tmp_path)
    browser.prefer(scheme)
    browser.click("#show-edits")
    for number in range(0, 24, 2):
        browser.click("#code .v", number)
        assert browser.run(CONTRAST) == []
    for tab in ("buffers", "classes", "graph"):
        browser.click(f"#tab-{tab}")
        assert browser.run(CONTRAST) == []


def test_classes_are_told_apart_without_colour(diamond: Browser) -> None:
    letters = diamond.each("#code .v.def", "[e.textContent, getComputedStyle(e, '::after').content]")
    assert dict(letters)["%given"] == dict(letters)["%same"]
    assert len({letter for _, letter in letters}) == 5


@pytest.mark.parametrize("width", [360, 700, 900, 1000])
def test_a_narrow_window_has_everything_and_scrolls_only_down(width: int, diamond: Browser) -> None:
    diamond.resize(width, 800)
    for tab in ("buffers", "classes", "graph", "buffer"):
        diamond.click(f"#tab-{tab}")
        assert diamond.run("return document.documentElement.scrollWidth <= innerWidth")
    diamond.click("#code .v.def", 3)
    assert shown(diamond) == "%small"


def test_what_stands_far_to_the_right_is_scrolled_to(browser: Browser, tmp_path: Path) -> None:
    arguments = ", ".join(f"%argument{i}: memref<4xf32>" for i in range(30))
    browser.open(page_of(f"func.func @used_in_many_blocks({arguments}) {{\n  return\n}}\n"), tmp_path)
    browser.press("/", *"argument29", browser.keys.ENTER)
    inside = "(r => r.left >= 0 && r.right <= document.querySelector('#code').getBoundingClientRect().right)(e.getBoundingClientRect())"
    assert browser.each(".v.selected", inside) == [True]
    assert browser.run("return document.querySelector('#code').scrollLeft") > 0


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


def test_the_memory_of_a_function_is_drawn(browser: Browser, tmp_path: Path) -> None:
    browser.open(page_of(DIAMOND, "diamond.mlir"), tmp_path)
    browser.click("#tab-memory")
    assert browser.each("#memory .plan .head", "e.textContent") == ["@diamond"]
    assert browser.each("#memory .plan .axis", "e.textContent")[0].startswith("peak 128 bytes; 1 part in an arena of 64 bytes")
    boxes = browser.each("#memory .plan .part title", "e.textContent")
    assert [title.partition(",")[0] for title in boxes] == ["%scratch"]
    for width in (1400, 700):
        browser.resize(width, 900)
        assert browser.run("return document.documentElement.scrollWidth <= innerWidth")
    assert browser.complaints() == []


def test_a_function_without_memory_says_so(browser: Browser, tmp_path: Path) -> None:
    browser.open(page_of("func.func @f() {\n  return\n}\n"), tmp_path)
    browser.click("#tab-memory")
    assert browser.text("#memory") == "@f takes no memory of the heap."


def test_the_output_stands_beside_the_source(browser: Browser, tmp_path: Path) -> None:
    module = ownlog.parse(DIAMOND, "diamond.mlir")
    browser.open(page_of(DIAMOND, "diamond.mlir"), tmp_path)
    browser.click("#tab-output")
    ownlog.run_pipeline(module, PIPELINE)
    assert "\n".join(browser.each("#output .row .what", "e.textContent")) == str(module)
    added = browser.each("#output .row.edit:not(.changed) .what", "e.textContent")
    assert len(added) == len(str(module).splitlines()) - len(DIAMOND.splitlines())
    assert all(text not in DIAMOND.splitlines() for text in added)


def test_rows_of_source_and_output_lead_to_each_other(browser: Browser, tmp_path: Path) -> None:
    browser.open(page_of(DIAMOND, "diamond.mlir"), tmp_path)
    browser.click("#tab-output")
    lines = browser.each("#output .row[data-origin]", "[e.dataset.origin, e.querySelector('.what').textContent, e.className]")
    source = DIAMOND.split("\n")
    for origin, text, name in lines:
        assert ("changed" in name) == (source[int(origin) - 1] != text)
    origins = [int(origin) for origin, _, _ in lines]
    assert origins == sorted(set(origins)), "each line of the source once, in order"
    browser.click("#L22 .no")
    assert browser.each(".linked", "e.id || e.dataset.origin") == ["L22", "22"]
    browser.click("#output .row[data-origin='16'] .no")
    assert browser.count("#L16.here") == 1
    browser.click("#output .v.def", 2)
    assert browser.texts("[role=tab][aria-selected=true]") == ["Output"], "a selection is watched where it was made"
    [name] = set(browser.each("#code .v.selected, #output .v.selected", "e.textContent"))
    browser.click("#tab-buffer")
    assert shown(browser) == name


def test_the_output_of_passes_that_refuse_is_none(browser: Browser, tmp_path: Path) -> None:
    text = """func.func @f(%a: memref<1xmemref<4xf32>>, %i: index) {
  %b = memref.alloc() : memref<4xf32>
  memref.store %b, %a[%i] : memref<1xmemref<4xf32>>
  return
}
"""
    browser.open(page_of(text), tmp_path)
    browser.click("#tab-output")
    assert browser.text("#output") == "The passes refuse this module: there is no output."


def test_tables_are_sorted_and_filtered(browser: Browser, tmp_path: Path) -> None:
    browser.open(page_of(long_function(14)), tmp_path)

    def names() -> list[str]:
        return [text.split("\n")[-1] for text in browser.texts("#buffers tbody .buffer-link")]

    in_order = names()
    browser.click("#buffers .sort", 0)
    assert names() == sorted(in_order, key=lambda name: (name.rstrip("0123456789"), int("0" + name.lstrip("%abcinoutv"))))
    browser.click("#buffers .sort", 1)
    assert browser.each("#buffers th[aria-sort]", "e.getAttribute('aria-sort')") == ["none", "ascending", "none", "none", "none"]
    assert names() == in_order
    browser.click("#buffers .sort", 1)
    assert names() == [*in_order[:1:-1], *in_order[:2]], "the parameters stand on one line"
    browser.click("#buffers .filter")
    browser.press(*"%b1")
    assert names() == [name for name in reversed(in_order) if name.startswith("%b1")]
    assert browser.text("#buffers .filters [role=status]") == f"{len(names())} of {len(in_order)}"
    browser.press(browser.keys.ESCAPE)
    assert len(names()) == len(in_order) > 8


def test_line_numbers_stay_while_long_lines_are_scrolled(browser: Browser, tmp_path: Path) -> None:
    arguments = ", ".join(f"%argument{i}: memref<4xf32>" for i in range(30))
    browser.open(page_of(f"func.func @used_in_many_blocks({arguments}) {{\n  return\n}}\n"), tmp_path)
    where = "e.getBoundingClientRect().left - document.querySelector('#code').getBoundingClientRect().left"
    before = browser.each("#code .no, #code .live", where)
    browser.run("document.querySelector('#code').scrollLeft = 400")
    assert browser.each("#code .no, #code .live", where) == before
    browser.click("#wrap")
    assert browser.run("const e = document.querySelector('#code'); return e.scrollWidth <= e.clientWidth")
    assert browser.run("return document.querySelector('#L1').offsetHeight > 40")
    browser.click("#wrap")
    assert browser.run("return document.querySelector('#L1').offsetHeight < 40")
    browser.run("localStorage.clear()")


def test_the_bar_between_the_panes_moves(diamond: Browser) -> None:
    width = "return document.querySelector('#code').offsetWidth"
    before = diamond.run(width)
    diamond.run("document.querySelector('#splitter').focus()")
    diamond.press(*[diamond.keys.ARROW_LEFT] * 5)
    assert diamond.run(width) < before - 50
    diamond.run("localStorage.clear()")


def test_values_with_one_name_are_told_apart_by_their_lines(browser: Browser, tmp_path: Path) -> None:
    inner = """func.func @f(%c: i1, %out: memref<4xf32>) {
  scf.if %c {
    %a = memref.alloc() : memref<4xf32>
    memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  } else {
    %a = memref.alloc() : memref<4xf32>
    memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  }
  return
}
"""
    browser.open(page_of(inner), tmp_path)
    assert ["".join(text.split()[1:]) for text in browser.texts("#buffers tbody .buffer-link")] == ["%out", "%a:3", "%a:6"]
