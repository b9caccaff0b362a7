"""Mutations of tokens: texts that still look like MLIR, and often are."""

from __future__ import annotations

import re
from collections.abc import Callable
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
  | (?P<bracketed>(?:dense|affine_map|affine_set|strided|array|loc|dense_resource|distinct)<[^<>"\n]*(?:<[^<>"\n]*>[^<>"\n]*)*>)
  | (?P<op>[A-Za-z_]\w*\.[\w.$]+)
  | (?P<word>[A-Za-z_][\w$]*)
  | (?P<sign>->|::|.)
    """,
    re.VERBOSE,
)

Token = tuple[str, str]  # kind, text
Donors = dict[str, list[str]]  # texts by kind
Mutation = Callable[[Random, list[Token], Donors], list[Token]]

_LONG = "9" * 5_000
ODD: Donors = {
    "integer": [
        "0", "1", "-1", "2", "-2", "7", "64", "255", "256", "-128", "0x10", "-0x1", "0xFFFFFFFFFFFFFFFFFF", "2147483647", "2147483648", "-2147483649",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
        "18446744073709551616", "00012", "1000000", "4294967296", _LONG, "-" + _LONG, "1.0", "true", "false", "0b1", "1_000", "0x",
    ],
    "float": ["0.0", "-0.0", "1.0e400", "1.5E-400", "0x7FC00000", "0x7F800000", "1.", "-1.0", "3", "1.0e", "1.0e5", "nan", "0." + "1" * 900],
    "type": [
        "i1", "i0", "i8", "i128", "i16777215", "i16777216", "i99999999999999999999", "si8", "ui32", "f16", "f32", "f64", "f80", "f128", "bf16", "f8E4M3FN", "index", "none",
        "memref<f32>", "memref<?xf32>", "memref<*xf32>", "memref<0xf32>", "memref<4x?xf32, strided<[?, 1], offset: ?>>", "memref<?xf32, 1>",
        "memref<4xf32, affine_map<(d0) -> (d0 * 2)>>", "memref<4xf32, #map>", "memref<4xmemref<?xf32>>", "memref<4x4xf32, strided<[0, 0]>>",
        "memref<?xi8>", "memref<64xi8>", "memref<4xvector<4xf32>>", "memref<2x!llvm.ptr>", "memref<99999999999999999999xf32>", "memref<-1xf32>",
        'memref<?xf32, "space">', "memref<?xf32, strided<[1]>, 3 : i32>", "memref<*xf32, 2>", "memref<4x4xindex>", "memref<?xcomplex<f32>>",
        "tensor<?xf32>", "tensor<*xf32>", "tensor<4xf32>", "tensor<f32>", "vector<4xf32>", "vector<[4]xf32>", "vector<f32>", "complex<f32>",
        "tuple<>", "tuple<i32, memref<?xf32>>", "!llvm.ptr", "!llvm.struct<(i32, ptr)>", "!async.token", "!gpu.async.token", '!unknown.type<"x">',
        "(i32) -> i32", "() -> ()", "(memref<?xf32>) -> memref<?xf32>",
    ],
    "bracketed": [
        "dense<0>", "dense<[]>", "dense<[0x10, 3]>", "dense<true>", "dense<1.0>", 'dense<"0x00000001">', "dense<[[1], [2, 3]]>", "dense<[1, -1]>",
        "affine_map<() -> ()>", "affine_map<(d0) -> (d0)>", "affine_map<(d0)[s0] -> (d0 floordiv s0, d0 mod 3)>", "affine_map<(d0) -> (d0 floordiv 0)>",
        "affine_map<(d0, d1) -> (d1, d0)>", "affine_map<(d0) -> (9223372036854775807 * d0 + 9223372036854775807)>", "affine_set<(d0) : (d0 >= 0)>",
        "strided<[1]>", "strided<[?, 1], offset: ?>", "strided<[], offset: 4>", "strided<[-1]>", "array<i32>", "array<i32: 1, 0>", "array<i64: -1>",
        "array<i1: true>", "array<i8: 300>",
    ],
    "word": ["true", "false", "unit", "private", "public", "nested", "attributes", "step", "to", "else", "iter_args", "do", "ins", "outs", "default", "loc", "module"],
    "string": ['""', '"private"', '"sym"', '"\\00"', '"\\22"', '"a\\nb"', '"é"', '"' + "x" * 3_000 + '"', '"func.func"'],
    "symbol": ["@f", '@""', '@"a b"', "@a::@b", '@"\\66"', "@f::@f::@f"],
    "value": ["%0", "%c0", "%arg0", "%0#0", "%0#1", "%0#99999999999", "%-", "%a.b"],
    "label": ["^bb0", "^bb1", "^bb2", "^0"],
    "alias": ["#map", "#map1", "#a", "#d.x<1>"],
    "op": [
        "memref.alloc", "memref.dealloc", "memref.alloca", "memref.cast", "memref.subview", "bufferization.clone", "bufferization.dealloc",
        "bufferization.to_tensor", "scf.if", "scf.for", "scf.while", "scf.yield", "scf.condition", "scf.reduce", "scf.forall", "scf.parallel",
        "cf.br", "cf.cond_br", "cf.switch", "func.return", "func.call", "func.func", "builtin.module", "arith.select", "arith.constant",
        "affine.for", "linalg.yield", "gpu.launch", "async.execute", "ub.poison", "llvm.unreachable", "test.op", "memref.realloc",
    ],
    "sign": ["(", ")", "{", "}", "[", "]", "<", ">", ",", ":", "=", "->", "::", "-", "?", "*", "+", "/", "\\", "'", ";", "&", "|"],
}  # fmt: skip
"""What stands at the edges of each kind of token."""


def tokens(text: str) -> list[Token]:
    """The text as tokens with their kinds; joined, they are the text."""
    return [(found.lastgroup or "sign", found[0]) for found in TOKEN.finditer(text)]


def joined(parts: list[Token]) -> str:
    return "".join(text for _, text in parts)


def donors(texts: list[str]) -> Donors:
    """The tokens of some texts, by kind."""
    found: dict[str, dict[str, None]] = {}
    for text in texts:
        for kind, token in tokens(text):
            found.setdefault(kind, {})[token] = None
    return {kind: list(texts) for kind, texts in found.items()}


def _some(chance: Random, parts: list[Token]) -> int:
    """The index of a token that is more than white space, each kind as likely as the others: signs would be half of all else."""
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
    _swap, _swap_alike, _delete, _duplicate, _own, _own, _own, _from_elsewhere, _from_elsewhere, _odd, _odd, _odd_everywhere, _insert, _attribute,
)  # fmt: skip
