"""The tokens of MLIR text as compiled patterns, each of which skips the white space and comments before it.

Quantifiers are possessive throughout: no input, however odd, makes a pattern backtrack more than a constant amount.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

SPACE = r"[ \t\r\n]*+(?://[^\n]*+[ \t\r\n]*+)*+"
ID = r"[A-Za-z_][A-Za-z0-9_$.]*+"
SUFFIX_ID = r"(?:[0-9]++|[A-Za-z$._-][A-Za-z0-9$._-]*+)"
STRING = r'"(?:[^"\\\n\f\v\r]|\\(?:["\\nt]|[0-9a-fA-F]{2}))*+"'
SYMBOL = rf"@(?:{ID}|{STRING})"
NUMBER = r"-?[ ]*+(?:0x[0-9a-fA-F]++|[0-9]++(?:\.[0-9]*+(?:[eE][-+]?[0-9]++)?)?)"


def _angles(depth: int) -> str:
    """`<...>` with at most `depth` nested pairs, without strings, braces and comments; `->` closes nothing."""
    plain = r"[^<>\"/{}\[\]()-]"
    inner = rf"{plain}++|->|-|\[(?:{plain}|-)*+\]|\((?:{plain}|-(?!>))*+\)"
    pattern = rf"<(?:{inner})*+>"
    for _ in range(depth):
        pattern = rf"<(?:{inner}|{pattern})*+>"
    return pattern


def token(text: str) -> re.Pattern[str]:
    """The pattern after any white space; group 1 is the token."""
    return re.compile(f"{SPACE}({text})")


SKIP = re.compile(SPACE)
OPERAND = re.compile(rf"{SPACE}(%{SUFFIX_ID})(?:{SPACE}#([0-9]++))?")
RESULT = re.compile(rf"{SPACE}(%{SUFFIX_ID})(?:{SPACE}:{SPACE}([0-9]++))?")
# An op with at most one plain result, then the op's name: most ops start so.
HEAD = re.compile(rf"{SPACE}(?:(%{SUFFIX_ID}){SPACE}={SPACE})?({ID})")
LABEL = token(rf"\^{SUFFIX_ID}")
KEYWORD = token(ID)
STRING_TOKEN = token(STRING)
SYMBOL_TOKEN = token(rf"{SYMBOL}(?:::{SYMBOL})*+")
PLAIN_SYMBOL = token(SYMBOL)
INTEGER = token(r"-?[ ]*+(?:0x[0-9a-fA-F]++|[0-9]++)(?![.][0-9])")
ALIAS_DEFINITION = re.compile(rf"{SPACE}(([#!]){SUFFIX_ID}){SPACE}=(?!=)")
BUILTIN_TYPE = r"(?:[su]?i(?:0|[1-9][0-9]*+)|index|none|bf16|tf32|f[0-9][A-Za-z0-9]*+)(?![A-Za-z0-9_$.])"
SHAPED = "memref|tensor|vector|complex|tuple"
TYPE = token(rf"(?:{SHAPED}){_angles(3)}|{BUILTIN_TYPE}|![A-Za-z_][A-Za-z0-9_$.-]*+(?:{_angles(3)}|(?!<))")
TYPE_START = token(rf"(?:{SHAPED})(?={SPACE}<)|![A-Za-z0-9_$.-]++(?=<)")
# Attributes that need no bracket matching, with their type if they have one.
PLAIN_ATTRIBUTE = token(
    rf"(?:{NUMBER}(?![A-Za-z0-9_.])|{STRING})(?:{SPACE}:{SPACE}{BUILTIN_TYPE})?(?!{SPACE}:)"
    rf"|(?:true|false|unit)(?![A-Za-z0-9_$.])|{SYMBOL}(?:::{SYMBOL})*+"
)
TYPED_LITERAL = token(rf"{NUMBER}(?![A-Za-z0-9_.])|{STRING}")
BRACKETED_ATTRIBUTE = token(
    r"(?:dense_resource|dense|sparse|array|affine_map|affine_set|opaque|strided)(?=[ ]*<)|loc(?=\()|distinct(?=\[)"
)
HASH_ATTRIBUTE = token(rf"#{SUFFIX_ID}")
DICTIONARY = token(r'\{(?:[^{}"/]++|"(?:[^"\\\n]|\\.)*+"|\{(?:[^{}"/]++|"(?:[^"\\\n]|\\.)*+")*+\})*+\}')
KEY = token(rf"{ID}|{STRING}")
LOCATION = re.compile(rf"{SPACE}(loc)(?=\()")
# What bracket matching looks at. `<=` and `>=` (in affine sets) and `->` are no brackets.
BRACKETS = re.compile(rf"{STRING}|//[^\n]*+|->|[<>]=|[#!]{SUFFIX_ID}<|[()<>\[\]{{}}\"]")
# In the body of a type or attribute of a dialect MLIR knows nothing but strings, brackets and arrows.
BODY_BRACKETS = re.compile(rf"{STRING}|->|[()<>\[\]{{}}\"]")
ALIAS_USE = re.compile(rf'"(?:[^"\\]|\\.)*+"|([#!]{SUFFIX_ID})')
_COMMENT = re.compile(rf"{STRING}|//[^\n]*+")
BARE = re.compile(rf"{ID}\Z")

_NESTING = re.compile(rf"{STRING}|->|[<>]=|[()<>\[\]{{}},]")
CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}


@cache
def literal(text: str) -> re.Pattern[str]:
    """The pattern of a fixed keyword or punctuation. A brace is none where metadata (`{-#`) begins."""
    return token(re.escape(text) + (r"(?![A-Za-z0-9_$.])" if text[-1].isalnum() else "(?!-#)" if text == "{" else ""))


def without_comments(text: str) -> str:
    """`text` without the comments in it; what stands in strings is none."""
    return _COMMENT.sub(lambda found: "" if found[0][0] == "/" else found[0], text) if "//" in text else text


class Cuts:
    """The matching brackets of `text`, and the commas in them, at all depths, after one scan."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._ends: dict[int, int] = {}
        self._commas: dict[int, list[int]] = {}
        open_at: list[int] = []
        for found in _NESTING.finditer(text):
            c = found[0]
            if c in CLOSING:
                open_at.append(found.start())
            elif c == ",":
                if open_at:
                    self._commas.setdefault(open_at[-1], []).append(found.start())
            elif len(c) == 1 and c in ")]}>" and open_at:
                self._ends[open_at.pop()] = found.end()

    def encloses(self, start: int, end: int) -> bool:
        """Whether one list or dictionary is all that stands from `start` to `end`."""
        return self.text[start] in "[{" and self._ends.get(start) == end

    def pieces(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """The parts between commas in the brackets from `start` to `end`, stripped; none for blank text."""
        at = start + 1
        for comma in [*self._commas.get(start, ()), end - 1]:
            first, last = at, comma
            while first < last and self.text[first].isspace():
                first += 1
            while first < last and self.text[last - 1].isspace():
                last -= 1
            if first < last or start in self._commas:
                yield first, last
            at = comma + 1


@cache
def _separated(separator: str) -> re.Pattern[str]:
    return re.compile(rf"{STRING}|->|[<>]=|[()<>\[\]{{}}]|{re.escape(separator)}")


def split_top_level(text: str, separator: str = ",") -> list[str]:
    """`text` cut at the separators that no bracket or string encloses, each piece stripped; nothing for blank text."""
    if not text.strip():
        return []
    pieces, depth, at = [], 0, 0
    for found in _separated(separator).finditer(text):
        c = found[0]
        if c in CLOSING:
            depth += 1
        elif len(c) == 1 and c in ")]}>":
            depth -= 1
        elif c == separator and depth == 0:
            pieces.append(text[at : found.start()].strip())
            at = found.end()
    pieces.append(text[at:].strip())
    return pieces


Use: TypeAlias = "re.Match[str]"  # of OPERAND: group 1 the name with sigil, group 2 the number after '#' (None without)
