"""From lark's tree to the nodes of `syntax_tree` and the items of a file."""

from __future__ import annotations

from typing import Any

from lark import Discard, Token, Transformer, v_args

from ownlog.base.errors import RuleError
from ownlog.base.source import Source
from ownlog.rules.engine.language.items import Clause, Directive, Include, Item, RelationDecl, TypeDecl
from ownlog.rules.engine.language.syntax_tree import (
    Aggregate,
    Atom,
    BodyItem,
    Call,
    Cast,
    Compare,
    Const,
    Disjunction,
    Literal,
    Term,
    Truth,
    Var,
    Wildcard,
    negate,
)

_ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", '"': '"', "'": "'", "\\": "\\"}
_PARAMETERS = {
    "strlen": ("text",),
    "to_number": ("text",),
    "to_string": ("number",),
    "substr": ("text", "start", "length"),
}
_SMALLEST, _LARGEST = -(2**31), 2**31 - 1

Body = tuple[BodyItem, ...]


def _at(token: Token) -> int:
    assert token.start_pos is not None
    return token.start_pos


@v_args(inline=True)
class Builder(Transformer[Token, Any]):
    """Builds the items of one file. Raises RuleError (inside lark's VisitError) for what the grammar cannot refuse."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.source = source

    def _error(self, at: int, message: str, advice: str | None = None) -> RuleError:
        return RuleError(self.source.diagnostic(at, message, advice))

    # Items

    def start(self, *items: Item | list[Item]) -> list[Item]:
        flat: list[Item] = []
        for item in items:
            flat.extend(item if isinstance(item, list) else [item])
        return flat

    def query(self, *items: Item | list[Item] | None) -> list[Item]:
        return self.start(*[item for item in items if item is not None])

    def goal(self, alternatives: tuple[Body, ...]) -> Body:
        return self._flat(alternatives)

    def include(self, name: Token) -> Include:
        return Include(_at(name))

    def pragma(self, *_: Token) -> Any:
        return Discard

    def once(self) -> Any:
        # Every file is read once anyway.
        return Discard

    def plan(self, *_: Token) -> Any:
        return Discard

    def decl(self, *parts: Any) -> list[RelationDecl]:
        names = [part for part in parts if isinstance(part, Token) and part.type == "IDENT"]
        qualifiers = frozenset(str(part) for part in parts if isinstance(part, Token) and part.type == "QUALIFIER")
        columns = next(part for part in parts if isinstance(part, tuple))
        start = self.source.text.rfind(".decl", 0, _at(names[0]))
        return [RelationDecl(str(name), columns, qualifiers, _at(name), start) for name in names]

    def columns(self, *columns: tuple[str, str, int] | None) -> tuple[tuple[str, str, int], ...]:
        return tuple(column for column in columns if column is not None)

    def column(self, name: Token, type_name: Token) -> tuple[str, str, int]:
        return (str(name), str(type_name), _at(type_name))

    def subtype(self, name: Token, _sign: Token, base: Token) -> TypeDecl:
        return TypeDecl(str(name), (str(base),), True, _at(name))

    def union(self, name: Token, *bases: Token) -> TypeDecl:
        return TypeDecl(str(name), tuple(map(str, bases)), False, _at(name))

    def directive(self, kind: Token, *parts: Token | int | None) -> list[Directive]:
        *names, parameters = parts
        if isinstance(parameters, int):
            advice = "the engines decide where rows come from and go to; write the directive without parentheses"
            raise self._error(_at(kind), f"unsupported: parameters of {kind}", advice)
        return [Directive(str(kind), str(name), _at(name)) for name in names if isinstance(name, Token)]

    def parameters(self, *parameters: Any) -> int | None:
        return sum(parameter is not None for parameter in parameters) or None

    def parameter(self, *parts: Token) -> Token:
        return parts[0]

    def fact(self, head: Atom) -> Clause:
        return Clause((head,), (), head.at)

    def clause(self, *parts: Any) -> Clause:
        *heads, body = parts
        return Clause(tuple(heads), self._flat(body), heads[0].at)

    # Bodies

    def disjunction(self, *alternatives: Body) -> tuple[Body, ...]:
        return alternatives

    def conjunction(self, *body: BodyItem) -> Body:
        return body

    def _flat(self, alternatives: tuple[Body, ...]) -> Body:
        if len(alternatives) == 1:
            return alternatives[0]
        first = alternatives[0][0]
        return (Disjunction(alternatives, first.at),)

    def group(self, alternatives: tuple[Body, ...]) -> Disjunction:
        return Disjunction(alternatives, alternatives[0][0].at)

    def negation(self, item: BodyItem) -> BodyItem:
        return negate(item)

    def truth(self, word: Token) -> Truth:
        return Truth(word == "true", _at(word))

    def atom(self, name: Token, *args: Term | None) -> Atom:
        return Atom(str(name), tuple(arg for arg in args if arg is not None), _at(name))

    def comparison(self, left: Term, sign: Token, right: Term) -> Compare:
        return Compare(str(sign), left, right, left.at)

    def matcher(self, name: Token, pattern: Term, text: Term) -> Compare:
        return Compare(str(name), pattern, text, _at(name))

    # Terms

    def variable(self, name: Token) -> Var:
        return Var(str(name), _at(name))

    def wildcard(self, sign: Token) -> Wildcard:
        return Wildcard(_at(sign))

    def number(self, digits: Token) -> Const:
        value = int(digits, 0) if digits[:2] in ("0x", "0b") else int(digits)
        # One more than the largest: `-2147483648` is the negation of that constant.
        if value > _LARGEST + 1:
            raise self._error(
                _at(digits),
                f"the number {digits} does not fit into 32 bits",
                "numbers go from -2147483648 to 2147483647",
            )
        return Const(value, _at(digits))

    def string(self, token: Token) -> Const:
        body, text, index = token[1:-1], [], 0
        while index < len(body):
            char = body[index]
            if char == "\\":
                index += 1
                char = _ESCAPES.get(body[index], "")
                if not char:
                    advice = r"a backslash itself is written \\"
                    raise self._error(_at(token) + index, f"unknown escape sequence \\{body[index]}", advice)
            text.append(char)
            index += 1
        return Const("".join(text), _at(token))

    def binary(self, left: Term, sign: Token, right: Term) -> Call:
        return Call(str(sign), (left, right), left.at)

    def prefix(self, sign: Token, term: Term) -> Term:
        if sign == "-" and isinstance(term, Const) and isinstance(term.value, int) and term.value > 0:
            return Const(-term.value, _at(sign))
        return Call("neg" if sign == "-" else "bnot", (term,), _at(sign))

    def call(self, name: Token, *args: Term) -> Call:
        expected = _PARAMETERS.get(str(name))
        if expected is not None and len(args) != len(expected):
            message = f"{name} takes {len(expected)} arguments, not {len(args)}"
            raise self._error(_at(name), message, f"it is {name}({', '.join(expected)})")
        return Call(str(name), args, _at(name))

    def cast(self, word: Token, term: Term, type_name: Token) -> Cast:
        return Cast(term, str(type_name), _at(word))

    def count(self, word: Token, body: tuple[Literal, ...]) -> Aggregate:
        return Aggregate("count", None, body, _at(word))

    def aggregate(self, word: Token, target: Term, body: tuple[Literal, ...]) -> Aggregate:
        return Aggregate(str(word), target, body, _at(word))

    def aggregate_body(self, content: tuple[Body, ...] | Atom) -> tuple[Literal, ...]:
        if isinstance(content, Atom):
            return (content,)
        literals = self._flat(content)
        for item in literals:
            if isinstance(item, Disjunction):
                advice = "derive a relation with the alternatives and aggregate over that"
                raise self._error(item.at, "unsupported: parentheses or `;` inside an aggregate", advice)
        return literals  # type: ignore[return-value]
