"""ODS's `assemblyFormat`: its text as a tree."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NoReturn

_TOKEN = re.compile(
    r"\s*(?:(?P<literal>`[^`]*`)|(?P<string>\"[^\"]*\")|(?P<variable>\$\w+)|(?P<custom>custom\s*<\s*(?P<custom_name>\w+)\s*>)"
    r"|(?P<word>[A-Za-z_][\w-]*)|(?P<sign>[()?:|^,<>=]))"
)


class FormatProblem(Exception):
    """What is wrong with a format, or cannot be said in Ownlog's language; `at` is an offset in its text."""

    def __init__(self, message: str, at: int = 0) -> None:
        super().__init__(message)
        self.message, self.at = message, at


@dataclass
class Element:
    """A piece of a format. `kind` is "literal", "variable", "string", "optional", "oilist", "custom", or the name of a
    directive such as "type"; `text` is the literal, the name of the variable or of the custom directive.

    `parts` are the arguments of a directive, or the elements of a group, of each clause for an oilist.
    """

    kind: str
    at: int
    text: str = ""
    parts: list[Element] = field(default_factory=list)
    otherwise: list[Element] = field(default_factory=list)
    clauses: list[list[Element]] = field(default_factory=list)
    anchor: bool = False


# The directives with how many arguments they have: at least, at most.
_DIRECTIVES = {
    "attr-dict": (0, 0), "attr-dict-with-keyword": (0, 0), "prop-dict": (0, 0), "functional-type": (2, 2),
    "operands": (0, 0), "results": (0, 0), "regions": (0, 0), "successors": (0, 0), "type": (1, 1), "ref": (1, 1),
    "qualified": (1, 1), "params": (0, 0), "struct": (1, 99),
}  # fmt: skip


def parse_format(text: str) -> list[Element]:
    """The elements of a format. FormatProblem for text that is none."""
    parser = _Parser(text)
    found = parser.elements()
    if parser.token is not None:
        parser.fail(f"unexpected {parser.shown()}")
    return found


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.end = 0
        self.token: re.Match[str] | None = None
        self.step()

    def fail(self, message: str) -> NoReturn:
        raise FormatProblem(message, self.token.start() if self.token is not None else len(self.text))

    def shown(self) -> str:
        return "the end of the format" if self.token is None else f"'{self.token[0].strip()}'"

    def step(self) -> None:
        self.token = _TOKEN.match(self.text, self.end)
        if self.token is None and self.text[self.end :].strip():
            raise FormatProblem(f"unexpected '{self.text[self.end :].strip()[:1]}'", self.end)
        self.end = self.token.end() if self.token is not None else len(self.text)

    def at_sign(self, sign: str) -> bool:
        return self.token is not None and self.token["sign"] == sign

    def accept(self, sign: str) -> bool:
        found = self.at_sign(sign)
        if found:
            self.step()
        return found

    def expect(self, sign: str) -> None:
        if not self.accept(sign):
            self.fail(f"expected '{sign}' before {self.shown()}")

    def elements(self) -> list[Element]:
        """What stands up to a ')' or '|', or to the end."""
        found: list[Element] = []
        while self.token is not None and not self.at_sign(")") and not self.at_sign("|"):
            if self.at_sign("^"):
                if not found:
                    self.fail("'^' follows the element that it makes the anchor")
                found[-1].anchor = True
                self.step()
            elif self.at_sign("("):
                found.append(self.group())
            else:
                found.append(self.element())
        return found

    def group(self) -> Element:
        assert self.token is not None
        made = Element("optional", self.token.start())
        self.step()
        made.parts = self.elements()
        self.expect(")")
        if self.accept(":"):
            self.expect("(")
            made.otherwise = self.elements()
            self.expect(")")
        self.expect("?")
        return made

    def element(self) -> Element:
        token = self.token
        if token is None or token["sign"]:
            self.fail(f"unexpected {self.shown()}")
        at = token.start()
        self.step()
        if token["literal"]:
            return Element("literal", at, token["literal"][1:-1])
        if token["string"]:
            return Element("string", at, token["string"][1:-1])
        if token["variable"]:
            return Element("variable", at, token["variable"][1:])
        if token["custom"]:
            return Element("custom", at, token["custom_name"], self.arguments())
        return self.directive(token["word"], at)

    def directive(self, name: str, at: int) -> Element:
        if name == "oilist":
            self.expect("(")
            made = Element("oilist", at, clauses=[self.elements()])
            while self.accept("|"):
                made.clauses.append(self.elements())
            self.expect(")")
            return made
        if name not in _DIRECTIVES:
            raise FormatProblem(f"'{name}' is no directive", at)
        least, most = _DIRECTIVES[name]
        made = Element(name, at, parts=self.arguments() if most else [])
        if not least <= len(made.parts) <= most:
            raise FormatProblem(f"'{name}' has {least} argument{'s' * (least != 1)}, not {len(made.parts)}", at)
        return made

    def arguments(self) -> list[Element]:
        found: list[Element] = []
        self.expect("(")
        while not self.at_sign(")"):
            if found:
                self.expect(",")
            found.append(self.element())
        self.step()
        return found
