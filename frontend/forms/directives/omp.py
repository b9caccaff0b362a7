"""Directives of the omp dialect: clauses. Regions whose arguments stand in clauses are in `omp_regions`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ownlog.frontend.forms.directives import Directive, Names
from ownlog.frontend.forms.directives.lists import (
    bracketed,
    comma_separated,
    each_typed,
    entries,
    listed,
    typed_operand,
)
from ownlog.frontend.forms.directives.omp_regions import REGIONS
from ownlog.frontend.forms.language.attributes import untyped
from ownlog.frontend.forms.language.state import Parts, State
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text import tokens as t

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer


def _read_allocate(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`%allocator : t -> %a : t, ...`."""
    allocate, _, allocator, _ = names

    def entry() -> None:
        typed_operand(p, s, allocator)
        p.expect("->")
        typed_operand(p, s, allocate)

    comma_separated(p, entry)


def _write_allocate(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    pairs = zip(each_typed(parts.values[names[2]]), each_typed(parts.values[names[0]]), strict=True)
    w.raw(", ".join(f"{allocator} -> {value}" for allocator, value in pairs))


def _read_linear(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`%a = %step : t, ...`."""
    variables, _, steps = names[:3]

    def entry() -> None:
        s.uses.setdefault(variables, []).append(p.operand())
        p.expect("=")
        s.uses.setdefault(steps, []).append(p.operand())
        p.expect(":")
        s.types.setdefault(variables, []).append(p.type())

    comma_separated(p, entry)


def _write_linear(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    pairs = zip(parts.values[names[0]], parts.values[names[2]], strict=True)
    w.raw(", ".join(f"{value.ref} = {step.ref} : {value.type}" for value, step in pairs))


def _read_aligned(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`%a : t -> 8 : i64, ...`."""
    alignments: list[str] = []

    def entry() -> None:
        typed_operand(p, s, names[0])
        p.expect("->")
        alignments.append(p.attribute())

    comma_separated(p, entry)
    op.properties[names[2]] = listed(alignments)


def _write_aligned(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    alignments = [text if ":" in text else f"{text} : i64" for text in entries(op.properties.get(names[2]))]
    w.raw(
        ", ".join(
            f"{value} -> {text}" for value, text in zip(each_typed(parts.values[names[0]]), alignments, strict=True)
        )
    )


def _read_order(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`reproducible:concurrent`."""
    word = p.keyword("an order")
    if p.accept(":"):
        op.properties[names[1]] = f"#omp<order_mod {word}>"
        word = p.keyword("an order")
    op.properties[names[0]] = f"#omp<orderkind {word}>"


def _write_order(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    w.raw(":".join(_word(op.properties[name]) for name in reversed(names) if name in op.properties))


def _word(text: str | None) -> str:
    """The keyword of `#omp<mnemonic word>`."""
    return (text or "").rpartition(" ")[2].rstrip(">")


def _read_schedule(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`static = %chunk : t, monotonic, simd`."""
    kind, modifier, simd, chunk = names[:4]
    op.properties[kind] = f"#omp<schedulekind {p.keyword('a schedule')}>"
    if p.accept("="):
        typed_operand(p, s, chunk)
    while p.accept(","):
        word = p.keyword("a modifier")
        if word == "simd":
            op.properties[simd] = None
            op.properties.setdefault(modifier, "#omp<sched_mod none>")
        else:
            op.properties[modifier] = f"#omp<sched_mod {word}>"


def _write_schedule(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    kind, modifier, simd, chunk = names[:4]
    shown = _word(op.properties[kind]) + "".join(f" = {value}" for value in each_typed(parts.values[chunk]))
    shown += f", {_word(op.properties[modifier])}" if modifier in op.properties else ""
    w.raw(shown + (", simd" if simd in op.properties else ""))


_HINTS = {"none": 0, "uncontended": 1, "contended": 2, "nonspeculative": 4, "speculative": 8}


def _read_hint(p: OpReader, op: Op, s: State, names: Names) -> None:
    at = p.next()
    words = comma_separated(p, lambda: p.keyword("a hint"))
    if not set(words) <= _HINTS.keys():
        p.fail(f"expected hints out of {', '.join(_HINTS)}", at=at)
    op.properties[names[0]] = f"{sum(_HINTS[word] for word in set(words))} : i64"


def _write_hint(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    number = int(untyped(op.properties[names[0]] or "0"))
    w.raw(", ".join(word for word, bit in _HINTS.items() if bit & number) or "none")


def _read_depend(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`taskdependin -> %a : t, ...`."""
    kinds: list[str] = []

    def entry() -> None:
        kinds.append(f"#omp<clause_task_depend({p.keyword('a dependence')})>")
        p.expect("->")
        typed_operand(p, s, names[0])

    comma_separated(p, entry)
    op.properties[names[2]] = listed(kinds)


def _write_depend(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    kinds = [text[text.index("(") + 1 : text.rindex(")")] for text in entries(op.properties.get(names[2]))]
    w.raw(
        ", ".join(f"{kind} -> {value}" for kind, value in zip(kinds, each_typed(parts.values[names[0]]), strict=True))
    )


def _read_copyprivate(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`%a -> @copy : t, ...`."""
    symbols: list[str] = []

    def entry() -> None:
        s.uses.setdefault(names[0], []).append(p.operand())
        p.expect("->")
        symbols.append(p.symbol())
        p.expect(":")
        s.types.setdefault(names[0], []).append(p.type())

    comma_separated(p, entry)
    op.properties[names[2]] = listed(symbols)


def _write_copyprivate(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    pairs = zip(parts.values[names[0]], entries(op.properties.get(names[2])), strict=True)
    w.raw(", ".join(f"{value.ref} -> {symbol} : {value.type}" for value, symbol in pairs))


def _keyword(before: str, after: str = ">") -> Directive:
    def read(p: OpReader, op: Op, s: State, names: Names) -> None:
        op.properties[names[0]] = f"{before}{p.keyword()}{after}"

    def write(w: Writer, op: Op, parts: Parts, names: Names) -> None:
        text = op.properties[names[0]] or ""
        w.raw(text[len(before) : len(text) - len(after)])

    return Directive(read, write)


def _read_members(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`[0], [1, 2]`."""
    read: Callable[[], str] = lambda: f"[{', '.join(bracketed(p, lambda: str(p.integer()), '[', ']'))}]"  # noqa: E731
    op.properties[names[0]] = listed(comma_separated(p, read))


def _write_members(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    shown = [", ".join(map(untyped, entries(text))) for text in entries(op.properties.get(names[0]))]
    w.raw(", ".join(f"[{text}]" for text in shown))


def _read_map(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`always, from`; a word that names no kind of mapping says nothing, as upstream."""
    shown = comma_separated(p, lambda: p.need(t.KEYWORD, "a kind of mapping"))
    given = {_MAPPING_OF.get(word, word) for word in shown if word not in _MAPPING_OF.values()}
    if "tofrom" in shown:
        given |= {"to", "from"}
    op.properties[names[0]] = (
        f"#omp<clause_map_flags {'|'.join(word for word in _MAPPINGS if word in given) or 'none'}>"
    )


_MAPPINGS = (
    "storage to from always del return_param priv literal implicit close present ompx_hold attach attach_always"
    " attach_none attach_auto ref_ptr ref_ptee ref_ptr_ptee is_device_ptr"
).split()
_MAPPING_OF = {"delete": "del", "private": "priv"}  # the words of the attribute that are others in the op's own form


def _write_map(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    shown = {word: keyword for keyword, word in _MAPPING_OF.items()}
    words = _word(op.properties[names[0]]).split("|")
    if {"to", "from"} <= set(words):
        words = [word for word in words if word not in ("to", "from")] + ["tofrom"]
    w.raw(", ".join(shown.get(word, word) for word in words))


def _read_sized(mnemonic: str) -> Callable[[OpReader, Op, State, Names], None]:
    """`%size : t`, maybe with `strict,` before it."""

    def read(p: OpReader, op: Op, s: State, names: Names) -> None:
        word = p.take(t.KEYWORD)
        if word is not None:
            op.properties[names[0]] = f"#omp<{mnemonic} {word}>"
            p.expect(",")
        typed_operand(p, s, names[1])

    return read


def _write_sized(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    modifier = f"{_word(op.properties[names[0]])}, " if names[0] in op.properties else ""
    w.raw(modifier + ", ".join(each_typed(parts.values[names[1]])))


def _read_loops(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`(%made) <- (%from)`."""
    made, applied = names
    s.uses[made], s.uses[applied] = [], []
    if p.accept("<"):
        p.expect("-")
    elif p.peek("("):
        s.uses[made] = p.names()
        p.expect("<")
        p.expect("-")
    s.uses[applied] = p.names()


def _write_loops(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    made, applied = (", ".join(value.ref for value in parts.values[name]) for name in names)
    w.piece(f"({made}) <- ({applied})" if made else f"<- ({applied})")


DIRECTIVES: dict[str, Directive] = {
    **REGIONS,
    "allocate-and-allocator": Directive(_read_allocate, _write_allocate),
    "linear-clause": Directive(_read_linear, _write_linear),
    "aligned-clause": Directive(_read_aligned, _write_aligned),
    "order-clause": Directive(_read_order, _write_order),
    "schedule-clause": Directive(_read_schedule, _write_schedule),
    "synchronization-hint": Directive(_read_hint, _write_hint),
    "depend-var-list": Directive(_read_depend, _write_depend),
    "copyprivate": Directive(_read_copyprivate, _write_copyprivate),
    "memory-order": _keyword("#omp<memoryorderkind "),
    "cancel-construct": _keyword("#omp<cancellationconstructtype "),
    "bind-kind": _keyword("#omp<bindkind "),
    "proc-bind": _keyword("#omp<procbindkind "),
    "capture-type": _keyword("#omp<variable_capture_kind(", ")>"),
    "map-clause": Directive(_read_map, _write_map),
    "grainsize-clause": Directive(_read_sized("grainsizetype"), _write_sized),
    "num-tasks-clause": Directive(_read_sized("numtaskstype"), _write_sized),
    "loop-transform-clis": Directive(_read_loops, _write_loops),
    "members-index": Directive(_read_members, _write_members),
}
