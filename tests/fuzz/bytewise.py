"""Mutations of bytes: what a bad disk, a wrong encoding or an editor's slip does to a file."""

from collections.abc import Callable
from random import Random

Mutation = Callable[[Random, bytes, bytes], bytes]
"""The mutant of a text; the second text may give something to it."""

_ODD = (
    b"\x00", b"\x1b[2J", b"\x7f", b"\r", b"\t", b"\f", b"\v", b"\x85", b"\xff", b"\xc3", b"\xed\xa0\x80",
    b"\xf8\x88\x80\x80\x80",
    "\u00a0".encode(), "\u2028".encode(), "\ufeff".encode(), "\u0661".encode(), "\u00b2".encode(), "\u00e9".encode(),
    "\U0001f600".encode(),
    "\uff10".encode(), "\u0130".encode(), "\u202e".encode(), b"// -----", b"//", b"/*", b'"', b"\\", b"\\22", b"{-#",
    b"#-}", b"->", b"::",
    b"(", b")", b"{", b"}", b"[", b"]", b"<", b">", b"%", b"@", b"^", b"#", b"!", b":", b",", b"=", b"-", b"?",
    b"*", b"0", b"x", b".", b"0x",
)  # fmt: skip


def _flip(chance: Random, data: bytes, _: bytes) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


def _delete(chance: Random, data: bytes, _: bytes) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + data[at + chance.choice((1, 1, 1, 2, 3, 8, 60)) :]


def _duplicate(chance: Random, data: bytes, _: bytes) -> bytes:
    at = chance.randrange(len(data))
    end = at + chance.choice((1, 1, 2, 5, 20, 100))
    return data[:end] + data[at:]


def _insert(chance: Random, data: bytes, _: bytes) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(_ODD) * chance.choice((1, 1, 1, 1, 2, 50)) + data[at:]


def _replace(chance: Random, data: bytes, _: bytes) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + chance.choice(_ODD) + data[at + 1 :]


def _truncate(chance: Random, data: bytes, _: bytes) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] if chance.random() < 0.7 else data[at:]


def _splice(chance: Random, data: bytes, other: bytes) -> bytes:
    return data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :]


def _join(chance: Random, data: bytes, other: bytes) -> bytes:
    return data + chance.choice((b"", b"\n", b" ")) + other


MUTATIONS: tuple[Mutation, ...] = (_flip, _delete, _duplicate, _insert, _replace, _truncate, _splice, _join)
