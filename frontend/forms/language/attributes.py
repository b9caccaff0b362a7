"""Properties as forms spell them: each kind reads its custom spelling into the text of the generic form, and writes it
back.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ownlog.frontend.forms.language.enums import ENUMS
from ownlog.frontend.ir.ir import Value
from ownlog.frontend.text import tokens as t
from ownlog.frontend.text.literals import digits_of, integer_elements, integer_literal
from ownlog.frontend.text.spelling import symbol, written
from ownlog.frontend.text.tokens import Use
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

DYNAMIC = -9223372036854775808  # in a static list: "the next operand"


class Kind(NamedTuple):
    """How one property is spelled: `take` reads it as text of the generic form (None: a unit attribute), `show` writes
    that text.

    `peek` says whether its spelling comes next.
    """

    take: Callable[[OpReader], str | None]
    show: Callable[[Writer, str], None]
    peek: Callable[[OpReader], bool] | None = None


def _plain(
    take: Callable[[OpReader], str], peek: Callable[[OpReader], bool] | None = None, shown: Callable[[str], str] = str
) -> Kind:
    return Kind(take, lambda w, text: w.piece(shown(written(text))), peek)


def _starts(pattern: str) -> Callable[[OpReader], bool]:
    compiled = t.token(pattern)
    return lambda p: compiled.match(p.text, p.pos) is not None


_IS_ATTRIBUTE = _starts(r'[#@"\[!]|-?[0-9]|(?:dense|sparse|array|affine_map|affine_set|true|false|unit|strided|loc)\b')
# A list as mlir-opt writes it, of numbers that certainly fit in 64 bits.
_NUMBERS = re.compile(rf"{t.SPACE}\[(-?[0-9]{{1,18}}(?:, -?[0-9]{{1,18}})*)\]")
_WORDS = r"\s+(?![^<]*>)"
_IS_NUMBER = _starts("-?[0-9]|true|false")


def untyped(text: str) -> str:
    """An attribute without its type: `4 : i32` is `4`, and `0x10 : i32` is `16`."""
    if text.startswith('"'):
        return text
    number = integer_literal(text) if text.startswith("0x") else None
    return text.partition(" :")[0].strip() if number is None else digits_of(number.value)


def _integer(type: str) -> Kind:
    if type == "i1":
        return _plain(
            lambda p: "true" if p.accept("true") or (not p.accept("false") and p.integer()) else "false",
            _IS_NUMBER,
            _boolean,
        )
    return _plain(lambda p: f"{p.integer()} : {type}", _IS_NUMBER, untyped)


def _boolean(text: str) -> str:
    return {"0": "false"}.get(number := untyped(text), number if number == "false" else "true")


def _float(type: str) -> Kind:
    return _plain(lambda p: f"{p.need(t.TYPED_LITERAL, 'a number')} : {type}", _IS_NUMBER, untyped)


def _unit(word: str) -> Kind:
    def take(p: OpReader) -> None:
        p.expect(word)

    return Kind(take, lambda w, text: w.word(word), lambda p: p.peek(word))


def _enum(parameter: str) -> Kind:
    """A keyword that stands for a number:

    `type word word ...`, or a name of `ENUMS`; `word=n` where the numbers are not 0, 1, ...
    """
    words, width = ENUMS[parameter] if parameter in ENUMS else (parameter.split()[1:], parameter.split()[0])
    numbers: dict[str, int] = {}
    for word in words:
        name, _, number = word.partition("=")
        numbers[name] = int(number) if number else (max(numbers.values()) + 1 if numbers else 0)
    names = {number: name for name, number in numbers.items()}

    def take(p: OpReader) -> str:
        return f"{numbers[_one_of(p, list(numbers))]} : {width}"

    def show(w: Writer, text: str) -> None:
        word = names.get(int(untyped(text)), untyped(text))
        w.word(f'"{word}"' if "-" in word[1:] else word)

    return Kind(take, show, _words(list(numbers)))


def _one_of(p: OpReader, words: list[str]) -> str:
    at = p.next()
    word = p.take(t.STRING_TOKEN) or p.keyword("a keyword")
    word = word.strip('"')
    if words and word not in words:
        p.fail(f"expected one of {', '.join(words)}", at=at)
    return word


def _words(words: list[str]) -> Callable[[OpReader], bool]:
    return _starts(f'"?(?:{"|".join(map(re.escape, words))})(?![A-Za-z0-9_$.])' if words else t.ID)


def _word(parameter: str) -> Kind:
    """A keyword that the generic form writes inside a dialect's attribute:

    `gpu<dim $> x y z`; no words: any keyword.
    """
    frame, *words = re.split(_WORDS, parameter)
    before, _, after = frame.partition("$")
    is_word = _words(words)
    plain = re.compile(rf"#{re.escape(before)}\s*([\w$.]+?)\s*{re.escape(after)}\Z")

    def take(p: OpReader) -> str:
        if p.peek("#"):
            return p.attribute()
        return f"#{before}{_one_of(p, words)}{after}"

    def show(w: Writer, text: str) -> None:
        found = plain.match(text)
        w.piece(found[1] if found is not None else text)

    return Kind(take, show, lambda p: is_word(p) or p.peek("#"))


def _flags(parameter: str) -> Kind:
    """Keywords separated by `|` or `,`: `omp<flags $> |`."""
    frame, separator = parameter.rsplit(" ", 1)
    before, _, after = frame.partition("$")

    def take(p: OpReader) -> str:
        if p.peek("#"):
            return p.attribute()
        found = [p.keyword("a keyword")]
        while p.accept(separator):
            found.append(p.keyword("a keyword"))
        return f"#{before}{(', ' if separator == ',' else separator).join(found)}{after}"

    def show(w: Writer, text: str) -> None:
        w.piece(text[len(before) + 1 : len(text) - len(after)] if text.startswith(f"#{before}") else text)

    return Kind(take, show, _starts(rf"#|{t.ID}"))


def _bits(parameter: str) -> Kind:
    """Keywords that stand for bits of a number, with what separates them: `i32 | a=1 b=2 both=3`."""
    width, separator, *words = parameter.split()
    bits = {name: int(number) for name, _, number in (word.partition("=") for word in words)}

    def take(p: OpReader) -> str:
        found = bits[_one_of(p, list(bits))]
        while p.accept(separator):
            found |= bits[_one_of(p, list(bits))]
        return f"{found} : {width}"

    def show(w: Writer, text: str) -> None:
        left, shown = int(untyped(text)), list[str]()
        for name, bit in sorted(bits.items(), key=lambda item: -item[1].bit_count()):
            if bit & left == bit and (bit or not shown):
                shown.append(name)
                left &= ~bit
        w.piece((", " if separator == "," else separator).join(shown))

    return Kind(take, show, _words(list(bits)))


def _angle(mnemonic: str) -> Kind:
    """A dialect's attribute without its name: `<fast>` for `#arith.fastmath<fast>`."""

    def take(p: OpReader) -> str:
        return f"#{mnemonic}{p.balanced()}" if p.peek("<") else p.attribute()

    def show(w: Writer, text: str) -> None:
        w.piece(text.removeprefix(f"#{mnemonic}") if text.startswith(f"#{mnemonic}<") else text)

    return Kind(take, show, _starts("[<#]"))


def _balanced(frame: str) -> Kind:
    """What stands between brackets of another kind:

    `{type = private}` for `#omp<data_sharing_type{type = private}>`.
    """
    before, _, after = frame.partition("$")
    before = f"#{before}"

    def take(p: OpReader) -> str:
        return p.attribute() if p.peek("#") else f"{before}{p.balanced()}{after}"

    def show(w: Writer, text: str) -> None:
        w.piece(text[len(before) : len(text) - len(after)] if text.startswith(before) else text)

    return Kind(take, show, _starts(r"[\[{(#]"))


def _map(_: str) -> Kind:
    def take(p: OpReader) -> str:
        start = p.next()
        p.balanced()
        p.expect("->")
        p.balanced()
        return f"affine_map<{p.text[start : p.pos]}>"

    return _plain(take, None, lambda text: text[len("affine_map<") : -1])


def _array(width: str) -> Kind:
    """`[1, 2]`."""

    def take(p: OpReader) -> str:
        p.expect("[")
        entries: list[str] = []
        while not p.accept("]"):
            if entries:
                p.expect(",")
            entries.append(p.attribute() if width[0] in "fb" or width == "i1" else str(p.integer()))
        return array_text(entries, width)

    def show(w: Writer, text: str) -> None:
        inner = text.strip()[len("array<") : -1].partition(":")[2]
        w.piece(f"[{inner.strip()}]")

    return Kind(take, show, lambda p: p.peek("["))


def _take_type(p: OpReader) -> str:
    start = p.next()
    p.type() if not p.peek("(") else p.function_type()
    return p.text[start : p.pos]


def _is_type(p: OpReader) -> bool:
    return t.TYPE.match(p.text, p.pos) is not None or t.TYPE_START.match(p.text, p.pos) is not None or p.peek("(")


# By the name of the kind: what makes it of its parameter.
KINDS: dict[str, Callable[[str], Kind]] = {
    "sym": lambda _: _plain(lambda p: p.symbol(), lambda p: p.peek("@")),
    "name": lambda _: _plain(lambda p: p.symbol_name(), lambda p: p.peek("@"), symbol),
    "str": lambda _: _plain(lambda p: p.string(), lambda p: p.peek('"')),
    "list": lambda _: _plain(lambda p: p.attribute(), _starts(r"\[|#[^<]")),
    "dict": lambda _: _plain(lambda p: p.attribute(), lambda p: p.peek("{")),
    "attr": lambda _: _plain(lambda p: p.attribute(), _IS_ATTRIBUTE),
    "type": lambda _: _plain(_take_type, _is_type),
    "i32": lambda _: _integer("i32"),
    "i64": lambda _: _integer("i64"),
    "index": lambda _: _integer("index"),
    "int": _integer,
    "float": _float,
    "array": _array,
    "unit": _unit,
    "flag": lambda _: Kind(lambda p: None, lambda w, text: None),
    "enum": _enum,
    "word": _word,
    "flags": _flags,
    "bits": _bits,
    "angle": _angle,
    "balanced": _balanced,
    "map": _map,
}


def attribute_type(p: OpReader, text: str | None) -> Type | None:
    """The type of an attribute; None where it has none."""
    if text is None:
        return None
    type = typed_attribute_type(written(text)) or typed_attribute_type(text)
    if type is None and (integer := integer_literal(text)) is not None:
        type = integer.type
    elif type is None and re.fullmatch(r"-?\s*\d+\..*", text):
        type = "f64"
    return None if type is None else p.make_type(type)


def typed_attribute_type(text: str) -> str | None:
    """The text of the type at the end of `value : type`; None where there is none."""
    depth, string = 0, False
    for i in range(len(text) - 1, -1, -1):
        c = text[i]
        if c == '"':
            string = not string
        elif string or (c == ">" and text[i - 1] == "-"):
            continue
        elif c in ">)]}":
            depth += 1
        elif c in "<([{":
            depth -= 1
        elif c == ":" and depth == 0:
            return text[i + 1 :].strip()
    return {"true": "i1", "false": "i1"}.get(text)


def read_mixed(p: OpReader, opening: str = "[", closing: str = "]") -> tuple[list[Use], str]:
    """`[%a, 4, ?]`: the operands, and the static list as attribute text."""
    uses: list[Use] = []
    static: list[str] = []
    if opening == "[" and (plain := p.take(_NUMBERS)) is not None:
        return uses, array_text([str(int(number)) for number in plain.split(",")])
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
    shown = [
        (value.ref if (value := next(rest, None)) is not None else "?") if n == DYNAMIC else str(n) for n in numbers
    ]
    shown += [value.ref for value in rest]
    w.piece(f"{opening}{', '.join(shown)}{closing}")
