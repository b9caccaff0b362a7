"""How the page looks in a real browser: themes, contrast, widths."""

from pathlib import Path

import pytest

from tests.report.browser import Browser, shown
from tests.report.programs import AT_ENDS, long_function, page_of


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
    inside = (
        "(r => r.left >= 0 && r.right <="
        " document.querySelector('#code').getBoundingClientRect().right)(e.getBoundingClientRect())"
    )
    assert browser.each(".v.selected", inside) == [True]
    assert browser.run("return document.querySelector('#code').scrollLeft") > 0
