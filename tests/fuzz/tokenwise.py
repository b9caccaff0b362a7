"""Mutations of tokens: texts that still look like MLIR, and often are."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

TOKEN = re.compile(
    r"""
    (?P<space>\s+ | //[^\n]*)
  | (?P<string>"(?:[^"\\\n]|\\.)*")
  | (?P<type>(?:memref|tensor|vector|complex|tuple)<[^<>"\n]*(?:<[^<>"\n]*(?:<[^<>"\n]*>[^<>"\n]*)*>[^<>"\n]*)*>
        | \b(?:[su]?i[0-9]+|index|none|bf16|tf32|f[0-9]\w*)\b | ![\w$.]+(?:<[^<>\n]*>)?)
  | (?P<value>%[\w$.-]+(?:\#[0-9]+)?)
  | (?P<symbol>@[\w$.]+)
  | (?P<label>\^\w+)
  | (?P<alias>\#[\w$.]+)
  | (?P<float>-?[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?)
  | (?P<integer>-?0x[0-9a-fA-F]+ | -?[0-9]+)
  | (?P<bracketed>(?:dense|affine_map|affine_set|strided|array|loc|dense_resource|distinct)
        <[^<>"\n]*(?:<[^<>"\n]*>[^<>"\n]*)*>)
  | (?P<op>[A-Za-z_]\w*\.[\w.$]+)
  | (?P<word>[A-Za-z_][\w$]*)
  | (?P<sign>->|::|.)
    """,
    re.VERBOSE,
)

Token = tuple[str, str]  # kind, text
Donors = dict[str, list[str]]  # texts by kind
Mutation = Callable[[Random, list[Token], Donors], list[Token]]


def _odd_tokens() -> Donors:
    """The tokens of `odd.txt`, and some that are too long for it."""
    found: Donors = {}
    lines: list[str] = []
    for line in Path(__file__).with_name("odd.txt").read_text(encoding="utf-8").splitlines():
        heading = re.fullmatch(r"\[(\w+)\]", line)
        if heading is not None:
            lines = found[heading[1]] = []
        elif line:
            lines.append(line)
    digits = "9" * 5_000
    found["integer"] += [digits, f"-{digits}"]
    found["float"].append("0." + "1" * 900)
    found["string"].append(f'"{"x" * 3_000}"')
    return found


ODD = _odd_tokens()
"""What stands at the edges of each kind of token."""


def tokens(text: str) -> list[Token]:
    """The text as tokens with their kinds; joined, they are the text."""
    return [(found.lastgroup or "sign", found[0]) for found in TOKEN.finditer(text)]


def joined(parts: list[Token]) -> str:
    """The text that the tokens make."""
    return "".join(text for _, text in parts)


def donors(texts: list[str]) -> Donors:
    """The tokens of some texts, by kind."""
    found: dict[str, dict[str, None]] = {}
    for text in texts:
        for kind, token in tokens(text):
            found.setdefault(kind, {})[token] = None
    return {kind: list(texts) for kind, texts in found.items()}


def _some(chance: Random, parts: list[Token]) -> int:
    """The index of a token that is more than white space, each kind as likely as the others: signs would be half of all
    else.
    """
    kind = chance.choice(sorted({kind for kind, _ in parts if kind != "space"} or {"space"}))
    return chance.choice([i for i, part in enumerate(parts) if part[0] == kind])


def _swap(chance: Random, parts: list[Token], _: Donors) -> list[Token]:
    one, other = _some(chance, parts), _some(chance, parts)
    swapped = list(parts)
    swapped[one], swapped[other] = parts[other], parts[one]
    return swapped


def _swap_alike(chance: Random, parts: list[Token], _: Donors) -> list[Token]:
    one = _some(chance, parts)
    other = chance.choice([i for i, part in enumerate(parts) if part[0] == parts[one][0]])
    swapped = list(parts)
    swapped[one], swapped[other] = parts[other], parts[one]
    return swapped


def _delete(chance: Random, parts: list[Token], _: Donors) -> list[Token]:
    at = _some(chance, parts)
    return parts[:at] + parts[at + chance.choice((1, 1, 1, 2, 3, 6)) :]


def _duplicate(chance: Random, parts: list[Token], _: Donors) -> list[Token]:
    at = _some(chance, parts)
    end = at + chance.choice((1, 1, 2, 3, 8, 40))
    return parts[:end] + parts[at:]


def _own(chance: Random, parts: list[Token], _: Donors) -> list[Token]:
    """A token of the same text and kind in another one's place: this often stays readable, and means something else."""
    at = _some(chance, parts)
    alike = [part for part in parts if part[0] == parts[at][0]]
    return [*parts[:at], chance.choice(alike), *parts[at + 1 :]]


def _from_elsewhere(chance: Random, parts: list[Token], given: Donors) -> list[Token]:
    at = _some(chance, parts)
    kind = parts[at][0]
    return [*parts[:at], (kind, chance.choice(given.get(kind) or [""])), *parts[at + 1 :]]


def _odd(chance: Random, parts: list[Token], _: Donors) -> list[Token]:
    at = _some(chance, parts)
    kind = parts[at][0]
    return [*parts[:at], (kind, chance.choice(ODD.get(kind) or [""])), *parts[at + 1 :]]


def _odd_everywhere(chance: Random, parts: list[Token], given: Donors) -> list[Token]:
    """One odd token, or one of elsewhere, in place of all that are spelled the same: types stay consistent."""
    chosen = parts[_some(chance, parts)]
    new = (chosen[0], chance.choice([*ODD.get(chosen[0], ()), *given.get(chosen[0], ())] or [""]))
    return [new if part == chosen else part for part in parts]


def _insert(chance: Random, parts: list[Token], given: Donors) -> list[Token]:
    at = _some(chance, parts)
    kind = chance.choice(sorted(ODD))
    return [*parts[:at], (kind, chance.choice([*ODD[kind], *given.get(kind, ())])), ("space", " "), *parts[at:]]


def _attribute(chance: Random, parts: list[Token], given: Donors) -> list[Token]:
    """Another value after an `=` in a dictionary, or an attribute more."""
    places = [i for i, part in enumerate(parts) if part == ("sign", "=")]
    braces = [i for i, part in enumerate(parts) if part == ("sign", "{")]
    kind = chance.choice(("integer", "float", "string", "symbol", "bracketed", "word", "type", "alias"))
    value = chance.choice([*ODD[kind], *given.get(kind, ())])
    if places and (chance.random() < 0.7 or not braces):
        at = chance.choice(places) + 1
        while at < len(parts) and parts[at][0] == "space":
            at += 1
        return [*parts[:at], (kind, value), *parts[at + 1 :]]
    if not braces:
        return parts
    at = chance.choice(braces) + 1
    name = chance.choice([*given.get("word", ()), "a"])
    return [*parts[:at], ("word", f"{name} = {value}, "), *parts[at:]]


MUTATIONS: tuple[Mutation, ...] = (
    _swap, _swap_alike, _delete, _duplicate, _own, _own, _own, _from_elsewhere, _from_elsewhere, _odd, _odd,
    _odd_everywhere, _insert, _attribute,
)  # fmt: skip
