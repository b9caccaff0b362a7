"""Decisions about tensors in words, with the lines and names of the source."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ownlog.derived.tensors import Tensors
from ownlog.frontend.ir.ir import Block, Op
from ownlog.query.ready.places import place_of
from ownlog.rules.engine.program.engine import Row
from ownlog.rules.explain.names import short_name

_UNKNOWN = {
    "no model": "no model tells what it does (a --model can)",
    "boundary": "buffers do not go over the boundaries of functions (option bufferize-function-boundaries)",
    "left out": "an option leaves it out (dialect-filter or no-analysis-func-filter)",
}
"""Why nothing is known of an op, by the word that the rules have for it."""


_SHARED = {
    ("equivalent", "definite"): "has the same buffer",
    ("equivalent", "maybe"): "may have the same buffer",
    ("overlapping", "definite"): "lies in its buffer",
    ("overlapping", "maybe"): "may lie in its buffer",
}
"""What a value is to an operand that is in place, by relation and certainty."""


class Words:
    """Says rows about tensors in sentences. In: what was decided."""

    def __init__(self, tensors: Tensors) -> None:
        self._tensors = tensors
        self._naming = tensors.naming
        self._explainer = tensors.explanations.explainer
        self._store = self._explainer.store

    def because(self, relation: str, row: Row) -> str:
        """Why a use is out of place, by a row of the relation that says so."""
        said: Mapping[str, Callable[[Row], str]] = {
            "conflict": self._conflict, "race": self._race, "written_read_only": self._written_read_only
        }  # fmt: skip
        return said[relation](row)

    def _conflict(self, row: Row) -> str:
        _, _, reader, read, writer, _, definition = row
        value = self._operand(str(reader), read)
        reads = self._reads(str(reader), read, str(writer))
        return f"{self._op(str(writer))} would overwrite {value}, which {reads}; {self._defined(str(definition))}"

    def _reads(self, reader: str, read: str | int, writer: str) -> str:
        loops = self._store.matching("next_round", (reader, read, writer, None))
        who = "it" if reader == writer else self._op(reader)
        if loops:
            loop = self._naming.ops[str(loops[0][3])]
            when = "another instance" if self._naming.traits.rows("parallel_region", loop.name) else "the next round"
            return f"{who} reads in {when} of {self._op(str(loops[0][3]))}"
        if not self._store.matching("reading", (reader, read, None)):
            return f"{who} holds while it runs"
        return "it reads itself" if reader == writer else f"{who} still reads"

    def _race(self, row: Row) -> str:
        _, _, reader, read, writer, _, parallel = row
        what = f"the buffer that {self._op(str(reader))} reads as {self._operand(str(reader), read)}"
        return f"{self._op(str(writer))} would write to {what}, in all instances of {self._op(str(parallel))}, which run at the same time"

    def _written_read_only(self, row: Row) -> str:
        _, _, writer, _, value = row
        causes = [str(cause) for _, cause in self._store.matching("read_only_because", (value, None))]
        why = "; ".join(self.read_only(str(value), cause) for cause in causes)
        return f"{self._op(str(writer))} would write to {short_name(str(value))}, to which nothing may be written: {why}"

    def read_only(self, value: str, cause: str) -> str:
        """Why nothing may be written to a value, by the word that the rules have for it."""
        op = self._owner(value)
        name, line = op.name, self._op(self._naming.op(op))
        function = op.attribute("sym_name") is not None
        if cause == "unknown region" and function:
            return f"it is an argument of {self._naming.op(op)}, and {self._because_unknown(op)}"
        if cause == "attribute":
            names = " or ".join(f"`{row[0]}`" for row in self._naming.traits.rows("result_writable_with", name))
            return f"{line} does not carry the attribute {names}"
        return {
            "model": f"what {line} gives is read-only",
            "callee": f"{line} gives what its callee must not write to either",
            "unknown op": f"it is a result of {line}, of which nothing is known: {self._because_unknown(op)}",
            "unknown region": f"it is an argument in a region of {line}, of which nothing is known: {self._because_unknown(op)}",
            "unknown branch": "an op that nothing is known of leads to its block",
            "argument": f"it is an argument in a region of {line}, and no model says that its buffer is the region's to write to",
            "writable": f"an attribute of {self._naming.op(op)} says so",
        }[cause]

    def unknown(self, op: str) -> str:
        """Why all operands of an op that nothing is known of are out of place."""
        return f"nothing is known of what {self._op(op)} does with tensors: {self._because_unknown(self._naming.ops[op])}"

    def in_place(self, op: str, operand: int) -> str:
        """What is in place with an operand."""
        rows = self._store.matching("shares", (op, operand, None, None, None))
        return ", ".join(f"{short_name(str(row[2]))} {_SHARED[str(row[3]), str(row[4])]}" for row in rows)

    def copied(self, op: str) -> str:
        """What comes of an operand that is out of place."""
        return f"so that {self._naming.ops[op].name} works on a copy"

    def impossible(self, op: str) -> str:
        """What comes of an operand that must be in place, and must not be."""
        return f"but {self._naming.ops[op].name} takes no copy, so that the program cannot be bufferized"

    def not_decided(self) -> str:
        """What is said of operands that analysis left out."""
        return "because its function is left out of the analysis"

    def _because_unknown(self, op: Op) -> str:
        causes = self._explainer.matching("unknown_because", (self._naming.op(op), None))
        return "; ".join(_UNKNOWN[str(cause)] for _, cause in causes)

    def _op(self, name: str) -> str:
        """An op by its name, its results and its line."""
        op = self._naming.ops[name]
        place = place_of(self._naming, name)
        results = ", ".join(result.ref for result in op.results if result.ref)
        said = f"{results} = {op.name}" if results else op.name
        return f"{said} at line {place.position.line}" if place is not None else said

    def _operand(self, op: str, operand: str | int) -> str:
        return next(short_name(str(value)) for _, _, value in self._store.matching("tensor_use", (op, operand, None)))

    def _owner(self, value: str) -> Op:
        """The op that makes a value, or in whose region it is an argument."""
        owner = self._naming.values[value].owner
        op = owner.parent_op if isinstance(owner, Block) else owner
        assert op is not None
        return op

    def _defined(self, value: str) -> str:
        place, made = place_of(self._naming, value), self._naming.values[value]
        line = f" at line {place.position.line}" if place is not None else ""
        if isinstance(made.owner, Op):
            return f"{short_name(value)} was defined{line}"
        owner = self._owner(value)
        if owner.attribute("sym_name") is not None:
            return f"{short_name(value)} is an argument of {self._naming.op(owner)}{line}"
        return f"{short_name(value)} is an argument in {self._op(self._naming.op(owner))}"
