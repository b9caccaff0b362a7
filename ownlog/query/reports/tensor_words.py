"""Decisions about tensors in words, with the lines and names of the source."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ownlog.backend.bufferize.analysis.moved import SAID
from ownlog.derived.tensors import Decisions
from ownlog.frontend.ir.ir import Block, Op
from ownlog.query.because import place_of
from ownlog.rules.engine.program.engine import Row
from ownlog.rules.explain.derivation import Derivation
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


HANDED = {
    "in front": (
        "it is made in front of the loop",
        "it may share the buffer of {other}, which is made in front of the loop",
    ),
    "behind": ("it is made behind the region", "it may share the buffer of {other}, which is made behind the region"),
    "exchanged": (
        "it goes round under another number",
        "it may have come in as {other}, which goes round under another number",
    ),
    "read-only": (
        "nothing may be written to it",
        "it may share the buffer of {other}, to which nothing may be written",
    ),
    "two numbers": ("it is handed over under another number, too",) * 2,
}
"""Why a copy is passed on at the end of a loop's region, by cause: because of the tensor itself, or of another."""


class Words:
    """Says rows about tensors in sentences. In: what was decided."""

    def __init__(self, decisions: Decisions) -> None:
        self._naming = decisions.naming
        self._explainer = decisions.explanations.explainer
        self._store = self._explainer.store

    def because(self, relation: str, row: Row) -> str:
        """Why a use is out of place, by a row of the relation that says so."""
        said: Mapping[str, Callable[[Row], str]] = {
            "conflict": self._conflict, "race": self._race, "written_read_only": self._written_read_only
        }  # fmt: skip
        return said[relation](row)

    def _conflict(self, row: Row) -> str:
        op, operand, reader, read, writer, written, definition = row
        value = self._operand(str(reader), read)
        reads = self._reads((str(reader), read), (str(writer), written))
        together = "" if op == writer else self._together(str(op), int(operand))
        said = (
            f"{together}{self._op(str(writer))} would overwrite {value}, which {reads};"
            f" {self._defined(str(definition))}"
        )
        said += "".join(f"; {why}" for why in dict.fromkeys(map(self._callee, (str(writer), str(reader)))) if why)
        return said + self._instead(str(op), int(operand))

    def _instead(self, op: str, operand: int) -> str:
        """Which other uses could be out of place instead, where the one was chosen for the fewest copies."""
        rows = self._store.matching("assume_rival", (op, operand, None, None))
        if not rows:
            return ""
        others = [f"operand {also} of {self._op(str(other))}" for _, _, other, also in rows]
        return f"; instead, a copy for {' or '.join(others)} would do, but all in all no fewer bytes would be copied"

    def _together(self, op: str, operand: int) -> str:
        """Which tensors would share a buffer with an operand in place, if another use does the harm."""
        others = [short_name(str(row[2])) for row in self._store.matching("shares", (op, operand, None, None, None))]
        return f"with {' and '.join(others)} in the buffer of {self._operand(op, operand)}, " if others else ""

    def _callee(self, call: str) -> str:
        """Why nothing is known of what a call does with tensors; nothing where that is known, or the op is none."""
        if not self._store.matching("calls_unknown", (call,)):
            return ""
        for _, _, symbol in self._store.matching("symbol_use", (call, None, None)):
            for function, _ in self._store.matching("symbol_definition", (None, symbol)):
                if self._store.matching("assume_external", (function,)):
                    return (
                        f"nothing is known of {function}, which has no body (bufferization.access at its arguments can"
                        " tell)"
                    )
                if self._store.matching("filtered", (function,)):
                    return f"nothing is known of {function}, which an option leaves out"
                return f"nothing is known of {function} there, because of a cycle of calls"
        return f"nothing is known of what {self._name(call)} calls"

    def _reads(self, by: tuple[str, str | int], writing: tuple[str, str | int]) -> str:
        (reader, read), (writer, _) = by, writing
        loops = self._store.matching("next_round", (reader, read, writer, None))
        who = "it" if reader == writer else self._op(reader)
        if loops:
            when = (
                "another instance"
                if self._naming.traits.rows("parallel_region", self._name(str(loops[0][3])))
                else "the next round"
            )
            return f"{who} reads in {when} of {self._op(str(loops[0][3]))}"
        if not self._store.matching("reading", (reader, read, None)):
            return f"{who} holds while it runs"
        if reader != writer:
            return f"{who} still reads"
        return "it reads itself" if by == writing else f"it reads itself, as operand {read}"

    def _race(self, row: Row) -> str:
        _, _, reader, read, writer, _, parallel = row
        what = f"the buffer that {self._op(str(reader))} reads as {self._operand(str(reader), read)}"
        return (
            f"{self._op(str(writer))} would write to {what}, in all instances of {self._op(str(parallel))}, which run"
            " at the same time"
        )

    def _written_read_only(self, row: Row) -> str:
        _, _, writer, _, value = row
        causes = [str(cause) for _, cause in self._store.matching("read_only_because", (value, None))]
        why = "; ".join(self.read_only(str(value), cause) for cause in causes)
        return (
            f"{self._op(str(writer))} would write to {short_name(str(value))}, to which nothing may be written: {why}"
        )

    def read_only(self, value: str, cause: str) -> str:
        """Why nothing may be written to a value, by the word that the rules have for it."""
        op = self._owner(value)
        name, line = self._name(self._naming.op(op)), self._op(self._naming.op(op))
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
            "unknown region": (
                f"it is an argument in a region of {line}, of which nothing is known: {self._because_unknown(op)}"
            ),
            "unknown branch": "an op that nothing is known of leads to its block",
            "argument": (
                f"it is an argument in a region of {line}, and no model says that its buffer is the region's to"
                " write to"
            ),
            "writable": f"an attribute of {self._naming.op(op)} says so",
        }[cause]

    def moved(self, row: Row) -> str:
        """How an op was moved or rewritten, by a row of the relation that says so."""
        op, how, name, line = row
        return SAID[str(how)].format(op=self._op(str(op)), other=f"{name} at line {line}")

    def unknown(self, op: str) -> str:
        """Why all operands of an op that nothing is known of are out of place."""
        said = (
            f"nothing is known of what {self._op(op)} does with tensors: {self._because_unknown(self._naming.ops[op])}"
        )
        parted = self._store.matching("assume_parted", (op, None))
        return f"{said}; what it gives may be what it was given, and is read after a write to that" if parted else said

    def in_place(self, op: str, operand: int) -> str:
        """What is in place with an operand."""
        rows = self._store.matching("shares", (op, operand, None, None, None))
        return ", ".join(f"{short_name(str(row[2]))} {_SHARED[str(row[3]), str(row[4])]}" for row in rows)

    def copied(self, op: str) -> str:
        """What comes of an operand that is out of place."""
        return f"so that {self._name(op)} works on a copy"

    def works_on_copy(self, op: str, operand: int) -> str:
        """What an op works on in place of an operand that is out of place."""
        value = short_name(self.tensor(op, operand))
        if not self._store.has("private_copy", (op, operand)):
            return (
                f"{self._op(op)} works on a new buffer in place of {value}, of which nothing is copied, because nobody"
                " reads it there"
            )
        for _, _, fill in self._store.matching("private_fill", (op, operand, None)):
            return (
                f"{self._op(op)} works on a new buffer in place of {value}, which is filled again as by"
                f" {self._op(str(fill))}"
            )
        made = self._store.matching("private_result", (op, operand, None))
        what = f"makes a copy of what it takes of {value}" if made else f"works on a copy of {value}"
        return f"{self._op(op)} {what}"

    def hands_over_copy(self, op: str, operand: int, cause: Derivation) -> str:
        """That what ends a region hands over a copy, by the derivation of the cause."""
        value = short_name(self.tensor(op, operand))
        _, _, used, why = map(str, cause.cells)
        other = short_name(used)
        return f"{self._op(op)} hands over a copy of {value}: {HANDED[why][other != value].format(other=other)}"

    def became(self, op: str) -> str:
        """What became of an op with tensors that works on none but its operands' buffers."""
        results = [str(value) for _, _, value in self._store.matching("tensor_result", (op, None, None))]
        fresh = [value for value in results if not self._store.matching("shares", (None, None, value, None, None))]
        if fresh:
            return f"{self._op(op)} makes a new tensor"
        written = [short_name(self.tensor(op, int(str(row[1])))) for row in self._store.matching("writes", (op, None))]
        if not written:
            return f"part of what {self._op(op)} becomes on buffers"
        place = place_of(self._naming, op)
        here = (None, None, self._name(op), place.position.line if place is not None else 0)
        moved = [f"; {self.moved(row)}" for row in self._store.matching("moved", here)]
        return f"{self._op(op)} writes to {' and '.join(written)} in place{''.join(moved)}"

    def after(self, said: str, op: str, meaning: str) -> str:
        """What was said of an op, and why, which may speak of the op again."""
        name = self._op(op)
        return f"{said}: {f'it{meaning.removeprefix(name)}' if meaning.startswith(f'{name} ') else meaning}"

    def copied_for_layout(self, op: str, have: str, wanted: str) -> str:
        """That a buffer is copied because of its type."""
        return f"{self._op(op)} needs {wanted}, and no cast leads there from {have}"

    def tensor(self, op: str, operand: int) -> str:
        return next(str(value) for _, _, value in self._store.matching("tensor_use", (op, operand, None)))

    def impossible(self, op: str) -> str:
        """What comes of an operand that must be in place, and must not be."""
        return f"but {self._name(op)} takes no copy, so that the program cannot be bufferized"

    def not_decided(self) -> str:
        """What is said of operands that analysis left out."""
        return "because its function is left out of the analysis"

    def _because_unknown(self, op: Op) -> str:
        causes = self._explainer.matching("unknown_because", (self._naming.op(op), None))
        return "; ".join(_UNKNOWN[str(cause)] for _, cause in causes)

    def _op(self, name: str) -> str:
        """An op by its name, its results and its line, as it is in the source."""
        place = place_of(self._naming, name)
        # By facts: what bufferization has changed since has another name.
        rows = sorted(self._store.matching("result", (name, None, None)), key=lambda row: row[1])
        names = (short_name(str(value)) for _, _, value in rows)
        results = ", ".join(result for result in names if result.startswith("%"))
        said = f"{results} = {self._name(name)}" if results else self._name(name)
        if self._naming.ops[name].source is None:
            return f"{said}, which bufferization made,"
        return f"{said} at line {place.position.line}" if place is not None else said

    def _name(self, op: str) -> str:
        """What kind of op it is."""
        return next(str(row[1]) for row in self._store.matching("op", (op, None, None, None)))

    def _operand(self, op: str, operand: str | int) -> str:
        return short_name(self.tensor(op, int(operand)))

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
            return f"{short_name(value)} was defined{line if made.owner.source is not None else ' by bufferization'}"
        owner = self._owner(value)
        if owner.attribute("sym_name") is not None:
            return f"{short_name(value)} is an argument of {self._naming.op(owner)}{line}"
        return f"{short_name(value)} is an argument in {self._op(self._naming.op(owner))}"
