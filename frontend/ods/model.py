"""What the traits and interfaces of an op say of it in the words of models (`rules/dialects/model.dl`), and which rows
only a person can write, since C++ computes what they say.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ownlog.frontend.ods.records import Argument, Definition

_READ, _WRITE, _FREE, _ALLOCATE = "MemRead", "MemWrite", "MemFree", "MemAlloc"
_MAY_BE_BUFFERS = ("memref", "any type", "any shaped", "any non-token type")
# By interface: what its methods compute, and the rows that say it.
_COMPUTED = {
    "RegionBranchOpInterface": (
        "how control takes its regions", "region_branch({}). region_flow({}, -1, 0). region_flow({}, 0, -1)."
    ),
    "LoopLikeOpInterface": ("its bounds and what iterations carry", "entry_operands({}, 0). counts_up({}, 0, 1, 2)."),
    "BranchOpInterface": ("which operands go to its successors", "branch({}, 0)."),
    "CallOpInterface": ("which operands are arguments, and what is called", "call_like({})."),
    "DestinationStyleOpInterface": ("which operands it writes to", "destination_operand({}, 0, 0)."),
    "BufferizableOpInterface": (
        "what becomes of its tensors", 'reads_operand({}, 0). result_aliases({}, 0, 0, "equivalent", "definite").'
    ),
    "AllocationOpInterface": ("what frees what it allocates", 'freed_by({}, "memref.dealloc").'),
    "SelectLikeOpInterface": ("what it chooses from", "select_like({}, 0, 1, 2)."),
    "RegionBranchTerminatorOpInterface": ("which operands it forwards", "return_like({}, 0)."),
}  # fmt: skip


class Model(NamedTuple):
    """`rows` hold; of `todo` a person has to decide: what is not known, and rows of the kind that would say it."""

    rows: list[str]
    todo: list[tuple[str, str]]


def model_of(op: Definition) -> Model:
    """What the definition of an op says of its meaning."""
    name = f'"{op.full_name}"'
    rows = [row.replace("{}", name) for row in (*_effects(op), *_structure(op))]
    todo = [(what, row.replace("{}", name)) for what, row in _todo(op)]
    return Model(rows, todo)


def _declared(op: Definition, interface: str) -> bool:
    """Does the op compute the methods of an interface itself?"""
    return any(trait.text("cppInterfaceName") == interface for trait in op.traits)


def _effects_known(op: Definition) -> bool:
    return not _declared(op, "MemoryEffectOpInterface") and (
        op.has("MemoryEffects", "HasRecursiveMemoryEffects", "RecursiveMemoryEffects")
        or any(argument.effects for argument in (*op.operands, *op.results))
    )


def _whole(op: Definition) -> set[str]:
    """The effects that a trait says of the op, of no operand in particular."""
    listed = (effect for trait in op.traits if trait.is_a("MemoryEffects") for effect in trait.each("effects"))
    return {each for effect in listed for each in (effect.classes | {effect.name})} & {_READ, _WRITE, _FREE, _ALLOCATE}


def _uncounted(op: Definition) -> set[str]:
    """What the op frees or allocates of operands and results without a number of their own: no row says which."""
    last = (argument for group in (op.operands, op.results) for argument in group[len([*_numbered(group)]) :])
    return {effect for argument in last for effect in argument.effects} & {_FREE, _ALLOCATE}


def _effects(op: Definition) -> Iterator[str]:
    if not _effects_known(op):
        return
    arguments = (*op.operands, *op.results)
    said = _whole(op).union(*(argument.effects for argument in arguments)) & {_READ, _WRITE, _FREE, _ALLOCATE}
    recursive = op.has("HasRecursiveMemoryEffects", "RecursiveMemoryEffects")
    if not said and not recursive:
        yield "pure({})."
    elif said == {_READ} and not recursive:
        yield "only_reads({})."
    elif not (_whole(op) | _uncounted(op)) & {_FREE, _ALLOCATE}:
        yield "effects_known({})."
    for number, argument in _numbered(op.operands):
        if _FREE in argument.effects:
            yield f"frees({{}}, {number})."
        elif {_READ, _WRITE} & set(argument.effects) and said != {_READ}:
            yield f"accesses_memory({{}}, {number})."
    for number, argument in _numbered(op.results):
        if _ALLOCATE in argument.effects:
            stack = any("AutomaticAllocationScope" in effect for effect in argument.effects)
            yield f"{'allocates_on_stack' if stack else 'allocates'}({{}}, {number})."


def _numbered(arguments: list[Argument]) -> Iterator[tuple[int, Argument]]:
    """The arguments whose number in the generic form does not depend on how many others there are."""
    for number, argument in enumerate(arguments):
        if argument.many:
            return
        yield number, argument


def _structure(op: Definition) -> Iterator[str]:
    if op.has("ReturnLike") and op.has("IsTerminator"):
        yield "return_like({}, 0)."
    if op.has("FunctionOpInterface") and op.has("IsIsolatedFromAbove"):
        yield "function_like({})."
    if op.has("SymbolTable") and op.regions:
        yield "symbol_table({})."
    if op.has("AutomaticAllocationScope") and op.regions:
        yield "automatic_scope({})."
    if op.has("ConstantLike") and "value" in op.properties:
        yield 'constant_like({}, "value").'
    if (source := _view_source(op)) is not None:
        yield f"view_like({{}}, 0, {source})."


def _buffers(arguments: list[Argument]) -> list[int]:
    """The numbers of those that may be memrefs."""
    return [
        number
        for number, argument in enumerate(arguments)
        if any(words in argument.constraint.text("summary") for words in _MAY_BE_BUFFERS)
    ]


def _view_source(op: Definition) -> int | None:
    """The operand that the one result is a view of, where there is but one buffer to be that."""
    buffers = _buffers(op.operands)
    if not op.has("ViewLikeOpInterface") or len(buffers) != 1 or len(op.results) != 1:
        return None
    return buffers[0] if all(not argument.many for argument in op.operands[: buffers[0] + 1]) else None


def _todo(op: Definition) -> Iterator[tuple[str, str]]:
    for interface, (what, row) in _COMPUTED.items():
        if op.has(interface) and not (interface.startswith("RegionBranchT") and op.has("ReturnLike")):
            yield f"{interface}: {what}", row
    if op.has("ViewLikeOpInterface") and _view_source(op) is None:
        yield "ViewLikeOpInterface: what it is a view of", "view_like({}, 0, 0)."
    whole = _whole(op) & {_FREE, _ALLOCATE}
    if _declared(op, "MemoryEffectOpInterface") or whole:
        yield "MemoryEffectOpInterface: what it reads, writes, allocates and frees", "effects_known({})."
    elif not _effects_known(op):
        yield "no memory effects are declared", "pure({})."
    if _uncounted(op):
        yield "what it frees and allocates, of which the numbers vary", "frees({}, 0)."
    if _buffers(op.results) and op.has("NoMemoryEffect", "Pure") and not op.has("ViewLikeOpInterface"):
        yield "its result may be a buffer: a view of an operand?", "view_like({}, 0, 0)."
