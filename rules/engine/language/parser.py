"""From the text of one `.dl` file to its items, with a lark (LALR) grammar."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ownlog.base.errors import Diagnostic, RuleError
from ownlog.base.source import Source
from ownlog.rules.engine.language.items import Item
from ownlog.rules.engine.language.syntax_tree import BodyItem

if TYPE_CHECKING:
    from lark import Lark, Token


class _Unsupported(Exception):
    def __init__(self, token: Token) -> None:
        super().__init__(token)
        self.token = token


def parse(source: Source) -> list[Item]:
    """The items of one file in source order. Raises RuleError on a syntax error or an unsupported construct."""
    return [*_parsed(source.text, source.name, source.first_line)]


def parse_once(source: Source) -> list[Item]:
    """As `parse`, for a text that no other program is going to have."""
    return _items(source, "start")


# More than the files of the analysis: programs that a process loads in turn share these, and differ in a model or a
# query.
@lru_cache(maxsize=512)
def _parsed(text: str, name: str, first_line: int) -> tuple[Item, ...]:
    return tuple(_items(Source(text, name, first_line), "start"))


def _items(source: Source, start: str) -> list[Item]:
    items: list[Item] = _built(source, start)
    return items


def _built(source: Source, start: str) -> Any:
    # Most runs read no Datalog: the rules are compiled already.
    from lark import UnexpectedCharacters, UnexpectedToken
    from lark.exceptions import VisitError

    from ownlog.rules.engine.language.builder import Builder
    from ownlog.rules.engine.language.syntax_errors import no_token, slip, unexpected

    try:
        return Builder(source).transform(_lark().parse(source.text, start))
    except _Unsupported as error:
        at, text = error.token.start_pos or 0, str(error.token)
        found = source.diagnostic(at, f"unsupported: {_describe(text)}", _ADVICE.get(text) or slip(source, at))
        raise RuleError(_with_example(found, start)) from None
    except UnexpectedToken as error:
        raise RuleError(_with_example(unexpected(source, error, _signs(), start == "start"), start)) from None
    except UnexpectedCharacters as error:
        raise RuleError(_with_example(no_token(source, error.pos_in_stream or 0), start)) from None
    except VisitError as error:
        raise error.orig_exc from None


def parse_query(source: Source) -> list[Item]:
    """The items of a query: as `parse`, but the last clause may lack its full stop."""
    return _items(source, "query")


def parse_goal(source: Source) -> tuple[BodyItem, ...]:
    """What a query asks for that is written like the body of a rule; a full stop may end it."""
    body: tuple[BodyItem, ...] = _built(source, "goal")
    return body


def _with_example(found: Diagnostic, start: str) -> Diagnostic:
    """What is wrong with a file always comes with advice; who asks a query gives advice of his own."""
    return found._replace(advice=found.advice or _EXAMPLE) if start == "start" else found


@cache
def _lark() -> Lark:
    from lark import Lark

    def refuse(token: Token) -> Token:
        raise _Unsupported(token)

    # Not the contextual lexer: it would let a keyword be a name where the grammar cannot mistake it, which Soufflé
    # refuses.
    grammar = Path(__file__).with_name("datalog.lark").read_text(encoding="utf-8")
    return Lark(
        grammar, parser="lalr", lexer="basic", start=["start", "query", "goal"], lexer_callbacks={"UNSUPPORTED": refuse}
    )


def _signs() -> dict[str, str]:
    return {terminal.name: terminal.pattern.value for terminal in _lark().terminals if terminal.pattern.type == "str"}


_EXAMPLE = 'a file holds facts such as allocates("my.make", 0). and rules such as big(v) :- live_in(_, v), buffer(v).'
_KINDS = {
    "[": "records",
    "$": "algebraic data types and the counter `$`",
    "@": "user-defined functors and annotations (`@`)",
    "@!": "annotations (`@!`)",
    "^": "the power operator `^`",
    ".comp": "components (`.comp`)",
    ".init": "component instances (`.init`)",
    "choice-domain": "`choice-domain`: its result would depend on the order of evaluation",
    "ord": "`ord`: the number it gives depends on the run",
}
_ADVICE = {
    "input": "use the directive `.input NAME`",
    "output": "use the directive `.output NAME`",
    "printsize": "use the directive `.printsize NAME`",
    ".number_type": "write `.type NAME <: number`",
    ".symbol_type": "write `.type NAME <: symbol`",
}


def _describe(token: str) -> str:
    if token in _KINDS:
        return _KINDS[token]
    if token.startswith("#"):
        return "the C preprocessor (`#`)"
    if token[0].isdigit():
        return f"the constant `{token}`: only the types number and symbol are there"
    return f"`{token}`"
