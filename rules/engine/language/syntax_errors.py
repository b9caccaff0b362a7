"""What to say where a text is no Datalog: what stands there, and what belongs there instead, in words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lark import UnexpectedToken

from ownlog.base.errors import Diagnostic
from ownlog.base.source import Source

# The names of tokens that have not always the same text; of `:-`, lark makes one up.
_NAMES = {
    "IDENT": "a name",
    "STRING": "a text",
    "NUMBER": "a number",
    "QUALIFIER": "a qualifier",
    "COMPARISON": "a comparison",
}
_NECK = ":-"
# Where a term begins, and what may go on with one: each is said in one word.
_TERM = frozenset({"IDENT", "NUMBER", "STRING"})
_BEGINS_TERM = _TERM | {"AS", "BNOT", "COUNT", "EXTREME", "FUNCTOR", "LPAR", "MINUS", "SUM", "UNDERSCORE"}
_OPERATORS = frozenset({"BAND", "BNOT", "BOR", "BXOR", "MINUS", "MULTIPLY", "PLUS"})
_QUOTED = 'names of ops, and of what is in a module, stand in double quotes: "{}"'
# What people write who come from other languages, and what to write instead.
_SLIPS = (
    (re.compile(r"\A\s*([%#;].*)"), "comments start with `//` and end with their line, or stand between `/*` and `*/`"),
    (re.compile(r"'([^']*)'?"), _QUOTED),
    (re.compile(r"([%@^]?[A-Za-z_][\w$-]*(?:\.[\w$-]+)+|[%@^](?!\d+\b)[\w$.-]*\w)"), _QUOTED),
    (re.compile(r"\bnot\s+(\w+\([^)]*\)?)"), "negation is written `!{}`"),
    (re.compile(r"(<-|:(?!-))"), "the head of a rule and its body have `:-` between them"),
    (re.compile(r"(&&?|\band\b)"), "the conditions of a rule have `,` between them"),
    (re.compile(r"(\|\|?|\bor\b)"), "alternatives have `;` between them"),
)


def unexpected(source: Source, error: UnexpectedToken, signs: Mapping[str, str], in_file: bool) -> Diagnostic:
    """The diagnostic of a misplaced token; `signs` has the texts of tokens that are always the same.

    `in_file`: each clause ends with a full stop; the last one of a query need not.
    """
    token = error.token
    at_end = token.type == "$END"
    at = len(source.text.rstrip()) if at_end else token.start_pos or 0
    if token == "<=" and {"COMMA", "DOT"} <= error.accepts:
        return source.diagnostic(
            at, "unsupported: subsumption (`A(..) <= A(..) :- ..`)", "choose with a `min` or `max` aggregate"
        )
    if source.text.startswith("/*", at):
        return source.diagnostic(at, "this comment has no end", "write `*/` behind it")
    found = "end of the file" if at_end else f"`{token}`"
    return source.diagnostic(
        at, f"syntax error: unexpected {found}", slip(source, at) or _expectation(error.accepts, signs, in_file)
    )


def no_token(source: Source, at: int) -> Diagnostic:
    """About a place where no token starts."""
    if source.text.startswith('"', at):
        message = "no word or sign of the language starts here: this text has no end"
        return source.diagnostic(at, message, 'write `"` behind it')
    return source.diagnostic(at, "no word or sign of the language starts here", slip(source, at))


def slip(source: Source, at: int) -> str | None:
    """What to write instead of what stands around `at`, where that is what another language would have."""
    line, column = source.line_at(at), source.position(at).column - 1
    for slip, advice in _SLIPS:
        for found in slip.finditer(line):
            if found.start() <= column < found.end():
                return advice.format(found[1])
    return None


def _expectation(accepts: set[str], signs: Mapping[str, str], in_file: bool) -> str | None:
    wanted = {signs.get(name, name) for name in accepts}
    if in_file and "." in wanted:
        return "a fact or rule ends with `.`" + (
            "; a rule has `:-` between its head and its body" if _NECK in wanted else ""
        )
    names = ["a name, a number, or a text in double quotes"] if accepts >= _TERM else []
    for name in sorted(accepts - _OPERATORS - (_BEGINS_TERM if names else set())):
        names.append(f"`{signs[name]}`" if name in signs else _NAMES.get(name, ""))
    known = [name for name in names if name]
    return "expected " + " or ".join(known) if 0 < len(known) <= 5 else None
