"""Optional groups, and lists of clauses in any order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.language.state import Parts, Peek, Piece, Present, State
from ownlog.frontend.ir.ir import Op

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer


def _start(pieces: list[Piece]) -> Peek:
    """What tells that a group comes next: its first piece that spells something."""
    found = next((piece.peek for piece in pieces if piece.peek is not None), None)
    if found is None:
        raise ValueError("an optional group of a format starts with a word, an operand or a property")
    return found


def _presence(pieces: list[Piece]) -> Present:
    """What tells that an op has what a group shows: its anchor, else any of its pieces."""
    tests = [piece.present for piece in pieces if piece.anchor and piece.present is not None]
    tests = tests or [piece.present for piece in pieces if piece.present is not None]
    return lambda op, parts: any(test(op, parts) for test in tests)


def optional(pieces: list[Piece], otherwise: list[Piece]) -> Piece:
    """`( pieces )?`, or `( pieces ):( otherwise )?`."""
    peek, present = _start(pieces), _presence(pieces)

    def read(p: OpReader, op: Op, s: State) -> None:
        for piece in pieces if peek(p) else otherwise:
            piece.read(p, op, s)

    def write(w: Writer, op: Op, parts: Parts) -> None:
        for piece in pieces if present(op, parts) else otherwise:
            piece.write(w, op, parts)

    return Piece(read, write, peek, present)


def clauses(alternatives: list[list[Piece]]) -> Piece:
    """`oilist( pieces | pieces )`: each at most once, in any order."""
    tests = [(_start(pieces), _presence(pieces), pieces) for pieces in alternatives]

    def read(p: OpReader, op: Op, s: State) -> None:
        seen: set[int] = set()
        while (number := next((i for i, (peek, _, _) in enumerate(tests) if peek(p)), None)) is not None:
            if number in seen:
                p.fail("this clause can appear at most once", "clauses stand in any order, each once")
            seen.add(number)
            for piece in tests[number][2]:
                piece.read(p, op, s)

    def write(w: Writer, op: Op, parts: Parts) -> None:
        for _, present, pieces in tests:
            if present(op, parts):
                for piece in pieces:
                    piece.write(w, op, parts)

    def present(op: Op, parts: Parts) -> bool:
        return any(test(op, parts) for _, test, _ in tests)

    return Piece(read, write, lambda p: any(peek(p) for peek, _, _ in tests), present)
