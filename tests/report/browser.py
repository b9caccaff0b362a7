"""A headless Chromium that looks at pages as a person would: it clicks, types and reads what is shown."""

from pathlib import Path
from typing import Any

import pytest

from tests.shared import require_tool

SIZE = (1400, 900)


class Browser:
    """One window, driven through Selenium. What a page complains about in the console is kept until it is asked for."""

    def __init__(self) -> None:
        webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed (dependency group dev)")
        options = webdriver.ChromeOptions()
        options.binary_location = require_tool("chromium")
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        service = webdriver.ChromeService(executable_path=require_tool("chromedriver"))
        self.driver = webdriver.Chrome(options=options, service=service)
        self.keys = pytest.importorskip("selenium.webdriver.common.keys").Keys
        self._actions = webdriver.ActionChains

    def open(self, html: str, folder: Path, fragment: str = "") -> None:
        """Show a page in a window of the usual size and a light system."""
        self.resize(*SIZE)
        self.prefer("light")
        path = folder / "page.html"
        path.write_text(html, errors="surrogateescape")
        # Not straight from one page to the next: an address that only differs in its fragment is not loaded anew.
        self.driver.get("about:blank")
        self.driver.get(path.as_uri() + fragment)

    def resize(self, width: int, height: int) -> None:
        """Give the page that much room."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def prefer(self, scheme: str) -> None:
        """Make the system one that prefers "light" or "dark" pages."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def complaints(self) -> list[str]:
        """What the console got since the last question."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def run(self, script: str, *arguments: object) -> Any:
        """What a script returns."""
        return self.driver.execute_script(script, *arguments)

    def click(self, selector: str, number: int = 0) -> None:
        """Click on the element with that number among those of a selector; what the page does behind the click
        (`toggle`) is done then.
        """
        self.driver.find_elements("css selector", selector)[number].click()
        self.driver.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => setTimeout(done))")

    def press(self, *keys: str) -> None:
        """Press keys one after the other, wherever the focus is."""
        for key in keys:
            self._actions(self.driver).send_keys(key).perform()

    def each(self, selector: str, expression: str) -> list[Any]:
        """The value of a JavaScript expression for each element `e` of a selector."""
        found: list[Any] = self.run(
            f"return [...document.querySelectorAll(arguments[0])].map(e => {expression})", selector
        )
        return found

    def texts(self, selector: str) -> list[str]:
        """The text of each shown element of a selector."""
        script = (
            "return [...document.querySelectorAll(arguments[0])].filter(e => e.checkVisibility()).map(e => e.innerText)"
        )
        found: list[str] = self.run(script, selector)
        return found

    def text(self, selector: str) -> str:
        """The text of the one shown element of a selector."""
        [text] = self.texts(selector)
        return text

    def count(self, selector: str) -> int:
        """How many elements there are, shown or not."""
        number: int = self.run("return document.querySelectorAll(arguments[0]).length", selector)
        return number

    def style(self, selector: str, name: str) -> str:
        """A computed style of the first element of a selector."""
        value: str = self.run(
            "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]", selector, name
        )
        return value


def names(browser: Browser, selector: str) -> set[str]:
    """The names of the buffers that some elements stand for."""
    return {text.split()[-1] for text in browser.texts(selector)}


def shown(browser: Browser) -> str:
    """The buffer that the panel is about."""
    return browser.text("#buffer h2 .mono:not(.quiet)")


def choose(browser: Browser, name: str) -> None:
    """Click on the definition of a buffer in the source."""
    browser.click("#code .v.def", browser.each("#code .v.def", "e.textContent").index(name))
