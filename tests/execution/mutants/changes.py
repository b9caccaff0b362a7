"""Small changes of a program's IR that keep it valid: each takes the choices and tells whether it found a place."""

from collections.abc import Callable, Iterator, Sequence

from ownlog.backend.rewriting import build
from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.printing.fresh_names import Names
from ownlog.frontend.text.types import I1, INDEX, Type
from tests.execution.programs.choices import Choices

# Into the regions of these changes go; those of linalg and the like are no code of their own.
_REGIONS = {
    "builtin.module",
    "func.func",
    *(f"scf.{name}" for name in "if for while index_switch execute_region forall parallel".split()),
}
_ADDRESSES = "memref<"


class Mutator:
    """Changes one module as the choices say."""

    def __init__(self, module: Module, choices: Choices) -> None:
        self.module, self.choices = module, choices
        self.names = Names(module)

    def change(self) -> bool:
        """Make one change of some kind, if there is a place for it."""
        kinds: list[Callable[[Block], bool]] = [
            self.rewire,
            self.rewire,
            self.select,
            self.exchange,
            self.repeat,
            self.remove,
            self.free,
        ]
        kinds += [self.wrap, self.wrap, self.wrap]
        blocks = [block for block in _blocks(self.module.top) if _in_function(block) and len(block.ops) > 1]
        return bool(blocks) and self.choices.one_of(kinds)(self.choices.one_of(blocks))

    def rewire(self, block: Block) -> bool:
        """Let an op take another value of the same type."""
        found = self.operand(block)
        if found is None:
            return False
        op, place, others = found
        op.set_operands([*op.operands[:place], self.choices.one_of(others), *op.operands[place + 1 :]])
        return True

    def select(self, block: Block) -> bool:
        """Let an op take one of two values."""
        found = self.operand(block)
        if found is None:
            return False
        op, place, others = found
        condition = self.condition(op)
        chosen = build.select(condition, op.operands[place], self.choices.one_of(others), self.names)
        block.insert_before(op, [chosen])
        op.set_operands([*op.operands[:place], chosen.results[0], *op.operands[place + 1 :]])
        return True

    def operand(self, block: Block) -> tuple[Op, int, list[Value]] | None:
        """An op of the block, the number of an operand of it, and what could stand there instead."""
        op = self.choices.one_of(block.ops)
        places = [place for place, value in enumerate(op.operands) if _exchangeable(value.type)]
        if not places:
            return None
        place = self.choices.one_of(places)
        wanted = op.operands[place]
        others = [
            value for value in _visible(op) if value.type.canonical == wanted.type.canonical and value is not wanted
        ]
        return (op, place, others) if others else None

    def exchange(self, block: Block) -> bool:
        """Let two neighbours change places."""
        place = self.choices.below(max(1, len(block.ops) - 2))
        if place + 2 >= len(block.ops):
            return False
        first, second = block.ops[place : place + 2]
        if _used(first.results, [second]):
            return False
        block.replace_ops([*block.ops[:place], second, first, *block.ops[place + 2 :]])
        first.mark_changed()
        second.mark_changed()
        return True

    def repeat(self, block: Block) -> bool:
        """Do what an op does once more."""
        op = self.choices.one_of(block.ops[:-1])
        if op.regions or op.successors or not op.name.startswith(("memref.", "arith.", "func.call", "bufferization.")):
            return False
        again = Op(
            op.name, [*op.operands], dict(op.attrs), properties=dict(op.properties), segments=op.segments, form=op.form
        )
        for result in op.results:
            again.add_result(self.names.fresh_number(), result.type)
        if len(op.results) > 1:
            return False
        block.insert_before(op, [again])
        return True

    def remove(self, block: Block) -> bool:
        """Drop an op whose results nobody uses."""
        op = self.choices.one_of(block.ops[:-1])
        if op.name in _REGIONS or _used(op.results, self.module.walk()):
            return False
        block.remove(op)
        return True

    def free(self, block: Block) -> bool:
        """Free by hand, at the end or before it, what was allocated in the block."""
        made = [op for op in block.ops if op.name in ("memref.alloc", "bufferization.clone")]
        if not made:
            return False
        owner = self.choices.one_of(made)
        last = max(place for place, op in enumerate(block.ops) if op is owner or _used(owner.results, op.walk()))
        places = [place for place in (last + 1, len(block.ops) - 1) if last < place < len(block.ops)]
        if not places:
            return False
        block.insert_before(block.ops[self.choices.one_of(places)], [build.free(owner.results[0])])
        return True

    def wrap(self, block: Block) -> bool:
        """Put some ops in a row into a region."""
        start = self.choices.below(len(block.ops) - 1)
        inside = block.ops[start : min(start + 1 + self.choices.below(6), len(block.ops) - 1)]
        if any(op.name in ("func.func", "builtin.module", "memref.global") or op.successors for op in inside):
            return False
        rest = block.ops[:start] + block.ops[start + len(inside) :]
        needed = [value for op in inside for value in op.results if _used([value], self.everywhere_but(inside))]
        if len(needed) > 1 or (needed and not needed[0].type.is_memref):
            return False
        anchor = block.ops[start + len(inside)]
        around = self.region_op(anchor, needed)
        if around is None:
            return False
        new, own = around
        block.replace_ops(rest)
        block.insert_before(anchor, new)
        own.replace_ops([*inside, *own.ops])
        for op in inside:
            op.mark_changed()
        if needed:
            _replace(self.everywhere_but([*inside, own.ops[-1]]), needed[0], new[-1].results[0])
        return True

    def everywhere_but(self, ops: Sequence[Op]) -> list[Op]:
        within = {inner for op in ops for inner in op.walk()}
        return [op for op in self.module.walk() if op not in within]

    def region_op(self, anchor: Op, needed: list[Value]) -> tuple[list[Op], Block] | None:
        """Ops to stand before `anchor`, the last with a region that is run, or may be, and the block of that region."""
        own, kind = Block(), self.choices.one_of(("if", "unknown", "region", "for", "scope"))
        own.append(Op({"scope": "memref.alloca_scope.return"}.get(kind, "scf.yield"), [*needed]))
        types = [value.type for value in needed]
        if kind in ("region", "scope"):
            op = Op(
                "scf.execute_region" if kind == "region" else "memref.alloca_scope",
                regions=[Region([own])],
                form="generic",
            )
            return self.with_results([op], types), own
        others = [
            value
            for value in _visible(anchor)
            if value not in needed and types and value.type.canonical == types[0].canonical
        ]
        if needed and not others:
            return None
        other = [self.choices.one_of(others)] if needed else []
        if kind == "for":
            bounds = [build.index(number, self.names) for number in (0, 1, 1)]
            own.add_argument(self.names.fresh_number(), INDEX)
            for type_ in types:
                own.add_argument(self.names.fresh_number(), type_)
            op = Op(
                "scf.for", [*(bound.results[0] for bound in bounds), *other], regions=[Region([own])], form="generic"
            )
            return self.with_results([*bounds, op], types), own
        before = [] if kind == "unknown" else [build.boolean(True, self.names)]
        condition = before[0].results[0] if before else self.condition(anchor)
        otherwise = Block()
        otherwise.append(Op("scf.yield", other))
        op = Op("scf.if", [condition], regions=[Region([own]), Region([otherwise] if needed else [])], form="generic")
        return self.with_results([*before, op], types), own

    def with_results(self, ops: list[Op], types: list[Type]) -> list[Op]:
        for type_ in types:
            ops[-1].add_result(self.names.fresh_number(), type_)
        return ops

    def condition(self, anchor: Op) -> Value:
        """An i1 that stands before `anchor`, or what `@decide` says there."""
        known = [value for value in _visible(anchor) if value.type.canonical == "i1"]
        if known and self.choices.chance(50):
            return self.choices.one_of(known)
        call = build.call("@decide", [])
        value = call.add_result(self.names.fresh_number(), I1)
        assert anchor.parent is not None
        anchor.parent.insert_before(anchor, [call])
        return value


def _exchangeable(type_: Type) -> bool:
    """Whether one value of the type may stand for another: all buffers of it must be as large."""
    text = type_.canonical
    return text in ("f32", "f64") or (text.startswith(_ADDRESSES) and "?" not in text and "*" not in text)


def _blocks(block: Block) -> Iterator[Block]:
    yield block
    for op in block.ops:
        if op.name in _REGIONS:
            for region in op.regions:
                for inner in region.blocks:
                    yield from _blocks(inner)


def _visible(op: Op) -> Iterator[Value]:
    """Values that can be used where the op stands, but for those of other blocks that dominate its own."""
    place: Op | None = op
    while place is not None and place.parent is not None and place.name != "func.func":
        block = place.parent
        for other in block.ops[: block.ops.index(place)]:
            yield from other.results
        yield from block.arguments
        region = block.parent
        if region is not None and region.blocks[0] is not block:
            for other in region.blocks[0].ops:
                yield from other.results
            yield from region.blocks[0].arguments
        place = region.parent if region is not None else None


def _used(values: Sequence[Value], ops: Sequence[Op] | Iterator[Op]) -> bool:
    return any(value is operand for op in ops for operand in op.operands for value in values)


def _replace(ops: Sequence[Op], old: Value, new: Value) -> None:
    for op in ops:
        if any(operand is old for operand in op.operands):
            op.set_operands([new if operand is old else operand for operand in op.operands])


def _in_function(block: Block) -> bool:
    return block.parent is not None and block.parent.parent is not None and block.parent.parent.name != "builtin.module"
