"""Properties as forms spell them: each kind reads its custom spelling into the text of the generic form, and writes it back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ownlog.frontend import tokens as t
from ownlog.frontend.forms.enums import ENUMS
from ownlog.frontend.ir import Op, Value
from ownlog.frontend.literals import integer_elements
from ownlog.frontend.scope import Use
from ownlog.frontend.spelling import written

if TYPE_CHECKING:
    from ownlog.frontend.parser import Parser
    from ownlog.frontend.writer import Writer

DYNAMIC = -9223372036854775808  # in a static list: "the next operand"


@dataclass(slots=True)
class Kind:
    """How one property is read and written; `peek` says whether its spelling comes next."""

    read: Callable[[Parser, Op], None]
    write: Callable[[Writer, Op], None]
    peek: Callable[[Parser], bool] | None = None


def _text(name: str, take: Callable[[Parser], str], shown: Callable[[str], str] = str) -> Kind:
    def read(p: Parser, op: Op) -> None:
        op.properties[name] = take(p)

    return Kind(read, lambda w, op: w.piece(shown(written(op.properties[name] or "unit"))))


def _integer(width: str) -> Callable[[str, str | None], Kind]:
    return lambda name, _: _text(name, lambda p: f"{p.integer()} : {width}", untyped)


def untyped(text: str) -> str:
    """An attribute without its type: `4 : i32` is `4`."""
    return text.partition(" :")[0].strip() if not text.startswith('"') else text


def _unit(name: str, parameter: str | None) -> Kind:
    word = parameter or name

    def read(p: Parser, op: Op) -> None:
        if p.accept(word):
            op.properties[name] = None

    return Kind(read, lambda w, op: w.word(word), lambda p: p.peek(word))


def _tag(name: str, parameter: str | None) -> Kind:
    assert parameter is not None
    word, mnemonic = parameter.split(",")

    def read(p: Parser, op: Op) -> None:
        if p.accept(word):
            op.properties[name] = f"#{mnemonic}{p.balanced()}"

    def write(w: Writer, op: Op) -> None:
        w.word(word)
        w.raw((op.properties[name] or "")[len(mnemonic) + 1 :])

    return Kind(read, write, lambda p: p.peek(word))


def _enum(name: str, parameter: str | None) -> Kind:
    assert parameter is not None
    words, width = ENUMS[parameter]

    def read(p: Parser, op: Op) -> None:
        at = p.next()
        word = p.keyword("a keyword")
        if word not in words:
            p.fail(f"expected one of {', '.join(words)} for '{name}'", at=at)
        op.properties[name] = f"{words.index(word)} : {width}"

    def write(w: Writer, op: Op) -> None:
        w.word(words[int(untyped(op.properties[name] or "0"))])

    return Kind(read, write)


def _wrapped_enum(name: str, parameter: str | None) -> Kind:
    """A keyword that the generic form writes as `#type<keyword>` ; absent where no keyword of the table comes next."""
    assert parameter is not None
    table, mnemonic = parameter.split(",")
    words, _ = ENUMS[table]
    pattern = t.token("(?:" + "|".join(words) + r")(?![\w$.])")

    def read(p: Parser, op: Op) -> None:
        word = p.take(pattern)
        if word is not None:
            op.properties[name] = f"#{mnemonic}<{word}>"

    def write(w: Writer, op: Op) -> None:
        w.word((op.properties[name] or "")[len(mnemonic) + 2 : -1])

    return Kind(read, write, lambda p: pattern.match(p.text, p.pos) is not None)


def _map(name: str, _: str | None) -> Kind:
    def take(p: Parser) -> str:
        start = p.next()
        p.balanced()
        p.expect("->")
        p.balanced()
        return f"affine_map<{p.text[start : p.pos]}>"

    return _text(name, take, lambda text: text[len("affine_map<") : -1])


KINDS: dict[str, Callable[[str, str | None], Kind]] = {
    "sym": lambda name, _: _text(name, lambda p: p.symbol()),
    "str": lambda name, _: _text(name, lambda p: p.string()),
    "attr": lambda name, _: _text(name, lambda p: p.attribute()),
    "i32": _integer("i32"),
    "i64": _integer("i64"),
    "index": _integer("index"),
    "unit": _unit,
    "tag": _tag,
    "enum": _enum,
    "wrapped": _wrapped_enum,
    "map": _map,
}


def read_mixed(p: Parser, opening: str = "[", closing: str = "]") -> tuple[list[Use], str]:
    """`[%a, 4, ?]`: the operands, and the static list as attribute text."""
    uses: list[Use] = []
    static: list[str] = []
    p.expect(opening)
    while not p.accept(closing):
        if static:
            p.expect(",")
        use = p.optional_operand()
        if use is not None:
            uses.append(use)
            static.append(str(DYNAMIC))
        else:
            static.append(str(DYNAMIC) if p.accept("?") else str(p.integer()))
    return uses, array_text(static)


def array_text(numbers: list[str], width: str = "i64") -> str:
    """`array<i64: 1, 2>`."""
    return f"array<{width}: {', '.join(numbers)}>" if numbers else f"array<{width}>"


def array_numbers(text: str | None) -> list[int]:
    """The numbers of `array<i64: 1, 2>`, or of a dense (one for a splat) or list attribute."""
    elements = integer_elements(text)
    return [] if elements is None else list(elements.values)


def write_mixed(w: Writer, values: list[Value], static: str | None, opening: str = "[", closing: str = "]") -> None:
    """What `read_mixed` reads: `values` fill the dynamic places of the attribute `static`."""
    rest = iter(values)
    numbers = array_numbers(static)
    shown = [(value.ref if (value := next(rest, None)) is not None else "?") if n == DYNAMIC else str(n) for n in numbers]
    shown += [value.ref for value in rest]
    w.piece(f"{opening}{', '.join(shown)}{closing}")
