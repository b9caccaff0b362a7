"""Typed rows of all relations. Made by `ownlog.rules.generate` from the `.dl` files; do not edit."""

from collections.abc import Mapping
from typing import NamedTuple

from ownlog.rules.typed_rows import Relation

class Op(NamedTuple):
    """`op` is an operation called `name` that stands in `block` as its `position`-th op, counted from 0. Top-level ops stand in the
    block "^top". One row for each `op`.
    """

    op: str
    name: str
    block: str
    position: int


class OpDialect(NamedTuple):
    """The op name `name` begins with the dialect prefix `dialect`, the text before its first dot. One row for each name that occurs."""

    name: str
    dialect: str


class OpRegion(NamedTuple):
    """`region` is region number `position` of `op`. One row for each `region`."""

    op: str
    position: int
    region: str


class RegionBlock(NamedTuple):
    """`block` is block number `position` of `region`; number 0 is the entry block. A region without blocks has no row. One row for
    each `block`.
    """

    region: str
    position: int
    block: str


class Terminator(NamedTuple):
    """`op` is the last op of `block`."""

    block: str
    op: str


class Operand(NamedTuple):
    """`value` is operand number `position` of `op`, in the order of the generic form. One row for each `op` and `position`."""

    op: str
    position: int
    value: str


class OperandGroup(NamedTuple):
    """Operands `first` to `first + size - 1` of `op` form its operand group number `group`. An op without operand segments has one
    group, number 0. One row for each `op` and `group`.
    """

    op: str
    group: int
    first: int
    size: int


class OperandCount(NamedTuple):
    """`op` has `size` operands."""

    op: str
    size: int


class Use(NamedTuple):
    """`op` is number `number` among the ops that have the buffer `value` as an operand, counted from 0."""

    value: str
    number: int
    op: str


class UseCount(NamedTuple):
    """`size` ops have the buffer `value` as an operand."""

    value: str
    size: int


class Result(NamedTuple):
    """`value` is result number `position` of `op`. One row for each `value`."""

    op: str
    position: int
    value: str


class BlockArgument(NamedTuple):
    """`value` is argument number `position` of `block`. One row for each `value`."""

    block: str
    position: int
    value: str


class Successor(NamedTuple):
    """`block` is successor number `position` of `op`."""

    op: str
    position: int
    block: str


class ValueType(NamedTuple):
    """`value` has type `type`, written with type aliases resolved."""

    value: str
    type: str


class MemrefType(NamedTuple):
    """`type` is a memref type; `ranked` is "ranked" or "unranked". One row for each memref type that occurs."""

    type: str
    ranked: str


class ReferenceType(NamedTuple):
    """Values of `type`, which is no memref type, may refer to memory: it is a tensor type, one of a dialect (`!`), or says one of
    these, or a memref, in its text. One row for each such type that occurs.
    """

    type: str


class ValueOrder(NamedTuple):
    """The definition of `value` is number `order` among all definitions of the module, in text order."""

    value: str
    order: int


class Dominance(NamedTuple):
    """The definition of `value` dominates just those definitions whose `enter` is greater than its own `enter` and not greater than
    its `exit`. One row for each `value`.
    """

    value: str
    enter: int
    exit: int


class Postdominance(NamedTuple):
    """The blocks of the region of `block` from which control comes to it, if it leaves the region at all, are just those whose `first`
    is at least its own `first` and at most its `last`. Blocks of other regions have other numbers. Where control may be kept in a
    region, one block of each cycle without a way out counts as if it led out. A region of one block has no row.
    """

    block: str
    first: int
    last: int


class ImmediatePostdominator(NamedTuple):
    """`above` is, of the other blocks that control comes to from `block` in any case, the first, where it leaves the region at all."""

    block: str
    above: str


class Cyclic(NamedTuple):
    """Control may come back to `block` from its end without leaving the region."""

    block: str


class Attribute(NamedTuple):
    """`op` carries the attribute `name`, inherent or discardable, with the text `value`; a unit attribute has the text "unit". One row
    for each `op` and `name`.
    """

    op: str
    name: str
    value: str


class SymbolUse(NamedTuple):
    """The attribute `name` of `op` refers to the symbol `symbol` (with its @), alone or among other things. The name "" stands for the
    types of the op's results, and of the arguments of its regions.
    """

    op: str
    name: str
    symbol: str


class SymbolPart(NamedTuple):
    """The attribute `name` of `op` is a reference to one symbol, and `symbol` (with its @) is part number `part` of it: of `@a::@b`,
    @a is part 0.
    """

    op: str
    name: str
    part: int
    symbol: str


class SymbolDefinition(NamedTuple):
    """`op` defines the symbol `name` (with its @)."""

    op: str
    name: str


class OpPosition(NamedTuple):
    """`op` was read from `line` and `column` of `file`, both counted from 1."""

    op: str
    file: str
    line: int
    column: int


class AliasQuery(NamedTuple):
    """The user asks which buffers of its function `value` may share its allocation with."""

    value: str


class Option(NamedTuple):
    """The user set `option` of the deallocation passes to `value`; a flag that is set has the value "true", a list one row for each
    item.
    """

    option: str
    value: str


class ToldFixedAbi(NamedTuple):
    """The pipeline has `function` keep to the function boundary ABI: it derived a plan before, and `fixes_abi` named the function."""

    function: str


class ToldClean(NamedTuple):
    """The checker has found that each allocation of `function`, which is in the pipeline, is freed once already, and followed all of
    them to the end.
    """

    function: str


class ToldStaying(NamedTuple):
    """The pipeline has `owner` keep its ownership where `op` forwards it along `edge`, or, if `edge` is -1, into regions, to a
    function or to a select: it derived a plan before, and `stays` said so.
    """

    op: str
    edge: int
    owner: str


class ToldAtEnds(NamedTuple):
    """The pipeline deallocates `function` at the ends of its blocks, and not by plan: the checker found a fault in the plan."""

    function: str


class ToldPlanned(NamedTuple):
    """The pipeline derives a plan for `function`, and asks for nothing else: not for what the ends of blocks decide, nor for what is
    live where.
    """

    function: str


class ToldUnproved(NamedTuple):
    """The plan that the pipeline derived for `function` before does not hold: the prover did not prove a step of it, or the checker
    found a fault in it.
    """

    function: str


class TensorType(NamedTuple):
    """`type` is a tensor type; `ranked` is "ranked" or "unranked". One row for each tensor type that occurs."""

    type: str
    ranked: str


class TensorDimension(NamedTuple):
    """Dimension number `dimension` of the tensor type `type` has `size` elements, or any number of them if `size` is -1."""

    type: str
    dimension: int
    size: int


class VectorDimension(NamedTuple):
    """Dimension number `dimension` of the vector type `type` has `size` elements, at least: a scalable one may have more."""

    type: str
    dimension: int
    size: int


class OpOrder(NamedTuple):
    """`op` is op number `enter` of the module, and the ops in its regions are numbered from `enter` + 1 to `last`. Blocks are numbered
    after those that dominate them, and those that control comes from but for loops, so that `op` dominates, of its region, just the
    ops numbered from `last` + 1 to `exit`.
    """

    op: str
    enter: int
    last: int
    exit: int


class BlockOrder(NamedTuple):
    """The ops of `block`, and of all blocks that it dominates, are numbered from `first` to `exit`."""

    block: str
    first: int
    exit: int


class LoopBlock(NamedTuple):
    """`block` belongs to the loop of blocks that control enters at `header`. Loops nest."""

    header: str
    block: str


class LoopSpan(NamedTuple):
    """The blocks of the loop that control enters at `header` have, among others, the ops numbered from `first` to `last`."""

    header: str
    first: int
    last: int


class StaysRound(NamedTuple):
    """Control enters a loop of blocks at `header` only, and comes from the ops of its blocks that are numbered from `first` to `last`
    out of it only by way of `header`.
    """

    header: str
    first: int
    last: int


class LeavesLate(NamedTuple):
    """Control enters a loop of blocks at `header` only, and comes from the ops of its blocks that are numbered from `first` to `last`
    to `target`, a block that it leaves the loop to, only by way of `header`.
    """

    header: str
    target: str
    first: int
    last: int


class WayTo(NamedTuple):
    """Control may come from the ops numbered from `first` to `last` to `block`, one of several of a region that they are in, without
    passing the header of the innermost loop around `block` that has one header only; if `block` is one itself, that of the next
    loop around.
    """

    block: str
    first: int
    last: int


class ElementUsed(NamedTuple):
    """Argument number `position` of the first block of region number 0 of `op` is used."""

    op: str
    position: int


class SliceConstant(NamedTuple):
    """Number `position` of what `op` says of a slice, as `part` ("offset", "size" or "stride"), is the constant `number`."""

    op: str
    part: str
    position: int
    number: int


class SliceValue(NamedTuple):
    """Number `position` of what `op` says of a slice, as `part` ("offset", "size" or "stride"), is `value`."""

    op: str
    part: str
    position: int
    value: str


class AffineStep(NamedTuple):
    """The only result of `op` is its only operand, an index, times `factor`, plus `offset`: what an affine map says."""

    op: str
    factor: int
    offset: int


class IndexingMap(NamedTuple):
    """Indexing map number `position` of `op`, or its one permutation map, as number 0, gives its dimensions as they are, if `kind` is
    "identity", or changes them, if it is "other".
    """

    op: str
    position: int
    kind: str


class IteratorType(NamedTuple):
    """Iterator number `position` of `op` is of the `kind` "parallel", "reduction" or "window"."""

    op: str
    position: int
    kind: str


class ArgumentAttribute(NamedTuple):
    """Argument number `position` of the function `op` carries the attribute `name` with the text `value`."""

    op: str
    position: int
    name: str
    value: str


class ToldCall(NamedTuple):
    """The call `op` calls `function`, whose analysis is done, or which has no body."""

    op: str
    function: str


class ToldExternal(NamedTuple):
    """`function` has no body here."""

    function: str


class ToldRead(NamedTuple):
    """Analysis of `function` has found that it may read the buffer of its argument number `argument`."""

    function: str
    argument: int


class ToldWritten(NamedTuple):
    """Analysis of `function` has found that it may write to the buffer of its argument number `argument`."""

    function: str
    argument: int


class ToldReturned(NamedTuple):
    """Analysis of `function` has found that its result number `result` has the buffer of its argument number `argument`, if `relation`
    is "equivalent", or may share memory with it, if it is "overlapping".
    """

    function: str
    result: int
    argument: int
    relation: str


class ToldReadOnly(NamedTuple):
    """Analysis of `function` has found that nothing may be written to the buffer of its result number `result`."""

    function: str
    result: int


class ToldShared(NamedTuple):
    """Analysis of `function` has found that its results number `one` and `other` may share memory."""

    function: str
    one: int
    other: int


class ToldApart(NamedTuple):
    """The prover has shown that the parts of tensors that `one` and `other` take or change are apart if each value of which
    told_apart_if says it is the same for both.
    """

    one: str
    other: str


class ToldApartIf(NamedTuple):
    """That the parts of tensors that `one` and `other` take or change are apart goes by `value`."""

    one: str
    other: str
    value: str


class ToldNotApart(NamedTuple):
    """The prover was asked whether the parts of tensors that `one` and `other` take or change are apart, as the rules say, and has not
    shown it.
    """

    one: str
    other: str


class ToldInPlace(NamedTuple):
    """Bufferization has decided that operand number `operand` of `op`, a tensor, is in place."""

    op: str
    operand: int


class ToldConflict(NamedTuple):
    """Bufferization has decided that operand number `operand` of `op` cannot be in place: operand number `written` of `writer`, a
    write, and operand number `read` of `reader`, a read, would have one buffer then, and the one changes what the other should see.
    """

    op: str
    operand: int
    reader: str
    read: int
    writer: str
    written: int


class ToldUnwritable(NamedTuple):
    """Bufferization has decided that operand number `operand` of `op` cannot be in place: operand number `written` of `writer`, a
    write, would have the buffer of `value` then, to which nothing may be written.
    """

    op: str
    operand: int
    writer: str
    written: int
    value: str


class ToldClass(NamedTuple):
    """Bufferization has decided that the tensor `value` may share memory with all that have the same `first`, which is the first of
    them in the text.
    """

    value: str
    first: str


class ToldLayout(NamedTuple):
    """Bufferization has copied a buffer for `op`, which is of the type `have`, because one of the type `wanted` is needed, and no cast
    leads there.
    """

    op: str
    have: str
    wanted: str


class ToldMoved(NamedTuple):
    """`op` was moved or rewritten so that less is copied, because of the op called `name` at `line` of the text. If `how` is "before",
    it runs before that; if it is "once", once in front of that loop; if it is "around", it reads around what that changes; if it is
    "either", it reads what that puts there or what was there before; if it is "anew", what that changes is made anew on the part
    that it reads.
    """

    op: str
    how: str
    name: str
    line: int


class ToldParted(NamedTuple):
    """Bufferization has found that `op`, of which nothing is known, must get a copy of its operand number `operand`, a tensor: what
    comes of the op, and may share memory with what it was given, is read after a write to that.
    """

    op: str
    operand: int


class ToldRival(NamedTuple):
    """Bufferization has found that operand number `operand` of `op` cannot be in place as long as operand number `also` of `other` is,
    and all others that it tells of are: one of them has to be out of place. Which one, was chosen so that the fewest bytes are
    copied.
    """

    op: str
    operand: int
    other: str
    also: int


class ToldChanged(NamedTuple):
    """Bufferization has found that what `op`, which ends a region of a loop, hands over as number `number` is in another buffer than
    what goes round.
    """

    op: str
    number: int


class ImmediateDominator(NamedTuple):
    """Of the blocks that dominate `block`, and are others, `dominator` is the one that all others dominate."""

    block: str
    dominator: str


class Isolated(NamedTuple):
    """What stands in the regions of `op` can use no value that is defined outside of it."""

    op: str


class StaticSize(NamedTuple):
    """The elements of the buffer `value`, a result, take `size` bytes, where each size that its type leaves open is one; 2147483647
    stands for that many, or more. Buffers with a layout, or with elements whose size is not known, have no row.
    """

    value: str
    size: int


class MemrefRank(NamedTuple):
    """`type` is a memref type with `rank` dimensions."""

    type: str
    rank: int


class FlatMemref(NamedTuple):
    """`type` is a memref type of fixed sizes without a layout, of elements of the type `element`."""

    type: str
    element: str


class MemorySpace(NamedTuple):
    """The memref type `type` names the memory space `space`."""

    type: str
    space: str


class Buffer(NamedTuple):
    """`value` is a buffer: its type is a memref, ranked or not."""

    value: str


class DefiningBlock(NamedTuple):
    """The buffer `value` is an argument of `block`, or a result of an op that stands directly in it."""

    value: str
    block: str


class DefiningRegion(NamedTuple):
    """The buffer `value` is defined in a block of `region`."""

    value: str
    region: str


class ParentOp(NamedTuple):
    """`block` lies directly in a region of `op`."""

    block: str
    op: str


class ParentBlock(NamedTuple):
    """`block` lies directly in a region of an op that stands in `parent`."""

    block: str
    parent: str


class InFunction(NamedTuple):
    """`block` lies in the body of `function`, at any depth, and of no function or symbol table nested in it."""

    block: str
    function: str


class FunctionEntry(NamedTuple):
    """`block` is the entry block of `function`: its arguments are the function's parameters."""

    block: str
    function: str


class Manual(NamedTuple):
    """`op` carries the attribute `bufferization.manual_deallocation`: its author takes care of its buffers, no pass may."""

    op: str


class NestedEnd(NamedTuple):
    """`op`, the terminator of `block`, has regions: they run after all that stands before the end of the block."""

    block: str
    op: str


class FunctionBuffer(NamedTuple):
    """The buffer `value` is defined in `function`."""

    function: str
    value: str


class Edge(NamedTuple):
    """Control may pass from the end of `block` to `target`, which is successor number `position` of its terminator."""

    block: str
    position: int
    target: str


class SuccessorOperand(NamedTuple):
    """`op` passes `value` to argument number `position` of its successor number `successor`."""

    op: str
    successor: int
    position: int
    value: str


class ForwardedOperand(NamedTuple):
    """`op` ends a region and forwards its operand number `position`, which is `value`, to where control goes."""

    op: str
    position: int
    value: str


class EntryOperand(NamedTuple):
    """`op` forwards its operand number `position`, which is `value`, to the region it enters first."""

    op: str
    position: int
    value: str


class BranchCondition(NamedTuple):
    """Control goes from the end of `block` to successor 0 when `value`, an i1, is true, and to successor 1 when it is false."""

    block: str
    value: str


class SuccessorGroup(NamedTuple):
    """`op` passes its operand group number `group` to its successor number `successor`."""

    op: str
    successor: int
    group: int


class GrowingGroup(NamedTuple):
    """What else `op` forwards to its regions, out of its region, goes to the end of its operand group number `group`."""

    op: str
    group: int


class LastGroup(NamedTuple):
    """Operand group number `group` of `op` ends with its operands, and has all that the op forwards."""

    op: str
    group: int


class BranchCases(NamedTuple):
    """Control goes from the end of `block` to the successor that the integer `flag` chooses: number i + 1 where it equals element
    number i of `cases`, number 0 where it equals none.
    """

    block: str
    flag: str
    cases: str


class EdgeCondition(NamedTuple):
    """Control leaves `block` for its successor number `successor` only where `condition` has the given `outcome`."""

    block: str
    successor: int
    condition: str
    outcome: str


class Outcome(NamedTuple):
    """Control goes from the end of `block` to successor number `chosen` when the i1 `condition` is `when`, and to number `other` when
    it is not.
    """

    block: str
    condition: str
    when: str
    chosen: int
    other: int


class Merges(NamedTuple):
    """Control comes to `block` on several edges."""

    block: str


class KnownTerminator(NamedTuple):
    """Ops called `name` tell where control goes from the end of their block."""

    name: str


class SplitsEdges(NamedTuple):
    """Nothing tells before the end of `block` to which successor control goes: the deallocations stand on the edges, each in a block
    of its own.
    """

    block: str


class TruthConstant(NamedTuple):
    """The i1 `value` is the constant `truth`, as text."""

    value: str
    truth: str


class TruthOf(NamedTuple):
    """The i1 `value` is computed from the i1 values `first` and `second`; `how` is "and", "or" or "xor"."""

    value: str
    how: str
    first: str
    second: str


class OppositeOf(NamedTuple):
    """The i1 `value` is the opposite of the i1 `source`."""

    value: str
    source: str


class EntryCondition(NamedTuple):
    """`block` is the entry block of a region that its op runs only where the i1 `condition` has the given `outcome`."""

    block: str
    condition: str
    outcome: str


class Implied(NamedTuple):
    """Where `condition` has the given `outcome`, the i1 `value` is `truth`."""

    condition: str
    outcome: str
    value: str
    truth: str


class RegionCondition(NamedTuple):
    """A block of `region` branches by `condition`, and somebody wants to know where the condition has one outcome."""

    region: str
    condition: str


class ReachedWithout(NamedTuple):
    """`block` may be reached from the entry of its region without an edge on which `condition` has the given `outcome`."""

    block: str
    condition: str
    outcome: str


class BlockCondition(NamedTuple):
    """`block` is only reached where `condition` has the given `outcome`."""

    block: str
    condition: str
    outcome: str


class TruthIn(NamedTuple):
    """The i1 `value` is `truth` wherever control is in `block`."""

    block: str
    value: str
    truth: str


class Contradictory(NamedTuple):
    """Control never comes to `block`: something would have to be true and false there."""

    block: str


class KnownOperand(NamedTuple):
    """`op` uses the i1 `value` in a block in which it is `truth`."""

    op: str
    value: str
    truth: str


class TouchesBuffers(NamedTuple):
    """`op` has a buffer among its operands or results, or among the arguments of the entry block of one of its regions."""

    op: str


class Modelled(NamedTuple):
    """All memory effects of ops called `name` are known."""

    name: str


class Acts(NamedTuple):
    """Ops called `name` do something that is not done when their results are: they free, do what a callee does, or allocate and may do
    more.
    """

    name: str


class JustAllocates(NamedTuple):
    """Ops called `name` that have no regions do nothing but allocate what their results are."""

    name: str


class JustReads(NamedTuple):
    """Ops called `name` that have no regions do nothing but compute their results, from their operands and from memory."""

    name: str


class JustComputes(NamedTuple):
    """Ops called `name` that have no regions do nothing but compute their results from their operands."""

    name: str


class FreedOperand(NamedTuple):
    """`op` frees its operand number `position`, the buffer `value`."""

    op: str
    position: int
    value: str


class RelevantFree(NamedTuple):
    """This run takes care of what ops called `name` free."""

    name: str


class HeapAllocation(NamedTuple):
    """Result number `position` of `op`, the buffer `value`, is a heap allocation that the op makes and that must be freed."""

    op: str
    position: int
    value: str


class UnownedAllocation(NamedTuple):
    """Result number `position` of `op`, the buffer `value`, is an allocation that must not be freed here: on the stack, freed by hand,
    or the business of another run.
    """

    op: str
    position: int
    value: str


class RelevantAllocation(NamedTuple):
    """This run takes care of what ops called `name` allocate. Programs with several kinds of allocation take a run for each kind."""

    name: str


class GlobalBuffer(NamedTuple):
    """`value` is the global buffer called `symbol`."""

    value: str
    symbol: str


class IsGlobal(NamedTuple):
    """`value` is a global buffer."""

    value: str


class SymbolScope(NamedTuple):
    """What function or symbol table `op` does not define is looked up in `table`, the symbol table around it."""

    op: str
    table: str


class DefinedIn(NamedTuple):
    """`op`, directly in a region of `table`, defines the symbol `name`."""

    table: str
    name: str
    op: str


class CalleeFound(NamedTuple):
    """The parts 0 to `part` of the reference `callee` of the call `op` lead to `target`."""

    op: str
    part: int
    target: str


class Callee(NamedTuple):
    """The call `op` calls `function`. Calls through a value, and calls of symbols that the module does not define, have no row."""

    op: str
    function: str


class Calls(NamedTuple):
    """An op in the body of `function`, at any depth, calls `callee`."""

    function: str
    callee: str


class UnresolvedCall(NamedTuple):
    """Nothing tells which function the call `op` calls."""

    op: str


class PrivateFunction(NamedTuple):
    """The visibility of `function`, which has a body here, keeps others than this module's ops from calling it."""

    function: str


class Exported(NamedTuple):
    """`op` can be called from outside of the module, whatever its visibility."""

    op: str


class PlainCall(NamedTuple):
    """The attribute `name` of `op` refers to symbols, and is the reference of a call whose callee is known."""

    op: str
    name: str


class Referenced(NamedTuple):
    """`function` may be called from where its calls cannot be seen."""

    function: str


class InternalFunction(NamedTuple):
    """All calls of `function`, which has a body here, are in sight: each is a call with a row in callee."""

    function: str


class MayCall(NamedTuple):
    """Nobody knows what `op` calls with its buffers, and it may be `function`."""

    op: str
    function: str


class ValueCallee(NamedTuple):
    """`op` calls through a value, which is `function`, or another function of its name."""

    op: str
    function: str


class LookedUp(NamedTuple):
    """A call asks the symbol table `table` for the symbol `name`."""

    table: str
    name: str


class LookedUpAs(NamedTuple):
    """Who asks the symbol table `table` for the symbol `name` gets `op`."""

    table: str
    name: str
    op: str


class UsedLoosely(NamedTuple):
    """Something uses the symbol `symbol`, and not to call a known function."""

    symbol: str


class AsksOn(NamedTuple):
    """The symbol table `table` is asked for the symbol `name`, does not know it, and asks the table `outer` around it."""

    table: str
    name: str
    outer: str


class OutsideCall(NamedTuple):
    """The call `op` names what it calls, and the body of that is not here: what it does with the values of functions that it gets,
    nobody sees.
    """

    op: str


class Misfit(NamedTuple):
    """The operands of the call `op` are not, one by one, the arguments of `function`, to which its `callee` leads."""

    op: str
    function: str


class HandsOut(NamedTuple):
    """Some return of `function` hands out the buffer `value` as result number `position`."""

    function: str
    position: int
    value: str


class CallResult(NamedTuple):
    """Result number `position` of the call `op`, the buffer `value`, is what `function`, which has a body here, returns."""

    op: str
    position: int
    value: str
    function: str


class CallArgument(NamedTuple):
    """The call `op` passes `value` as argument number `position` of `function`."""

    op: str
    position: int
    value: str
    function: str


class DynamicOwnership(NamedTuple):
    """`function` hands out buffers with an indicator instead of keeping to the function boundary ABI."""

    function: str


class DynamicCall(NamedTuple):
    """The call `op` returns buffers with indicators."""

    op: str


class HasReturn(NamedTuple):
    """Some block of the body of `function` returns."""

    function: str


class HasBody(NamedTuple):
    """`function` has a body here."""

    function: str


class ReturnsByAbi(NamedTuple):
    """`op` returns from a function that keeps to the ABI."""

    op: str


class OtherCallResult(NamedTuple):
    """The call `op` returns a buffer beside its result number `position`."""

    op: str
    position: int


class CallsBody(NamedTuple):
    """The call `op` calls a function whose body is here."""

    op: str


class UsedAbove(NamedTuple):
    """`value` is used in `block`, or nested in an op of it, and is defined elsewhere."""

    block: str
    value: str


class Captures(NamedTuple):
    """A region of `op`, at any depth, uses the buffer `value`, which is defined outside of the op."""

    op: str
    value: str


class EntryPosition(NamedTuple):
    """`value` is forwarded operand number `position`, counted from the first forwarded one, of `op`, which enters its regions with it."""

    op: str
    position: int
    value: str


class ExitPosition(NamedTuple):
    """`value` is forwarded operand number `position`, counted from the first forwarded one, of `op`, which ends a region with it."""

    op: str
    position: int
    value: str


class OpFlow(NamedTuple):
    """Control may pass from region number `source` of `op` to its region number `target`; -1 is the op itself, before and after its
    regions.
    """

    op: str
    source: int
    target: int


class RegionInput(NamedTuple):
    """`value` is the block argument that forwarded operand number `position` goes to when control enters region number `region` of
    `op`.
    """

    op: str
    region: int
    position: int
    value: str


class RegionArgument(NamedTuple):
    """The buffer `value` is an argument of the entry block of a region of `op`, which is no function."""

    op: str
    value: str


class Entered(NamedTuple):
    """A model says which buffers go to the region argument `value`."""

    value: str


class Parallel(NamedTuple):
    """Control may be in the regions of `op` several times at once: what each of them notes about its buffers has a place of its own."""

    op: str


class NotedIn(NamedTuple):
    """`block` stands in a region whose entry block is `entry`, or deeper, and control may be there several times at once, but for all
    that it notes once.
    """

    block: str
    entry: str


class OnDevice(NamedTuple):
    """`block` stands in a region of `op`, or deeper, which runs on a device."""

    block: str
    op: str


class NeedsRegionBranch(NamedTuple):
    """`op` has more than one region, or one region and results."""

    op: str


class Passes(NamedTuple):
    """`op` passes a buffer to argument number `position` of its successor number `successor`."""

    op: str
    successor: int
    position: int


class RunsOneRegion(NamedTuple):
    """`op` runs just one of its regions, once, and each of them is a single block."""

    op: str


class HasOddRegions(NamedTuple):
    """`op` has a region without blocks, or one with several."""

    op: str


class RegionLeadsTo(NamedTuple):
    """In ops called `name`, control can get from region `source` to region `target`."""

    name: str
    source: int
    target: int


class SelectSide(NamedTuple):
    """The result `value` of the select `op` is the buffer `side` where its condition is `when` ("true", "false", or "both")."""

    op: str
    side: str
    value: str
    when: str


class ViewOf(NamedTuple):
    """`value`, a result of `op`, is a view of `source`, an operand of it."""

    op: str
    value: str
    source: str


class StartsThere(NamedTuple):
    """The view that `op` makes begins zero bytes after what it is a view of."""

    op: str


class MayShift(NamedTuple):
    """The views that `op` makes may begin elsewhere than what they are views of: they may have another aligned pointer."""

    op: str


class Transparent(NamedTuple):
    """The model says where `value`, the result of an op, comes from."""

    value: str


class Refers(NamedTuple):
    """`value` may refer to memory: it is a buffer, or of another type that may."""

    value: str


class Exposing(NamedTuple):
    """Some op of `function`, or of what it calls, makes something else of a buffer, or may do so."""

    function: str


class FollowsValues(NamedTuple):
    """What control takes along in `function` is followed, values of all types: it exposes buffers, or is called where they are
    exposed.
    """

    function: str


class CarriesOn(NamedTuple):
    """Control takes `value` along as `target`, from the op `op` to `destination`, a block or the op whose result it is: along
    successor number `edge`, or, for -1, into or out of regions. Unlike value_flow_edge this is about values of all types, but only
    where buffers are made into something else, and only about control: what a view or a select holds does not count.
    """

    op: str
    edge: int
    value: str
    target: str
    destination: str


class GoesAlong(NamedTuple):
    """Control takes the buffer `value` along from the op `op` to `destination`, by way of `edge`: what borrows it, and goes there too,
    borrows what it becomes.
    """

    op: str
    edge: int
    value: str
    destination: str


class Points(NamedTuple):
    """`value`, which a call without a body here gives, may refer to memory, or be its address: all other numbers are taken to be none."""

    value: str


class IsTensor(NamedTuple):
    """`value` is a tensor."""

    value: str


class HidesAddress(NamedTuple):
    """What ops called `name` give tells nothing of the addresses among their operands: it was in memory, or says how they compare."""

    name: str


class MayStore(NamedTuple):
    """`op` may write what it is given to the memory of its buffers."""

    op: str


class MayLoan(NamedTuple):
    """The result `value` of the call `op`, which is no buffer, may refer to the memory of the buffer `borrowed`, for all that is known
    of what is called.
    """

    op: str
    borrowed: str
    value: str


class Begins(NamedTuple):
    """`op` begins something that `token`, its result, stands for: the op is done when the token is."""

    op: str
    token: str


class Waits(NamedTuple):
    """`op` waits, before control passes on, for the tokens among its operands."""

    op: str


class WaitsPartly(NamedTuple):
    """`op` does not wait for all that its tokens stand for."""

    op: str


class TokenDone(NamedTuple):
    """What `token` stands for, which was begun in `block`, is done when control has passed the op at `position` of the same block."""

    token: str
    block: str
    position: int


class Tagged(NamedTuple):
    """The op that waits for what `op` begins is asked for at the buffer `tag`, which is operand number `position` of `op` and a new
    buffer.
    """

    op: str
    position: int
    tag: str


class TagMet(NamedTuple):
    """`waiter` waits for the tag of `op`, though maybe at other indices."""

    op: str
    waiter: str


class TagMissed(NamedTuple):
    """`waiter` waits for the tag of `op` at other indices."""

    op: str
    waiter: str


class DoneAt(NamedTuple):
    """What `op`, which goes on after control has passed it, does is done when control has passed the op at `position` of its own block
    `block`.
    """

    op: str
    block: str
    position: int


class GoesOnUsing(NamedTuple):
    """`op` may use its buffers, and those that its regions use, after control has passed it."""

    op: str


class UntoldEnd(NamedTuple):
    """Nothing tells when `op` is done."""

    op: str


class Linked(NamedTuple):
    """One of `function` and `other`, which have bodies here, calls the other."""

    function: str
    other: str


class FreesItself(NamedTuple):
    """An op of `function`, or of a function that links lead to, frees a buffer."""

    function: str


class Unsettled(NamedTuple):
    """Not all is known to be freed once in `function`, or in a function that links lead to."""

    function: str


class Settled(NamedTuple):
    """`function` frees buffers itself, and with that all has been done: it is left as it is."""

    function: str


class SettledBuffer(NamedTuple):
    """The buffer `value` is defined in a settled function."""

    value: str


class IndicatorResult(NamedTuple):
    """The result `value` of `op` gets an i1 result of its own that tells who owns it."""

    op: str
    value: str


class ReturnedByCall(NamedTuple):
    """The result `value` of `op` is owned by the caller, as the function boundary ABI says."""

    op: str
    value: str


class IndicatorArgument(NamedTuple):
    """The argument `value` of `block` gets an i1 argument of its own that tells who owns it."""

    block: str
    value: str


class Acquired(NamedTuple):
    """The op that defines the buffer `value` says itself who owns it: `state` is the ownership from there on."""

    value: str
    state: str


class ForwardsOwnership(NamedTuple):
    """`op` has buffer results and says nothing of who owns them: they may alias any of its buffer operands."""

    op: str


class Indicator(NamedTuple):
    """The indicator `name` is of the given `kind` ("argument", "result", "retained", "selected", "flag") and belongs to the buffer
    `value`.
    """

    name: str
    kind: str
    value: str


class Inherits(NamedTuple):
    """`op`, which stands in `block`, forwards the ownership of its operand number `position`, the buffer `value`, to its results."""

    op: str
    position: int
    value: str
    block: str


class ValueFlowEdge(NamedTuple):
    """What the buffer `source` holds goes into the buffer `target` in one step, which is no call: `target` may be `source`, or a part
    of it.
    """

    source: str
    target: str


class UnmodelledDefinition(NamedTuple):
    """No model tells which of its op's operands, or what else, `value` holds."""

    value: str


class Summarized(NamedTuple):
    """The buffer `value` may end up in what its function returns or frees: where it comes from has to be known."""

    value: str


class FromParameter(NamedTuple):
    """The buffer `value` may be parameter number `position` of its function."""

    value: str
    position: int


class FromElsewhere(NamedTuple):
    """The buffer `value` may be an allocation, a global, or something unknown that its function did not get as a parameter: `kind`
    tells which.
    """

    value: str
    kind: str


class ReturnsArgument(NamedTuple):
    """Result number `position` of `function` may be its parameter number `argument`."""

    function: str
    position: int
    argument: int


class ReturnsOther(NamedTuple):
    """Result number `position` of `function` may be something else than a parameter; `kind` is "fresh", "global" or "unknown"."""

    function: str
    position: int
    kind: str


class LoansMatter(NamedTuple):
    """What some buffer of `function` refers to has to be known, and ops there make something else of buffers: any of them may lend it."""

    function: str


class OpaqueDefinition(NamedTuple):
    """Nothing tells which of its op's operands, or what else, `value` holds."""

    value: str


class OtherSource(NamedTuple):
    """Beside `source`, another value than `source` and `target` itself flows into `target`."""

    target: str
    source: str


class SameAs(NamedTuple):
    """`value` always has the same allocation as `source`."""

    value: str
    source: str


class AliasClassLeader(NamedTuple):
    """`value` always has the same allocation as `leader`, which is the same as no earlier value."""

    value: str
    leader: str


class HasSource(NamedTuple):
    """`value` is the same as some other value."""

    value: str


class HasFlow(NamedTuple):
    """Something flows into `value`."""

    value: str


class ValueFlow(NamedTuple):
    """`target` may be `source`, or a part of it: what `source` holds flows into `target` in one step."""

    source: str
    target: str


class ReturnedNew(NamedTuple):
    """`value`, which a call returns with an indicator, always is an allocation that the call made, and no other result of it can be
    the same.
    """

    value: str


class Fresh(NamedTuple):
    """`value` is an allocation that its op makes: it differs from every allocation that was there before."""

    value: str


class Loan(NamedTuple):
    """`value` may refer to the memory that the buffer `borrowed` holds, and keeps nobody from freeing it."""

    borrowed: str
    value: str


class CarriesAddress(NamedTuple):
    """`value`, which is no buffer, tells where the memory of `source` is: it, or a part or an element of it, was computed from the
    address, whatever its type. `source` is a buffer, or a parameter that is none and that a call passes such a value for.
    """

    source: str
    value: str


class ReturnsAddress(NamedTuple):
    """`function` returns, as result number `position`, what carries an address."""

    function: str
    position: int


class ElementArgument(NamedTuple):
    """`value`, which is no buffer, is an argument of a region of `op`, and no model says how control brings it there: it is an element
    of what the op is given.
    """

    op: str
    value: str


class HoldsAddress(NamedTuple):
    """An op stores what carries the address of `borrowed` in the memory of the buffer `memory`."""

    memory: str
    borrowed: str


class StoresArgument(NamedTuple):
    """`function` stores what carries the address of its parameter number `argument`, or that it is given for it, in the memory of
    parameter number `memory`.
    """

    function: str
    argument: int
    memory: int


class HeldBeside(NamedTuple):
    """The memory of the buffer `memory`, which holds the address of `borrowed`, is there no longer than that is known to be."""

    memory: str
    borrowed: str


class HeldAway(NamedTuple):
    """Memory that may be there when that of `borrowed` is not any more holds its address."""

    borrowed: str


class HoldsArgument(NamedTuple):
    """`function` leaves the address of its parameter number `argument`, or that it is given for it, in memory that stays."""

    function: str
    argument: int


class StoresAddress(NamedTuple):
    """`op` leaves the address of `borrowed` in memory, or calls a function that does."""

    op: str
    borrowed: str


class ReturnedLoan(NamedTuple):
    """`function` returns, by the op `op`, as result number `position`, what refers to the memory of its buffer `borrowed`, or is made
    of its address, and is no buffer.
    """

    function: str
    position: int
    borrowed: str
    op: str


class BorrowedDominates(NamedTuple):
    """The definition of the buffer `borrowed` dominates that of `value`, which borrows it."""

    borrowed: str
    value: str


class InSight(NamedTuple):
    """The buffer `borrowed` is borrowed by `value`, and is there wherever that is."""

    borrowed: str
    value: str


class LoanInBlock(NamedTuple):
    """What borrows the buffer `borrowed` is used in `block`, or nested in it."""

    borrowed: str
    block: str


class LoanAbove(NamedTuple):
    """What borrows the buffer `borrowed` is used in `block`, another one than the buffer's own, in the same region."""

    block: str
    borrowed: str


class ReturnsLoan(NamedTuple):
    """`function` returns, as result number `position`, what may refer to the memory of its parameter number `argument`."""

    function: str
    position: int
    argument: int


class LoanFrom(NamedTuple):
    """`function` returns, as result number `position`, what may refer to the memory of the buffer `source`."""

    function: str
    position: int
    source: str


class LoanInside(NamedTuple):
    """What borrows the buffer `borrowed`, which is defined outside of `op`, is used in a region of `op`, at any depth."""

    op: str
    borrowed: str


class UsesLoan(NamedTuple):
    """`op`, or a region of it, uses what borrows a buffer, which is no token."""

    op: str


class ReturnsBorrow(NamedTuple):
    """The return `op` hands out what may refer to the memory of the buffer `borrowed`, or carry its address."""

    op: str
    borrowed: str


class UsedPastEnd(NamedTuple):
    """The regions of `op`, the terminator of `block`, use the buffer `value`, which the region of the block defines, or what borrows
    it.
    """

    block: str
    op: str
    value: str


class FreesArgument(NamedTuple):
    """`function` may free its parameter number `argument`."""

    function: str
    argument: int


class MayFree(NamedTuple):
    """`op` may free the buffer `value`, which it is given. What a call frees is its callee's to say."""

    op: str
    value: str


class OfParameter(NamedTuple):
    """The buffer `value` may hold what parameter number `position` of its function does."""

    value: str
    position: int


class Overruns(NamedTuple):
    """`block` is in a region, at any depth, of an op that goes on after control has passed it, and that nothing waits for in its
    block.
    """

    block: str


class Claimed(NamedTuple):
    """The memory that `value` may refer to may be freed by the program, or be used at any later time. (Out of regions and into them it
    goes by more than what passed_through_regions says: no model has to tell how control flows there.)
    """

    value: str


class ClaimsArgument(NamedTuple):
    """`function` may free, or use at any later time, the memory that its parameter number `argument`, which is no buffer, refers to."""

    function: str
    argument: int


class MadeHere(NamedTuple):
    """The buffer `value` always is an allocation that an op of its function makes."""

    value: str


class CallsFunction(NamedTuple):
    """The call `op` calls a function of the module."""

    op: str


class FreesForeign(NamedTuple):
    """`function`, or one that its calls lead to, may free a buffer that none of them made."""

    function: str


class FreesEarlier(NamedTuple):
    """`op` itself, without the ops nested in it, may free a buffer that was there before it."""

    op: str


class MakesClone(NamedTuple):
    """`op` makes `clone`, an allocation with the contents of the buffer `source`."""

    op: str
    source: str
    clone: str


class FreedTwice(NamedTuple):
    """Several ops free the buffer `value`."""

    value: str


class CloneEnd(NamedTuple):
    """`free` frees the clone that `op` makes (`what` is "clone"), or the buffer that its source always shares its allocation with
    ("source").
    """

    op: str
    free: str
    what: str


class UnclearClone(NamedTuple):
    """Which of the clone that `op` makes and its source ends first, or whether, cannot be told."""

    op: str


class FreeingAt(NamedTuple):
    """The op at `position` of `block`, or one nested in it, may free a buffer that was there before it."""

    block: str
    position: int


class FreedIn(NamedTuple):
    """An op of `block` frees the buffer `value`."""

    block: str
    value: str


class SpareClone(NamedTuple):
    """The clone that `op` makes need not be made: in its block, `free` is the next op that may free anything, and frees the clone or
    its source, as `what` says ("clone", "source"). `leader` is that of the source's alias class. `after` is "", or an op whose
    clone has to be dropped before, with what frees that.
    """

    op: str
    free: str
    what: str
    leader: str
    after: str


class RepeatedOperand(NamedTuple):
    """`op` has the buffer `value` as more than one of its operands."""

    op: str
    value: str


class TakesBuffer(NamedTuple):
    """`op` has a buffer among its operands."""

    op: str


class UnusedAllocation(NamedTuple):
    """Nothing but the deallocation `free`, which frees it where an i1 is true, uses the buffer `value`; making `value` is all that its
    op does.
    """

    value: str
    free: str


class EscapesBy(NamedTuple):
    """Others than the function that defines the buffer `value` may come to know its allocation; `how` is "call", "return", "unknown
    op", "address" (an op makes something else of it) or "memory" (it is stored).
    """

    value: str
    how: str


class Escaped(NamedTuple):
    """The allocation that the buffer `value` holds may come back where nothing is known about it: neither calls nor returns keep what
    they get.
    """

    value: str


class SmallFunction(NamedTuple):
    """All pairs of buffers of `function` are looked at, because it has few of them."""

    function: str


class HandedOut(NamedTuple):
    """The op `op`, which returns by the ABI, hands out the buffer `value`. Only one of two that alias can be owned, so somebody has to
    ask.
    """

    op: str
    value: str


class HandedOutFresh(NamedTuple):
    """The op `op`, which returns, hands out the buffer `value`, which is always the fresh allocation `allocation`."""

    op: str
    value: str
    allocation: str


class AliasDemand(NamedTuple):
    """Somebody wants to know whether `value` and `other`, two buffers of one function, share an allocation. Symmetric."""

    value: str
    other: str


class External(NamedTuple):
    """`value` holds an allocation that was there before its function was called, or that nothing is known about."""

    value: str


class AllocatedBefore(NamedTuple):
    """`value` holds an allocation that was there before the one that `other` holds was made."""

    value: str
    other: str


class PointsToDemand(NamedTuple):
    """The points-to set of `value` is wanted."""

    value: str


class PointsTo(NamedTuple):
    """`value` may hold the allocation of `site`, which is fresh or external."""

    value: str
    site: str


class PointsToOverlap(NamedTuple):
    """The points-to sets of `value` and `other` intersect, so that the two may share an allocation."""

    value: str
    other: str


class MustAlias(NamedTuple):
    """`value` and `other` always have the same allocation."""

    value: str
    other: str


class NeverAlias(NamedTuple):
    """`value` and `other` never have the same allocation."""

    value: str
    other: str


class MayAlias(NamedTuple):
    """`value` and `other` may have the same allocation."""

    value: str
    other: str


class MadeOf(NamedTuple):
    """`value`, which is asked about, always has the same allocation as `earlier`, from which it was made in some steps, or none."""

    value: str
    earlier: str


class Shifts(NamedTuple):
    """`value` is a view of `source`, and may have another aligned pointer."""

    source: str
    value: str


class Shifted(NamedTuple):
    """`value` is a view that may have another aligned pointer than the first buffer that it is, step by step, a view of."""

    value: str


class ToldBy(NamedTuple):
    """The address of `source`, and not that of `value`, which is a view of it, tells what allocation the two have."""

    value: str
    source: str


class Strayed(NamedTuple):
    """`value` may hold a view whose address is not that of its allocation, without being a view of anything in sight that has it."""

    value: str


class PassedAs(NamedTuple):
    """Along an edge `value` is passed on as `argument`, which is a buffer, of a block in the region that defines it."""

    value: str
    argument: str


class Entangled(NamedTuple):
    """Not only the ops that use the buffer `value`, or what it is passed on as, have to do with its allocation: something else may
    refer to it, it goes somewhere, an op frees it, or not all is known of the ways that control takes.
    """

    value: str


class Entangling(NamedTuple):
    """The function `function` entangles all its buffers: in it, one may be freed that is called otherwise, or control may go where
    nobody knows.
    """

    function: str


class PlainView(NamedTuple):
    """`name` is a view of the buffer `value`, and of no other: it is a name of what that holds, and of nothing else."""

    value: str
    name: str


class FreshResult(NamedTuple):
    """`value` is new where an op defines it, and nothing else is known of it: an allocation on the heap, or what a function hands out
    that made it, or that is outside of the module.
    """

    value: str


class NeededBehind(NamedTuple):
    """The buffer `value` may be needed where control has passed it on along an edge, or may go to several arguments, or be told to
    stay. Where control does not come back to the block that it is passed on to, it does not come to another one that passes it on
    there either.
    """

    value: str


class GoesForGood(NamedTuple):
    """What the fresh result `value` holds goes for good where control takes it along: behind the edge nobody needs it by another name
    than that of the one argument.
    """

    value: str


class OwnedElsewhere(NamedTuple):
    """Nobody here has to free what the buffer `value` holds: no plan owns it."""

    value: str


class ComesOnce(NamedTuple):
    """The buffer `value` is made by an op, or is an argument of a block to which control comes once: it is defined at one place."""

    value: str


class PlainName(NamedTuple):
    """`name` is the buffer `value`, which comes once and is not entangled, or a plain view of it, or of such a view; of the function
    around it a plan alone is asked for.
    """

    value: str
    name: str


class HeadsFor(NamedTuple):
    """Control comes to `block` in any case from the definition of `value`, which is not entangled, and does not come back to that; the
    block is another one of the same region, and uses the value or a plain name of it. The numbers of the blocks from which control
    comes to it are those from `first` to `last` (postdominance).
    """

    value: str
    block: str
    first: int
    last: int


class HeadsLastFor(NamedTuple):
    """Of the blocks that `value` heads for, the one to which control comes from all others has the number `first` (postdominance)."""

    value: str
    first: int


class CarriedName(NamedTuple):
    """The buffer `value`, which heads for a last block, is passed on as `name`, or as what that is a view of or is passed on from:
    `name` may hold what the value does.
    """

    value: str
    name: str


class UsedAside(NamedTuple):
    """A block of the region of `value` uses a plain name of it, or uses or has what it is passed on as, and control need not come from
    there to the block that the value heads for last.
    """

    value: str


class EndingBlock(NamedTuple):
    """Control comes to `block`, another one than that which defines the buffer `value`, in the same region, in any case, and once,
    from all blocks that use the buffer, or what it is passed on as.
    """

    value: str
    block: str


class NameThatEnds(NamedTuple):
    """`name` is a plain name of a buffer that ends once."""

    name: str


class GetsOther(NamedTuple):
    """The argument `value` of a block may get, along some edge, what somebody owns of whom it is not plain where that ends: where
    `value` is live has to be told, because that is live there as well.
    """

    value: str


class LastBlock(NamedTuple):
    """`block`, another one than that which defines the buffer `value`, in the same region, is where the buffer ends: control comes to
    the block in any case, and once, and what else the buffer may hold ends no earlier. There are rows only where a plan alone is
    derived (told_planned), and so none for a query.
    """

    value: str
    block: str


class EndsPlainly(NamedTuple):
    """The buffer `name` is one that has a last block, or a plain name of such a one: where it is live nobody need be told."""

    name: str


class LiveIn(NamedTuple):
    """`value` is live on entry to `block`: it is defined before, and it or what borrows it is used in the block or later."""

    block: str
    value: str


class LiveOut(NamedTuple):
    """`value` is live on exit from `block`: some successor needs it."""

    block: str
    value: str


class LiveInSibling(NamedTuple):
    """`value` is live on entry to `block` and defined in a block of the same region, so that ownership comes in with it."""

    block: str
    value: str


class LiveInCaptured(NamedTuple):
    """`value` is live on entry to `block` and defined outside of its region: nested blocks use it but never own it."""

    block: str
    value: str


class Candidate(NamedTuple):
    """The end of `block` must decide whether to free the buffer `value`, because the block may own it; `reason` says how it came to."""

    block: str
    value: str
    reason: str


class RetainedOnEdge(NamedTuple):
    """The buffer `value` must survive the end of `block` when control goes to successor number `successor` of its terminator."""

    block: str
    successor: int
    value: str


class PassesIndicator(NamedTuple):
    """`op` must pass the indicator of its operand number `position`, the buffer `value`, along with it to successor number `successor`
    (-1: out of the region).
    """

    op: str
    successor: int
    position: int
    value: str


class EntryIndicator(NamedTuple):
    """`op` must pass the indicator "false" for its operand number `position`, the buffer `value`, to the region it enters: nested
    regions own nothing they are given.
    """

    op: str
    position: int
    value: str


class FunctionIndicator(NamedTuple):
    """Result number `position` of `function` comes with an i1 result that tells whether the caller owns it."""

    function: str
    position: int


class FreePoint(NamedTuple):
    """`op`, which is in the program already, frees the buffer `value`."""

    op: str
    value: str


class FreePlace(NamedTuple):
    """The free point `op` is `place` or nested in it, and `place` is op number `position` of `block`, in the same function."""

    op: str
    place: str
    block: str
    position: int


class MayBeOwned(NamedTuple):
    """Some block may own the buffer `value`."""

    value: str


class AllocatedFresh(NamedTuple):
    """The buffer `value` is what a heap allocation makes, and nothing else."""

    value: str


class MayEnd(NamedTuple):
    """The free point `op` stands in `block`, which decides about the buffer `owner`, or is nested there, and may free what the owner
    holds: two heap allocations never make the same buffer.
    """

    op: str
    block: str
    owner: str


class InReach(NamedTuple):
    """When control is at the free point `op`, the block around it that decides about the buffer `owner` may own it, and the free may
    end it.
    """

    op: str
    owner: str


class Loses(NamedTuple):
    """The free point `op` frees the buffer `value`, and with it the allocation of `owner`: `how` is "always", or "if same" where only
    the two addresses can tell.
    """

    op: str
    owner: str
    value: str
    how: str


class FreesIn(NamedTuple):
    """A free point stands in the body of `function`."""

    function: str


class AlwaysParameter(NamedTuple):
    """The freed buffer `value` always is parameter number `argument` of `function`."""

    value: str
    function: str
    argument: int


class UnfreedAt(NamedTuple):
    """Control may come to op number `position` of `block`, in the body of `function`, with parameter number `argument` not freed yet."""

    function: str
    argument: int
    block: str
    position: int


class ConditionalFree(NamedTuple):
    """`function` frees its parameter number `argument` on some paths, but may return without having freed it."""

    function: str
    argument: int


class SurelyFrees(NamedTuple):
    """`op` frees parameter number `argument` of `function`, if it returns and its callee does on all paths."""

    op: str
    function: str
    argument: int


class ReportsUnfreed(NamedTuple):
    """`function` returns an i1 more that says whether its parameter number `argument` is unfreed."""

    function: str
    argument: int


class ToldUnfreed(NamedTuple):
    """The call `op` gets an i1 result more that says whether its callee has left argument number `argument` unfreed."""

    op: str
    argument: int


class TellsUnfreed(NamedTuple):
    """The return `op` says whether `value`, parameter number `argument` of its function, is unfreed: a flag that starts as true tells."""

    op: str
    argument: int
    value: str


class MayFreeReported(NamedTuple):
    """`function`, in which the free point `op` stands, tells whether its parameter `owner` is unfreed."""

    op: str
    owner: str


class FreesReported(NamedTuple):
    """The free point `op` frees the buffer `value`, and with it the allocation of the parameter `owner`: `how` is "always", or "if
    same" where only the two addresses can tell.
    """

    op: str
    owner: str
    value: str
    how: str


class LosesForGood(NamedTuple):
    """The free point `op` stands in `block`, which always loses `owner` there, and nobody asks later who owns it."""

    op: str
    block: str
    owner: str


class DropFlag(NamedTuple):
    """The buffer `value` has a drop flag: an i1 in memory that says whether it still owns its allocation."""

    value: str


class GivenUp(NamedTuple):
    """`block` does not free the buffer `value` at its end, because it is freed before."""

    block: str
    value: str


class Overruled(NamedTuple):
    """In the block that defines the buffer `value` its ownership is `state`, and not what its op acquires."""

    value: str
    state: str


class FreesSurely(NamedTuple):
    """The free point `op` frees the buffer `value` whenever control passes it."""

    op: str
    value: str


class AsksForEnds(NamedTuple):
    """The ends of the blocks of `function` are asked for, and not a plan alone."""

    function: str


class WithoutLattice(NamedTuple):
    """Nobody looks at who owns buffers at the ends of blocks: a plan, which `asked` names, is all that is asked for."""

    asked: str


class Joined(NamedTuple):
    """`state` is the join of the ownership of the buffers among the operands 0 to `seen - 1` of `op`."""

    op: str
    seen: int
    state: str


class Ownership(NamedTuple):
    """`state` is the ownership of the buffer `value` from its definition to the end of the block that defines it."""

    value: str
    state: str


class OwnershipAfter(NamedTuple):
    """`state` is the ownership of the buffer `value` after the deallocation at the end of its block, and so in all blocks it
    dominates.
    """

    value: str
    state: str


class OwnershipAt(NamedTuple):
    """`state` is the ownership of the buffer `value` as the ops of `block` see it."""

    block: str
    value: str
    state: str


class RetainedAtHome(NamedTuple):
    """The deallocation at the end of its own block retains the buffer `value`."""

    value: str


class HasCandidate(NamedTuple):
    """The end of `block` has candidates, so that its deallocation can change who owns what."""

    block: str


class Selected(NamedTuple):
    """The buffer `value` is the result of `op`, which selects by `condition` between two buffers that the indicators `on_true` and
    `on_false` belong to.
    """

    value: str
    op: str
    condition: str
    on_true: str
    on_false: str


class ReturnedAgain(NamedTuple):
    """The return `op` hands out its operand number `position`, the buffer `value`, a second time."""

    op: str
    position: int
    value: str


class ReturnCopy(NamedTuple):
    """The return `op` needs a copy of its operand number `position`, the buffer `value`, unless the indicator `unless` holds ("never":
    no indicator can tell, copy in any case).
    """

    op: str
    position: int
    value: str
    unless: str


class SelectedIn(NamedTuple):
    """The buffer `value` is selected in `block` with known indicators."""

    value: str
    block: str


class ReturnCompare(NamedTuple):
    """The return `op` hands out its operand number `position` uncopied only if its allocation is not that of its operand number
    `earlier`.
    """

    op: str
    position: int
    earlier: int


class CopiedOperand(NamedTuple):
    """The return `op` may hand out a copy instead of its operand number `position`."""

    op: str
    position: int


class ManualFree(NamedTuple):
    """`op` frees its operand number `position`, the buffer `value`, by hand, which is only right if `state` (an indicator) is false at
    run time.
    """

    op: str
    position: int
    value: str
    state: str


class FreedAtEnd(NamedTuple):
    """The deallocation at the end of `block` may free `value`."""

    block: str
    value: str


class RetainedOnExit(NamedTuple):
    """The buffer `value` must survive the end of `block` because its terminator forwards it out of the region, and not a copy of it."""

    block: str
    value: str


class Deallocates(NamedTuple):
    """The end of `block` gets a deallocation."""

    block: str


class Condition(NamedTuple):
    """The deallocation at the end of `block` frees the buffer `value` under `state`, which is an indicator, unless something retained
    aliases it.
    """

    block: str
    value: str
    state: str


class Hidden(NamedTuple):
    """The deallocation at the end of `block` must not see the address of the buffer `value` unless it owns it: it skips a buffer with
    the address of an earlier one in its list, even if that is not owned, and one that was freed before may have the address of any
    younger one.
    """

    block: str
    value: str


class DropFlagStart(NamedTuple):
    """The flag of the buffer `value` starts as `state`, an indicator, where `value` is defined."""

    value: str
    state: str


class DropFlagCleared(NamedTuple):
    """The free point `op` clears the drop flag of the buffer `owner`: `how` is "always", or "if same" where the address is that of
    `value`. `argument` is -1, or the number of the argument that the call `op` must not report as unfreed.
    """

    op: str
    owner: str
    value: str
    how: str
    argument: int


class UnfreedCleared(NamedTuple):
    """The free point `op` clears the flag that says whether the parameter `owner` is unfreed: `how` is "always", or "if same" where
    the address is that of `value`. `argument` is -1, or the number of the argument that the call `op` must not report as unfreed.
    """

    op: str
    owner: str
    value: str
    how: str
    argument: int


class DropFlagOutOfReach(NamedTuple):
    """`op`, on a device, frees a buffer whose flag, that of `owner`, is the host's."""

    op: str
    owner: str


class Compared(NamedTuple):
    """At the end of `block`, the addresses of the buffers `value`, which may have to be freed, and `other` may be compared; one of
    them went astray.
    """

    block: str
    value: str
    other: str


class Misled(NamedTuple):
    """The ownership-based pass has `op` go by the addresses of the buffers `value` and `other`, one of which went astray."""

    op: str
    value: str
    other: str


class CallReturnsOperand(NamedTuple):
    """What the call result `value` holds is always what the operand `operand` of its call holds."""

    operand: str
    value: str


class ReturnedArgument(NamedTuple):
    """Result number `position` of `function`, which only calls in sight reach, is always its parameter number `argument`: neither
    copied nor owned.
    """

    function: str
    position: int
    argument: int


class OneParameter(NamedTuple):
    """Result number `position` of `function` is always one and the same parameter."""

    function: str
    position: int


class TwoParameters(NamedTuple):
    """Result number `position` of `function` may be one parameter or another."""

    function: str
    position: int


class Foreign(NamedTuple):
    """The buffer `value` may be what a call returned that gives a copy: the caller owns it, whatever the callee was given."""

    value: str


class ReturnsForeign(NamedTuple):
    """Result number `position` of `function` may be what a call returned that gives a copy."""

    function: str
    position: int


class InferredAbi(NamedTuple):
    """`function` can only be called by calls in sight, which take from it what it returns together with its ownership, if it has that."""

    function: str


class InferredResult(NamedTuple):
    """The call `op` gets result number `position`, the buffer `value`, from the function with inferred ABI `function`, which does not
    just hand an operand through.
    """

    op: str
    position: int
    value: str
    function: str


class FreesSoon(NamedTuple):
    """The list `option` asks that buffers are freed where control goes without them, whatever becomes of what is forwarded: an i1 may
    tell who owns it.
    """

    option: str


class InferredParameter(NamedTuple):
    """The buffer `value`, parameter number `position` of the function with inferred ABI `function`, may be returned, or could be freed
    in it: a call that does not need it any more gives it away.
    """

    function: str
    position: int
    value: str


class InferredArgument(NamedTuple):
    """The call `op` passes `value`, as argument number `position`, to the parameter `parameter` of a function with inferred ABI, which
    may return or free it.
    """

    op: str
    position: int
    value: str
    parameter: str


class FixedAbi(NamedTuple):
    """`function` keeps to the function boundary ABI, because a plan was not found otherwise."""

    function: str


class AlwaysReturned(NamedTuple):
    """Some result of `function` is always its parameter number `argument`."""

    function: str
    argument: int


class ReturnsByRule(NamedTuple):
    """The return `op` is to give ownership of all that it hands out, as callers that are not in sight expect."""

    op: str


class Owner(NamedTuple):
    """`value` may own an allocation: nothing but the plan decides what becomes of it."""

    value: str


class AliasedAs(NamedTuple):
    """`name` is another name for what `value` holds, or for part of it."""

    value: str
    name: str


class Forwards(NamedTuple):
    """Control takes the buffer `value`, as operand number `position` of `op`, counted from the first that is forwarded, to successor
    number `edge` of `op`; -1 stands for into or out of regions.
    """

    op: str
    edge: int
    position: int
    value: str


class SuccessorInput(NamedTuple):
    """What `op` forwards as operand number `position` along `edge` goes to the successor input `value` of `destination`: a block, or
    the op whose result it is.
    """

    op: str
    edge: int
    position: int
    destination: str
    value: str


class IsForwarded(NamedTuple):
    """The buffer `value`, or another name for it, goes on to somewhere, so that its owner may change."""

    value: str


class SelectedLast(NamedTuple):
    """The select `op` is the last to use the buffer `value`, in the order of the text, or one of its names, and may give that: an
    owner, or a name for one.
    """

    op: str
    value: str


class OwningSelect(NamedTuple):
    """The select `op` chooses who owns what `value` holds: the side that is not chosen is released there, or goes on from the end of
    the block.
    """

    op: str
    value: str


class ChosenFrom(NamedTuple):
    """An owning select chooses the buffer `value`, or another name for it, or something else."""

    value: str


class MayBeAliasedAs(NamedTuple):
    """Using `name` uses what `value` holds: it is another name for it, or may be."""

    value: str
    name: str


class OwnerOf(NamedTuple):
    """`owner` is the one that `value` is another name for; an owner's own name is one, too."""

    value: str
    owner: str


class Tracked(NamedTuple):
    """`value` is an owner or derived from one."""

    value: str


class NeverOwned(NamedTuple):
    """Nobody here owns the buffer `value`, whichever it is selected from."""

    value: str


class KnownSource(NamedTuple):
    """The buffer `value` is another name for what `source` holds: an owner, or a parameter."""

    value: str
    source: str


class HasKnownSource(NamedTuple):
    """`value` is another name for something."""

    value: str


class ForwardsOwner(NamedTuple):
    """`op` forwards what `owner` holds, as operand number `position`, along `edge`."""

    op: str
    edge: int
    position: int
    owner: str


class ForwardsOwnerFirst(NamedTuple):
    """`op` forwards what `owner` holds, as operand number `position`, along `edge`, and does so with no operand before that along the
    same edge.
    """

    op: str
    edge: int
    position: int
    owner: str


class ForwardsAt(NamedTuple):
    """`op`, which forwards what `owner` holds, or chooses from it, stands in `block` at `position`, or in a region of the op there.
    Blocks that the region of the owner's definition does not enclose have no row.
    """

    op: str
    owner: str
    block: str
    position: int


class HandedOn(NamedTuple):
    """The buffer `value`, or what is selected from it, goes on to somewhere else than to a caller who expects to own it."""

    value: str


class MayBeUnowned(NamedTuple):
    """`owner` may hold what nobody here owns."""

    owner: str


class ForwardsFromRegion(NamedTuple):
    """A region of `op`, which runs just one of them and once, forwards what `owner`, which is defined outside, holds."""

    op: str
    owner: str


class AddressTaken(NamedTuple):
    """The allocation that the buffer `value` holds may be known by something else than a buffer."""

    value: str


class MayGo(NamedTuple):
    """The function around it may free what the buffer `value` holds."""

    value: str


class UsedAt(NamedTuple):
    """Use number `number` of the buffer `value` is by the op at `position` of `block`, or nested in it. Blocks that the definition's
    region does not enclose have no row.
    """

    value: str
    number: int
    block: str
    position: int


class UsedInManyBlocks(NamedTuple):
    """The buffer `value` is used in `block`, which is another than the one that defines it, in the same region."""

    value: str


class DefinedAt(NamedTuple):
    """`position` is where `value` is defined in its block; -1 stands for before the first op."""

    value: str
    position: int


class LastUseSoFar(NamedTuple):
    """The last use of `value` and of all that derives from it, as far as the first `seen` ops that use it go, is at `position` of the
    block that defines it. Only values with another name in that block have rows.
    """

    value: str
    seen: int
    position: int


class LastUseAtHome(NamedTuple):
    """The last use of `value` and of all that derives from it is at `position` of the block that defines it, or a use before it is:
    the last one is the largest. Where there is no use, `position` is that of the definition. Values that other blocks of the region
    use have no row.
    """

    value: str
    position: int


class AliasedAt(NamedTuple):
    """Use number `number` of `value` derives `name` from it, in the same block."""

    value: str
    number: int
    name: str


class NestedUse(NamedTuple):
    """Some use of `value`, of a name for it, or of what borrows it, is nested in `op`."""

    op: str
    value: str


class HasAliasSet(NamedTuple):
    """All names of what `owner` holds are listed, because where it is used cannot be told in a single block."""

    owner: str


class AliasSet(NamedTuple):
    """`name` is `owner` or derived from it."""

    owner: str
    name: str


class LastUse(NamedTuple):
    """The op at `position` is the last one in `block` that uses what `owner` holds, borrowers not counted."""

    owner: str
    block: str
    position: int


class UsedIn(NamedTuple):
    """What `owner` holds is used in `block`."""

    owner: str
    block: str


class UsedByName(NamedTuple):
    """The op at `position` in `block` uses what `owner`, whose names are listed, holds by one of them."""

    owner: str
    block: str
    position: int


class OwnerLiveIn(NamedTuple):
    """What `owner` holds is needed on entry to `block`, another one than its own in the same region, borrowers not counted."""

    block: str
    owner: str


class OwnerLiveOut(NamedTuple):
    """What `owner` holds is needed after the end of `block`, borrowers not counted."""

    block: str
    owner: str


class EndPosition(NamedTuple):
    """The last op of `block` stands at `position`."""

    block: str
    position: int


class ConsumesOnEdge(NamedTuple):
    """The owning select `op` takes ownership from `owner` at the end of its block, where control goes to successor number `successor`
    because its condition is `when`. Where control goes to the other one, `owner` keeps it.
    """

    op: str
    owner: str
    when: str
    successor: int


class Splits(NamedTuple):
    """Where the condition of the owning select `op` is `when`, control goes from the end of its block `block` to successor number
    `chosen`, otherwise to number `other`. `owner` is the side for `when`, and goes on from there.
    """

    op: str
    owner: str
    block: str
    when: str
    chosen: int
    other: int


class MayConsume(NamedTuple):
    """Nothing but where it is used keeps the owning select `op` from taking what `owner` holds."""

    op: str
    owner: str


class Ceases(NamedTuple):
    """What `owner` holds is not needed after `block`, a successor of the block that ends with a choice of it; if it is needed in
    `block`, then control comes there from that block only.
    """

    block: str
    owner: str


class SelectForwardedIn(NamedTuple):
    """What the owning select result `value` holds is forwarded, or chosen from, in `block`."""

    value: str
    block: str


class Astray(NamedTuple):
    """What `owner` holds is forwarded where a choice at the end of `block` cannot allow it. It can where control does not go to
    successor number `chosen`: along the edge to the other successor, and in that one.
    """

    owner: str
    block: str
    chosen: int


class Lost(NamedTuple):
    """`block` needs what `owner` holds, and a choice has taken it at the end of the block before."""

    block: str
    owner: str


class Side(NamedTuple):
    """The owning select `op` chooses what `owner` holds where the i1 `condition` is `when`."""

    op: str
    owner: str
    when: str
    condition: str


class Rival(NamedTuple):
    """Another owning select than `op` may choose what `owner` holds when `op` does."""

    op: str
    owner: str


class ChoosesHere(NamedTuple):
    """What the owning select `op` chooses, `value`, goes nowhere: it may own so that what is not chosen is freed soon."""

    op: str
    value: str


class GivesWay(NamedTuple):
    """The owning select `op` has an owner in common with `other`, which comes after all that uses what `op` chooses, and goes on: `op`
    only borrows that owner.
    """

    op: str
    other: str


class GoesElsewhere(NamedTuple):
    """What `owner` holds is forwarded somewhere, or freed, by itself."""

    owner: str


class SelectForwardedAt(NamedTuple):
    """What the owning select result `value` holds is forwarded, or chosen from, by the op at `position` of `block`, or in its regions."""

    value: str
    block: str
    position: int


class BothSides(NamedTuple):
    """Whatever its condition is, the owning select `op` chooses what `owner` holds: there is nothing to decide."""

    op: str
    owner: str


class Home(NamedTuple):
    """`block` gets ownership of what `owner` holds: it defines the owner, or is a region that the owner moves into. Of an owner with a
    last block (last_blocks.dl) nothing is to be decided before: that block is its home.
    """

    owner: str
    block: str


class Has(NamedTuple):
    """`block` has ownership of what `owner` holds at its beginning, or gets it."""

    block: str
    owner: str


class Finishes(NamedTuple):
    """`owner` is used by `op` for the last time, counting all names: in its regions too, or only as operands of the op itself, as
    `how` says ("region", "operand"). Nobody knows the last use of what is known outside.
    """

    op: str
    owner: str
    how: str


class Enters(NamedTuple):
    """`owner` moves into the regions of `op`: the one that runs forwards it or releases it."""

    op: str
    owner: str


class ForwardsItself(NamedTuple):
    """`op` itself forwards what `owner` holds."""

    op: str
    owner: str


class Moves(NamedTuple):
    """The ownership of what `owner` holds goes along with operand number `position` that `op` forwards along `edge`."""

    op: str
    edge: int
    position: int
    owner: str


class EntersOnce(NamedTuple):
    """`op` enters its regions with its operands at most once."""

    op: str


class MovedOperand(NamedTuple):
    """Ownership goes along with operand number `position` that `op` forwards along `edge`."""

    op: str
    edge: int
    position: int


class MovesAlong(NamedTuple):
    """`op` forwards what `owner` holds along `edge`, with its ownership."""

    op: str
    edge: int
    owner: str


class PassesPlainly(NamedTuple):
    """The call `op` passes what `owner` holds to a parameter that does not take ownership."""

    op: str
    owner: str


class PassesUnclear(NamedTuple):
    """The call `op` passes what one of several owners holds."""

    op: str


class ForwardedEarly(NamedTuple):
    """What `owner` holds is forwarded to the owner `borrower`, and used again after that, in the same block or a later one."""

    owner: str
    borrower: str


class Outlived(NamedTuple):
    """`op` is the last to use what `owner` holds by its own names, but not the last to use what was forwarded from there early."""

    op: str
    owner: str


class EndsInside(NamedTuple):
    """What the owner `value` holds is used for the last time in the regions of `op`, one of which runs, and does not come out of
    there.
    """

    op: str
    value: str


class OutlivedIn(NamedTuple):
    """What was forwarded early, or chosen, from what `owner` holds is needed in `block`, another one than the owner's own."""

    block: str
    owner: str


class Wanted(NamedTuple):
    """What `owner` holds is forwarded out of a region, to where its ownership is of use. It is of none where a return makes a copy
    anyway, because the successor input may be nobody's, unless that lets buffers be freed sooner.
    """

    owner: str


class Consumes(NamedTuple):
    """The owning select `op` takes ownership from `owner` where its condition is `when`."""

    op: str
    owner: str
    when: str


class ConsumesHere(NamedTuple):
    """The owning select `op` takes ownership from `owner` where its condition is `when`, and all is decided in its block."""

    op: str
    owner: str
    when: str


class OneSided(NamedTuple):
    """No owner gives its ownership to the owning select `op` for one of its sides."""

    op: str


class Giving(NamedTuple):
    """Some owner can give its ownership to the owning select `op` where its condition is `when`."""

    op: str
    when: str


class CanConsume(NamedTuple):
    """The owning select `op` can take ownership from `owner` where its condition is `when`."""

    op: str
    owner: str
    when: str


class Choice(NamedTuple):
    """The side of `op` that is not chosen is released after the op at `position` of `block`."""

    op: str
    block: str
    position: int


class SideConsumed(NamedTuple):
    """The side of the owning select `op` that its condition `when` stands for brings ownership along."""

    op: str
    when: str


class SelectedEarly(NamedTuple):
    """What the owning select `op` chooses goes on before the last use of `owner`, one of its sides, or ends before that."""

    op: str
    owner: str


class MayOwn(NamedTuple):
    """`owner` may own what it holds."""

    owner: str


class Borrows(NamedTuple):
    """What the owner `borrower` holds may be what `borrowed`, which may own it, holds, without having moved: the borrowed owner has to
    last longer.
    """

    borrower: str
    borrowed: str


class ForwardedAs(NamedTuple):
    """`op` forwards, as operand number `position` along `edge`, what `owner`, which may own it, or a borrower of that holds, to the
    successor input `value`.
    """

    op: str
    edge: int
    position: int
    owner: str
    value: str


class StillThere(NamedTuple):
    """`owner`, forwarded as `value`, is still there where `value` begins: its definition dominates that of `value`, and control does
    not define it anew.
    """

    owner: str
    value: str


class Gone(NamedTuple):
    """`owner`, forwarded as `value`, is not there any more where `value` begins: what still_there denies, said without a negation,
    because who may own depends on it.
    """

    owner: str
    value: str


class BorrowedFrom(NamedTuple):
    """Somebody borrows from `owner`."""

    owner: str


class OnLoan(NamedTuple):
    """While `name` is used, what the borrowed owner `owner` holds is."""

    owner: str
    name: str


class LoanLiveIn(NamedTuple):
    """What `owner` holds must not be released before `block`, another one than its own in the same region, begins."""

    block: str
    owner: str


class LoanLiveOut(NamedTuple):
    """What `owner` holds must not be released before `block` ends."""

    block: str
    owner: str


class LastUseWithLoans(NamedTuple):
    """The op at `position` is the last one in `block` that uses what `owner` holds, borrowers counted."""

    owner: str
    block: str
    position: int


class UsedOnLoan(NamedTuple):
    """The op at `position` in `block` uses what the borrowed owner `owner` holds by some name that is on loan."""

    owner: str
    block: str
    position: int


class LoanUsedIn(NamedTuple):
    """What the borrowed owner `owner` holds is used in `block`, which may have it."""

    owner: str
    block: str


class LeavesBehind(NamedTuple):
    """`op` forwards, as operand number `position` along `edge`, what `owner` may hold to where `owner` is not, and its ownership does
    not move along.
    """

    op: str
    edge: int
    position: int
    owner: str


class DynamicTransfer(NamedTuple):
    """`owner`, which ends at the terminator `op` or on `edge`, may hold what operand number `position` along `edge` holds, which goes
    to where `owner` is not: whether it does is decided at run time, and then ownership goes along.
    """

    op: str
    edge: int
    position: int
    owner: str


class Renewed(NamedTuple):
    """Entering `block` defines the buffer `value` anew: what the value held before is not there under its name any more."""

    block: str
    value: str


class Keeps(NamedTuple):
    """`block` has, at some time, ownership of what `owner` holds."""

    block: str
    owner: str


class FreedByHand(NamedTuple):
    """`op`, which is in the program already, frees what `owner` holds, and nothing uses it later: the owner ends there."""

    op: str
    owner: str


class FreedAs(NamedTuple):
    """The free point `op`, which frees the buffer `value`, may free what `source` holds: the two are names for the same, or what
    `value` holds may be borrowed from `source`.
    """

    op: str
    value: str
    source: str


class HeldAt(NamedTuple):
    """When control is at the free point `op`, which may free what `owner` holds, a block around it may have ownership of that."""

    op: str
    owner: str


class TakesFrom(NamedTuple):
    """The free point `op` frees the buffer `value`, and with it what `owner` holds: `how` is "always", or "if same" where their
    addresses have to tell.
    """

    op: str
    owner: str
    value: str
    how: str


class Drops(NamedTuple):
    """The free point `op`, which is not the plain end of `owner`, frees the buffer `value`, and with it what `owner` holds: `how` is
    "always", or "if same" where their addresses have to tell.
    """

    op: str
    owner: str
    value: str
    how: str


class Dropped(NamedTuple):
    """`owner` has a drop flag, because the program may free what it owns, and not at its plain end."""

    owner: str


class DropCleared(NamedTuple):
    """The free point `op` clears the drop flag of `owner`: `how` is "always", or "if same" where the address is that of `value`.
    `argument` is -1, or the number of the argument that the call `op` must not report as unfreed.
    """

    op: str
    owner: str
    value: str
    how: str
    argument: int


class TakesFromCaller(NamedTuple):
    """The free point `op` frees the buffer `value`, and with it the parameter `owner` of its function, which tells its callers: `how`
    is "always", or "if same" where their addresses have to tell.
    """

    op: str
    owner: str
    value: str
    how: str


class ParameterCleared(NamedTuple):
    """The free point `op` clears the flag that says whether the parameter `owner` is unfreed: `how` is "always", or "if same" where
    the address is that of `value`. `argument` is -1, or the number of the argument that the call `op` must not report as unfreed.
    """

    op: str
    owner: str
    value: str
    how: str
    argument: int


class AddressesAt(NamedTuple):
    """At the free point `op` the addresses of the buffers `value`, which it frees, and `other` are compared."""

    op: str
    value: str
    other: str


class HostFlag(NamedTuple):
    """The free point `op`, on a device, would have to clear a flag that is the host's."""

    op: str


class MayLack(NamedTuple):
    """`owner` may not own what it holds."""

    owner: str


class Owns(NamedTuple):
    """`owner` owns what it holds; `when` is "always" or "sometimes". An owner that never does has no row."""

    owner: str
    when: str


class Gives(NamedTuple):
    """`owner` gives ownership away in `block`, before its end or by leaving its region."""

    block: str
    owner: str


class GoesOn(NamedTuple):
    """The ownership of what `owner` holds goes on from the end of `block`, along some edge."""

    block: str
    owner: str


class EdgeTransfer(NamedTuple):
    """Where control goes from `block`, which has several successors, to number `successor`, it is decided at run time whether
    ownership is transferred from `owner`, which ends on that edge.
    """

    block: str
    successor: int
    owner: str


class EndsIn(NamedTuple):
    """`owner` ends in `block`: it is released there."""

    block: str
    owner: str


class EndsOn(NamedTuple):
    """`owner` ends between `block` and its successor number `successor`, while it goes on along another edge."""

    block: str
    successor: int
    owner: str


class Lasts(NamedTuple):
    """The buffer `value` has to be released no earlier than where its block ends."""

    value: str


class ReleaseAfter(NamedTuple):
    """`value` is released in `block`, after the op at `position`; -1 is before the first op."""

    block: str
    position: int
    value: str


class ReleaseAtEnd(NamedTuple):
    """`value` is released at the end of `block`, before its terminator and after the copies of what is returned."""

    block: str
    value: str


class ReleaseOnEdge(NamedTuple):
    """`value` is released between `block` and its successor number `successor`, on no other edge."""

    block: str
    successor: int
    value: str


class OtherWay(NamedTuple):
    """Some edge into `block` is not one on which `owner` just ends, though another is one on which it does."""

    block: str
    owner: str


class ReleaseUnless(NamedTuple):
    """`value` is released after the op at `position` of `block`, where the condition of the select `op` is not `when`."""

    op: str
    when: str
    value: str
    block: str
    position: int


class AlwaysConsumed(NamedTuple):
    """Whatever the outcome, a choice in `block` takes what `owner` holds."""

    block: str
    owner: str


class Carried(NamedTuple):
    """The owner `value` comes with an i1 that tells whether it owns what it holds."""

    value: str


class BringsIndicator(NamedTuple):
    """An i1 comes along with operand number `position` of `op` along `edge`."""

    op: str
    edge: int
    position: int


class CarriedArgument(NamedTuple):
    """The block argument `value` of `block` is followed by an i1 argument that tells whether it owns what it holds."""

    block: str
    value: str


class CarriedResult(NamedTuple):
    """The result `value` of `op` is followed by an i1 result that tells whether it owns what it holds."""

    op: str
    value: str


class Carries(NamedTuple):
    """`op` forwards along `edge`, with operand number `position`, an i1 that tells whether `owner` owns what it holds; "" stands for
    nobody.
    """

    op: str
    edge: int
    position: int
    owner: str


class ReturnClone(NamedTuple):
    """The return `op` hands out a copy of its operand number `position`, the buffer `value`, unless `owner` owns it; "" stands for
    nobody.
    """

    op: str
    position: int
    value: str
    owner: str


class ReturnedUncopied(NamedTuple):
    """The return `op` hands out, as operand number `position`, what its function passes through: no copy is made."""

    op: str
    position: int


class ConsumedOnEdge(NamedTuple):
    """A choice takes what `owner` holds where control goes from `block` to its successor number `successor`."""

    block: str
    successor: int
    owner: str


class FreedSpecially(NamedTuple):
    """What `owner` may own is memory that ops called `free` free, which is not the ordinary one."""

    owner: str
    free: str


class Mixes(NamedTuple):
    """What `op` forwards, chooses or copies gives `owner`, or who gets what it owns, another kind of memory than what else it may own."""

    op: str
    owner: str


class FreedOtherwise(NamedTuple):
    """The op `op` of the program may free what `owner`, an allocation, holds, though ops called `free` are to free that ("": none is):
    `how` is "always", or "sometimes" where it may free something else.
    """

    op: str
    owner: str
    free: str
    how: str


class OfOtherKind(NamedTuple):
    """The op `op` may free what `owner` holds, by its model as another kind of memory than that of the allocation, which ops called
    `free` free.
    """

    op: str
    owner: str
    free: str


class Released(NamedTuple):
    """The plan has `owner` released somewhere."""

    owner: str


class Changed(NamedTuple):
    """The plan changes `function`, or one that links lead to."""

    function: str


class LacksRelease(NamedTuple):
    """`function`, or one that links lead to, makes an allocation that nothing in the program may free, and has to."""

    function: str


class Reconsidered(NamedTuple):
    """It is for the checker to say whether all is freed once in `function` already."""

    function: str


class TransferCondition(NamedTuple):
    """What `op` forwards as operand number `position` along `edge`, the buffer `value`, is what `owner` holds just where the i1
    `condition` is `when`.
    """

    op: str
    edge: int
    position: int
    value: str
    owner: str
    condition: str
    when: str


class Given(NamedTuple):
    """The result `value` of a conditional may be what `owner` holds where the i1 `condition` is `when`."""

    value: str
    owner: str
    condition: str
    when: str


class Yields(NamedTuple):
    """Region number `region` of `op`, which is called `name`, gives, as result number `position`, what `owner` holds or borrows."""

    op: str
    name: str
    region: int
    position: int
    owner: str


class GivenOtherwise(NamedTuple):
    """The result `value` of a conditional may be what `owner` holds where its condition is not `when`."""

    value: str
    owner: str
    when: str


class TransferIfSame(NamedTuple):
    """`op` forwards the buffer `value` as operand number `position` along `edge`, and with it, just where the two are the same
    allocation, the ownership of what `owner`, which ends there, holds.
    """

    op: str
    edge: int
    position: int
    value: str
    owner: str


class TransferIfUnowned(NamedTuple):
    """The operand that `op` forwards as number `position` along `edge` is a name of the owner `value`, which moves along: it is what
    `owner`, which ends there, holds just where `value` does not own it.
    """

    op: str
    edge: int
    position: int
    value: str
    owner: str


class TransferDemand(NamedTuple):
    """It matters to a transfer at run time what the owner `value` holds where it does not own it."""

    value: str


class HoldsUnowned(NamedTuple):
    """The owner `value` may hold, without owning it, what `source`, an owner or a parameter, held when it was forwarded. The source is
    one of its function, or, where the value is what a call returns, or a parameter, one that the call passes, or a parameter of its
    callee.
    """

    value: str
    source: str


class InferredAbiParameter(NamedTuple):
    """The value `value` is parameter number `position` of `function`."""

    function: str
    position: int
    value: str


class ParameterBehind(NamedTuple):
    """The buffer `value` is the result of a call whose callee, a function with inferred ABI, has `parameter`."""

    value: str
    parameter: str


class SourceUnchanged(NamedTuple):
    """What `source` holds when the owner `value` begins is what it held when it was forwarded: control does not come by where it
    begins in between.
    """

    source: str
    value: str


class SourceUnknown(NamedTuple):
    """What the owner `value`, of which it matters, holds without owning it cannot be told."""

    value: str


class HoldsUnownedOtherwise(NamedTuple):
    """The owner `value` may hold, without owning it, something else than `source` does."""

    value: str
    source: str


class GivenFor(NamedTuple):
    """`parameter` is a callee's, and the call passes something for it that `value`, the call's result, may hold."""

    value: str
    parameter: str


class TransferByAddress(NamedTuple):
    """Where `op` forwards the buffer `value` as operand number `position` along `edge`, nothing but the addresses of `value` and
    `owner` tells whether the ownership of what `owner` holds is transferred.
    """

    op: str
    edge: int
    position: int
    value: str
    owner: str


class Refusal(NamedTuple):
    """The deallocation passes refuse the function around `op` because of `op`: `message` says why, `advice` what to do."""

    op: str
    message: str
    advice: str


class Parts(NamedTuple):
    """`op` forwards what borrows the buffer `borrowed`, to where the buffer is not any more."""

    op: str
    borrowed: str


class HandsLoan(NamedTuple):
    """The return `op` hands out a buffer that refers to the memory of the buffer `borrowed`."""

    op: str
    borrowed: str


class CopiedThrough(NamedTuple):
    """The buffer `value` may be a call's result that is the call's operand by the plan, and a copy by the function boundary ABI."""

    value: str


class PassRefusal(NamedTuple):
    """The ownership-based pass refuses the function around `op`, which a plan need not: `message` says why, `advice` what to do."""

    op: str
    message: str
    advice: str


class Stays(NamedTuple):
    """`owner` must not give its ownership away where `op` forwards it along `edge`, or, if `edge` is -1, into regions, to a function
    or to a select: for the given `reason` there would be no plan. The plan is derived again, with the owner told to stay; whoever
    gets what it holds then borrows it.
    """

    op: str
    edge: int
    owner: str
    reason: str


class Undecided(NamedTuple):
    """`function` cannot be planned because of `op`, for the given `reason`."""

    function: str
    op: str
    reason: str


class Advised(NamedTuple):
    """Where a function is undecided because of `op`, for the given `reason`, `advice` says what to do about it."""

    op: str
    reason: str
    advice: str


class Blamed(NamedTuple):
    """`function` is undecided, maybe because what `callee` returns to it may be what it was given."""

    function: str
    callee: str


class GoesBy(NamedTuple):
    """The plan of `function` goes by what `callee`, a function with inferred ABI, takes and gives."""

    function: str
    callee: str


class Unplanned(NamedTuple):
    """`function` has no plan."""

    function: str


class HasSuspect(NamedTuple):
    """Something nearer is to blame for that `function` has no plan than just any function with inferred ABI that it calls."""

    function: str


class Involved(NamedTuple):
    """The plan of `function` bears on that of a function without a plan, over calls of functions with inferred ABI."""

    function: str


class FixesAbi(NamedTuple):
    """The function with inferred ABI `function` shall keep to the ABI, so that others, or itself, get a plan; `when` is "next", or
    "last" if one has been tried.
    """

    function: str
    when: str


class AnotherView(NamedTuple):
    """`value` may be a part of what its op is given, or have another shape."""

    value: str


class ReturnsAnotherView(NamedTuple):
    """Result number `position` of `function` may be another view than any of its parameters."""

    function: str
    position: int


class EquivalentResult(NamedTuple):
    """Result number `position` of `function`, all of whose calls are in sight, is always its parameter number `argument`, in the
    whole.
    """

    function: str
    position: int
    argument: int


class ChangeableFunction(NamedTuple):
    """The signature of `function`, which has a body, may be changed."""

    function: str


class ComesOut(NamedTuple):
    """What the buffer `value` holds is handed out by `function` as result number `position`, or a part of that."""

    value: str
    function: str
    position: int


class ResultsOverlap(NamedTuple):
    """Results number `position` and `other` of `function` may be one buffer."""

    function: str
    position: int
    other: int


class SharedResult(NamedTuple):
    """Result number `position` of `function` may be a buffer that somebody else has, too, and calls in sight could tell: `cause` is
    that it may be an "argument", a "global", "unknown", "another result", or that others may have come to know it ("escaped").
    """

    function: str
    position: int
    cause: str


class OutParam(NamedTuple):
    """Result number `position` of `function` can become a parameter."""

    function: str
    position: int


class OwnResult(NamedTuple):
    """The allocation `op`, directly in the body of `function`, gives `value`, which a return hands out as result number `position`;
    the user wants such allocations to be made by callers.
    """

    function: str
    position: int
    value: str
    op: str


class ComputedSize(NamedTuple):
    """An operand of the allocation `op` is no parameter of its function."""

    op: str


class HandsOutAnother(NamedTuple):
    """A return of `function` hands out, as result number `position`, something else than `value`."""

    function: str
    position: int
    value: str


class OwnResultIs(NamedTuple):
    """`value`, an own result, may be `name`, or a part of it may be."""

    value: str
    name: str


class OwnResultLeads(NamedTuple):
    """Control can get from `block`, in which an own result is allocated, to `target`."""

    block: str
    target: str


class StaysOwn(NamedTuple):
    """The own result `value`, result number `position` of `function`, is to be allocated where it is: the caller's allocation could
    not stand for it.
    """

    function: str
    position: int
    value: str


class HoistedResult(NamedTuple):
    """The allocation `op` in `function` is to be made by callers, who pass it for result number `position`."""

    function: str
    position: int
    op: str


class ElementIndex(NamedTuple):
    """The index `value` is the constant `position`."""

    value: str
    position: int


class Rounds(NamedTuple):
    """`op` runs its region 0 just `times` times."""

    op: str
    times: int


class NeverTaken(NamedTuple):
    """Control never goes from region number `source` of `op` to its region number `target`, though ops of its name have such a way; -1
    is the op itself.
    """

    op: str
    source: int
    target: int


class Counts(NamedTuple):
    """`op` runs its region a few times: `value`, an argument of the region, is `first` at first and grows by `step` as long as it is
    below `bound`.
    """

    op: str
    value: str
    first: int
    step: int
    bound: int


class ComparesIntegers(NamedTuple):
    """The i1 `value`, the result of `op`, says how the integers `first` and `second` compare; `how` is the text of the predicate."""

    op: str
    value: str
    how: str
    first: str
    second: str


class AsksFor(NamedTuple):
    """The comparison `value` of two integers asks for `how`, as predicate_asks says it."""

    value: str
    how: str


class WithoutWays(NamedTuple):
    """No model says how control takes the regions of `op`."""

    op: str


class InUntoldRegion(NamedTuple):
    """`block` is in a region, at any depth, of `op`, and no model says how control takes that op's regions."""

    block: str
    op: str


class UnknownWays(NamedTuple):
    """No model says how control takes the regions of `op`, and buffers are about in them. The checker assumes that they run in any
    order, any number of times, or not at all; where the model says so, that one of them runs once.
    """

    op: str


class RegionWay(NamedTuple):
    """Control may go from region number `source` of `op` to its region number `target`; -1 is the op itself, before and after its
    regions.
    """

    op: str
    source: int
    target: int


class JustOnce(NamedTuple):
    """One of the regions of `op` runs, and just once."""

    op: str


class Repeats(NamedTuple):
    """`op` has unknown ways, but for that its region runs as often as its operands say, which may be several times."""

    op: str


class RegionStart(NamedTuple):
    """Control that enters `region` does so at the start of `block`."""

    region: str
    block: str


class WayIn(NamedTuple):
    """From `op`, control may go on at the start of `block`, which is way number `way` of the op."""

    op: str
    way: int
    block: str


class RegionEnd(NamedTuple):
    """`op` ends region number `region` of the op `parent`: it is the last op of one of the region's blocks."""

    op: str
    parent: str
    region: int


class WayOut(NamedTuple):
    """From `op`, control may go on behind the op `after`, which is way number `way` of the op."""

    op: str
    way: int
    after: str


class Assigns(NamedTuple):
    """On way number `way` of `op`, `target` takes the value that `source` has."""

    op: str
    way: int
    target: str
    source: str


class WayWhen(NamedTuple):
    """Way number `way` of `op` is taken only where the i1 `value` is `truth` ("true" or "false")."""

    op: str
    way: int
    value: str
    truth: str


class WayCases(NamedTuple):
    """`op` takes the way that the integer `flag` chooses: way number i + 1 where it equals element number i of the list `cases`, way
    number 0 where it equals none of them.
    """

    op: str
    flag: str
    cases: str


class Returns(NamedTuple):
    """`op` returns from `function` to its callers."""

    op: str
    function: str


class ReturnedOperand(NamedTuple):
    """`op` hands the value `value` to the callers of its function, as result number `position`."""

    op: str
    position: int
    value: str


class HandsIn(NamedTuple):
    """The call `op` hands in `value` for `parameter`, an argument of a function that has a body here."""

    op: str
    parameter: str
    value: str


class GivesBack(NamedTuple):
    """The call `op` has the result `result`, for which its callee, whose body is here, returns `value`."""

    op: str
    result: str
    value: str


class NestedAt(NamedTuple):
    """`block`, a block of `region`, is nested in op number `position` of the block `parent`, which is in a function, and in no other
    op between the two.
    """

    block: str
    region: str
    parent: str
    position: int


class Address(NamedTuple):
    """`value` is no buffer, but leads to the allocation of one."""

    value: str


class LeadsTo(NamedTuple):
    """The handle `target` leads to the allocation that `source`, an operand of `op`, leads to."""

    op: str
    target: str
    source: str


class Retypes(NamedTuple):
    """`target`, the result of `op`, is the buffer `source` under another type."""

    op: str
    target: str
    source: str


class Selects(NamedTuple):
    """`value`, the result of `op`, is `on_true` if the i1 `condition` is true, else it is `on_false`."""

    op: str
    value: str
    condition: str
    on_true: str
    on_false: str


class Picks(NamedTuple):
    """`target`, the result of `op`, leads to where `on_true` leads if the i1 `condition` is true, else to where `on_false` leads."""

    op: str
    target: str
    condition: str
    on_true: str
    on_false: str


class Handle(NamedTuple):
    """`value` may lead to an allocation: it is a buffer, or the address of one."""

    value: str


class BeginsElsewhere(NamedTuple):
    """The handle `value` may begin elsewhere than its allocation does: its address is not that of the allocation then."""

    value: str


class TakesLists(NamedTuple):
    """`function`, with the entry block `block`, has five parameters: two lists of addresses, and three of conditions."""

    function: str
    block: str


class OwnList(NamedTuple):
    """The parameter number `number` of `function`, which takes lists, is `list`."""

    function: str
    number: int
    list: str


class OwnLength(NamedTuple):
    """The index `value` is how many elements list number `number` of `function` has."""

    function: str
    number: int
    value: str


class OwnElement(NamedTuple):
    """`value` is loaded from element number `element` of list number `number` of `function`."""

    function: str
    number: int
    element: str
    value: str


class RunsFor(NamedTuple):
    """The loop `op`, in `outer`, a block of a function that takes lists, runs `block` once for each `element` from `first` on that is
    less than `bound`.
    """

    op: str
    outer: str
    block: str
    element: str
    first: int
    bound: str


class TakesAlong(NamedTuple):
    """The loop `op` with the body `block` gives `result`: `carried`, an argument of the body, is `first` at first, and `next` behind
    each round.
    """

    op: str
    block: str
    first: str
    carried: str
    next: str
    result: str


class TellsSame(NamedTuple):
    """The i1 `value` tells whether element number `other` of list number `number` of `function` is, if `how` is "eq", or is not, if it
    is "ne", element number `element` of the list of addresses to free.
    """

    function: str
    how: str
    number: int
    other: str
    element: str
    value: str


class Unretained(NamedTuple):
    """The i1 `value` says for element number `element` of the list of addresses to free of `function` that no address to retain is the
    same.
    """

    function: str
    element: str
    value: str


class FirstUnretained(NamedTuple):
    """The i1 `value` says for element number `element` of the list of addresses to free of `function` that no address to retain and no
    earlier one is the same.
    """

    function: str
    element: str
    value: str


class WritesList(NamedTuple):
    """`op` stores `value` in `block` as element number `element` of list number `number` of `function`."""

    op: str
    block: str
    function: str
    number: int
    element: str
    value: str


class OverAddresses(NamedTuple):
    """The loop `op`, at the top of `function`, runs `block` for each `element` of the list of addresses to free, or, if `first` is 1,
    for each but the first.
    """

    op: str
    function: str
    block: str
    element: str
    first: int


class ClearsAnswers(NamedTuple):
    """The op `store`, in the loop `op` at the top of `function`, says that no address to retain is to be freed, before any is
    compared.
    """

    store: str
    op: str
    function: str


class AddsCondition(NamedTuple):
    """Where element number `other` of list number `number` of `function` is the same as element number `element` of the list of
    addresses to free, and control comes to `block`, the op `store` adds the condition of the latter to element number `other` of
    list number `target`.
    """

    store: str
    function: str
    target: int
    number: int
    other: str
    element: str
    block: str


class MarksRetained(NamedTuple):
    """The op `store`, in the loop `op` at the top of `function`, adds the condition of each address to the answer for each retained
    address that is the same.
    """

    store: str
    op: str
    function: str


class JoinsEarlier(NamedTuple):
    """The op `store`, in the loop `op` at the top of `function`, adds the condition of each address to that of each earlier one that
    is the same.
    """

    store: str
    op: str
    function: str


class AnswersAll(NamedTuple):
    """The op `store`, in the loop `op` at the top of `function`, answers for each address whether it is to be freed."""

    store: str
    op: str
    function: str


class ExpectedStore(NamedTuple):
    """`op` is a store that a function that compares lists has."""

    op: str


class Strays(NamedTuple):
    """`op`, in `function`, which takes lists, may do what a function that compares lists does not."""

    op: str
    function: str


class RunsBehind(NamedTuple):
    """At the top of `function`, which takes lists, the loop `later` has to run behind the loop `earlier`, as it reads what that
    writes.
    """

    function: str
    earlier: str
    later: str


class OutOfOrder(NamedTuple):
    """The loops of `function`, which takes lists, are in another order than those of a function that compares lists."""

    function: str


class ComparesLists(NamedTuple):
    """`function` is the library function that compares lists of addresses."""

    function: str


class JoinsConditions(NamedTuple):
    """`function`, which compares lists, adds the conditions of an allocation that is listed twice to its first entry; else each entry
    has its own.
    """

    function: str


class FreesWhere(NamedTuple):
    """`op` frees what the handle `value` leads to, where the i1 `condition` is true, unless the op retains it. Entry number `position`
    of the list.
    """

    op: str
    position: int
    value: str
    condition: str


class Retains(NamedTuple):
    """`op` retains what the handle `value` leads to, entry number `position` of the list: it is not freed."""

    op: str
    position: int
    value: str


class SaysOwned(NamedTuple):
    """The i1 `value` says, behind `op`, whether entry number `position` of what it retains was to be freed."""

    op: str
    position: int
    value: str


class AsksLibrary(NamedTuple):
    """`op` calls `function`, which compares lists."""

    op: str
    function: str


class ListArgument(NamedTuple):
    """Operand number `argument` of `op`, a call that compares lists, is the list in the buffer `array`."""

    op: str
    argument: int
    array: str


class ListStore(NamedTuple):
    """Op number `place` of the block of the call `op` stores `value` in front of the call as element number `position` of the list
    that is operand number `argument` of the call.
    """

    op: str
    argument: int
    position: int
    value: str
    place: int


class StoredOver(NamedTuple):
    """What op number `place` of the block of the call `op` stores as element number `position` of the list that is operand number
    `argument` of the call is there no more when control comes to the call.
    """

    op: str
    argument: int
    position: int
    place: int


class StoredElsewhere(NamedTuple):
    """An op in another block than the call `op` stores as element number `position` of the list that is operand number `argument` of
    the call.
    """

    op: str
    argument: int
    position: int


class ListView(NamedTuple):
    """`view` makes of one buffer that is the list that operand number `argument` of `op` is another one that is."""

    op: str
    argument: int
    view: str


class UnclearList(NamedTuple):
    """Nothing tells what is in the list that is operand number `argument` of `op`, beside what the call itself does with it."""

    op: str
    argument: int


class ListEntry(NamedTuple):
    """Element number `position` of the list that is operand number `argument` of `op` is `value`."""

    op: str
    argument: int
    position: int
    value: str


class LoadedAnswer(NamedTuple):
    """`value` is loaded from element number `position` of the list that is operand number `argument` of `op`, behind it."""

    op: str
    argument: int
    position: int
    value: str


class UnsetAnswer(NamedTuple):
    """The i1 `value` is the answer of a call of the library function for an entry without a condition: what is there instead may be
    anything.
    """

    value: str


class LibraryEntry(NamedTuple):
    """Entry number `position` of the call `op`, the address `value`, is to be freed where the i1 `condition` is true; the i1 `answer`
    says, behind it, whether it is.
    """

    op: str
    position: int
    value: str
    condition: str
    answer: str


class Makes(NamedTuple):
    """`value`, result number `position` of `op`, is a new allocation of the kind `kind`: "heap", or "stack" where it must not be
    freed.
    """

    op: str
    position: int
    value: str
    kind: str


class Ends(NamedTuple):
    """`op` frees the allocation that its operand number `position`, the buffer `value`, holds."""

    op: str
    position: int
    value: str


class MadeFor(NamedTuple):
    """The heap allocation that `value` is the result for is memory that ops called `free` free."""

    value: str
    free: str


class EndsAs(NamedTuple):
    """What `op` frees it frees as memory that ops called `free` free."""

    op: str
    free: str


class UsesAtOnce(NamedTuple):
    """`op` may read or write the memory of the allocation that the buffer `value`, an operand of it, holds, before control passes on."""

    op: str
    value: str


class Touches(NamedTuple):
    """`op` may read or write the memory of the allocation that the buffer `value` holds, or waits for another op that may have done so
    until then.
    """

    op: str
    value: str


class TouchesFromAfar(NamedTuple):
    """`op`, which need not have the handle `value` as an operand, waits for what may have used the memory of its allocation until
    then, or uses what was computed from it.
    """

    op: str
    value: str


class UsesLater(NamedTuple):
    """`op` may use the memory of the allocation that the buffer `value` holds after control has passed it."""

    op: str
    value: str


class BlockOfLateOp(NamedTuple):
    """`block` is in a region, at any depth, of `op`, which may go on after control has passed it."""

    block: str
    op: str


class AwaitedBy(NamedTuple):
    """Once control has passed `waiter`, `op`, which may go on after control has passed it, is done."""

    op: str
    waiter: str


class Idle(NamedTuple):
    """Ops called `name` look at no memory."""

    name: str


class Told(NamedTuple):
    """A relation of the model says an effect of ops called `name`, or that all of them are told."""

    name: str


class OnlyForwards(NamedTuple):
    """`op` only hands its operand number `position` on: to a block, a region, a function, or its caller."""

    op: str
    position: int


class LosesSight(NamedTuple):
    """Nobody can tell what becomes of the allocation that the handle `value`, an operand of `op`, leads to; `how` says what the op
    does with it.
    """

    op: str
    value: str
    how: str


class ComputedFrom(NamedTuple):
    """`value` is the address `source`, or is computed from it, and from nothing in memory."""

    value: str
    source: str


class OnlyComputes(NamedTuple):
    """`op` looks at no memory and has no region; it computes its results from its operands, but does not compare integers."""

    op: str


class NotFollowed(NamedTuple):
    """The address `value`, or what is computed from it, is an operand of `op`, which does what the checker does not follow with it."""

    op: str
    value: str


class KeepsSight(NamedTuple):
    """The checker knows what `op` does with its operand number `position`, if that is an address."""

    op: str
    position: int


class AssumedUse(NamedTuple):
    """No model describes `op`, which has the buffer `value` as an operand: the checker assumes that it uses the buffer and keeps
    nothing of it.
    """

    op: str
    value: str


class ComesFrom(NamedTuple):
    """`value` is a buffer, and nothing tells which allocation it leads to; `kind` is "parameter", "global" or "unknown"."""

    value: str
    kind: str


class AccountedFor(NamedTuple):
    """Rules here say which allocation the buffer `value` leads to."""

    value: str


class FromOutside(NamedTuple):
    """The handle `value` may lead to an allocation that was there before its function was called, or that nobody knows the origin of."""

    value: str


class FlagMemory(NamedTuple):
    """`value` is memory for one condition or integer, which an op without operands allocates."""

    value: str


class FlagCell(NamedTuple):
    """`cell` is flag memory that nobody sees but the ops that have it as an operand while they are at work."""

    cell: str


class SeenElsewhere(NamedTuple):
    """More may be done to the flag memory `cell` than to load from it, to store in it and to free it, one op at a time."""

    cell: str


class JustUses(NamedTuple):
    """`op` frees the flag memory `value`, or uses it and keeps nothing of it."""

    op: str
    value: str


class CellUsed(NamedTuple):
    """An op in `block`, or nested in it, uses the flag memory `cell`, and the block is inside of the region that allocates that."""

    cell: str
    block: str


class SetsFlag(NamedTuple):
    """`op` stores `value`, an i1 or an integer, in `cell`."""

    op: str
    cell: str
    value: str


class ReadsFlag(NamedTuple):
    """`value` is the i1 or integer that `op` loads from `cell`."""

    op: str
    cell: str
    value: str


class SpoilsFlag(NamedTuple):
    """Behind `op`, nothing tells what is in `cell`."""

    op: str
    cell: str


class Spoiled(NamedTuple):
    """Some op spoils the flag cell `cell`."""

    cell: str


class Computes(NamedTuple):
    """What `op` gives depends on its operands alone, and it does nothing else."""

    op: str


class LooksUp(NamedTuple):
    """What `op` gives depends on its operands and on memory alone, and it does nothing else."""

    op: str


class StandsForMemory(NamedTuple):
    """`value` is made of a buffer without being one, such as a tensor: what is in it may be read from the memory of the buffer when it
    is used, and no earlier.
    """

    value: str


class Provides(NamedTuple):
    """`op` does nothing but make the new memory that its result `value` is."""

    op: str
    value: str


class Duplicates(NamedTuple):
    """`op` does nothing but make `target`, a copy of the buffer `source`."""

    op: str
    target: str
    source: str


class WritesTo(NamedTuple):
    """`op` does nothing but to write to the memory of the buffer `target`, an operand of it, and to read that of others."""

    op: str
    target: str


class Quiet(NamedTuple):
    """What `op` does nobody sees who does not look at its results, or at what it writes to."""

    op: str


class PassedOn(NamedTuple):
    """`op` only forwards its operand number `position`, and some value takes it on a way of control from the op."""

    op: str
    position: int


class Untraceable(NamedTuple):
    """Nobody can tell what becomes of the allocation that the handle `value` leads to, or of one that another handle which is made of
    it leads to.
    """

    value: str


class Matters(NamedTuple):
    """What others see of the program hangs on `value`; where that is a buffer, on what is in the memory that it leads to."""

    value: str


class AskedAbout(NamedTuple):
    """What others see of the program hangs on the buffer `value`, other than on what is in its memory: on its size, say."""

    value: str


class ReachesSeen(NamedTuple):
    """The handle `value` may lead to memory that others have, or that matters."""

    value: str


class PrivateMemory(NamedTuple):
    """Nobody but the program's own deallocation sees what is in the memory of `value`, which its function allocates, or nobody at all."""

    value: str


class Omitted(NamedTuple):
    """What `op` does is the deallocation's own: two programs that do the same may differ in it."""

    op: str


class ClosedRegions(NamedTuple):
    """No model says how control takes the regions of `op`, and no buffers are about in them. They run in any order, any number of
    times.
    """

    op: str


class ClosedEnd(NamedTuple):
    """`op` ends a region of `parent`, which has closed regions."""

    op: str
    parent: str


class BusyRegions(NamedTuple):
    """In a region of `op`, which has closed regions, more is done than to compute values."""

    op: str


class PlainRegions(NamedTuple):
    """`op` has closed regions in which nothing but values is computed: two such ops with the same regions and operands do the same."""

    op: str


class RunsAgain(NamedTuple):
    """Beside its ways, control may go from `op` into region number `region` of itself or of the op that it ends a region of, at the
    start of `block`.
    """

    op: str
    region: int
    block: str


class Joint(NamedTuple):
    """Two programs that do the same take the ways of `op` together: its operands decide, in a way that no rule knows."""

    op: str


class Gathered(NamedTuple):
    """`op` ends a region, and only the op that has the region knows what becomes of the operands of `op`."""

    op: str


class Weighs(NamedTuple):
    """What operand number `position` of `op` holds has a part in what the op does, and is not just handed on."""

    op: str
    position: int


class MayChange(NamedTuple):
    """`op` may write to the memory of the buffer `value`, an operand of it."""

    op: str
    value: str


class MayChangeAll(NamedTuple):
    """`op` may write to memory that it is not given."""

    op: str


class KnowsLater(NamedTuple):
    """`op` may know the buffer `value` after control has passed it."""

    op: str
    value: str


class StaysKnown(NamedTuple):
    """The allocation that the handle `value` leads to may be known to somebody when the function of `value` has returned, beside those
    who know it from its callers.
    """

    value: str


class GivesAway(NamedTuple):
    """Others come to know the handle `value`, an operand of `op`."""

    op: str
    value: str


class TruthSelect(NamedTuple):
    """The i1 `value` is the i1 `on_true` where the i1 `condition` is true, else the i1 `on_false`."""

    value: str
    condition: str
    on_true: str
    on_false: str


class NumberConstant(NamedTuple):
    """The integer `value` is the constant that `text` writes."""

    value: str
    text: str


class Weighed(NamedTuple):
    """The integer `value` is compared, or chooses a way."""

    value: str


class SumOf(NamedTuple):
    """The integer `value` is the sum of the integers `first` and `second`, none of which is of a type with few bits."""

    value: str
    first: str
    second: str


class SameNumber(NamedTuple):
    """The integer `value` is the same number as `source`, if that is small and not negative."""

    value: str
    source: str


class ManyBits(NamedTuple):
    """The type of `value` is one of integers of so many bits that no small number is too large for it."""

    value: str


class AsksAlike(NamedTuple):
    """The comparisons `value` and `other` ask the same of the same two integers, if `how` is "same", or one of them asks whether the
    other does not hold, if it is "opposite".
    """

    value: str
    other: str
    how: str


class Answered(NamedTuple):
    """The comparison `value` has the answer that the comparison `earlier`, which dominates it, has, if `how` is "same", or the other
    one, if it is "opposite".
    """

    value: str
    earlier: str
    how: str


class Restates(NamedTuple):
    """The comparison `value` restates `leader`, an earlier comparison that restates none; `how` says with which answer, "same" or
    "opposite".
    """

    value: str
    leader: str
    how: str


class HangsOn(NamedTuple):
    """The i1 or integer `value` is computed from `source`, or takes its value on some way."""

    value: str
    source: str


class Steering(NamedTuple):
    """`value`, an i1 or an integer that is compared, has a part in deciding which way control takes, or what a select picks."""

    value: str


class UnseenFlag(NamedTuple):
    """The condition or integer `value` is loaded from `memory`, and what the checker knows of that does not tell which it is, though
    only this program stores there.
    """

    value: str
    memory: str


class BehindCell(NamedTuple):
    """What is in the spoiled cell that steers control hangs on `value`, or on what is in its memory."""

    value: str


class ComesOf(NamedTuple):
    """`value`, on which what is in a spoiled cell hangs, or what is in its memory hangs directly on `source`, or on what is in the
    memory of that.
    """

    value: str
    source: str


class HangsOnOutside(NamedTuple):
    """`value`, or what is in its memory, hangs on something from outside of the program, so that it may be one or another."""

    value: str


class Comparable(NamedTuple):
    """The program asks whether the handles `first` and `second` lead to the same allocation."""

    first: str
    second: str


class StemsFrom(NamedTuple):
    """The handle `value`, which is compared with another one, may lead to what `source` leads to, or led to earlier."""

    value: str
    source: str


class StemsFromOutside(NamedTuple):
    """The handle `value`, which is compared with another one, may lead to something that was there before; `kind` is as of comes_from."""

    value: str
    kind: str


class MayBeSame(NamedTuple):
    """The comparable handles `first` and `second` may lead to the same allocation."""

    first: str
    second: str


class NeverSame(NamedTuple):
    """The comparable handles `first` and `second` never lead to the same allocation, as long as what they lead to was not freed."""

    first: str
    second: str


class SharedEntry(NamedTuple):
    """Entry number `position` of the call `op` of the library function may be the same as another entry, or as something that the call
    retains.
    """

    op: str
    position: int


class PlainAnswer(NamedTuple):
    """The i1 `answer`, which the call `op` of the library function gives, is the i1 `condition` that the call was given for the same
    entry.
    """

    op: str
    answer: str
    condition: str


class OriginHangsOn(NamedTuple):
    """Whether the handle `value`, which a handle that is compared stems from, leads to something from outside hangs on `source`: a
    handle that it may lead to the same as, or the condition by which it is picked.
    """

    value: str
    source: str


class Watched(NamedTuple):
    """The checker remembers something about `value`: it is a handle, or steers control."""

    value: str


class WatchedHome(NamedTuple):
    """The watched `value` is defined in `block`, which is a block of `region`."""

    value: str
    block: str
    region: str


class Needed(NamedTuple):
    """Op number `position` of `block`, or an op nested in it, needs the watched `value`, which is defined in the block's region or
    around it.
    """

    value: str
    block: str
    position: int


class NeededInside(NamedTuple):
    """An op in a region of op number `position` of `block` needs the watched `value`, which is defined outside of that region. While
    control is in there, what the op number `position` itself had as an operand is needed no more for that.
    """

    value: str
    block: str
    position: int


class HangsOnAddress(NamedTuple):
    """The watched i1 `value` is computed from a comparison of the address `handle` with another one, perhaps by way of other i1
    values.
    """

    value: str
    handle: str


class NeededFor(NamedTuple):
    """What needs the watched value `other` needs the watched `value`, too; the homes of both are in one region."""

    value: str
    other: str


class SteeredBy(NamedTuple):
    """`op` decides something by `value`, an i1 or an integer, or hands it on to a value that steers control. What only computes with a
    value is not steered by it: the checker looks through that where the outcome is needed.
    """

    op: str
    value: str


class Computed(NamedTuple):
    """The i1 `value` is computed from `source` by an op without ways."""

    value: str
    source: str


class Wants(NamedTuple):
    """At `op`, a comparison of two programs asks what `value` is."""

    op: str
    value: str


class ValueHome(NamedTuple):
    """`value` is defined in `block`, a block of `region`."""

    value: str
    block: str
    region: str


class WantedAt(NamedTuple):
    """A comparison asks for `value` at op number `position` of `block`, or at an op nested in that; the block is in the region that
    defines the value, or nested in it.
    """

    value: str
    block: str
    position: int


class WantedWithin(NamedTuple):
    """A comparison asks for `value` in a region of op number `position` of `block`, and that region does not define the value."""

    value: str
    block: str
    position: int


class WantedAbroad(NamedTuple):
    """A comparison asks for `value` in another block of its region than the one that defines it."""

    value: str


class WantedLast(NamedTuple):
    """A comparison asks for `value` in the block that defines it and in no other of the region, at op number `position` of the block
    last.
    """

    value: str
    position: int


class WantedOutside(NamedTuple):
    """A comparison asks for `value` last when control enters the regions of op number `position` of `block`, and not in these."""

    value: str
    block: str
    position: int


class HingesOn(NamedTuple):
    """Control that goes on from `fork` at its successor `way` comes to `block` in any case, if it leaves the region; from `fork` it
    need not.
    """

    block: str
    fork: str
    way: str


class MadeAt(NamedTuple):
    """The watched `value` is defined in the block numbered `first`, to which control comes in any case from the blocks numbered up to
    `last`.
    """

    value: str
    first: int
    last: int


class LastsAt(NamedTuple):
    """Control that is at the start of `block`, which is in the region of the watched `value` but not its home, comes on some way to an
    op of the region that needs the value, without passing the home before.
    """

    value: str
    block: str


class Lasting(NamedTuple):
    """Control that is at the start of a block numbered from `first` to `last`, in the region of the watched `value`, comes to `block`
    in any case, if it leaves the region, and without passing the home of the value; there the value lasts.
    """

    value: str
    block: str
    first: int
    last: int


class ActsDirectly(NamedTuple):
    """`op` does more with the handle `value` than to use what it leads to, or to make another handle of it."""

    op: str
    value: str


class MayFreeAt(NamedTuple):
    """Op number `position` of `block`, or an op nested in it, may free an allocation."""

    block: str
    position: int


class BlockWithFrees(NamedTuple):
    """An op in `block`, or nested in it, may free an allocation."""

    block: str


class FirstFree(NamedTuple):
    """The first op of `block` that may free an allocation, or has one in it that may, is op number `position`."""

    block: str
    position: int


class AfterFree(NamedTuple):
    """Something may have been freed by the time that control comes to `block`."""

    block: str


class PickMatters(NamedTuple):
    """The handle `value` is picked by a select, and what follows may depend on what it leads to."""

    value: str


class ActsOn(NamedTuple):
    """`op` does more with the handle `value` than to use what it leads to, or makes of it a handle that matters."""

    op: str
    value: str


class Leaves(NamedTuple):
    """From `op`, the last one of its block, control may go on behind the op around the block, whatever conditions are."""

    op: str


class MayStay(NamedTuple):
    """Control that comes to `block` along some way need not come out behind the op around it from there."""

    block: str


class ActsAt(NamedTuple):
    """Op number `position` of `block`, or an op nested in it, acts on the handle `value`, or keeps control in regions that use what
    the handle leads to.
    """

    value: str
    block: str
    position: int


class StopsAt(NamedTuple):
    """At op number `position` of `block`, what has become of the allocation that the handle `value` leads to may change, or which
    handles lead to it.
    """

    value: str
    block: str
    position: int


class LetGo(NamedTuple):
    """The handle `value`, or another one that is made of it on some way, is freed, perhaps only where a condition is true, or handed
    to callers.
    """

    value: str


class Tensor(NamedTuple):
    """`value` is a tensor."""

    value: str


class TensorUse(NamedTuple):
    """Operand number `operand` of `op` is the tensor `value`."""

    op: str
    operand: int
    value: str


class Bufferized(NamedTuple):
    """It is known what `op` does with its tensors, and its tensors become buffers."""

    op: str


class Filtered(NamedTuple):
    """The user leaves `op` out, so that nothing is known of it."""

    op: str


class TensorResult(NamedTuple):
    """`value` is a result of `op` and a tensor."""

    op: str
    result: int
    value: str


class Destination(NamedTuple):
    """Operand number `operand` of `op` is the destination of its result number `result`."""

    op: str
    operand: int
    result: int


class CarriedTensor(NamedTuple):
    """Operand number `operand` of the loop `op` is a tensor, number `number` of what the loop carries: with what goes round it begins."""

    op: str
    operand: int
    number: int


class GoesRound(NamedTuple):
    """The tensor `value`, an argument of the first block of region number `region` of the loop `op`, goes round as number `number` of
    what it carries.
    """

    op: str
    region: int
    number: int
    value: str


class HandsOver(NamedTuple):
    """`op`, which ends a block of a region of `parent`, hands over its operand number `operand`, a tensor, as number `number`."""

    op: str
    operand: int
    number: int
    parent: str


class FunctionArgument(NamedTuple):
    """The tensor `value` is argument number `number` of `function`."""

    function: str
    number: int
    value: str


class FunctionReturn(NamedTuple):
    """A return of `function` returns the tensor `value` as result number `result`."""

    function: str
    result: int
    value: str


class WholeNumber(NamedTuple):
    """`value` is an index or an integer, and always the constant `number`."""

    value: str
    number: int


class SliceSays(NamedTuple):
    """Number `position` of what `op` says of a slice, as `part` ("offset", "size" or "stride"), is `what`: a number in digits, or a
    value.
    """

    op: str
    part: str
    position: int
    what: str


class Inserts(NamedTuple):
    """`op` writes its operand 0 over a part of its operand 1."""

    op: str


class CoversPartly(NamedTuple):
    """The slice that `op` takes or inserts is not known to be all of its operand 1."""

    op: str


class CoversDestination(NamedTuple):
    """`op` writes all elements of its operand number `operand`, and so needs none that were there before."""

    op: str
    operand: int


class EndsShort(NamedTuple):
    """The vector that `op` writes may not reach to the end of a dimension of its destination."""

    op: str


class Fills(NamedTuple):
    """The vector that `op` writes has as many elements in dimension number `dimension` as its destination, or more."""

    op: str
    dimension: int


class BeginsBehind(NamedTuple):
    """An offset in operand group `group` of `op` is not known to be 0."""

    op: str
    group: int


class Masked(NamedTuple):
    """What is done in `block` is done for some elements only."""

    block: str


class PartIndex(NamedTuple):
    """`op` takes an element, or a part, of a tensor or changes it, and `value`, an index, says where; or such an index is made of
    `value`.
    """

    value: str


class StepsFrom(NamedTuple):
    """The index `value` is `source` times `factor`, plus `offset`."""

    value: str
    source: str
    factor: int
    offset: int


class Linear(NamedTuple):
    """The index `value` is `base` times `factor`, plus `offset`, where `base` is a value that is no such sum or product; or it is the
    constant `offset`, if `base` is "", and `factor` 0.
    """

    value: str
    base: str
    factor: int
    offset: int


class SaysNumber(NamedTuple):
    """What `op` says of a slice at `position`, as `part` ("offset", "size" or "stride"), is the constant `number`."""

    op: str
    part: str
    position: int
    number: int


class PartBegins(NamedTuple):
    """In dimension `position`, the part that `op` takes or changes begins at `base` times `factor`, plus `offset`."""

    op: str
    position: int
    base: str
    factor: int
    offset: int


class PartSpans(NamedTuple):
    """In dimension `position`, the part that `op` takes or changes goes over `length` places, of which it has each one that comes
    `stride` after another.
    """

    op: str
    position: int
    length: int
    stride: int


class PartEnds(NamedTuple):
    """In dimension `position`, the part that `op` takes or changes has no place from `base` times `factor`, plus `offset` on."""

    op: str
    position: int
    base: str
    factor: int
    offset: int


class AsksApart(NamedTuple):
    """Bufferization goes by whether the parts that `one` and `other` take or change have an element in common."""

    one: str
    other: str


class ApartByRules(NamedTuple):
    """The rules say that the parts that `one` and `other` take or change are apart, if the value `base` is the same for both; if it is
    "", in any case. Only of parts that bufferization asks about.
    """

    one: str
    other: str
    base: str


class KnownApart(NamedTuple):
    """The parts that `one` and `other` take or change are apart, if no loop makes anything anew that they are said by."""

    one: str
    other: str


class ApartOpen(NamedTuple):
    """Nobody has said whether the parts that `one` and `other` take or change are apart, though bufferization goes by it."""

    one: str
    other: str


class NewVersion(NamedTuple):
    """`op` gives `made`, which is `value` but for the part that it says."""

    op: str
    value: str
    made: str


class OffsetsTo(NamedTuple):
    """What the slice of `op` says of its offsets, up to `position`, is `text`. Only where the fewest copies are asked for."""

    op: str
    position: int
    text: str


class MayPutBackLate(NamedTuple):
    """`insertion` has the offsets of an extraction from another tensor than its destination, of the same type."""

    insertion: str


class PartBefore(NamedTuple):
    """The part that `insertion` overwrites is in its destination what it is in `value`: what is changed in between lies apart from it."""

    insertion: str
    value: str


class SlicedAlike(NamedTuple):
    """`extraction` takes a part of the tensor into which `insertion` inserts, as it is before that."""

    extraction: str
    insertion: str


class SlicesDiffer(NamedTuple):
    """An offset, size or stride of `extraction` is not known to be that of `insertion`, which inserts into the same tensor."""

    extraction: str
    insertion: str


class SameSlice(NamedTuple):
    """`extraction` takes just the part that `insertion` writes, of the same tensor."""

    extraction: str
    insertion: str


class Reads(NamedTuple):
    """`op` reads the buffer of its operand number `operand`."""

    op: str
    operand: int


class RunsARound(NamedTuple):
    """The body of the loop `op` runs at least once."""

    op: str


class Writes(NamedTuple):
    """`op` writes to the buffer of its operand number `operand`."""

    op: str
    operand: int


class WritesNothing(NamedTuple):
    """`op` carries an attribute that says that it writes to none of its operands."""

    op: str


class Shares(NamedTuple):
    """If operand number `operand` of `op` is in place, the buffer of `value` is that of the operand (`relation` "equivalent") or lies
    in it ("overlapping"), always (`certainty` "definite") or depending on what runs ("maybe").
    """

    op: str
    operand: int
    value: str
    relation: str
    certainty: str


class LoopResult(NamedTuple):
    """`value` is what comes out of the loop `op` for number `number` of what it carries."""

    op: str
    number: int
    value: str


class ChangesRound(NamedTuple):
    """A region of the loop `op` hands over another value, as number `number` of what is carried, than goes round in it."""

    op: str
    number: int


class ComesRound(NamedTuple):
    """A region of the loop `op`, in which number `number` of what is carried goes round as `value`, hands over `next` under that
    number, by `end`.
    """

    op: str
    number: int
    value: str
    next: str
    end: str


class BranchUse(NamedTuple):
    """Operand number `operand` of the branch `op` becomes the argument `value`, a tensor, of `block`."""

    op: str
    operand: int
    block: str
    value: str


class BlockJoined(NamedTuple):
    """One edge leads to `block` if `certainty` is "definite", and several lead there if it is "maybe"."""

    block: str
    certainty: str


class CallsKnown(NamedTuple):
    """`op` calls `function`, which has a body, and whose analysis is done."""

    op: str
    function: str


class CallsUnknown(NamedTuple):
    """`op` is a call, and no analysis has said what its callee does."""

    op: str


class DeclaredAccess(NamedTuple):
    """The function that `op` calls has no body, and says that its argument number `operand` is accessed as the string `how` says:
    none, read, write or read-write, in quotes.
    """

    op: str
    operand: int
    how: str


class MustBeInPlace(NamedTuple):
    """Operand number `operand` of `op` must be in place: no copy can stand for it."""

    op: str
    operand: int


class ReadOnly(NamedTuple):
    """Nothing may be written to the buffer of `value`."""

    value: str


class ReadOnlyBecause(NamedTuple):
    """Nothing may be written to the buffer of `value`, and `cause` is why: the "model" of its op says so, or the "callee" of its call
    gives it so; its op does not carry the "attribute" that would let it be written to; nothing is known of its op ("unknown op"),
    of the op in whose region it is an argument ("unknown region"), or of an op that leads to its block ("unknown branch"); it is an
    "argument" of a region that is not known to be anybody's to write to, or one of a function that says so ("writable").
    """

    value: str
    cause: str


class ValueRead(NamedTuple):
    """What `value` contains is read, through a use of it, or of what is made of it without a write."""

    value: str


class Reading(NamedTuple):
    """Operand number `operand` of `op`, which is `value`, counts as a read: `op` reads it, or makes of it, without a write, what is
    read further on.
    """

    op: str
    operand: int
    value: str


class ResultsShare(NamedTuple):
    """`value` and `other`, two results of one call, may share memory."""

    value: str
    other: str


class DerivesFrom(NamedTuple):
    """`value` is a result that may share the buffer of `source`, which is an operand of its op, or of what ends a region of that."""

    value: str
    source: str


class Defines(NamedTuple):
    """The contents of `value` are what it was given where it is defined."""

    value: str


class Undefined(NamedTuple):
    """`op` leaves the contents of its result number `result` undefined: nothing has to be read from it."""

    op: str
    result: int


class Filled(NamedTuple):
    """`op` has operands that fill its result."""

    op: str


class TensorInBlock(NamedTuple):
    """`value`, a tensor, is a result of an op of `block`, or an argument of it."""

    value: str
    block: str


class WrittenInRegion(NamedTuple):
    """The contents that `value` has were given in `region`, in one of whose blocks it stands: to itself, or to what it comes from."""

    value: str
    region: str


class DefinitionAt(NamedTuple):
    """`value` is given its contents at `number`, a greater one than that of any definition that dominates it, and what may change them
    is done from op number `first` on. It is a result of op number `made_at`, or an argument of a block, if `made_at` is -1.
    """

    value: str
    number: int
    first: int
    made_at: int


class HasDefinition(NamedTuple):
    """`value` sees a definition: it is one, or it comes from what sees one."""

    value: str


class DefinitionSource(NamedTuple):
    """`value`, to which no contents are given, sees what `source` sees, which is number `number` among all that it may be."""

    value: str
    number: int
    source: str


class NextSource(NamedTuple):
    """Source number `next` of `value` is the one that comes next after source number `number`."""

    value: str
    number: int
    next: int


class Earliest(NamedTuple):
    """The first definition that is seen by a source of `value`, from its first source up to its source number `last`, is at `number`."""

    value: str
    last: int
    number: int


class FirstDefinition(NamedTuple):
    """The first definition that `value` sees, the one that dominates all others, is at `number`."""

    value: str
    number: int


class SeesFirst(NamedTuple):
    """`definition` is a value that `value` sees, and no definition that it sees stands in front of that."""

    value: str
    definition: str


class DefinitionPlace(NamedTuple):
    """What is given its contents at `number`, in `block`, may be changed by what is done from op number `first` on."""

    number: int
    first: int
    block: str


class Reruns(NamedTuple):
    """Regions of `op` may run again, or several times at once, while what was defined outside of it stays as it is."""

    op: str


class LoopAround(NamedTuple):
    """The innermost op around `block` that reruns its regions is `loop`."""

    block: str
    loop: str


class Sees(NamedTuple):
    """Operand number `operand` of `op`, a read, sees a definition in the block `definition`, and no earlier one; ops from number
    `first` on may change it.
    """

    op: str
    operand: int
    first: int
    definition: str


class SeenDefinition(NamedTuple):
    """Operand number `operand` of `op`, a read, sees the contents of `definition`, or what was written to it since."""

    op: str
    operand: int
    definition: str


class Held(NamedTuple):
    """Nobody but `op`, through its operand number `operand`, may write to the buffer of `value`, which it is given there, while `op`
    runs.
    """

    op: str
    operand: int
    value: str


class Window(NamedTuple):
    """An op that is numbered from `first` to `last` changes what operand number `operand` of `op` reads, if it writes to the same
    memory. If `order` is "program", ops in regions do not that never run when `op` does, nor do those of which `made_anew` says so;
    if it is "any", they do: the two may run one after the other. If it is "held", it is as with "program", but only where the
    operand is in place.
    """

    op: str
    operand: int
    first: int
    last: int
    order: str


class Crosses(NamedTuple):
    """Operand number `operand` of `op` is read in a region of `loop`, which reruns regions, and its first definition stands in front
    of `loop`.
    """

    op: str
    operand: int
    loop: str


class LoopBetween(NamedTuple):
    """Op number `enter` is the outermost loop around `op` that the first definition of what its operand number `operand` reads stands
    in front of.
    """

    op: str
    operand: int
    enter: int


class InBranched(NamedTuple):
    """`block` is `branched`, or lies in a region of an op in it, however deep, and `branched` is one of several blocks of its region."""

    block: str
    branched: str


class Leads(NamedTuple):
    """Operand number `operand` of `op` sees a definition in the block `definition`, and `op` lies in `block`, another block of the
    same region.
    """

    op: str
    operand: int
    definition: str
    block: str


class ComesInto(NamedTuple):
    """`op` lies in `block`, one of several blocks of a region, and what its operand number `operand` reads is defined in front of that
    region.
    """

    op: str
    operand: int
    block: str


class EntersBlock(NamedTuple):
    """`op` lies in `block`, one of several blocks of a region, which control enters after the definition of what its operand number
    `operand` reads.
    """

    op: str
    operand: int
    block: str


class SeveralAround(NamedTuple):
    """The innermost block around what lies in `block` that is one of several in a region is `branched`: it may be `block` itself."""

    block: str
    branched: str


class EntersFurther(NamedTuple):
    """Between the definition that operand number `operand` of `op` sees and `op`, control enters `block`, and before that `outer`, in
    a region of whose ops `block` lies.
    """

    op: str
    operand: int
    block: str
    outer: str


class EnteredAt(NamedTuple):
    """Control comes to `block`, which it enters between the definition that operand number `operand` of `op` sees and `op`, by way of
    `target`, from outside of the loops of blocks that it goes round in, in between.
    """

    op: str
    operand: int
    block: str
    target: str


class CrossesWith(NamedTuple):
    """`block`, around `op`, lies in the loop of blocks that control enters at `header`, the first op of which has the number `first`,
    and the first definition of what operand number `operand` of `op` reads stands in front of the loop.
    """

    op: str
    operand: int
    block: str
    header: str
    first: int


class MadeAnew(NamedTuple):
    """From the ops numbered from `first` to `last` control does not come to `op` without passing the definition that its operand
    number `operand` sees: they change nothing of what that reads, unless all rounds count.
    """

    op: str
    operand: int
    first: int
    last: int


class LeavesBy(NamedTuple):
    """The loop of blocks that control enters at `header` has the definition that operand number `operand` of `op` sees, and `op`
    stands behind the loop: control may come to `op` from `target`, to which it leaves the loop.
    """

    op: str
    operand: int
    header: str
    target: str


class LoopExit(NamedTuple):
    """Control may leave the loop of blocks that it enters at `header` to `target`."""

    header: str
    target: str


class CrossesBlocks(NamedTuple):
    """Operand number `operand` of `op` is read in the loop of blocks that control enters at `header`, and its first definition stands
    in front of that.
    """

    op: str
    operand: int
    header: str


class BlockLoopBetween(NamedTuple):
    """The outermost loop of blocks that operand number `operand` of `op` crosses begins with op number `first`."""

    op: str
    operand: int
    first: int


class OwnOps(NamedTuple):
    """The ops of `block`, one of several in a region, and those in their regions, are numbered from `first` to `last`."""

    block: str
    first: int
    last: int


class Excluded(NamedTuple):
    """Ops numbered from `first` to `last` lie in regions of an op of which just one runs, and `block` lies in another region of it."""

    block: str
    first: int
    last: int


class Excused(NamedTuple):
    """The write to operand number `written` of `writer` does not change what operand number `read` of `reader` should read, though it
    stands in a window.
    """

    reader: str
    read: int
    writer: str
    written: int


class SharesOne(NamedTuple):
    """Operand number `operand` of `op` may share its buffer with `value`, and with no other result or argument."""

    op: str
    operand: int
    value: str


class ReadsFirst(NamedTuple):
    """`op` reads what it needs of an element of operand number `read` before it writes that of operand number `written`."""

    op: str
    read: int
    written: int


class IteratesOtherwise(NamedTuple):
    """`op` has an iterator that is not parallel."""

    op: str


class SameContents(NamedTuple):
    """Operands number `one` and `other` of `op` are the same buffer, from its first element to its last, if they share any memory."""

    op: str
    one: int
    other: int


class Partial(NamedTuple):
    """`value` may be a part of a buffer, or a buffer that has another type elsewhere."""

    value: str


class OnlyOrigin(NamedTuple):
    """The way back from `value` leads to `origin`, as long as there is one value to go back to, with the same buffer and the elements
    in the same places.
    """

    value: str
    origin: str


class OnlyFrom(NamedTuple):
    """`value` has the elements of `source` where `source` has them, and its whole buffer, if it shares memory with any tensor."""

    value: str
    source: str


class SliceOf(NamedTuple):
    """All that `value` comes from leads back to the part of the destination that `insertion` writes."""

    value: str
    insertion: str


class PartMoves(NamedTuple):
    """`insertion` may write another part of the destination in each round of a loop that the definition of the destination stands in
    front of.
    """

    insertion: str


class SliceMade(NamedTuple):
    """An offset, size or stride of the slice that `insertion` writes is no constant, and is made by op number `number`, or where a
    block begins with that op.
    """

    insertion: str
    number: int


class Races(NamedTuple):
    """A write to operand number `operand` of `op` is seen by other instances of a region that run at the same time."""

    op: str
    operand: int


class SharedFromOutside(NamedTuple):
    """`value` stands in a parallel op, and may have its buffer from outside of the innermost one around it, without having been
    written since.
    """

    value: str


class PassesBuffer(NamedTuple):
    """`target` may share the buffer of `source` by an op that does not write to that."""

    source: str
    target: str


class ParallelAround(NamedTuple):
    """`parallel` is the innermost op around `block` whose regions run in parallel."""

    block: str
    parallel: str


class LiesIn(NamedTuple):
    """`value` lies in the part that `extraction` takes, if it shares memory with the tensor that this takes it of."""

    value: str
    extraction: str


class PartOf(NamedTuple):
    """`op` says a part of a tensor that has the elements where `origin` has them, and the whole buffer of that, if it shares memory
    with it.
    """

    op: str
    origin: str


class LooksAt(NamedTuple):
    """What `op` reads of its operand number `operand`, or holds, lies in the part that `slice` says."""

    op: str
    operand: int
    slice: str


class ChangesPart(NamedTuple):
    """What `op` writes to its operand number `operand` goes to the part that `slice` says."""

    op: str
    operand: int
    slice: str


class PartsMeet(NamedTuple):
    """Operand number `operand` of `op` looks at part `looked` of a tensor, whose elements are where `origin` has them; in a window of
    that, operand number `written` of `writer` goes to its part `changed`.
    """

    op: str
    operand: int
    looked: str
    writer: str
    written: int
    changed: str
    origin: str


class PartsDiffer(NamedTuple):
    """Operand number `operand` of `op` looks at another part than operand number `written` of `writer` changes, if `origin` and `base`
    are the same for both.
    """

    op: str
    operand: int
    writer: str
    written: int
    origin: str
    base: str


class PartsProved(NamedTuple):
    """Operand number `operand` of `op` looks at the part `looked`, and operand number `written` of `writer` changes the part `changed`
    in a window of that; the prover has shown that the two are apart if `origin`, and all that the proof goes by, are the same for
    both.
    """

    op: str
    operand: int
    looked: str
    writer: str
    written: int
    changed: str
    origin: str


class PartsGoBy(NamedTuple):
    """That operand number `operand` of `op` looks at another part than a write changes goes by `value`."""

    op: str
    operand: int
    value: str


class ChangesBetween(NamedTuple):
    """`value` may be another one when a write is done than when operand number `operand` of `op` reads: a loop that the definition
    stands in front of makes it anew.
    """

    op: str
    operand: int
    value: str


class PartsVary(NamedTuple):
    """The part `looked`, at which operand number `operand` of `op` looks, may be another one, by what the proof goes by, when
    `changed` is.
    """

    op: str
    operand: int
    looked: str
    changed: str


class OverwrittenBy(NamedTuple):
    """`op` gives a tensor that nobody uses but `insertion`, further on in the same block, or ops that change other parts of it, one
    after the other, and the last of them `insertion`: this overwrites the part that it says before anybody looks.
    """

    op: str
    insertion: str


class Harmless(NamedTuple):
    """The write to operand number `written` of `writer` does not change what operand number `read` of `reader` should read, though
    One-Shot Bufferize takes it that it does.
    """

    reader: str
    read: int
    writer: str
    written: int


class InPlace(NamedTuple):
    """Operand number `operand` of `op`, a tensor, is in place: `op` works on the buffer that it is given."""

    op: str
    operand: int


class OutOfPlace(NamedTuple):
    """Operand number `operand` of `op`, a tensor, is out of place, so that `op` works on a copy. The `reason` is that a read would see
    another write than it should ("conflict"), or what runs in parallel ("race"), that something would be written that is "read-
    only", or that nothing is known of `op` ("unknown").
    """

    op: str
    operand: int
    reason: str


class Conflict(NamedTuple):
    """If operand number `operand` of `op` was in place, operand number `written` of `writer` would overwrite what operand number
    `read` of `reader` should read: the contents of `definition`.
    """

    op: str
    operand: int
    reader: str
    read: int
    writer: str
    written: int
    definition: str


class Overwrites(NamedTuple):
    """Where both have one buffer, operand number `written` of `writer` overwrites what operand number `read` of `reader` should see.
    Only of pairs that bufferization tells.
    """

    writer: str
    written: int
    reader: str
    read: int


class NeverBoth(NamedTuple):
    """Either `writer` or `reader` runs, in one round of all around them: they lie in regions of one op of which just one runs. Only of
    pairs that bufferization tells.
    """

    writer: str
    reader: str


class PassesDefinition(NamedTuple):
    """Control comes from `writer` to `reader` only by way of the definition that operand number `read` of that sees. Only of pairs
    that bufferization tells.
    """

    writer: str
    reader: str
    read: int


class Race(NamedTuple):
    """If operand number `operand` of `op` was in place, operand number `written` of `writer` would write to the buffer that operand
    number `read` of `reader` reads, in an instance of a region of `parallel`, while others run.
    """

    op: str
    operand: int
    reader: str
    read: int
    writer: str
    written: int
    parallel: str


class WrittenReadOnly(NamedTuple):
    """If operand number `operand` of `op` was in place, operand number `written` of `writer` would write to the buffer of `value`,
    which is read-only.
    """

    op: str
    operand: int
    writer: str
    written: int
    value: str


class NextRound(NamedTuple):
    """`reader` reads operand number `read`, what `writer` overwrites later on, in the next round of `loop`. Only of pairs that
    bufferization tells.
    """

    reader: str
    read: int
    writer: str
    loop: str


class Moved(NamedTuple):
    """`op` was moved or rewritten, so that less is copied, because of the op called `name` at `line` of the text, as told_moved says
    it by `how`.
    """

    op: str
    how: str
    name: str
    line: int


class BufferClass(NamedTuple):
    """The tensor `value` may share memory with all tensors that have the same `first`, once uses are in place as was decided; `first`
    is one of them.
    """

    value: str
    first: str


class SoleResult(NamedTuple):
    """`op` does not write to its operand number `operand`, and the ranked tensor `value`, a result, is all that may share the buffer
    of that; nor may any other use of a tensor share it with the result.
    """

    op: str
    operand: int
    value: str


class Uncarried(NamedTuple):
    """`op` ends a region of a loop and hands over its operand number `operand`, a tensor, though the loop carries none under that
    number.
    """

    op: str
    operand: int


class HandedRound(NamedTuple):
    """`op` ends a region of a loop, whose ops have the numbers from `first` to `last`, and hands over its operand number `operand`,
    which is `next`, as number `number` of what is carried, which goes round there as `value`.
    """

    op: str
    operand: int
    number: int
    value: str
    next: str
    first: int
    last: int


class TensorAt(NamedTuple):
    """The tensor `value` is made by op number `number`, or where a block begins with that op."""

    value: str
    number: int


class EndsRound(NamedTuple):
    """`op` ends a region of a loop, and hands over something that comes round there."""

    op: str


class ArgumentAtEnd(NamedTuple):
    """The tensor `value` is an argument of the block that `op` ends, which is the end of a region of a loop."""

    op: str
    value: str


class ArrivesNext(NamedTuple):
    """What `op`, which ends the first region of a loop, hands over as number `number` of what is carried arrives as `value`, an
    argument of a block of another region.
    """

    op: str
    number: int
    value: str


class GivenBack(NamedTuple):
    """`op` must have its operand number `operand` in place, and gives what it writes there as a result: where nothing is decided, that
    may be a copy.
    """

    op: str
    operand: int


class Refilled(NamedTuple):
    """Operand number `operand` of `op` is all that `fill` makes, of nothing but scalars: to make it again is no more work than to copy
    it.
    """

    op: str
    operand: int
    fill: str


class NeedsFill(NamedTuple):
    """What `fill` makes is used by an op that nothing is known of, or that could not be given what is filled again."""

    fill: str


class PrivateBuffer(NamedTuple):
    """`op` works on a buffer of its own for its operand number `operand`, a tensor."""

    op: str
    operand: int


class PrivateCopy(NamedTuple):
    """The buffer that `op` has of its own for operand number `operand` begins as a copy of what the operand contains."""

    op: str
    operand: int


class PrivateFill(NamedTuple):
    """The buffer that `op` has of its own for operand number `operand` begins with what `fill` makes of it: nothing has to be copied."""

    op: str
    operand: int
    fill: str


class FillKept(NamedTuple):
    """What `fill` makes is used without being copied."""

    fill: str


class PrivateResult(NamedTuple):
    """Instead of its operand number `operand`, the result `value` of `op` gets the buffer of its own."""

    op: str
    operand: int
    value: str


class HandedChanged(NamedTuple):
    """`op`, which ends a region of a loop, hands over another buffer than goes round, as its operand number `operand` and number
    `number` of what is carried: one of the class of tensors that begins with `first`.
    """

    op: str
    operand: int
    number: int
    first: str


class Exchanged(NamedTuple):
    """`op`, which ends a region of a loop, may hand over the buffer that argument `value` of its block is in as its operand number
    `operand` and number `number` of what is carried, under which another argument goes round.
    """

    op: str
    operand: int
    number: int
    value: str


class ComesAsCopy(NamedTuple):
    """The argument `value` of a region of a loop is in a buffer that nothing else is in: what ends the loop's first region hands over
    a copy there.
    """

    value: str


class InUseElsewhere(NamedTuple):
    """What `op`, which ends a region of a loop, hands over as operand number `operand` may be in use elsewhere, as the buffer of
    `other`, or may not be written to: in the next round it must be another buffer.
    """

    op: str
    operand: int
    other: str


class HandedCopy(NamedTuple):
    """Instead of its operand number `operand`, `op`, which ends a region, hands over a copy."""

    op: str
    operand: int


class CopiedFirst(NamedTuple):
    """A copy of operand number `operand` of `op`, which is read, is made before the ops numbered from `first` to `last` run: what they
    write it does not see.
    """

    op: str
    operand: int
    first: int
    last: int


class PutBack(NamedTuple):
    """What `insertion` inserts comes, by way of `value`, from the part of the destination that it overwrites."""

    insertion: str
    value: str


class PutBackThrough(NamedTuple):
    """`insertion` finds what it inserts in its place, and copies nothing, only if operand number `operand` of `op` is in place."""

    insertion: str
    op: str
    operand: int


class MadeNew(NamedTuple):
    """If `value` shares a buffer with anything that was there before it, that is one which op number `number` makes anew each time
    that it runs.
    """

    value: str
    number: int


class WritesNew(NamedTuple):
    """What `op` writes to its operand number `operand` goes to a buffer which op number `number` makes anew each time that it runs, if
    to any but its own.
    """

    op: str
    operand: int
    number: int


class ThereAt(NamedTuple):
    """Whenever an op runs that is numbered from `first` to `last`, the tensor `value` is there, with its buffer."""

    value: str
    first: int
    last: int


class LacksAttribute(NamedTuple):
    """The result of `op` is used, and it is not known that the buffer of it is not used otherwise, too: the attribute `attribute`
    would say so.
    """

    op: str
    attribute: str


class SeveralBlocks(NamedTuple):
    """A region of `op` has several blocks, and analysis does not follow control between them."""

    op: str


class EndsOtherwise(NamedTuple):
    """The regions of `op` end at no place, or at several, where analysis asks for one."""

    op: str


class HoldsFunction(NamedTuple):
    """`op` makes a value of `function`, whose type has tensors and becomes another one with buffers: the two would not agree any more."""

    op: str
    function: str


class Insertion(NamedTuple):
    """`op` writes all elements of its operand 0, which is in place, over its operand 1: over a part of it that it names, if `kind` is
    "slice", over all of it, if it is "whole", or over a buffer that no other tensor has, if it is "buffer".
    """

    op: str
    kind: str


class EmptyTensor(NamedTuple):
    """`value` is a tensor without contents that nothing but its op makes."""

    value: str


class StandsFor(NamedTuple):
    """`value` is all of what operand number `operand` of `op` is, of the same shape, or may be that."""

    op: str
    operand: int
    value: str


class LeavesRound(NamedTuple):
    """A region of the loop `op` hands over, as number `number` of what is carried, another buffer than the one that goes round."""

    op: str
    number: int


class BroughtIn(NamedTuple):
    """`value` stands for `empty`, an empty tensor that operand number `operand` of `op` brings in."""

    value: str
    empty: str
    op: str
    operand: int


class InsertedEmpty(NamedTuple):
    """`insertion` inserts what stands for `empty`, an empty tensor that operand number `operand` of `op` brings in."""

    insertion: str
    empty: str
    op: str
    operand: int


class PartNeeds(NamedTuple):
    """`value` is the destination of `insertion`, or says which part of that is overwritten."""

    insertion: str
    value: str


class NeededScope(NamedTuple):
    """Op number `first` is the first one that may use `value`, which `part_needs` names, and op number `exit` the last."""

    value: str
    first: int
    exit: int


class PartInBounds(NamedTuple):
    """What is overwritten by `insertion` is there, in its destination, whether `insertion` runs or not."""

    insertion: str


class InsertionEnds(NamedTuple):
    """`insertion` runs whenever what stands in front of it in `block` has run."""

    insertion: str
    block: str


class PartExists(NamedTuple):
    """What is taken in front of `op` is there, in the destination of `insertion`."""

    insertion: str
    op: str


class StoppedBetween(NamedTuple):
    """The program may stop before `insertion` comes, though `op` has run."""

    insertion: str
    op: str


class TouchedBetween(NamedTuple):
    """Between `op` and `insertion`, two ops of one block, an op may touch memory, or `op` itself does."""

    op: str
    insertion: str


class MayTouchMemory(NamedTuple):
    """`op`, or an op in its regions, may read or write memory that is no tensor's."""

    op: str


class BroughtInTwice(NamedTuple):
    """What stands for an empty tensor, brought in by operand number `operand` of `op`, is used more than once."""

    op: str
    operand: int


class KeepsBuffer(NamedTuple):
    """`insertion` inserts into a buffer, which is not to be that of the empty tensor at operand number `operand` of `op`."""

    insertion: str
    op: str
    operand: int


class PartUnknown(NamedTuple):
    """A value that the part needs which `insertion` overwrites is not known in front of `op`, and cannot be moved there."""

    insertion: str
    op: str


class MovesIn(NamedTuple):
    """`value` is made in `block`, by an op that is free to move."""

    value: str
    block: str


class FreeToMove(NamedTuple):
    """`op` touches no memory, and may run as soon as its operands are known, if it is sure to run."""

    op: str


class BoundInside(NamedTuple):
    """An op in a region of `op` does something else than to compute results from its operands."""

    op: str


class RunsEarly(NamedTuple):
    """`op` may run whether or not what stands in front of it lets control come to it: it cannot go wrong, and needs nothing."""

    op: str


class MayStop(NamedTuple):
    """What stands behind `op` in its block may not run though `op` does: so it is not to be moved in front of that."""

    op: str


class PartFits(NamedTuple):
    """The part that `insertion`, which is op number `number`, overwrites can stand for the empty tensor at operand number `operand` of
    `op`.
    """

    insertion: str
    number: int
    op: str
    operand: int


class SliceMadeAt(NamedTuple):
    """`value` is inserted as a slice, and made by op number `number`, or by none, if that is -1."""

    value: str
    number: int


class MadeOfParts(NamedTuple):
    """The tensor `value` is nothing but what is inserted into an empty tensor, of which op number `number` makes the last, or none, if
    that is -1.
    """

    value: str
    number: int


class WaitsFor(NamedTuple):
    """The empty tensor at operand number `operand` of `op` waits for the part that `insertion` overwrites, however many it could be
    before: those who want it before that get copies, and need not keep what they have put them into until then.
    """

    op: str
    operand: int
    insertion: str


class ReplacesEmpty(NamedTuple):
    """Operand number `operand` of `op`, an empty tensor, is to be the part that `insertion` overwrites, taken in front of `op`."""

    op: str
    operand: int
    insertion: str


class PartUsedBehind(NamedTuple):
    """An op behind `op` uses what `extraction` has taken of the tensor that the empty tensor of `op` is inserted into."""

    extraction: str
    op: str


class PartIsThere(NamedTuple):
    """`extraction`, which is op number `number`, has taken the part already that is to stand for the empty tensor at operand number
    `operand` of `op`.
    """

    op: str
    operand: int
    extraction: str
    number: int


class PartTaken(NamedTuple):
    """The result of `extraction` is to stand for the empty tensor at operand number `operand` of `op`."""

    op: str
    operand: int
    extraction: str


class SizedAs(NamedTuple):
    """`value` has the sizes of `empty`, an empty tensor that it stands for."""

    value: str
    empty: str


class SourceOpen(NamedTuple):
    """A source of `op`, which pads or joins tensors, has a size that shows at run time only, and is not known to be that of an empty
    tensor.
    """

    op: str


class Assembles(NamedTuple):
    """`op` pads a tensor with one value, which is there before it, or joins tensors, and is not left out."""

    op: str


class PadsUnevenly(NamedTuple):
    """What `op` pads a tensor with may be another value in each place."""

    op: str


class MovableSource(NamedTuple):
    """The tensor `value` may be made where it goes."""

    value: str


class Assembled(NamedTuple):
    """`op`, which pads or joins tensors, is to be written as an insertion for each of its sources."""

    op: str


class Speculatable(NamedTuple):
    """`op` may be executed where it was not: it does nothing but compute its results, and cannot go wrong, whatever its operands are."""

    op: str


class NeverNegative(NamedTuple):
    """`value` is never negative."""

    value: str


class SurelyEntered(NamedTuple):
    """Each time that control comes to `op` it comes to the first block of its region number `region`."""

    op: str
    region: int


class GoesPast(NamedTuple):
    """Control may go from ops called `name` elsewhere than to their region number `region`: to another one, or past them."""

    name: str
    region: int


class SurelyRun(NamedTuple):
    """Control comes to `block`, the first block of a region, each time that it comes to the op around."""

    block: str


class FirstStop(NamedTuple):
    """The first op of `block` that may stop the program, or never come to an end, stands at `position`."""

    block: str
    position: int


class ReadsBehind(NamedTuple):
    """`reader`, which stands behind `writer` in its block, reads what `writer` should overwrite, or would if other uses were in place."""

    reader: str
    writer: str


class MovesAheadWith(NamedTuple):
    """If `reader` is to run before `writer`, so is `op`, which stands in their block, and not in front of `writer`."""

    reader: str
    writer: str
    op: str


class DrawsOn(NamedTuple):
    """`op`, or an op in its regions, uses a result of `other`. Only of ops that go along."""

    op: str
    other: str


class HasInside(NamedTuple):
    """`block` lies in a region of `op`, however deep. Only of ops that go along."""

    op: str
    block: str


class StaysBehind(NamedTuple):
    """`reader` cannot run before `writer`."""

    reader: str
    writer: str


class MayComeBefore(NamedTuple):
    """`reader`, with all that goes along, may run before `writer`."""

    reader: str
    writer: str


class VersionAtOdds(NamedTuple):
    """A conflict is told in which `version` changes an element or a part of a tensor, or that it would change what nothing may be
    written to.
    """

    version: str


class ReadsVersion(NamedTuple):
    """`reader` takes an element or a part of what `version`, which is at odds, has made of `value`."""

    reader: str
    version: str
    value: str


class ReadsAround(NamedTuple):
    """`reader` may read `value` instead of what `version` has made of it, which is the same there."""

    reader: str
    version: str
    value: str


class ReadsEither(NamedTuple):
    """The element that `reader` reads is `scalar`, which `version` has put there, if index number k of both is the same for each k
    below `rank`; else it is that of `value`, of which `version` has changed just one element. The indices are the last `rank`
    operands of both.
    """

    reader: str
    version: str
    value: str
    scalar: str
    rank: int


class BehindOdds(NamedTuple):
    """`version` is at odds, or changes what such a version has made."""

    version: str


class LooksThrough(NamedTuple):
    """`reader` takes an element or a part of what `version`, which counts as behind one at odds, has made of `value`, after `later`
    more changes of that.
    """

    reader: str
    version: str
    value: str
    later: int


class PlacesMet(NamedTuple):
    """In dimension `position`, `size` places lie in the part that `reader` takes, from number `first` of them on, and in the part that
    `version` changes, from number `behind` of them on.
    """

    reader: str
    version: str
    position: int
    first: int
    behind: int
    size: int


class PlacesOpen(NamedTuple):
    """In some dimension it is not known which places are both in the part that `reader` takes, and in what `version` changes."""

    reader: str
    version: str


class ChangeKnown(NamedTuple):
    """What `version` has changed of the part that `reader` takes is known: nothing, or what `places_met` says."""

    reader: str
    version: str


class MayReplay(NamedTuple):
    """`reader` may read of `value`, if what `version` has made of that, and `later` more changes, are made anew on the part that is
    read.
    """

    reader: str
    version: str
    value: str
    later: int


class CanBeLeft(NamedTuple):
    """`loop` reruns its regions, and a model says how control goes through them: so values from in front of it can be used there."""

    loop: str


class CopiesInLoop(NamedTuple):
    """`op`, which copies something, or works on what such an op has made, stands in a block of a region of `loop`; or it takes there
    what is overwritten in front of `loop`, which then may be any op with regions.
    """

    op: str
    loop: str


class LeavesWith(NamedTuple):
    """If `first` is to run in front of `loop`, so is `op`, which stands in the same block of it."""

    first: str
    loop: str
    op: str


class LeavingNeeds(NamedTuple):
    """`op`, which is to leave a loop, goes by `value`, an operand of it or of an op in its regions."""

    op: str
    value: str


class SaysOpen(NamedTuple):
    """A size, offset or stride of the slice of `op`, or a size of a tensor among its operands, shows only when the program runs."""

    op: str


class LiesOutside(NamedTuple):
    """An index of the element that `op` takes or changes is not known to lie in the tensor."""

    op: str


class IndexFits(NamedTuple):
    """Operand number `operand` of `op`, an index of the element that it takes or changes, lies in the tensor."""

    op: str
    operand: int


class StaysInLoop(NamedTuple):
    """`op` stays in `loop`."""

    op: str
    loop: str


class MayLeave(NamedTuple):
    """`op`, with all that is to leave with it, may run once in front of `loop` instead of in each round."""

    op: str
    loop: str


class WritesClass(NamedTuple):
    """`op` writes to the buffer of the class of tensors that begins with `first`, as its operand number `operand`, at op number
    `number`.
    """

    op: str
    operand: int
    first: str
    number: int


class ReadsClass(NamedTuple):
    """Operand number `operand` of `op` reads the buffer of the class of tensors that begins with `first`, or holds it."""

    op: str
    operand: int
    first: str


class WriteMet(NamedTuple):
    """Operand number `written` of `writer`, which is op number `number`, writes to the buffer that operand number `read` of `reader`
    reads or holds, in a window of that, of the order `order`.
    """

    writer: str
    written: int
    reader: str
    read: int
    number: int
    order: str


class WindowOfCopy(NamedTuple):
    """Operand number `operand` of `op` is out of place, and windows of the order `order` count for uses in place only."""

    op: str
    operand: int
    order: str


class WritePasses(NamedTuple):
    """The write that operand number `read` of `reader` meets at operand number `written` of `writer` changes nothing of what it should
    see.
    """

    writer: str
    written: int
    reader: str
    read: int


class WriteMisses(NamedTuple):
    """The write that operand number `read` of `reader` meets at `writer` never runs in the same round as `reader`, or the definition
    is made anew after it. Only for windows of the order `order`.
    """

    writer: str
    reader: str
    read: int
    order: str


class WronglyDecided(NamedTuple):
    """What was decided about operand number `operand` of `op` is wrong, and `what` tells how: `other` overwrites what it reads
    ("conflict"), or runs at the same time ("race"); it writes to what is read-only ("read-only"); or tensors are taken for two
    buffers that are one ("classes").
    """

    op: str
    operand: int
    other: str
    what: str


class Placed(NamedTuple):
    """`op` makes one allocation, the buffer `value`: `where` is "heap" or "stack"."""

    op: str
    value: str
    where: str


class MakesAnother(NamedTuple):
    """`op` makes another heap allocation than its result number `position`."""

    op: str
    position: int


class GoesOnAs(NamedTuple):
    """What the buffer `value` holds, `target` may hold after one step, over a call, too."""

    value: str
    target: str


class KnownAs(NamedTuple):
    """`name` may hold the allocation that an op places as `value`."""

    value: str
    name: str


class OutOfSight(NamedTuple):
    """Others may use what the buffer `value` holds where no use of the buffer tells: an address, memory, an unknown op or something
    that still runs has it.
    """

    value: str


class LostTrackOf(NamedTuple):
    """What an op places as `value` may be used where no use of its names tells."""

    value: str


class SeenAs(NamedTuple):
    """The bytes of the buffer `value` may be used as a buffer of `type`, which is made of them."""

    value: str
    type: str


class FreedAtHome(NamedTuple):
    """The buffer `value`, which `op` places on the heap in `block`, is freed there by `free`, which does nothing else, and by no other
    op.
    """

    value: str
    op: str
    free: str
    block: str


class NeededAt(NamedTuple):
    """What stands at `position` of `block`, or is nested there, needs the buffer `value`, which is freed at home."""

    value: str
    block: str
    position: int


class CanFreeBehind(NamedTuple):
    """The deallocation `free` can stand right behind the op `last`, which is the last one in its block to need what it frees."""

    free: str
    last: str


class Movable(NamedTuple):
    """`op` places `value`, on the heap or on the stack (`where`), and does nothing else; all that it takes are numbers."""

    op: str
    value: str
    where: str


class NameAbout(NamedTuple):
    """A name of what `op`, a movable allocation, makes is defined or used in the block whose first op has the number `number`."""

    op: str
    number: int


class NamesExtend(NamedTuple):
    """All names of what `op`, a movable allocation, makes are about in blocks whose first ops have the numbers `first` to `last`."""

    op: str
    first: int
    last: int


class NeedsBlock(NamedTuple):
    """Some operand of `op`, a movable allocation, is defined in `block`."""

    op: str
    block: str


class DominatorAbove(NamedTuple):
    """From `block`, an allocation can climb to `above`, which dominates it at once: to the place in front of `end`, the end of
    `above`.
    """

    block: str
    above: str
    end: str


class LeavesLoop(NamedTuple):
    """`block` belongs to a loop of blocks that `dominator`, its immediate dominator, does not belong to."""

    block: str
    dominator: str


class BlockAround(NamedTuple):
    """From `block`, an allocation can climb out of a region of `op`, to `above`, the block that `op` stands in."""

    block: str
    above: str
    op: str


class Loops(NamedTuple):
    """Control may come to a region of `op` several times each time that it comes to `op`."""

    op: str


class OpenSize(NamedTuple):
    """A size of what `op`, a movable allocation, makes may be negative: it is to be made nowhere but where it was."""

    op: str


class RunsWith(NamedTuple):
    """Each time that control comes to `op` it comes to all ops of `block`, the first block of a region of it."""

    block: str
    op: str


class Ended(NamedTuple):
    """What `op`, a movable allocation, makes is freed by the program."""

    op: str


class PassedOnFreed(NamedTuple):
    """The end of the block that `free` stands in hands on the buffer `value`, which `free` may free."""

    free: str
    value: str


class RisesTo(NamedTuple):
    """The heap allocation `op` can stand in `block`, which is its own, or one that it climbs to."""

    op: str
    block: str


class Rises(NamedTuple):
    """The heap allocation `op` climbs from `block` to `above`, to the place in front of `anchor`."""

    op: str
    block: str
    above: str
    anchor: str


class ReachesOut(NamedTuple):
    """The heap allocation `op` can stand in `block`, which does not dominate all places of its names."""

    op: str
    block: str


class Hoisted(NamedTuple):
    """The heap allocation `op` is to stand in front of `anchor`, as far up as it climbs."""

    op: str
    anchor: str


class FreedElsewhere(NamedTuple):
    """What `op`, a movable allocation, makes is freed, or may be, otherwise than at home."""

    op: str


class ClimbsTo(NamedTuple):
    """The allocation `op` can leave loops from `block` on: it is its own, or one that it climbs to."""

    op: str
    block: str


class ComesOutOf(NamedTuple):
    """The allocation `op` leaves `loop`."""

    op: str
    loop: str


class StandsIn(NamedTuple):
    """`op`, a movable allocation, stands in `block`, or nested in an op of it."""

    op: str
    block: str


class SpansRounds(NamedTuple):
    """What `op`, an allocation in `loop`, makes may be about outside of one round of the loop."""

    op: str
    loop: str


class OutOfLoops(NamedTuple):
    """The allocation `op` is to stand in front of `loop`, the outermost loop that it leaves."""

    op: str
    loop: str


class FreedBehindLoop(NamedTuple):
    """The deallocation `free` goes along with an allocation, and is to stand behind `loop`."""

    free: str
    loop: str


class FewBytes(NamedTuple):
    """The buffer that `op` allocates on the heap, of `type`, takes few bytes: no more than the user lets a buffer on the stack have,
    were each open size one.
    """

    op: str
    type: str


class FitsStack(NamedTuple):
    """The buffer that `op` allocates on the heap fits the stack."""

    op: str


class SizedFreely(NamedTuple):
    """Some size of what `op` allocates on the heap is no rank of a buffer."""

    op: str


class IsRank(NamedTuple):
    """`value` is the rank of a buffer."""

    value: str


class Small(NamedTuple):
    """The buffer that `op` allocates on the heap is small."""

    op: str


class InBlockLoop(NamedTuple):
    """`block` belongs to a loop of blocks."""

    block: str


class OnceIn(NamedTuple):
    """Control comes to `op`, a small allocation, at most once each time that it comes to the region of `block`, in which the op
    stands, or is nested.
    """

    op: str
    block: str


class InScope(NamedTuple):
    """What `op`, a small allocation, takes of the stack is given back when control leaves `scope`."""

    op: str
    scope: str


class LeavesScope(NamedTuple):
    """What `op` allocates in `scope` is handed out by the scope."""

    op: str
    scope: str


class OnStack(NamedTuple):
    """The heap allocation `op` can be an op called `form`, which allocates on the stack."""

    op: str
    form: str


class InTurn(NamedTuple):
    """Control comes to `block` from the body of `function` through regions only that run one after the other, and not beside what else
    runs.
    """

    block: str
    function: str


class UsedAligned(NamedTuple):
    """An op that names an alignment uses the buffer that is placed as `value`."""

    value: str


class ArenaPart(NamedTuple):
    """The heap allocation of `op`, the buffer `value`, can be a part of an arena of `function`, of `bytes` bytes, which `free` gives
    back.
    """

    op: str
    value: str
    free: str
    function: str
    bytes: int


class FixedSize(NamedTuple):
    """The heap allocation `value` takes `bytes` bytes of the default memory space, whenever it is made."""

    value: str
    bytes: int


class PartUsed(NamedTuple):
    """`op`, which is op number `first` and has in it all up to number `last`, may use the part `value` of an arena, or has such an op
    in its regions.
    """

    value: str
    op: str
    first: int
    last: int


class PartTakenFrom(NamedTuple):
    """The part `value` of an arena is taken from op number `first` to op number `last`."""

    value: str
    first: int
    last: int


class LeftOut(NamedTuple):
    """The heap allocation of `op`, which is in a function, is left out of the function's arena, because of `reason`."""

    op: str
    reason: str


class IsFreed(NamedTuple):
    """An op frees what the buffer `value`, which a heap allocation makes, may be known as."""

    value: str


class HeldFrom(NamedTuple):
    """The buffer `value` may hold what a value defined in `block` holds, which is its own: an allocation, or a buffer that all ways
    copy.
    """

    value: str
    block: str


class OfItsOwn(NamedTuple):
    """The buffer `value` is to hold a buffer of its own, whichever way control comes."""

    value: str


class HandsOverCopy(NamedTuple):
    """`op` hands over its operand number `operand`, a buffer, to a value that is to hold one of its own: so it hands over a copy."""

    op: str
    operand: int


class OnlyLends(NamedTuple):
    """`op` forwards what the buffer `value` holds along successor number `edge`, or, if that is -1, into regions or out of one, to a
    value that does not hold a buffer of its own: so that only borrows, and `value`, if it is an owner, stays one.
    """

    op: str
    edge: int
    value: str


class MayBeForeign(NamedTuple):
    """The buffer `value` may hold what nobody frees here: what was there before, or is on the stack."""

    value: str


class GivenOut(NamedTuple):
    """What the buffer `value` holds may be handed to the caller, and it always is what is freed here otherwise."""

    value: str


class CopiedFor(NamedTuple):
    """`value` is handed over, as operand number `operand` of `op`, to `target`, which gets a copy of it."""

    op: str
    operand: int
    value: str
    target: str


class CopyKnownAs(NamedTuple):
    """`name` may hold the copy that `value` gets."""

    value: str
    name: str


class WritesEarly(NamedTuple):
    """`op` may write to what was copied for a value, after that: to the allocation `made`, of which `copier` hands over a copy."""

    op: str
    made: str
    copier: str


class CopiesShow(NamedTuple):
    """In `function`, somebody may tell copies from what was copied."""

    function: str


class UsedAtOnceBy(NamedTuple):
    """`op` stands in the block that defines `value`, and is the only op that uses the copy that `value` gets."""

    value: str
    op: str


class UsedElsewhere(NamedTuple):
    """Another op than `op`, which uses `value`, uses the copy that `value` gets."""

    value: str
    op: str


class OnlyReadsIt(NamedTuple):
    """`op` has the buffer `value` as an operand, and only writes to another one."""

    op: str
    value: str


class MayBeOutside(NamedTuple):
    """The buffer `value` may hold memory that was there when its function was called, or of which nothing is known."""

    value: str


class LeavesAlone(NamedTuple):
    """`op` only reads what its operand `value`, a buffer, holds."""

    op: str
    value: str


class WrittenDestination(NamedTuple):
    """The operand `value` of `op`, a buffer, is a destination: `op` writes to it, and to no operand that is none."""

    op: str
    value: str


class OutsideChanges(NamedTuple):
    """While `function` runs, memory may change, or be freed, that was there when it was called."""

    function: str


class KeepsArgument(NamedTuple):
    """The call `op` does not give away what it passes as argument `position`: whoever has it keeps it."""

    op: str
    position: int


class MayBeGiven(NamedTuple):
    """What a call passes as argument `position` of `function` may end there, as it may be given away."""

    function: str
    position: int


class Unchanging(NamedTuple):
    """The memory that the buffer `value` holds was there when its function was called, and does not change until that returns, and all
    callers keep it.
    """

    value: str


class VariableSymbol(NamedTuple):
    """Something called `symbol` is defined that is not said to be a constant."""

    symbol: str


class DependsOnMore(NamedTuple):
    """`filler` has operands, beside `value`, that are buffers that may change, or that stand for memory; or its regions do more than
    to compute.
    """

    filler: str
    value: str


class FillsFromUnchanging(NamedTuple):
    """`filler` only writes to what the heap allocation `op` of its block makes, from that, from what it computes, and from memory that
    is unchanging.
    """

    op: str
    filler: str


class TakesChanging(NamedTuple):
    """`filler`, which only writes to its operand `value`, takes a buffer that may change."""

    filler: str
    value: str


class GoesDown(NamedTuple):
    """The heap allocation `op` can go down, and the op `carried` with it, which is `op` itself or makes a view of what goes down:
    `value`.
    """

    op: str
    carried: str
    value: str


class TakesAnother(NamedTuple):
    """`op`, which makes views, takes `value`, and another buffer."""

    op: str
    value: str


class JustFills(NamedTuple):
    """`filler` does nothing but fill what the heap allocation `op` of its block makes, from no buffer, or from what is unchanging."""

    op: str
    filler: str


class WritesToIt(NamedTuple):
    """The op `writer` is of a kind that only writes to an operand, or stores in it, and that is what the heap allocation `op` makes."""

    op: str
    writer: str


class NeededForMore(NamedTuple):
    """There is need of what the heap allocation `op` makes for more than to write to it."""

    op: str


class UsedOtherwise(NamedTuple):
    """Op number `number` uses what goes down with the allocation `op`, otherwise than to fill it, and does not go along as a view."""

    op: str
    number: int


class FilledBy(NamedTuple):
    """The heap allocation `op` goes down with `filler`, which fills it before anything else needs it."""

    op: str
    filler: str


class NeedsPlaced(NamedTuple):
    """`user`, op number `number`, uses what goes down with the allocation `op`, and does not go along."""

    op: str
    user: str
    number: int


class NeededBetween(NamedTuple):
    """The ops that need what the allocation `op` places have the numbers `first` to `last`."""

    op: str
    first: int
    last: int


class ReachedOver(NamedTuple):
    """Control comes to `block` from `above`, which dominates it at once or is around it, by way of `last`: the end of `above`, or the
    op around.
    """

    block: str
    above: str
    last: str


class NeededUnder(NamedTuple):
    """The first op that needs what `op` allocates stands in `block` as `holder`, is nested in that, or comes after that, the end of
    the block.
    """

    op: str
    block: str
    holder: str


class CouldStand(NamedTuple):
    """The heap allocation `op` could stand in `block` in front of `anchor`, if it were allowed there: all that needs it is dominated
    by that place.
    """

    op: str
    block: str
    anchor: str


class RegionLeft(NamedTuple):
    """The heap allocation `op` stands outside of `around`, which has a region with `block`, where `op` could stand."""

    op: str
    block: str
    around: str


class LoopEntered(NamedTuple):
    """The heap allocation `op` stands outside of the loop of blocks with the header `header`, which has `block`, where `op` could
    stand.
    """

    op: str
    block: str
    header: str


class MustNotStand(NamedTuple):
    """In `block`, where it could stand, the heap allocation `op` would be made more often than where it stands."""

    op: str
    block: str


class GoesInOnce(NamedTuple):
    """Control comes to each region of `op` at most once each time that it comes to `op`, and nothing else runs there at a time."""

    op: str


class MayStand(NamedTuple):
    """The heap allocation `op` may stand in `block`, whose ops are numbered from `first` on, in front of `anchor`."""

    op: str
    block: str
    first: int
    anchor: str


class Sunk(NamedTuple):
    """The heap allocation `op` is to stand in front of `anchor`, as far down as it goes."""

    op: str
    anchor: str


class SunkWith(NamedTuple):
    """`carried` is to stand in front of `anchor`, because the allocation `op` is: it is that, or goes along."""

    carried: str
    op: str
    anchor: str


class TakesMemory(NamedTuple):
    """`op` may take memory of the heap: itself, in its regions, or in what it calls."""

    op: str


class GivesMemory(NamedTuple):
    """`op` frees something, or an op in its regions does."""

    op: str


class SpendsMemory(NamedTuple):
    """`op` may take memory of the heap for some time, otherwise than as an allocation that can stand elsewhere."""

    op: str


class CalmBefore(NamedTuple):
    """From position `position` of `block` on, nothing takes memory until the heap allocation `op`, which stands there."""

    op: str
    block: str
    position: int


class PlainlyFreed(NamedTuple):
    """`free` frees what the heap allocation `op` makes, and does nothing else."""

    op: str
    free: str


class FreedBefore(NamedTuple):
    """`free` frees what `earlier` allocates at position `position` of the block of the heap allocation `op`, and nothing takes memory
    between.
    """

    op: str
    free: str
    earlier: str
    position: int


class CalmUpTo(NamedTuple):
    """From the heap allocation `op` up to position `position` of `block`, its own, nothing else takes memory."""

    op: str
    block: str
    position: int


class CalmLife(NamedTuple):
    """Nothing takes memory from the heap allocation `op` until what it makes is freed."""

    op: str


class Renews(NamedTuple):
    """Each round of `loop` frees, by `free`, what it gets, and makes, by the heap allocation `op` before that, what the next one gets
    in its place; what the first one gets, the heap allocation `earlier` makes.
    """

    loop: str
    op: str
    earlier: str
    free: str


class NewArgument(NamedTuple):
    """`call` passes what the heap allocation `op` makes as argument `position` of `function`, and as no other, before anything else
    needs it.
    """

    call: str
    function: str
    position: int
    op: str


class SinksInCompany(NamedTuple):
    """The heap allocation `op` does not go down alone: a view of what it makes is made, or that is filled, before anything else needs
    it.
    """

    op: str


class PassedAgain(NamedTuple):
    """`call` passes `value`, argument `position`, as another argument, too."""

    call: str
    position: int
    value: str


class FirstNew(NamedTuple):
    """The first allocation, in the order of the program, that makes a new argument `position` of `function` is `op`."""

    function: str
    position: int
    op: str


class Likened(NamedTuple):
    """Somebody asks whether the heap allocation `op` makes the like of what `earlier` does."""

    op: str
    earlier: str


class Unlike(NamedTuple):
    """The heap allocation `op` makes buffers in another way than `earlier`."""

    op: str
    earlier: str


class OfOtherType(NamedTuple):
    """The heap allocation `op` makes buffers of another type than `earlier`."""

    op: str
    earlier: str


class StaysParameter(NamedTuple):
    """Argument `position` of `function` is not made alike, and new, by all calls, or may be known after the function otherwise than to
    the caller's allocation.
    """

    function: str
    position: int


class ParameterNeeded(NamedTuple):
    """The first op of `function` that has its parameter `position` as an operand has the number `number`."""

    function: str
    position: int
    number: int


class ReturnedInstead(NamedTuple):
    """`function` is to allocate its parameter `position` itself, as `op` does, and to return it; no call passes it."""

    function: str
    position: int
    op: str


class GotFromCall(NamedTuple):
    """`call` is no longer to pass argument `position`, which `op` allocates: it returns that."""

    call: str
    position: int
    op: str


class UsedFirst(NamedTuple):
    """`number` is that of the first op that has what the heap allocation `op` makes as an operand."""

    op: str
    number: int


class FilledFirst(NamedTuple):
    """What the heap allocation `op` of `block` makes is used first by `copier`, at position `position` of the block, which copies all
    of `source` there: another buffer of the type.
    """

    op: str
    copier: str
    source: str
    block: str
    position: int


class FreesOnly(NamedTuple):
    """`free` does nothing but free `value`, a buffer."""

    free: str
    value: str


class LeavesContents(NamedTuple):
    """`op` itself, without its regions, leaves what buffers have in them that were there before and are not freed."""

    op: str


class ChangesContents(NamedTuple):
    """`op`, or an op in its regions, may change what buffers have in them."""

    op: str


class SameSince(NamedTuple):
    """From position `start` of `block` on, or behind the op there, no op changes contents up to the end of that at `position`."""

    block: str
    position: int
    start: int


class CanKeep(NamedTuple):
    """The heap allocation `op`, which `copier` fills, can be what `free` frees behind that, at position `position` of the block: what
    was copied.
    """

    op: str
    copier: str
    free: str
    position: int


class FreedBetween(NamedTuple):
    """What the heap allocation `op` makes, or may be known as, is freed before `free` frees what it is filled from."""

    op: str
    free: str


class AttributeWanted(NamedTuple):
    """An allocation that is filled first has the attribute `name` with the text `text`."""

    name: str
    text: str


class MadeWithout(NamedTuple):
    """What the buffer `value` holds may be made by something without the attribute `name` of the text `text`, or by something that is
    not in sight.
    """

    value: str
    name: str
    text: str


class FilledFromOther(NamedTuple):
    """The heap allocation `op` is filled first from what may be made otherwise."""

    op: str


class CopyIsKept(NamedTuple):
    """The heap allocation `op` is what `free` frees, of which `copier` makes a copy in it: all three can go."""

    op: str
    copier: str
    free: str


class PickedCopy(NamedTuple):
    """The heap allocation `op` of `function` is filled first with a copy of `source`, which a select gives, by `copier`, op number
    `number`, in the first block.
    """

    op: str
    copier: str
    source: str
    function: str
    number: int


class CopiedFrom(NamedTuple):
    """The heap allocation `op` is a copy of what selects may pick from `value`."""

    op: str
    value: str


class CopiedParameter(NamedTuple):
    """The heap allocation `op` is a copy of what may be the parameter `value`."""

    op: str
    value: str


class EitherCopy(NamedTuple):
    """The memory that the heap allocation `op` makes, or that it gets a copy of, `name` may be."""

    op: str
    name: str


class StaysCopied(NamedTuple):
    """What the heap allocation `op` makes is kept as a copy."""

    op: str


class SharedCopy(NamedTuple):
    """The heap allocation `op` can be `source`, of which `copier` makes a copy in it."""

    op: str
    copier: str
    source: str


class PicksParameter(NamedTuple):
    """`function`, all of whose calls are in sight, may return one of its parameters, and does not always return the same there."""

    function: str


class StandsApart(NamedTuple):
    """The body of `function`, which picks a parameter, cannot stand in place of a call, or should not."""

    function: str


class Inlined(NamedTuple):
    """The body of `function` is to stand in place of `call`, and of all other calls of it."""

    call: str
    function: str


class PicksBy(NamedTuple):
    """The select `op` gives the buffer `value`, which is `side` where the i1 `condition` is `when`."""

    op: str
    value: str
    condition: str
    when: str
    side: str


class PicksPicked(NamedTuple):
    """Where the i1 `condition` is `when`, the select `op` gives what another select gives: `third` where the i1 `inner` is `outcome`,
    and else `rest`. Where `condition` is not `when`, it gives `other`.
    """

    op: str
    condition: str
    when: str
    inner: str
    outcome: str
    third: str
    rest: str
    other: str


class Merged(NamedTuple):
    """The select `op` gives `third`, which nobody here owns, where the i1 `condition` is `when` and the i1 `inner` is `outcome`, and
    else `other`, which somebody may own.
    """

    op: str
    condition: str
    when: str
    inner: str
    outcome: str
    third: str
    other: str


class WritesAll(NamedTuple):
    """`op` writes each element of its operand number `operand`, the buffer `value`, and looks at none of them by that name."""

    op: str
    operand: int
    value: str


class NamedTwice(NamedTuple):
    """`op` has the buffer `value` as two of its operands."""

    op: str
    value: str


class GoesWith(NamedTuple):
    """The select `op` stands in front of `branch`, in its block, which goes by the same i1."""

    op: str
    branch: str


class ReachedTwice(NamedTuple):
    """Control comes to `block` in more ways than from one successor of one op."""

    block: str


class DecidedIn(NamedTuple):
    """In the ops numbered from `first` to `exit`, the condition that the select `op` goes with `branch` by is `when`."""

    op: str
    branch: str
    when: str
    first: int
    exit: int


class UsedUnpicked(NamedTuple):
    """The side `value` of the select `op`, a heap allocation, is an operand of another op that stands elsewhere than where `branch`
    has picked that by `when`.
    """

    op: str
    branch: str
    when: str
    value: str


class StandsDecided(NamedTuple):
    """`user`, which has a side of the select `op` as an operand, stands where `branch` has decided the select by `when`."""

    user: str
    op: str
    branch: str
    when: str


class NeededWhenPicked(NamedTuple):
    """A side of the select `op`, a heap allocation, need not be there before `branch`: what it held is overwritten, or it is used
    first, where that picks it.
    """

    op: str
    branch: str


class DecidedEdge(NamedTuple):
    """Along successor number `edge` of `end`, to `block`, control comes only where the select `op`, which goes with `branch`, is
    decided by `when`; the operands that go there are group `group`.
    """

    op: str
    branch: str
    end: str
    edge: int
    block: str
    when: str
    group: int


class UndecidedAt(NamedTuple):
    """Some edge to `block` is not decided by the select `op`, which goes with `branch`."""

    op: str
    branch: str
    block: str


class JoinedAt(NamedTuple):
    """The select `op`, which goes with `branch`, can be an argument of `block`."""

    op: str
    branch: str
    block: str


class JoinedBy(NamedTuple):
    """The select `op` can be a result of `branch`, which has regions."""

    op: str
    branch: str


class KnowsSide(NamedTuple):
    """`user`, which has the result of the select `op`, is to have the side that is picked where the condition is `when`, which
    `branch` tells.
    """

    user: str
    op: str
    branch: str
    when: str


class UsesArgument(NamedTuple):
    """`user`, which has the result of the select `op`, is to have the argument of `block` that the select becomes behind `branch`."""

    user: str
    op: str
    branch: str
    block: str


class UsesResult(NamedTuple):
    """`user`, which has the result of the select `op`, is to have the result of `branch` that the select becomes."""

    user: str
    op: str
    branch: str


class WaitsForRounds(NamedTuple):
    """The heap allocation `op` goes down to `loop`, and only ops in the regions of that need it, but for one that frees it behind
    them.
    """

    op: str
    loop: str


class AsksForRound(NamedTuple):
    """Something asks whether `loop` has a round."""

    loop: str


class DecidesWithEffects(NamedTuple):
    """The first region of `op`, which decides whether the second one runs, does more than to compute that, or needs a buffer itself."""

    op: str


class RoundKnown(NamedTuple):
    """Whether `loop` has a round is known in front of it by `how`: its "bounds", or what its first region decides, "region". It is not
    known to have one.
    """

    loop: str
    how: str


class DecidesWithWaiting(NamedTuple):
    """The first region of `loop` decides whether the second one runs, and hands on an allocation that waits for the rounds: that comes
    out without a round, too.
    """

    loop: str


class Guarded(NamedTuple):
    """`loop` is to stand under the condition that it has a round, which is known by `how`: "bounds" or "region"."""

    loop: str
    how: str


class FreedWithLoop(NamedTuple):
    """The deallocation `free` is to stand behind `loop`, under its condition."""

    free: str
    loop: str


class CarriedToLoop(NamedTuple):
    """`carried`, which goes down to `loop`, is to stand in front of that under its condition."""

    carried: str
    loop: str


class GoesRoundFrom(NamedTuple):
    """The heap allocation `op` goes down to `loop`, which counts up and is given it as `value`, number `position` of what goes round;
    beside that only ops in its regions need it, and nothing fills it.
    """

    op: str
    loop: str
    position: int
    value: str


class GoesRoundTwice(NamedTuple):
    """`loop` is given the heap allocation `op` more than once."""

    op: str
    loop: str


class MayBeEmpty(NamedTuple):
    """What comes out of `loop` under the number `position`, where an allocation goes round, could be a buffer without elements."""

    loop: str
    position: int


class NeededFrom(NamedTuple):
    """The first op that needs what comes out of `loop` under the number `position`, where an allocation goes round, is op number
    `number`.
    """

    loop: str
    position: int
    number: int


class CanBeMadeBehind(NamedTuple):
    """Where `loop` does nothing, the heap allocation `op` can be made in front of `anchor`, behind it: first there is need of it, as
    result number `position`.
    """

    op: str
    loop: str
    position: int
    anchor: str


class MayBeginLater(NamedTuple):
    """The first rounds of `loop` can be left out if they do nothing, and memory waits for the others."""

    loop: str


class RoundRuns(NamedTuple):
    """A round of `loop` runs `block`, by `way`: a call in the round, or `loop` itself where that has the block."""

    loop: str
    way: str
    block: str


class RoundAsks(NamedTuple):
    """A round of `loop` comes, by `way`, to the loop `op`, of which it is known by `how` whether it has a round: its "bounds", or its
    first "region".
    """

    loop: str
    way: str
    op: str
    how: str


class IdlesThrough(NamedTuple):
    """A round of `loop` that does nothing runs `block`, by `way`."""

    loop: str
    way: str
    block: str


class IdlyMakes(NamedTuple):
    """All that `op` does where a round of `loop` comes to it, by `way`, is to make its results, from what it is given and from memory."""

    loop: str
    way: str
    op: str


class IdlesAs(NamedTuple):
    """In a round of `loop` that does nothing, `value`, by `way`, is what `source` is, by `origin`."""

    loop: str
    way: str
    value: str
    origin: str
    source: str


class GoesRoundAs(NamedTuple):
    """In a round of `loop` that does nothing, `value`, by `way`, is what goes round under the number `position`."""

    loop: str
    position: int
    way: str
    value: str


class NeverIdles(NamedTuple):
    """A round of `loop` may do something, or hand on something else than it was given, though no loop in it has a round; or some loop
    in it has.
    """

    loop: str


class IdlesBy(NamedTuple):
    """Whether a round of `loop` does anything depends on `value`, by `way`."""

    loop: str
    way: str
    value: str


class MadeToAsk(NamedTuple):
    """What `op` makes, by `way`, tells whether a round of `loop` does anything."""

    loop: str
    way: str
    op: str


class AsksInScope(NamedTuple):
    """Whether a round of `loop` does anything is known by an op in a function that it calls, which goes by dimensions and symbols of
    that.
    """

    loop: str


class AsksWhatWaits(NamedTuple):
    """Whether a round of `loop` does anything is known by memory that waits for its rounds."""

    loop: str


class BeginsLater(NamedTuple):
    """`loop` is to begin at its first round in which a loop has a round."""

    loop: str


class MadeBehind(NamedTuple):
    """The heap allocation `op` is to be made where `loop` has a round, and else behind that, in front of `anchor`; it is number
    `position` of what goes round.
    """

    op: str
    loop: str
    position: int
    anchor: str


class MadeOnBothWays(NamedTuple):
    """`carried`, the allocation `op` or a view that goes down with it to `loop`, is to be made in front of that, and behind it."""

    carried: str
    op: str
    loop: str


class HandedAhead(NamedTuple):
    """The heap allocation `op` goes down to `branch`, which goes on in one way, and hands `value`, the allocation or a view, to its
    successor's argument number `position`; what its function was given may end before the allocation is needed.
    """

    op: str
    branch: str
    position: int
    value: str


class StaysAhead(NamedTuple):
    """The heap allocation `op` has to stay in front of `branch`, which hands it on."""

    op: str
    branch: str


class MayComeLater(NamedTuple):
    """The heap allocation `op`, which `branch` hands on as `value` to argument number `position`, can be made later."""

    op: str
    branch: str
    position: int
    value: str


class NeedsThere(NamedTuple):
    """An op in `block`, other than its end, has a name of what may come later than `branch`, or has such an op inside."""

    branch: str
    block: str


class LeadsToNeed(NamedTuple):
    """Control may come from `block` to where what may come later than `branch` is needed."""

    branch: str
    block: str


class JustMakes(NamedTuple):
    """All that `op`, in a block that leads to a need, does is to make its results, from its operands and from memory."""

    op: str


class DoesMore(NamedTuple):
    """`block` cannot be run for what it computes alone."""

    block: str


class Rehearsed(NamedTuple):
    """`block`, where `branch` leads, is to be run without what may come later, and leads to a need of it."""

    branch: str
    block: str


class EndsWithoutNeed(NamedTuple):
    """Control passes from `block`, which is rehearsed, as its successor number `edge`, to where nothing needs what may come later than
    `branch`: to `target`.
    """

    branch: str
    block: str
    edge: int
    target: str


class ComesBehind(NamedTuple):
    """Where the rehearsal of what `branch` leads to ends without need, control may come to `block`."""

    branch: str
    block: str


class RehearsedAs(NamedTuple):
    """In what is rehearsed of `branch`, the block argument `argument` is what it hands on as `value`, which may come later."""

    branch: str
    argument: str
    value: str


class NoRehearsal(NamedTuple):
    """What `branch` leads to cannot be rehearsed."""

    branch: str


class Rehearses(NamedTuple):
    """What `branch` leads to is to be rehearsed."""

    branch: str


class MadeBehindRehearsal(NamedTuple):
    """`carried`, which goes down with an allocation to `branch`, is to be made behind the rehearsal: where it begins anew, and where
    it ends without need.
    """

    carried: str
    branch: str


class GoesOut(NamedTuple):
    """The heap allocation `op`, of `value`, has a fixed size, and is made at most once in a call of `function`, which hands it out to
    calls that are in sight.
    """

    op: str
    value: str
    function: str


class MayWriteTo(NamedTuple):
    """`op` may write to the memory of the buffer `value`, an operand of it."""

    op: str
    value: str


class WrittenHere(NamedTuple):
    """What the heap allocation `op` makes is written to in its function."""

    op: str


class Blank(NamedTuple):
    """Nothing in `function` writes to the heap allocation `op`, of `value`, which it hands out."""

    op: str
    value: str
    function: str


class CouldBe(NamedTuple):
    """The blank allocation `op` could be what the allocation `other`, which stands before it, makes."""

    op: str
    other: str


class OfOtherForm(NamedTuple):
    """The blank allocation `op` makes buffers of another form than `other`."""

    op: str
    other: str


class United(NamedTuple):
    """`value`, what the heap allocation `op` makes and `function` hands out, is to be one buffer with another one, or another one with
    it.
    """

    op: str
    value: str
    function: str


class OutAs(NamedTuple):
    """When its function has returned, `name` may hold what the heap allocation `op` makes."""

    op: str
    name: str


class AnywhereAs(NamedTuple):
    """`name` may hold what the heap allocation `op` makes, in any function."""

    op: str
    name: str


class NeedsItsOwn(NamedTuple):
    """What the heap allocation `op` makes has to be a buffer of its own."""

    op: str


class ComesLater(NamedTuple):
    """Ops of `block` may run behind the blank allocation `op`, which stands in another block."""

    op: str
    block: str


class WrittenBehind(NamedTuple):
    """The blank allocation `op` cannot be what `other` makes, which is written to behind it."""

    op: str
    other: str


class CanBe(NamedTuple):
    """The blank allocation `op` can be what the allocation `other`, op number `number`, makes."""

    op: str
    other: str
    number: int


class FilledInBy(NamedTuple):
    """The blank allocation `op` is to be what `other` makes."""

    op: str
    other: str


class UsedLate(NamedTuple):
    """The buffer `value` may be used by an op that goes on when control has passed it."""

    value: str


class OverwrittenOften(NamedTuple):
    """The buffer `value` is overwritten so often that nobody looks at where."""

    value: str


class Overwritten(NamedTuple):
    """`writer` overwrites `value`, which the heap allocation `op` makes: nothing frees it, all its uses are in sight, and it is worth
    an allocation.
    """

    op: str
    value: str
    writer: str


class OverwrittenIn(NamedTuple):
    """What the heap allocation `op` makes is overwritten in `block`, or in a region of an op of `block`."""

    op: str
    block: str


class OverwrittenInside(NamedTuple):
    """What the heap allocation `op`, which stands outside of `around`, makes is overwritten in `block`, of a region of `around`, or
    deeper.
    """

    op: str
    block: str
    around: str


class CarriedRound(NamedTuple):
    """What the heap allocation `op` makes is carried from round to round of `loop`, which the allocation stands outside of."""

    op: str
    loop: str


class NoBeginningIn(NamedTuple):
    """In `block`, where what the heap allocation `op` makes is overwritten, no contents begin: nobody looks at how control comes there
    again, or each round that does not hand on what it writes would have to allocate it.
    """

    op: str
    block: str


class ApartFrom(NamedTuple):
    """From `block`, where what the heap allocation `op` makes is overwritten, control comes to the ops numbered from `first` to `exit`
    only if it comes again to the op around.
    """

    op: str
    block: str
    first: int
    exit: int


class UsedAs(NamedTuple):
    """Op number `number` uses `name`, which may be what the heap allocation `op` makes."""

    op: str
    name: str
    number: int


class Misses(NamedTuple):
    """From `writer`, control comes to op number `number`, which uses what `writer` overwrites, only if it comes again to an op around
    both.
    """

    writer: str
    number: int


class LeadsToUse(NamedTuple):
    """From `writer`, control may come to op number `number`, which uses what `writer` overwrites, past no op numbered `since` or less."""

    writer: str
    number: int
    since: int


class KnownFrom(NamedTuple):
    """`name`, which may be what the heap allocation `op` makes, and is another name of that, is known in the ops numbered from `first`
    to `exit`.
    """

    op: str
    name: str
    first: int
    exit: int


class SeenBehind(NamedTuple):
    """When `writer` has overwritten a buffer, somebody may look at it by another name."""

    writer: str


class LooksAtOld(NamedTuple):
    """`writer` overwrites a buffer that it may have, by another name, as operand number `operand`, which is `name`."""

    writer: str
    operand: int
    name: str


class MovedAbout(NamedTuple):
    """`name` may have the elements of `value` at other places."""

    value: str
    name: str


class LooksAcross(NamedTuple):
    """`writer`, which overwrites a buffer, may look at elements of it that it has written before."""

    writer: str


class QuietBefore(NamedTuple):
    """From position `position` of `block` on, nothing takes memory until `writer`, which looks at what it overwrites."""

    writer: str
    block: str
    position: int


class RoomBefore(NamedTuple):
    """Right before `writer`, which looks at what it overwrites, memory of as many bytes was in use that is not any more."""

    writer: str


class ContentsBegin(NamedTuple):
    """With `begin`, op number `number`, contents of what the heap allocation `op` makes begin; it dominates the ops numbered from
    `first` to `exit`.
    """

    op: str
    begin: str
    number: int
    first: int
    exit: int


class NeedsContents(NamedTuple):
    """Of what the heap allocation `op` makes, op number `number` uses, by the name that the allocation gave, the contents that begin
    with op number `since`, or others.
    """

    op: str
    number: int
    since: int


class ContentsMeet(NamedTuple):
    """Some use may need contents of what the heap allocation `op` makes that begin with op number `one`, or those that begin with op
    number `other`.
    """

    op: str
    one: int
    other: int


class SeveralContents(NamedTuple):
    """Contents of what the heap allocation `op` makes, other than those that begin with `begin`, are needed, or some others of `begin`
    itself in each round of a loop.
    """

    op: str
    begin: str


class SplitOff(NamedTuple):
    """`user` needs, of what the heap allocation `op` makes, the contents that begin with `begin`, and nobody else needs any of these
    and of others: they can have a buffer of their own.
    """

    op: str
    begin: str
    user: str


class RepeatsSource(NamedTuple):
    """`filler` overwrites `value`, an allocation that has no other name, with elements of `source`, and does nothing else."""

    filler: str
    source: str
    value: str


class LiesApart(NamedTuple):
    """`value`, which repeats something, or what that is, has a memory space of its own: who can read the one may not be able to read
    the other.
    """

    value: str


class UsesRepeated(NamedTuple):
    """Op number `number` has `value` as an operand, in which something is repeated."""

    value: str
    number: int


class UsedNext(NamedTuple):
    """The next op behind op number `number`, in the order of the text, that uses `value`, as that does, is number `next`."""

    value: str
    number: int
    next: int


class ReadsAtPoints(NamedTuple):
    """`user` reads, at each point, the element of `value` at that point, its operand number `operand`; the attribute `maps` says so.
    Another operand has all points, too.
    """

    user: str
    operand: int
    value: str
    maps: str


class OverwritesPoints(NamedTuple):
    """`user` overwrites `value` as its operand number `operand`, whatever it reads of it by other ones."""

    user: str
    operand: int
    value: str


class NeedsRepeated(NamedTuple):
    """`user` has `value` as an operand otherwise than to read it at its points, or to overwrite it."""

    user: str
    value: str


class DoesWithout(NamedTuple):
    """`user`, op number `number`, has what `filler` repeats as an operand, and can do without: as can all between the two, which stand
    in one block.
    """

    filler: str
    user: str
    number: int


class UsedApart(NamedTuple):
    """An op other than `filler`, which repeats something, needs that, overwrites it, or has it before."""

    filler: str


class JustRead(NamedTuple):
    """All ops that use what `filler` repeats in the block of the allocation do so behind it, and just read it at their points."""

    filler: str


class Needless(NamedTuple):
    """All that use what `filler` repeats, until it is overwritten, do without."""

    filler: str


class ReadThrough(NamedTuple):
    """`user` is to read, as its operand number `operand`, what `filler` repeats there, by the map of that, which the attribute `maps`
    of both says.
    """

    user: str
    operand: int
    filler: str
    maps: str


class FitsInto(NamedTuple):
    """What the heap allocation `op` makes can be a view of a buffer that `earlier` makes and that is freed before: of other sizes, but
    with the same elements.
    """

    op: str
    earlier: str


class CanTakeOver(NamedTuple):
    """The heap allocation `op` can take over what `free`, at position `position` of its block, frees."""

    op: str
    free: str
    position: int


class BecomesView(NamedTuple):
    """The heap allocation `op` may become a view of a buffer that it takes over."""

    op: str


class TakesOver(NamedTuple):
    """The heap allocation `op` takes over what `free` frees."""

    op: str
    free: str


class CanSwap(NamedTuple):
    """In `loop`, the heap allocation `op` and the deallocation `free` of each round can do with a spare buffer like that of `earlier`."""

    loop: str
    op: str
    earlier: str
    free: str


class SwapTime(NamedTuple):
    """Each round of `loop` has allocated all that it can swap at position `made` of `block`, and frees the first of that at position
    `freed`.
    """

    loop: str
    block: str
    made: int
    freed: int


class SwapCosts(NamedTuple):
    """A spare buffer might make the rounds of `loop` take more memory at a time."""

    loop: str


class Swapped(NamedTuple):
    """`loop` carries a spare buffer like that of `earlier`: `op` takes it, and `free` leaves what it has freed."""

    loop: str
    op: str
    earlier: str
    free: str


class MadeInRound(NamedTuple):
    """The heap allocation `op` stands in `block`, the block of `loop`, frees there, by `free`, what it makes, and no round uses what
    another one makes.
    """

    op: str
    free: str
    loop: str
    block: str


class SizePart(NamedTuple):
    """The value `part` is an operand of the heap allocation `op`, which is made in a round, or what one is computed from in `block`,
    that of `op`.
    """

    op: str
    block: str
    part: str


class SizeChanges(NamedTuple):
    """The size of what `op` makes changes from round to round, or may do so."""

    op: str


class SizedBefore(NamedTuple):
    """In front of `loop`, and on each way to it, an allocation has been made of which `size` is a size, as it is of one that is made
    in rounds of the loop.
    """

    loop: str
    size: str


class NeedsRound(NamedTuple):
    """A size of what the heap allocation `op` makes in rounds of `loop` may be negative where the loop has no round."""

    op: str
    loop: str


class KeptBySize(NamedTuple):
    """The heap allocation `op`, which needs a round of `loop`, is to be made nowhere but in the loop."""

    op: str
    loop: str


class CanLift(NamedTuple):
    """The heap allocation `op` and the deallocation `free` can leave `loop` from `block`."""

    op: str
    free: str
    loop: str
    block: str


class LiftTime(NamedTuple):
    """Each round of `loop` has made all that can leave it at position `made` of `block`, and frees the first of that at position
    `freed`.
    """

    loop: str
    block: str
    made: int
    freed: int


class LiftCosts(NamedTuple):
    """Memory that leaves `loop` might make its rounds take more at a time."""

    loop: str


class Lifted(NamedTuple):
    """The heap allocation `op` is to stand in front of `loop`, and the deallocation `free` behind it."""

    op: str
    free: str
    loop: str


class LiftedWith(NamedTuple):
    """`computes`, which computes the size of what the heap allocation `op` makes, is to stand in front of `loop`, too."""

    computes: str
    op: str
    loop: str


class LiftedUnder(NamedTuple):
    """What leaves `loop` leaves it under the condition that it has a round, which is known by `how`: the loop stands under that, too."""

    loop: str
    how: str


class SmallPair(NamedTuple):
    """The small heap allocation `op`, which is in `function`, in a scope and in no loop there, is freed plainly at home, by `free`."""

    op: str
    free: str
    function: str


class CallsInTurn(NamedTuple):
    """Between a call of `function` and its return, `other` may be called."""

    function: str
    other: str


class PairTakes(NamedTuple):
    """The small pair of the heap allocation `op` takes `bytes` bytes of the frame of `function`."""

    function: str
    op: str
    bytes: int


class FrameGrows(NamedTuple):
    """All small pairs of `function` take `bytes` bytes of its frame."""

    function: str
    bytes: int


class SmallFrame(NamedTuple):
    """The frame of `function` stays small with all that can be on the stack."""

    function: str


class PairOnStack(NamedTuple):
    """The heap allocation `op` can be an op called `form`, which allocates on the stack, and `free`, which frees what it makes, can
    go.
    """

    op: str
    form: str
    free: str


class PairStays(NamedTuple):
    """The heap allocation `op`, which is freed at home, stays on the heap, though it takes few bytes, because of `reason`."""

    op: str
    reason: str


class TakesHeap(NamedTuple):
    """`op` makes `value`, a buffer on the heap, whoever frees it."""

    op: str
    value: str


class LeavesSizesOpen(NamedTuple):
    """The memref type `type` leaves a size open, or the rank."""

    type: str


class ToldByFirst(NamedTuple):
    """Buffers on the heap of the memref type `type`, which leaves no size open, are told by that which has the number `order` among
    all definitions.
    """

    type: str
    order: int


class AsLargeAs(NamedTuple):
    """`value`, a buffer on the heap, is as large as `other`, which tells the size of both."""

    value: str
    other: str


class MayHold(NamedTuple):
    """`value` may hold a buffer as large as `other`, which is not freed in the block that allocates it."""

    value: str
    other: str


class HoldsFrom(NamedTuple):
    """`value`, which may hold a buffer that is not freed at home, holds it from `time` on: it is counted as long as it does."""

    value: str
    time: int


class HeldAs(NamedTuple):
    """What the buffer `holder` holds is `name`, too: no time of its own is counted for the name."""

    holder: str
    name: str


class LetsGo(NamedTuple):
    """`op` frees the buffer `value`, or hands it on: to a block, to a region, or to a callee that may free it or return it."""

    op: str
    value: str


class LetGoIn(NamedTuple):
    """What `holder` holds is let go of in `block`, or nested in it, out to the region that defines the holder."""

    holder: str
    block: str


class HeldUntil(NamedTuple):
    """What `holder` holds may be there at `time`."""

    holder: str
    time: int


class NeverLetGo(NamedTuple):
    """Nothing lets go of what `holder` holds, so that it stays after the function has returned."""

    holder: str


class Counted(NamedTuple):
    """The buffer that `value` holds, or is, counts in `function` from `first` to `last`, both included."""

    value: str
    function: str
    first: int
    last: int


class SurelyTaken(NamedTuple):
    """Each time that the function around is called, the buffer that `value` is takes its memory once, just as long as it counts."""

    value: str


class LetGoEarly(NamedTuple):
    """An op that is not the end of a block lets go of what `holder` holds."""

    holder: str


class ComesAgain(NamedTuple):
    """Control may come to `block` several times while its function runs once."""

    block: str


class PilesUp(NamedTuple):
    """What `holder` holds stays, and control may come to it again: each time another buffer stays."""

    holder: str


class CountedBeside(NamedTuple):
    """The buffer that `value` holds, or is, may be there several times at once: its ops run beside each other."""

    value: str


class CallsAt(NamedTuple):
    """`op`, op number `number` of the module, stands in `function` and calls `target`, whose body is here."""

    op: str
    number: int
    function: str
    target: str


class CallStands(NamedTuple):
    """The call `op` stands where `how` says: it calls what is not here to look at ("unseen"), control may come to it again while its
    function runs once ("again"), or several times at once ("beside"), or comes to it each time that the function is called
    ("surely").
    """

    op: str
    how: str


RELATIONS: Mapping[str, type[Relation]]
