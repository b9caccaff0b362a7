"""Renders a page from its model and the files beside this module.

The page allows only its own style and script, by their hashes, and no network: the input stays text.
"""

from __future__ import annotations

import hashlib
import html
import json
from base64 import b64encode
from pathlib import Path
from string import Template

from ownlog.report.page.model import Model

HERE = Path(__file__).parent

SCRIPTS = (
    "base.js",
    "source.js",
    "output.js",
    "reasons.js",
    "buffer.js",
    "tables.js",
    "graph.js",
    "memory.js",
    "tensors.js",
    "search.js",
    "main.js",
)
"""The parts of the script in their order; they share one scope."""


def render(model: Model) -> str:
    """One HTML file with everything in it."""
    style = _read("page.css")
    script = '(() => {\n"use strict";\n' + "\n".join(map(_read, SCRIPTS)) + "\n})();\n"
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; base-uri 'none'; form-action"
        " 'none'"
    )
    return Template(_read("page.html")).substitute(
        policy=html.escape(policy),
        title=html.escape(_printable(model["file"])),
        style=style,
        script=script,
        data=_embedded(model),
    )


def _read(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _embedded(model: Model) -> str:
    """JSON that can stand in a script element: in ASCII, and without the characters that HTML gives a meaning."""
    text = json.dumps(model, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _printable(text: str) -> str:
    """Text without the surrogates that stand for bytes that are no UTF-8."""
    return text.encode("utf-8", "replace").decode()
