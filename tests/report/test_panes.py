"""The panes beside the source, in a real browser: memory, the output, tables, line numbers."""

from pathlib import Path

import ownlog
from ownlog.report import PIPELINE
from tests.report.browser import Browser, shown
from tests.report.programs import DIAMOND, long_function, page_of


def test_the_memory_of_a_function_is_drawn(browser: Browser, tmp_path: Path) -> None:
    browser.open(page_of(DIAMOND, "diamond.mlir"), tmp_path)
    browser.click("#tab-memory")
    assert browser.each("#memory .plan .head", "e.textContent") == ["@diamond"]
    assert browser.each("#memory .plan .axis", "e.textContent")[0].startswith(
        "peak 128 bytes; 1 part in an arena of 64 bytes"
    )
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
    lines = browser.each(
        "#output .row[data-origin]", "[e.dataset.origin, e.querySelector('.what').textContent, e.className]"
    )
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
    assert names() == sorted(
        in_order, key=lambda name: (name.rstrip("0123456789"), int("0" + name.lstrip("%abcinoutv")))
    )
    browser.click("#buffers .sort", 1)
    assert browser.each("#buffers th[aria-sort]", "e.getAttribute('aria-sort')") == [
        "none",
        "ascending",
        "none",
        "none",
        "none",
    ]
    assert names() == in_order
    browser.click("#buffers .sort", 1)
    assert names() == [*in_order[:1:-1], *in_order[:2]], "the parameters stand on one line"
    browser.click("#buffers .filter")
    browser.press(*"%b1")
    assert names() == [name for name in reversed(in_order) if name.startswith("%b1")]
    assert browser.text("#buffers .filters [role=status]") == f"{len(names())} of {len(in_order)}"
    browser.press(browser.keys.ESCAPE)
    assert len(names()) == len(in_order) > 8
    signs = [text.split(maxsplit=1)[1] for text in browser.texts("#buffers tbody .sign")]
    for wanted in ("owned", "not owned"):
        browser.click("#buffers .filter")
        browser.press(*wanted)
        assert len(names()) == signs.count(wanted) > 0
        browser.press(browser.keys.ESCAPE)


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
    assert ["".join(text.split()[1:]) for text in browser.texts("#buffers tbody .buffer-link")] == [
        "%out",
        "%a:3",
        "%a:6",
    ]
