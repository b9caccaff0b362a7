"""Directives of the omp dialect: regions whose arguments stand in clauses, and loop nests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ownlog.frontend.forms.directives import Directive, Names
from ownlog.frontend.forms.directives.lists import bracketed, comma_separated, entries, listed
from ownlog.frontend.forms.language.attributes import array_numbers, array_text, untyped
from ownlog.frontend.forms.language.state import Parts, State
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.tokens import Use

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import Argument, OpReader
    from ownlog.frontend.syntax.writer import Writer


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
    def read(p: OpReader, op: Op, s: State, names: Names) -> None:
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


def _read_clause(p: OpReader, op: Op, s: State, own: dict[str, str]) -> list[Argument]:
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
    if "maps" in own and found:
        op.properties[own["maps"]] = array_text([str(number) for _, _, _, number in found])


def _write_clause(
    w: Writer, op: Op, word: str, own: dict[str, str], values: list[Value], arguments: Iterator[Value]
) -> None:
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


def _read_nest(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`(%i, %j) : t = (%a, %b) to (%c, %d) inclusive step (%e, %f) collapse(2) tiles(1, 2) {...}`."""
    region, lower, upper, steps, inclusive, collapse, tiles = names
    variables = p.names()
    p.expect(":")
    type = p.type()
    p.expect("=")
    s.uses[lower] = p.names()
    p.expect("to")
    s.uses[upper] = p.names()
    if p.accept("inclusive"):
        op.properties[inclusive] = None
    p.expect("step")
    s.uses[steps] = p.names()
    for name in (lower, upper, steps):
        s.types[name] = [type] * len(s.uses[name])
    if p.accept("collapse"):
        p.expect("(")
        number = p.integer()
        p.expect(")")
        if number > 1:
            op.properties[collapse] = f"{number} : i64"
    if p.accept("tiles"):
        op.properties[tiles] = array_text([str(number) for number in bracketed(p, p.integer)])
    s.regions[region] = [p.region(op, p.arguments(variables, [type] * len(variables)))]


def _write_nest(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    region, lower, upper, steps, inclusive, collapse, tiles = names
    arguments = parts.regions[region][0].blocks[0].arguments
    low, high, by = (", ".join(value.ref for value in parts.values[name]) for name in (lower, upper, steps))
    w.piece(f"({', '.join(argument.name for argument in arguments)}) : {arguments[0].type} = ({low}) to ({high})")
    if inclusive in op.properties:
        w.word("inclusive")
    w.piece(f"step ({by})")
    if collapse in op.properties:
        w.piece(f"collapse({untyped(op.properties[collapse] or '')})")
    if tiles in op.properties:
        w.piece(f"tiles({', '.join(map(str, array_numbers(op.properties[tiles])))})")
    w.region(parts.regions[region][0])


def _read_canonical(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`(%cli) %i : t in range(%n) {...}`, the name of the loop maybe missing."""
    region, count, loop = names
    s.uses[loop] = p.names() if p.peek("(") else []
    argument = p.typed_argument(attributes=False)
    p.expect("in")
    p.expect("range")
    s.uses[count], s.types[count] = p.names(), [argument[1]]
    s.regions[region] = [p.region(op, [argument])]


def _write_canonical(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    region, count, loop = names
    if parts.values[loop]:
        w.raw(f"({parts.values[loop][0].ref})")
    variable = parts.regions[region][0].blocks[0].arguments[0]
    w.piece(f"{variable.name} : {variable.type} in range({parts.values[count][0].ref})")
    w.region(parts.regions[region][0])


REGIONS: dict[str, Directive] = {
    "private-region": _region(_PRIVATE),
    "private-reduction-region": _region(_PRIVATE, _REDUCTION),
    "in-reduction-private-region": _region(_IN_REDUCTION, _PRIVATE),
    "in-reduction-private-reduction-region": _region(_IN_REDUCTION, _PRIVATE, _REDUCTION),
    "task-reduction-region": _region(_TASK_REDUCTION),
    "use-device-addr-use-device-ptr-region": _region(_USE_ADDRESS, _USE_POINTER),
    "target-op-region": _region(_HAS_DEVICE, _HOST, _IN_REDUCTION, _MAP, _PRIVATE_MAPPED),
    "canonical-loop": Directive(_read_canonical, _write_canonical),
    "loop-nest": Directive(_read_nest, _write_nest),
}
