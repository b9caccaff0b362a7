"""Reads go by what a tensor was before a change that has left it alone there, or by that and what the change has put there.

Which may, `rules/bufferize/around.dl` says. A change that nobody asks for any more is left out.
"""

from __future__ import annotations

from ownlog.backend.bufferize.deciding.moved import AROUND, EITHER, Moved
from ownlog.backend.bufferize.values.scopes import Scopes
from ownlog.backend.rewriting import build
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Module, Op, Value
from ownlog.frontend.printing.fresh_names import Names
from ownlog.rules.relations import ReadsAround, ReadsEither
from ownlog.rules.typed_rows import Found, TypedRows, relation_names

DERIVED = relation_names(ReadsAround, ReadsEither)


def read_around(module: Module, naming: Naming, found: Found) -> list[Moved]:
    """Rewrites reads of `module`, in place. In: rows of `DERIVED`. Out: what was rewritten."""
    rows, told, versions = TypedRows(found), list[Moved](), dict[Op, None]()
    for around in sorted(rows(ReadsAround)):
        reader, version = naming.ops[around.reader], naming.ops[around.version]
        _replace(reader, version.results[0], naming.values[around.value])
        versions[version] = None
        told.append(Moved(reader, AROUND, version))
    scopes = Scopes(module, naming.traits)
    for either in sorted(rows(ReadsEither)):
        reader, version = naming.ops[either.reader], naming.ops[either.version]
        _choose(module, reader, version, naming.values[either.value], either.rank, scopes.names(reader))
        versions[version] = None
        told.append(Moved(reader, EITHER, version))
    _drop(module, versions)
    return told


def _replace(reader: Op, old: Value, new: Value) -> None:
    reader.set_operands([new if operand is old else operand for operand in reader.operands])


def _choose(module: Module, reader: Op, version: Op, before: Value, rank: int, names: Names) -> None:
    """Has `reader` read `before`, and who asks for the element gets that, or what is put where the indices of both are the same."""
    # What is put may itself be an element that somebody else gives by now.
    scalar = version.operands[0]
    pairs = [(one, other) for one, other in _indices(reader, version, rank) if one is not other]
    made: list[Op] = []
    for one, other in pairs:
        made.append(build.compare("eq", one, other, names))
        if len(made) > 1:
            made.append(build.and_i(made[-2].results[0], made[-1].results[0], names))
    element = reader.results[0]
    if made:
        made.append(build.select(made[-1].results[0], scalar, element, names))
    chosen = made[-1].results[0] if made else scalar
    for user in [op for op in module.walk() if element in op.operands]:
        _replace(user, element, chosen)
    _replace(reader, version.results[0], before)
    block = reader.parent
    assert block is not None
    at = block.ops.index(reader) + 1
    block.replace_ops([*block.ops[:at], *made, *block.ops[at:]])


def _indices(reader: Op, version: Op, rank: int) -> list[tuple[Value, Value]]:
    return list(zip(reader.operands[len(reader.operands) - rank :], version.operands[len(version.operands) - rank :], strict=True))


def _drop(module: Module, versions: dict[Op, None]) -> None:
    """Leaves out those of the `versions` that nobody uses."""
    used = {value for op in module.walk() for value in op.operands}
    for version in versions:
        if version.parent is not None and used.isdisjoint(version.results):
            version.parent.replace_ops([op for op in version.parent.ops if op is not version])
