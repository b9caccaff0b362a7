"""Directives of the omp dialect: clauses, and regions whose arguments stand in clauses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ownlog.frontend import tokens as t
from ownlog.frontend.forms.attributes import array_numbers, array_text, untyped
from ownlog.frontend.forms.directives import Directive, Names
from ownlog.frontend.forms.directives.acc import entries, listed
from ownlog.frontend.forms.directives.lists import bracketed, comma_separated, each_typed, typed_operand
from ownlog.frontend.forms.language.state import Parts, State
from ownlog.frontend.ir import Op, Value
from ownlog.frontend.scope import Use

if TYPE_CHECKING:
    from ownlog.frontend.parser import Argument, Parser
    from ownlog.frontend.writer import Writer


@dataclass(frozen=True)
class _Clause:
    """A clause that names arguments of the region: its word, and which names of the directive are its own, in order."""

    word: str
    names: tuple[str, ...] = ("vars", "types")


_HAS_DEVICE = _Clause("has_device_addr")
_HOST = _Clause("host_eval")
_IN_REDUCTION = _Clause("in_reduction", ("vars", "types", "byref", "syms"))
_MAP = _Clause("map_entries")
_PRIVATE = _Clause("private", ("vars", "types", "syms", "barrier"))
_PRIVATE_MAPPED = _Clause("private", ("vars", "types", "syms", "barrier", "maps"))
_REDUCTION = _Clause("reduction", ("mod", "vars", "types", "byref", "syms"))
_TASK_REDUCTION = _Clause("task_reduction", ("vars", "types", "byref", "syms"))
_USE_ADDRESS = _Clause("use_device_addr")
_USE_POINTER = _Clause("use_device_ptr")

Parsed = tuple[Use, str, bool, int]  # the argument's name, symbol, `byref`, number of the map


def _own(clauses: tuple[_Clause, ...], names: Names) -> list[tuple[_Clause, dict[str, str]]]:
    """Each clause with the names of the directive that are its own."""
    found, at = [], 1
    for clause in clauses:
        found.append((clause, dict(zip(clause.names, names[at:], strict=False))))
        at += len(clause.names)
    return found


def _region(*clauses: _Clause) -> Directive:
    def read(p: Parser, op: Op, s: State, names: Names) -> None:
        arguments: list[Argument] = []
        for clause, own in _own(clauses, names):
            if p.accept(clause.word):
                arguments += _read_clause(p, op, s, own)
        s.regions[names[0]] = [p.region(op, arguments or None)]

    def write(w: Writer, op: Op, parts: Parts, names: Names) -> None:
        region = parts.regions[names[0]][0]
        arguments = iter(region.blocks[0].arguments if region.blocks else ())
        for clause, own in _own(clauses, names):
            values = parts.values[own["vars"]]
            if values:
                _write_clause(w, op, clause.word, own, values, arguments)
        w.region(region)

    return Directive(read, write, lambda p: p.peek("{") or any(p.peek(clause.word) for clause in clauses))


def _read_clause(p: Parser, op: Op, s: State, own: dict[str, str]) -> list[Argument]:
    """`(byref @sym %a -> %arg, ... : t, ...)`; the arguments of the region."""
    name = own["vars"]
    s.uses[name] = []
    p.expect("(")
    if "mod" in own and p.accept("mod"):
        p.expect(":")
        op.properties[own["mod"]] = f"#omp<reduction_modifier ({p.keyword()})>".replace(" (", "(")
        p.expect(",")

    def entry() -> Parsed:
        byref = p.accept("byref")
        symbol = p.symbol() if p.peek("@") else ""
        s.uses[name].append(p.operand())
        p.expect("->")
        argument = p.operand()
        number = -1
        if p.accept("["):
            p.expect("map_idx")
            p.expect("=")
            number = p.integer()
            p.expect("]")
        return argument, symbol, byref, number

    found = comma_separated(p, entry)
    p.expect(":")
    s.types[name] = p.types()
    p.expect(")")
    if len(s.types[name]) != len(found):
        p.fail(f"number of arguments and types do not match: {len(found)} and {len(s.types[name])}")
    _keep(op, own, found)
    if "barrier" in own and p.accept("private_barrier"):
        op.properties[own["barrier"]] = None
    return p.arguments([argument for argument, _, _, _ in found], s.types[name])


def _keep(op: Op, own: dict[str, str], found: list[Parsed]) -> None:
    if "syms" in own and all(symbol for _, symbol, _, _ in found):
        op.properties[own["syms"]] = listed([symbol for _, symbol, _, _ in found])
    if "byref" in own:
        op.properties[own["byref"]] = array_text(["true" if byref else "false" for _, _, byref, _ in found], "i1")
    if "maps" in own and any(number >= 0 for _, _, _, number in found):
        op.properties[own["maps"]] = array_text([str(number) for _, _, _, number in found])


def _write_clause(w: Writer, op: Op, word: str, own: dict[str, str], values: list[Value], arguments: Iterator[Value]) -> None:
    symbols = entries(op.properties.get(own.get("syms", ""))) or [""] * len(values)
    flags = (op.properties.get(own.get("byref", "")) or "").partition(":")[2].strip(" >").split(",")
    maps = array_numbers(op.properties.get(own.get("maps", ""))) or [-1] * len(values)
    shown = []
    for i, value in enumerate(values):
        words = ["byref"] if flags[i : i + 1] and "true" in flags[i] else []
        words += [symbols[i]] if symbols[i] else []
        number = f" [map_idx={maps[i]}]" if maps[i] >= 0 else ""
        argument = next(arguments)
        shown.append(f"{' '.join([*words, value.ref])} -> {argument.name}{number}")
    modifier = op.properties.get(own.get("mod", ""))
    prefix = f"mod: {modifier[modifier.index('(') + 1 : modifier.rindex(')')]}, " if modifier else ""
    w.piece(f"{word}({prefix}{', '.join(shown)} : {', '.join(value.type.text for value in values)})")
    if "barrier" in own and own["barrier"] in op.properties:
        w.word("private_barrier")


def _read_allocate(p: Parser, op: Op, s: State, names: Names) -> None:
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


def _read_linear(p: Parser, op: Op, s: State, names: Names) -> None:
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


def _read_aligned(p: Parser, op: Op, s: State, names: Names) -> None:
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
    w.raw(", ".join(f"{value} -> {text}" for value, text in zip(each_typed(parts.values[names[0]]), alignments, strict=True)))


def _read_order(p: Parser, op: Op, s: State, names: Names) -> None:
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


def _read_schedule(p: Parser, op: Op, s: State, names: Names) -> None:
    """`static = %chunk : t, monotonic, simd`."""
    kind, modifier, simd, chunk = names[:4]
    op.properties[kind] = f"#omp<schedulekind {p.keyword('a schedule')}>"
    if p.accept("="):
        typed_operand(p, s, chunk)
    while p.accept(","):
        word = p.keyword("a modifier")
        if word == "simd":
            op.properties[simd] = None
        else:
            op.properties[modifier] = f"#omp<sched_mod {word}>"


def _write_schedule(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    kind, modifier, simd, chunk = names[:4]
    shown = _word(op.properties[kind]) + "".join(f" = {value}" for value in each_typed(parts.values[chunk]))
    shown += f", {_word(op.properties[modifier])}" if modifier in op.properties else ""
    w.raw(shown + (", simd" if simd in op.properties else ""))


_HINTS = {"none": 0, "uncontended": 1, "contended": 2, "nonspeculative": 4, "speculative": 8}


def _read_hint(p: Parser, op: Op, s: State, names: Names) -> None:
    at = p.next()
    words = comma_separated(p, lambda: p.keyword("a hint"))
    if not set(words) <= _HINTS.keys():
        p.fail(f"expected hints out of {', '.join(_HINTS)}", at=at)
    op.properties[names[0]] = f"{sum(_HINTS[word] for word in set(words))} : i64"


def _write_hint(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    number = int(untyped(op.properties[names[0]] or "0"))
    w.raw(", ".join(word for word, bit in _HINTS.items() if bit & number) or "none")


def _read_depend(p: Parser, op: Op, s: State, names: Names) -> None:
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
    w.raw(", ".join(f"{kind} -> {value}" for kind, value in zip(kinds, each_typed(parts.values[names[0]]), strict=True)))


def _read_copyprivate(p: Parser, op: Op, s: State, names: Names) -> None:
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
    def read(p: Parser, op: Op, s: State, names: Names) -> None:
        op.properties[names[0]] = f"{before}{p.keyword()}{after}"

    def write(w: Writer, op: Op, parts: Parts, names: Names) -> None:
        text = op.properties[names[0]] or ""
        w.raw(text[len(before) : len(text) - len(after)])

    return Directive(read, write)


def _read_members(p: Parser, op: Op, s: State, names: Names) -> None:
    """`[0], [1, 2]`."""
    read: Callable[[], str] = lambda: f"[{', '.join(bracketed(p, lambda: str(p.integer()), '[', ']'))}]"  # noqa: E731
    op.properties[names[0]] = listed(comma_separated(p, read))


def _write_members(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    shown = [", ".join(map(untyped, entries(text))) for text in entries(op.properties.get(names[0]))]
    w.raw(", ".join(f"[{text}]" for text in shown))


def _read_map(p: Parser, op: Op, s: State, names: Names) -> None:
    """`always, from`."""
    words = comma_separated(p, lambda: p.need(t.KEYWORD, "a kind of mapping"))
    order = {word: number for number, word in enumerate(_MAPPINGS)}
    words.sort(key=lambda word: order.get(word, len(order)))
    op.properties[names[0]] = f"#omp<clause_map_flags {'|'.join(words)}>"


_MAPPINGS = (
    "none storage to from always del return_param priv literal implicit close present ompx_hold attach attach_always attach_none "
    "attach_auto ref_ptr ref_ptee ref_ptr_ptee is_device_ptr"
).split()


def _write_map(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    w.raw(", ".join(_word(op.properties[names[0]]).split("|")))


def _read_sized(mnemonic: str) -> Callable[[Parser, Op, State, Names], None]:
    """`%size : t`, maybe with `strict,` before it."""

    def read(p: Parser, op: Op, s: State, names: Names) -> None:
        word = p.take(t.KEYWORD)
        if word is not None:
            op.properties[names[0]] = f"#omp<{mnemonic} {word}>"
            p.expect(",")
        typed_operand(p, s, names[1])

    return read


def _write_sized(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    modifier = f"{_word(op.properties[names[0]])}, " if names[0] in op.properties else ""
    w.raw(modifier + ", ".join(each_typed(parts.values[names[1]])))


def _read_loops(p: Parser, op: Op, s: State, names: Names) -> None:
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
    "private-region": _region(_PRIVATE),
    "private-reduction-region": _region(_PRIVATE, _REDUCTION),
    "in-reduction-private-region": _region(_IN_REDUCTION, _PRIVATE),
    "in-reduction-private-reduction-region": _region(_IN_REDUCTION, _PRIVATE, _REDUCTION),
    "task-reduction-region": _region(_TASK_REDUCTION),
    "use-device-addr-use-device-ptr-region": _region(_USE_ADDRESS, _USE_POINTER),
    "target-op-region": _region(_HAS_DEVICE, _HOST, _IN_REDUCTION, _MAP, _PRIVATE_MAPPED),
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
