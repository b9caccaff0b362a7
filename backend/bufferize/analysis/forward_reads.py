"""Reads around a change: of the tensor before it, or of that and the changed element.

`rules/bufferize/forward_reads.dl` says which. An unused change is removed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ownlog.backend.bufferize.analysis.moved import AROUND, EITHER, Moved
from ownlog.backend.bufferize.ops.state import Scopes
from ownlog.backend.rewriting import build
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.printing.fresh_names import Names
from ownlog.rules.relations import ReadsEither, ReadsForwarded
from ownlog.rules.typed_rows import Found, TypedRows, relation_names

DERIVED = relation_names(ReadsForwarded, ReadsEither)


def forward_reads(module: Module, naming: Naming, found: Found) -> list[Moved]:
    """Rewrites reads of `module`, in place. In: rows of `DERIVED`. Out: what was rewritten."""
    rows, told, versions = TypedRows(found), list[Moved](), dict[Op, None]()
    for around in sorted(rows(ReadsForwarded)):
        reader, version = naming.ops[around.reader], naming.ops[around.version]
        replace(reader, version.results[0], naming.values[around.value])
        versions[version] = None
        told.append(Moved(reader, AROUND, version))
    scopes = Scopes(module, naming.traits)
    for either in sorted(rows(ReadsEither)):
        reader, version = naming.ops[either.reader], naming.ops[either.version]
        _choose(module, reader, version, naming.values[either.value], either.rank, scopes.names(reader))
        versions[version] = None
        told.append(Moved(reader, EITHER, version))
    drop_unused(module, versions)
    return told


def replace(reader: Op, old: Value, new: Value) -> None:
    """Has `reader` read one tensor instead of another."""
    reader.set_operands([new if operand is old else operand for operand in reader.operands])


def _choose(module: Module, reader: Op, version: Op, before: Value, rank: int, names: Names) -> None:
    """Let `reader` read `before`, and its users get that, or the changed element if the indices are equal."""
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
        replace(user, element, chosen)
    replace(reader, version.results[0], before)
    block = reader.parent
    assert block is not None
    at = block.ops.index(reader) + 1
    block.replace_ops([*block.ops[:at], *made, *block.ops[at:]])


def _indices(reader: Op, version: Op, rank: int) -> list[tuple[Value, Value]]:
    return list(
        zip(
            reader.operands[len(reader.operands) - rank :],
            version.operands[len(version.operands) - rank :],
            strict=True,
        )
    )


def drop_unused(module: Module, versions: Iterable[Op]) -> None:
    """Leaves out those of the `versions` that nobody uses, or only others that are left out."""
    users = Counter(value for op in module.walk() for value in op.operands)
    waiting = [*dict.fromkeys(versions)]
    while unused := [op for op in waiting if op.parent is not None and not any(users[result] for result in op.results)]:
        for op in unused:
            assert op.parent is not None
            users.subtract(op.operands)
            op.parent.replace_ops([other for other in op.parent.ops if other is not op])
        waiting = [op for op in waiting if op not in unused]
